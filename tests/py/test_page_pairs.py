"""Pairing pages: names, checks, what is read of a page, and a report that adds up."""

import gzip
import time

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
        ("en-us/a.html", "fr-fr/a.html", "folder en-us / folder fr-fr"),
        ("a.en.html", "a.fr-be.html", "suffix en / suffix fr-be"),
        ("d/a.html", "d/fr_a.html", "no mark / prefix fr"),
        ("http://x.org/p", "http://fr.x.org/p", "no mark / prefix fr"),
        ("http://x.org/p", "http://x.org/p?hl=fr", "no mark / parameter fr"),
        ("x?p=1", "x?p=1&hl=fr", "no mark / parameter fr"),
        ("x?p=1", "x?hl=fr&p=1", "no mark / parameter fr"),
        ("x?hl=en#top", "x?hl=fr#top", "parameter en / parameter fr"),
        ("a (english).html", "a (français).html", "suffix english / suffix français"),
        ("été/en/ñ.html", "été/fr/ñ.html", "folder en / folder fr"),
        ("m/a.en.html", "m-fr/a.fr.html", "suffix en / suffix+suffix fr+fr"),
    ],
)
def test_marks_in_names(source, target, pattern):
    names = [source, target, "other.html", "fresh/a.html"]
    assert candidates(names, names, "en", "fr") == [(source, target, pattern)]


def test_scripts_and_regions_are_part_of_a_mark():
    for mark in ("zh-hans", "zh_Hant", "zh-cn", "zh_CN"):
        names = ["x/en/a", f"x/{mark}/a"]
        assert candidates(names, names, "en", "zh") == [(*names, f"folder en / folder {mark}")]


def test_names_that_say_no_language():
    for names in (["a.html", "b.html"], ["enfr.html", "fren.html"], ["en/a.html", "fr/b.html"]):
        assert candidates(names, names, "en", "fr") == []


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


META = '<meta charset="{}"><p>“Été”</p>'
XML = '<?xml version="1.0" encoding="{}"?><html><p>“Été”</p></html>'
HTTP_EQUIV = '<meta http-equiv="Content-Type" content="text/html; charset={}"><p>“Été”</p>'


@pytest.mark.parametrize(
    ("text", "declared", "mark", "encoding"),
    [
        (META, "utf-8", b"", "utf-8"),
        (META, "windows-1252", b"", "cp1252"),
        (META, "iso-8859-1", b"", "cp1252"),  # as browsers read it
        (META, "us-ascii", b"", "cp1252"),
        (META, "koi8-r", b"\xef\xbb\xbf", "utf-8"),  # the mark counts more
        (META, "utf-8", b"\xff\xfe", "utf-16-le"),
        (META, "utf-8", b"\xfe\xff", "utf-16-be"),
        (META, "utf-16", b"", "utf-8"),  # what reads as ASCII is not in UTF-16
        (HTTP_EQUIV, "windows-1252", b"", "cp1252"),
        (XML, "windows-1252", b"", "cp1252"),
        ("<!-- <meta charset={}> --><p>“Été”</p>", "windows-1252", b"", "utf-8"),
    ],
)
def test_encodings(text, declared, mark, encoding):
    data = mark + text.format(declared).encode(encoding)
    assert read_page(data, html=True).blocks == ["“Été”"]


def test_encodings_that_are_none():
    for name in ("nonsense", "utf-7", "unicode_escape", "idna", "rot13", "zlib"):
        with pytest.raises(ValueError, match="not decodable"):
            read_page(META.format(name).encode(), html=True)
    with pytest.raises(ValueError, match="not decodable"):
        read_page("é".encode("latin-1"), html=True)
    assert read_page(b"<meta charset=latin-1>\x81\xe9", html=True).blocks == ["\x81é"]
    assert read_page("a\n\né".encode("utf-16"), html=False).blocks == ["a", "é"]
    with pytest.raises(TypeError, match="a page is str, expected bytes"):
        read_page("text", html=True)


@pytest.mark.parametrize("piece", ["<a b='", "<meta ", "<!--", "<!--x--", "<a/", '<a b="x" '])
def test_markup_that_never_ends_takes_no_long_time(piece):
    begin = time.process_time()
    assert read_page(b"<p>text</p>" + piece.encode() * 20_000, html=True).blocks == ["text"]
    assert time.process_time() - begin < 2  # the parser alone would take up to a minute


def test_what_only_looks_like_markup_stays():
    assert read_page(b"<p>1 < 2 <3", html=True).blocks == ["1 < 2 <3"]
    assert read_page(b"a<!-- b -->c<!-- d", html=True).blocks == ["ac"]


@pytest.mark.parametrize("name", ["script", "STYLE"])
def test_a_comment_does_not_begin_inside_a_script(name):
    """What looks like an open comment there must not hide the rest of the page."""
    page = f"<p>One</p><{name}>x = '<!--';</{name}><p>Two</p><!-- <{name}> --><p>Three</p>"
    assert read_page(page.encode(), html=True).blocks == ["One", "Two", "Three"]
    assert read_page(page.encode() + b"<!-- open", html=True).blocks == ["One", "Two", "Three"]
    open_script = f"<p>One</p><{name}>x = '<!--';<p>Two</p>"
    assert read_page(open_script.encode(), html=True).blocks == ["One"]


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


def record(url, content, kind="text/html"):
    http = f"HTTP/1.0 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode() + content
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
        "WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def crawl(packed=bytes):
    records = (record(f"http://x.org/{x}/", page(x)) for x in ("en", "fr", "de"))
    return b"".join(map(packed, records))


def test_warc(tmp_path):
    pytest.importorskip("warcio", reason="the extra `warc` is not installed")
    for name, data in (("crawl.warc", crawl()), ("crawl.warc.gz", crawl(gzip.compress))):
        (tmp_path / name).write_bytes(data)
        found = pair_documents(tmp_path / name, "en", "fr")
        assert [pair.source_name for pair in found.pairs] == ["http://x.org/en/"]
        assert found.n_pages == 3


def test_the_servers_word_on_the_encoding_counts(tmp_path):
    pytest.importorskip("warcio", reason="the extra `warc` is not installed")
    french = page("fr", "<meta charset=utf-8><p>Été</p>").decode().encode("latin-1")
    (tmp_path / "c.warc").write_bytes(
        record("http://x.org/en", page("en", "<p>Sun</p>"), "text/html; charset=nonsense")
        + record("http://x.org/fr", french, 'text/html; charset="ISO-8859-1"')
        + record("http://x.org/fr.png", b"x", "image/png")
    )
    found = pair_documents(tmp_path / "c.warc", "en", "fr")
    assert found.pairs[0].sentences == (["Sun"], ["Été"])
    assert found.n_pages == 2


@pytest.mark.parametrize(
    ("name", "damage", "message"),
    [
        ("c.warc", lambda data: b"no archive at all", "damaged: Unknown archive format"),
        ("c.warc", lambda data: data[:-30], "damaged: cut off: a record lacks 26 bytes"),
        ("c.warc", lambda data: data.replace(b"-URI", b"-XXX"), "damaged: a response without"),
        ("c.warc.gz", gzip.compress, "damaged: ERROR: non-chunked gzip file detected, [^\n]*$"),
        ("c.warc.gz", lambda data: gzip.compress(data)[:-30], "damaged gzip file"),
        ("c.warc.gz", lambda data: gzip.compress(data)[:-8] + b"12345678", "damaged gzip file"),
    ],
)
def test_damaged_warc_files(name, damage, message, tmp_path):
    pytest.importorskip("warcio", reason="the extra `warc` is not installed")
    (tmp_path / name).write_bytes(damage(crawl()))
    with pytest.raises(ValueError, match=rf"{name}: {message}"):
        pair_documents(tmp_path / name, "en", "fr")
