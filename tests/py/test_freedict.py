"""FreeDict: dictd databases and TEI documents, small ones of our own, and hostile ones."""

import gzip
import os
from pathlib import Path

import pytest

from tercel.lexicon import Dictionary, _freedict, read_freedict

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
ARTICLES = [
    ("00databaseinfo", "About, this, dictionary\n"),
    ("abricot", "abricot /abʀiko/ <n, masc>\napricot\n"),
    ("assez", "assez <adv>\n1. enough, quite\n2. rather; fairly <old>\n"),
    (
        "pomme de terre",
        "pomme de terre\n [bot.] potato (plant), potato\n   Note: a, b\n see: {x}\n",
    ),
    ("être", 'être /ɛtʀ/ <v>\nto be\n     "Être ou ne pas être." - To be, or not.\n'),
]
EXPECTED = {
    "abricot": ("apricot",),
    "assez": ("enough", "quite", "rather", "fairly"),
    "pomme de terre": ("potato",),
    "être": ("to be",),
}


def base64(number):
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 64)
        digits = DIGITS[digit] + digits
    return digits


def write_dictd(folder, *, packed=True, encoding="utf-8"):
    data, index = b"", ""
    for headword, article in ARTICLES:
        encoded = article.encode(encoding, "replace")
        index += f"{headword}\t{base64(len(data))}\t{base64(len(encoded))}\n"
        if headword == "être":  # a second way to find the same article
            index += f"etre\t{base64(len(data))}\t{base64(len(encoded))}\n"
        data += encoded
    (folder / "x.index").write_text(index, encoding="utf-8")
    if packed:
        (folder / "x.dict.dz").write_bytes(gzip.compress(data))
    else:
        (folder / "x.dict").write_bytes(data)


@pytest.mark.parametrize("packed", [True, False])
def test_dictd(tmp_path, packed):
    write_dictd(tmp_path, packed=packed)
    for name in ("x.index", "x.dict.dz" if packed else "x.dict"):
        assert read_freedict(tmp_path / name).entries == EXPECTED


TEI = """<?xml version="1.0" encoding="{encoding}"?>
{doctype}<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>
<entry><form><orth>abricot</orth><pron>abʀiko</pron></form>
<sense><cit type="trans"><quote>apricot</quote></cit>
<cit type="example"><quote>un abricot</quote><cit type="trans"><quote>an apricot</quote></cit></cit>
</sense></entry>
<entry><form><orth>a</orth></form><form><orth>b</orth></form>
<sense><cit type="translation"><quote>c &amp; <emph>d</emph></quote></cit></sense></entry>
</body></text></TEI>"""


@pytest.mark.parametrize("name", ["x.tei", "x.xml", "x.tei.gz"])
def test_tei(tmp_path, name):
    data = TEI.format(encoding="UTF-8", doctype="").encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    expected = {"abricot": ("apricot", "an apricot"), "a": ("c & d",), "b": ("c & d",)}
    assert read_freedict(tmp_path / name).entries == expected


def document(*senses):
    entries = "".join(
        f"<entry><form><orth>w{i}</orth></form><sense>{sense}</sense></entry>"
        for i, sense in enumerate(senses)
    )
    return TEI.format(encoding="UTF-8", doctype="").split("<entry>")[0] + (
        f"{entries}</body></text></TEI>"
    )


def test_tei_of_an_older_kind(tmp_path):
    path = tmp_path / "x.tei"
    path.write_text(
        document(
            '<cit><quote type="trans">a</quote></cit><quote>b</quote>',
            '<quote type="trans">c</quote><def>d</def>',
        ),
        encoding="utf-8",
    )
    assert read_freedict(path).entries == {"w0": ("a",), "w1": ("c",)}


def test_tei_whose_translations_are_definitions(tmp_path):
    path = tmp_path / "x.tei"
    path.write_text(document("<def>a, b (of c, d); e</def>", "<def>f</def>"), encoding="utf-8")
    assert read_freedict(path).entries == {"w0": ("a", "b", "e"), "w1": ("f",)}


def test_nothing_that_is_translated(tmp_path):
    (tmp_path / "x.tei").write_text(document("<note>a</note>"), encoding="utf-8")
    (tmp_path / "y.index").touch()
    (tmp_path / "y.dict").touch()
    for name in ("x.tei", "y.index"):
        with pytest.raises(ValueError, match=rf"{name[0]}\.{name[2:]}: no entry has a translation"):
            read_freedict(tmp_path / name)


@pytest.mark.parametrize(
    ("doctype", "message"),
    [
        ('<!DOCTYPE TEI [<!ENTITY a "b">]>', "the entity 'a', expected a document without"),
        ('<!DOCTYPE TEI [<!ENTITY a SYSTEM "file:///etc/passwd">]>', "the entity 'a'"),
        ("<wrong>", "not well-formed XML"),
    ],
)
def test_tei_with_entities_is_refused(tmp_path, doctype, message):
    path = tmp_path / "x.tei"
    path.write_text(TEI.format(encoding="UTF-8", doctype=doctype), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_freedict(path)


def test_the_wrong_encoding(tmp_path):
    write_dictd(tmp_path, encoding="latin-1")
    with pytest.raises(ValueError, match=r"x\.dict\.dz: not UTF-8 at byte \d+"):
        read_freedict(tmp_path / "x.index")
    (tmp_path / "y.index").write_bytes("é\tA\tB\n".encode("latin-1"))
    (tmp_path / "y.dict").write_bytes(b"e")
    with pytest.raises(ValueError, match=r"y\.index: not UTF-8 at byte 0"):
        read_freedict(tmp_path / "y.index")
    data = TEI.format(encoding="UTF-8", doctype="").encode()
    (tmp_path / "z.tei").write_bytes(data.replace(b"apricot", b"\xe9"))
    with pytest.raises(ValueError, match=r"z\.tei: not well-formed XML"):
        read_freedict(tmp_path / "z.tei")


def test_damaged_databases(tmp_path):
    write_dictd(tmp_path)
    packed = (tmp_path / "x.dict.dz").read_bytes()
    (tmp_path / "x.dict.dz").write_bytes(packed[:-12])
    with pytest.raises(ValueError, match="damaged gzip file"):
        read_freedict(tmp_path / "x.index")
    (tmp_path / "x.dict.dz").write_bytes(gzip.compress(b"short"))
    with pytest.raises(ValueError, match=r"line 1: an article up to byte 24, .*is it cut off\?"):
        read_freedict(tmp_path / "x.index")
    (tmp_path / "x.index").write_text("word\tA\n")
    with pytest.raises(ValueError, match="line 1: 2 fields, expected 3"):
        read_freedict(tmp_path / "x.index")
    (tmp_path / "x.index").write_text("word\tA\t-\n")
    with pytest.raises(ValueError, match="line 1: 'A' and '-', expected numbers in base 64"):
        read_freedict(tmp_path / "x.index")
    with pytest.raises(ValueError, match="expected a file that ends with"):
        read_freedict(tmp_path / "x.txt")
    with pytest.raises(OSError, match=r"y\.dict\.dz"):
        read_freedict(tmp_path / "y.index")


def test_a_bomb_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(_freedict, "MOST_BYTES", 1000)
    write_dictd(tmp_path)
    (tmp_path / "x.dict.dz").write_bytes(gzip.compress(bytes(10**6)))
    with pytest.raises(ValueError, match="more than 1000 bytes"):
        read_freedict(tmp_path / "x.index")


def test_dictionaries():
    dictionary = Dictionary.from_pairs(
        [("Chat ", " cat"), ("Chat", "cat"), ("chat", "pussy  cat"), ("", "x"), ("y", " ")]
    )
    assert dictionary.to_dict() == {"Chat": ["cat"], "chat": ["pussy cat"]}
    assert dictionary.lowercased().entries == {"chat": ("cat", "pussy cat")}
    assert dictionary.inverted().translations("cat") == ("Chat",)
    assert "Chat" in dictionary
    assert "y" not in dictionary
    assert dictionary.translations("y") == ()


@pytest.mark.parametrize(
    ("name", "n_headwords", "word", "translation"),
    [
        ("fra", 8417, "couleur", "colour"),
        ("deu", 384166, "Funktion", "function"),
        ("ita", 3271, "pulsante", "button"),
    ],
)
@pytest.mark.slow
def test_debians_packages(name, n_headwords, word, translation):
    """Where the experiment has unpacked them (2022.04.21); newer ones have more."""
    beside = Path(__file__).parents[2] / "experiments" / "nie2001" / "cache"
    folder = Path(os.environ.get("TERCEL_CACHE", beside)) / "usr" / "share" / "dictd"
    path = folder / f"freedict-{name}-eng.index"
    if not path.is_file():
        pytest.skip(f"no {path}: python -m experiments.nie2001 fetches it")
    dictionary = read_freedict(path)
    assert len(dictionary) >= n_headwords
    assert translation in dictionary.translations(word)
