"""Pairing pages: names, checks, what is read of a page, and a report that adds up."""

import pytest

from tercel.lexicon import pair_documents, split_sentences
from tercel.lexicon.page_names import candidates
from tercel.lexicon.pages import read_page

WORDS = "One two three four five six seven eight nine ten."


def page(language="", body=f"<h1>Title</h1><p>{WORDS}</p><p>More.</p>"):
    lang = f' lang="{language}"' if language else ""
    return f"<html{lang}><head><style>p {{}}</style></head><body>{body}</body></html>".encode()


@pytest.mark.parametrize(
    ("source", "target", "pattern"),
    [
        ("doc/en/a.html", "doc/fr/a.html", "folder en / folder fr"),
        ("doc/a.html", "doc/fr/a.html", "no mark / folder fr"),
        ("a.en.html", "a.fr.html", "suffix en / suffix fr"),
        ("a.html", "a_fr.html", "no mark / suffix fr"),
        ("en_a.html", "fr_a.html", "prefix en / prefix fr"),
        ("en/a.html", "fr/a.html", "folder en / folder fr"),
        ("x?p=1&lang=en", "x?p=1&lang=fr", "parameter en / parameter fr"),
        ("english/a.html", "french/a.html", "folder english / folder french"),
        ("a-eng.html", "a-fra.html", "suffix eng / suffix fra"),
        ("en-US/a.html", "fr-FR/a.html", "folder en-US / folder fr-FR"),
        ("m/a.en.html", "m-fr/a.fr.html", "suffix en / suffix+suffix fr+fr"),
    ],
)
def test_marks_in_names(source, target, pattern):
    names = [source, target, "other.html", "fresh/a.html"]
    assert candidates(names, names, "en", "fr") == [(source, target, pattern)]


def test_the_pattern_that_explains_more_goes_first():
    names = [f"en/{k}.html" for k in range(3)] + [f"fr/{k}.html" for k in range(3)]
    names += ["0.html"]
    found = candidates(names, names, "en", "fr")
    assert [pair[:2] for pair in found] == [(f"en/{k}.html", f"fr/{k}.html") for k in range(3)]


def test_checks_and_report():
    pages = {
        "good.en.html": page("en"), "good.fr.html": page("fr-FR"),
        "tongue.en.html": page("en"), "tongue.fr.html": page("de"),
        "long.en.html": page("en"), "long.fr.html": page("fr", f"<p>{WORDS * 9}</p>"),
        "tags.en.html": page("en"), "tags.fr.html": page("fr", f"<ul>{'<li>' * 9}{WORDS}</ul>"),
        "void.en.html": page("en"), "void.fr.html": page("fr", ""),
        "bad.en.html": page("en"), "bad.fr.html": b"\xff\xfe\x00\x00",
        "alone.en.html": page("en"),
    }  # fmt: skip
    found = pair_documents(pages, "en", "fr")
    assert [pair.source_name for pair in found.pairs] == ["good.en.html"]
    assert {name.split(".")[0]: reason for name, _, reason in found.rejections} == {
        "tongue": "language", "long": "length ratio", "tags": "markup", "void": "no text",
        "bad": "unreadable",
    }  # fmt: skip
    assert found.patterns == {"suffix en / suffix fr": 6}
    assert found.n_pages == 13
    assert sum(found.rejected.values()) + len(found.pairs) == 6
    assert found.to_dict()["n_pairs"] == 1
    assert found.pairs[0].sentences[0] == ["Title", WORDS, "More."]


def test_a_folder(tmp_path):
    for language in ("en", "fr"):
        folder = tmp_path / language
        folder.mkdir()
        (folder / "a.txt").write_text("First. Second.\n\nThird.", encoding="utf-8")
        (folder / "b.pdf").write_bytes(b"%PDF")
    (tmp_path / "fr" / "c.txt").symlink_to("/etc/hostname")
    found = pair_documents(tmp_path, "en", "fr")
    assert found.n_pages == 2
    assert found.pairs[0].sentences == (["First.", "Second.", "Third."],) * 2
    with pytest.raises(ValueError, match=r"expected a folder or a \.warc file"):
        pair_documents(tmp_path / "nothing", "en", "fr")


def test_pages():
    read = read_page(
        b'<html lang="EN"><body><p>Caf\xe9 &amp; <b>bar</b><br>x<script>y</script></p>'
        b"<meta charset=latin-1></html>", html=True,
    )  # fmt: skip
    assert read.blocks == ["Café & bar", "x"]
    assert read.tags == ["body", "p", "br"]
    assert read.language == "en"
    with pytest.raises(ValueError, match="holds a NUL character"):
        read_page(b"a\0b", html=False)
    with pytest.raises(ValueError, match="not decodable"):
        read_page(b"<meta charset=nonsense>", html=True)


@pytest.mark.parametrize(
    ("block", "sentences"),
    [
        ("Ab bc. Cd d! E?", ["Ab bc.", "Cd d!", "E?"]),
        ("See e.g. Paris. Ok", ["See e.g. Paris.", "Ok"]),
        ("By J. Doe. Yes.", ["By J. Doe.", "Yes."]),
        ("Version 3.5 is out. it stays", ["Version 3.5 is out. it stays"]),
        ('He said "Go." Then left.', ['He said "Go."', "Then left."]),
        ("", []),
    ],
)
def test_sentences(block, sentences):
    assert split_sentences(block) == sentences


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("EN", "fr"), {}, "source_language is 'EN'"),
        (("en", "fra"), {}, "target_language is 'fra'"),
        (("en", "en"), {}, "both languages are 'en'"),
        (("en", "fr"), {"max_length_ratio": 0.5}, "max_length_ratio must be 1 or more"),
    ],
)
def test_bad_options(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        pair_documents({}, *arguments, **options)


def test_languages_are_detected():
    pytest.importorskip("lingua", reason="the extra `language` is not installed")
    english = "The cat sits on the mat and the dog looks at it with some surprise."
    french = "Le chat est assis sur le tapis et le chien le regarde avec surprise."
    pages = {
        "a.en.txt": english.encode(), "a.fr.txt": french.encode(),
        "b.en.txt": english.encode(), "b.fr.txt": english.encode(),
    }  # fmt: skip
    found = pair_documents(pages, "en", "fr", detect=True)
    assert found.rejected == {"language": 1}
    assert found.pairs[0].target_name == "a.fr.txt"


def test_the_text_outdoes_a_wrong_declaration():
    # Asciidoctor writes lang="en" into every translation unless told otherwise.
    pytest.importorskip("lingua", reason="the extra `language` is not installed")
    page = "<html lang='en'><body><p>{}</p></body></html>".format
    english = page("The cat sits on the mat and the dog looks at it with some surprise.").encode()
    french = page("Le chat est assis sur le tapis et le chien le regarde avec surprise.").encode()
    pages = {
        "en/a.html": english, "fr/a.html": french, "en/b.html": english, "fr/b.html": english,
    }  # fmt: skip
    found = pair_documents(pages, "en", "fr", detect=True)
    assert [pair.target_name for pair in found.pairs] == ["fr/a.html"]
    assert found.rejections == [("en/b.html", "fr/b.html", "language")]
    assert not pair_documents(pages, "en", "fr").pairs


def record(url, content):
    http = b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + content
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
        "WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def test_warc(tmp_path):
    pytest.importorskip("warcio", reason="the extra `warc` is not installed")
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(record(f"http://x.org/{x}/", page(x)) for x in ("en", "fr", "de")))
    found = pair_documents(path, "en", "fr")
    assert [pair.source_name for pair in found.pairs] == ["http://x.org/en/"]
    assert found.n_pages == 3
    path.write_bytes(b"no archive at all")
    with pytest.raises(ValueError, match=r"crawl\.warc: "):
        pair_documents(path, "en", "fr")
