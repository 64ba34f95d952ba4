"""TMX: what is written is read again, and what is hostile or broken is one clear error."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercel._files import numbered_lines
from tercel.lexicon import read_tmx, write_tmx

UNIT = (
    '<tu><tuv xml:lang="EN-us"><seg>A <bpt i="1">&lt;b&gt;<sub>note</sub>x</bpt>cat<ept i="1"/>'
    " &amp; <hi>a\n   d<ph>img</ph>og</hi> </seg></tuv>"
    '<tuv xml:lang="fr_FR"><seg>Un chat é</seg></tuv>'
    '<tuv xml:lang="de"><seg>Ein Kater</seg></tuv></tu>'
)
PAIR = ("A cat & a dog", "Un chat é")


def document(units=UNIT, before=""):
    return f'{before}<tmx version="1.4"><header/><body>\n{units}\n</body></tmx>'


def pairs(tmp_path, text, languages=("en", "fr"), encoding="utf-8", **options):
    path = tmp_path / "a.tmx"
    path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    return list(read_tmx(path, *languages, **options))


@pytest.mark.parametrize(
    ("before", "encoding"),
    [
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ('<?xml version="1.0" encoding="utf-16"?>', "utf-16"),
        ('<?xml version="1.0" encoding="windows-1252"?>', "windows-1252"),
        ('<!DOCTYPE tmx SYSTEM "tmx14.dtd">', "utf-8"),
    ],
)
def test_reads(tmp_path, before, encoding):
    assert pairs(tmp_path, document(before=before), encoding=encoding) == [PAIR]


def test_languages_match_with_their_regions(tmp_path):
    variants = document(
        '<tu><tuv lang="pt-BR"><seg>b</seg></tuv><tuv lang="pt"><seg>p</seg></tuv>'
        '<tuv lang="en-GB"><seg>g</seg></tuv><tuv lang="en-US"><seg>u</seg></tuv></tu>'
    )
    assert pairs(tmp_path, variants, ("en", "pt")) == [("g", "p")]
    assert pairs(tmp_path, variants, ("EN-us", "pt-br")) == [("u", "b")]
    with pytest.raises(ValueError, match="no unit has both en-us and pt-pt; its languages: pt-br"):
        pairs(tmp_path, variants, ("en-US", "pt-PT"))
    with pytest.raises(ValueError, match=r"take the same segments, expected two languages"):
        pairs(tmp_path, variants, ("en", "EN-gb"))
    with pytest.raises(ValueError, match="source_language is 'e n', expected a language tag"):
        pairs(tmp_path, variants, ("e n", "pt"))


def test_a_unit_without_one_of_the_languages_is_left_out(tmp_path):
    other = '<tu><tuv xml:lang="en"><seg>x</seg></tuv><tuv xml:lang="it"><seg>y</seg></tuv></tu>'
    assert pairs(tmp_path, document(other + UNIT + other)) == [PAIR]


DOCTYPE = "<!DOCTYPE tmx [{}]>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (document(before=DOCTYPE.format('<!ENTITY a "b">')), "line 1: declares the entity 'a'"),
        (
            document(before="\n" + DOCTYPE.format('<!ENTITY a SYSTEM "file:///etc/passwd">')),
            "line 2: declares the entity 'a'; entity declarations are refused",
        ),
        (
            document(before=DOCTYPE.format('<!ENTITY % a SYSTEM "http://127.0.0.1/x"> %a;')),
            "declares the entity 'a'",
        ),
        (
            document(UNIT.replace("cat", "&nbsp;"), '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'),
            "line 2: uses the entity 'nbsp'",
        ),
        (document(UNIT.replace("cat", "&nbsp;")), "line 2: not XML: undefined entity"),
        (document(before='<?xml version="1.0" encoding="xyz"?>'), "line 1: not readable: unknown"),
        (document(before='<?xml version="1.0" encoding="gb2312"?>'), "line 1: not readable"),
        (document("<tu><tuv><seg>x</seg></tuv></tu>"), "line 2: a tuv without xml:lang"),
        (document("<seg>x<seg>y</seg></seg>"), "line 2: a seg inside a seg"),
        ("<html/>", "line 1: the outermost element is 'html', expected 'tmx'"),
        ("", "line 1: not XML: no element found"),
        (document()[:-3], "line 4: not XML: unclosed token"),
        (b"\x7fELF\x00\x01\x02", "line 1: not XML"),
        (document("<a>" * 100), "line 2: more than 64 elements inside each other"),
        (document(UNIT.replace("cat", "x" * 2**20)), "a segment of more than 1048576 characters"),
        (document(f"<!--{'x' * 2**22}-->{UNIT}"), "markup of more than 1048576 bytes"),
        (document(f"<a b='{'x' * 2**22}'/>{UNIT}"), "markup of more than 1048576 bytes"),
        (document(""), "no unit has both en and fr; its languages: none"),
    ],
)
def test_bad_files(tmp_path, text, message):
    with pytest.raises(ValueError, match=message) as error:
        pairs(tmp_path, text)
    assert str(tmp_path / "a.tmx") in str(error.value)


def test_gzip(tmp_path):
    path = tmp_path / "a.tmx.gz"
    write_tmx(path, [PAIR] * 1000, "en", "fr")
    first = path.read_bytes()
    assert first[:2] == b"\x1f\x8b"
    assert list(read_tmx(path, "en", "fr")) == [PAIR] * 1000
    write_tmx(path, [PAIR] * 1000, "en", "fr")
    assert path.read_bytes() == first
    with pytest.raises(ValueError, match=r"a\.tmx\.gz: more than 1000 bytes when decompressed"):
        list(read_tmx(path, "en", "fr", max_bytes=1000))
    path.write_bytes(first[:-9])
    with pytest.raises(ValueError, match=r"a\.tmx\.gz: damaged gzip file"):
        list(read_tmx(path, "en", "fr"))
    path.write_bytes(gzip.compress(b"x"))
    with pytest.raises(ValueError, match=r"a\.tmx\.gz, line 1: not XML"):
        list(read_tmx(path, "en", "fr"))


def test_the_file_is_never_half_written(tmp_path):
    path = tmp_path / "a.tmx"
    path.write_text("old")
    with pytest.raises(ValueError, match=r"pair 2 has U\+0001, which XML cannot hold"):
        write_tmx(path, [("a", "b"), ("c\x01", "d")], "en", "fr")
    with pytest.raises(TypeError, match="pair 1 has a NoneType, expected two str"):
        write_tmx(path, [(None, "b")], "en", "fr")
    with pytest.raises(ValueError, match=r"no folder/a\.tmx: No such file"):
        write_tmx("no folder/a.tmx", [], "en", "fr")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


SIDES = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))


@given(st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=4))
def test_what_is_written_is_read_again(tmp_path_factory, written):
    path = tmp_path_factory.getbasetemp() / "round.tmx"
    assert write_tmx(path, written, "en", "fr") == len(written)
    normal = [tuple(" ".join(filter(None, side.split(" "))) for side in pair) for pair in written]
    assert list(read_tmx(path, "en", "fr")) == normal


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no /proc to see open files in")
@pytest.mark.parametrize("read", [lambda path: read_tmx(path, "en", "fr"), numbered_lines])
def test_an_error_that_is_kept_keeps_no_file_open(tmp_path, read):
    path = tmp_path / "a.tmx"
    path.write_bytes(b"<tmx><\xff")
    with pytest.raises(ValueError, match="line 1") as caught:
        list(read(path))
    numbers = Path("/proc/self/fd").iterdir()
    assert path not in [number.readlink() for number in numbers if number.exists()]
    assert caught.value.__traceback__ is not None  # whose frames hold what they worked on
