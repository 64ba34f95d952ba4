"""``tercel mbr`` and ``tercel match``: the functions' results, and one line for bad input."""

import io
import json
import sys
from pathlib import Path

import pytest
from command_line import error, output

from tercel.cli import main
from tercel.cli import mbr as mbr_module
from tercel.rerank import mbr, read_nbest, write_nbest

LISTS = """\
0 ||| a dog ran ||| f= 1 ||| -1
0 ||| the cat sat ||| f= 2 ||| -2
0 ||| the cat sat down ||| f= 3 ||| -3
2 ||| it rains ||| f= 4 ||| -1
"""
TMX = """<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>open the file</seg></tuv><tuv xml:lang="fr"><seg>ouvrir</seg></tuv></tu>
</body></tmx>
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("lists").write_text(LISTS)
    Path("memory.en").write_text("open the file\nclose it\nopen it\n")
    Path("memory.fr").write_text("ouvrir le fichier\nfermer\nouvrir\n")
    Path("memory.tmx").write_text(TMX)
    Path("sources").write_text("open a file\n\nclose it\n")
    return tmp_path


def test_mbr_text(capsys):
    assert output(capsys, "mbr", "lists", "-u", "chrf") == "the cat sat down\nit rains\n"


@pytest.mark.parametrize("form", ["moses", "jsonl", "tsv"])
def test_mbr_formats(capsys, monkeypatch, form):
    monkeypatch.setattr(mbr_module, "_LISTS_AT_A_TIME", 1)
    name = f"out.{form}"
    assert main(["mbr", "lists", "-u", "ter", "--format", form, "--output", name]) == 0
    found, nbest = read_nbest(name), read_nbest("lists")
    result = mbr(nbest, "ter")
    assert found.texts == tuple(nbest.texts[i] for i in result.order)
    assert found.ids.tolist() == [0, 2]
    expected = result.expected_utilities[result.order]
    assert found.features["mbr"].tolist() == expected.tolist()


def test_mbr_weights(capsys):
    found = output(
        capsys, "mbr", "lists", "--weights", "posterior", "--scale", "9", "--workers", "2"
    )
    assert found.startswith("a dog ran\n")
    found = output(capsys, "mbr", "lists", "-u", "chrf++", "--aggregate")
    assert found.startswith("the cat sat down\n")


def test_match_of_texts(capsys):
    found = output(capsys, "match", "memory.en", "sources", "--targets", "memory.fr", "-k", "2")
    assert found.splitlines() == [
        "id\ttext\tscore\torigin\talignment\tfuzzy_match\tentry\tedits",
        f"0\touvrir le fichier\t{1 - 1 / 3!r}\tTM\t\t{1 - 1 / 3!r}\t0.0\t1.0",
        f"0\touvrir\t{1 - 2 / 3!r}\tTM\t\t{1 - 2 / 3!r}\t2.0\t2.0",
        "2\tfermer\t1.0\tTM\t\t1.0\t1.0\t0.0",
        "2\touvrir\t0.5\tTM\t\t0.5\t2.0\t1.0",
    ]


def test_match_of_a_saved_memory(capsys):
    arguments = ("sources", "--format", "jsonl", "--min-score", "0.6", "--skip-exact")
    first = output(
        capsys, "match", "memory.en", *arguments, "--targets", "memory.fr", "--save", "saved", "-lc"
    )
    assert [len(json.loads(line)["candidates"]) for line in first.splitlines()] == [1, 0, 0]
    assert output(capsys, "match", "saved", *arguments) == first


def test_match_of_tmx(capsys):
    found = output(
        capsys, "match", "memory.tmx", "sources", "--languages", "en", "fr", "--format", "moses"
    )
    assert found.splitlines()[0].startswith("0 ||| ouvrir ||| fuzzy_match= 0.66")


@pytest.mark.parametrize(
    ("code", "arguments", "message"),
    [
        (1, ["mbr", "gone"], "gone: No such file"),
        (1, ["mbr", "sources"], "sources, line 1: found 1 fields"),
        (
            1,
            ["mbr", "lists", "--format", "tsv", "--output", "no/where"],
            "no/where: no such folder",
        ),
        (2, ["mbr", "lists", "-u", "comet"], "invalid choice"),
        (2, ["mbr", "lists", "-u", "ter", "--aggregate"], "TER has no aggregated form"),
        (2, ["mbr", "lists", "--scale", "0"], "scale is 0.0"),
        (2, ["mbr", "lists", "--workers", "0"], "workers is 0"),
        (1, ["match", "memory.en", "sources"], "memory.en: no translation memory of tercel"),
        (2, ["match", "memory.tmx", "sources"], "TMX needs --languages"),
        (2, ["match", "memory.en", "sources", "-lc"], "a saved memory has its own"),
        (2, ["match", "-", "sources", "--targets", "memory.fr"], "standard input"),
        (2, ["match", "memory.en", "sources", "--targets", "memory.fr", "-k", "0"], "k is 0"),
        (
            2,
            ["match", "memory.en", "sources", "--targets", "memory.fr", "--min-score", "2"],
            "--min-score is 2.0",
        ),
        (
            2,
            ["match", "m", "s", "--targets", "t", "--languages", "en", "fr"],
            "expected one of them",
        ),
        (1, ["match", "memory.en", "sources", "--targets", "sources.gz"], "sources.gz: No such"),
        (1, ["match", "memory.tmx", "sources", "--languages", "en", "de"], "memory.tmx"),
    ],
)
def test_bad_input(capsys, code, arguments, message):
    assert message in error(capsys, code, *arguments)


@pytest.mark.parametrize(("form", "ending"), [("moses", "lists"), ("tsv", "table")])
def test_mbr_of_standard_input(capsys, monkeypatch, form, ending):
    write_nbest("table", read_nbest("lists"), format="tsv")
    data = Path(ending).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    arguments = ("mbr", "-", "-u", "chrf", "--input-format", form)
    assert output(capsys, *arguments) == "the cat sat down\nit rains\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (LISTS.encode() + b"3 ||| cut o", "line 5: found 2 fields"),
        (b"0 ||| \xff ||| f= 1 ||| 1\n", "line 1: not UTF-8"),
    ],
)
def test_bad_standard_input(capsys, monkeypatch, data, message):
    stream = io.BytesIO(data)
    stream.name = "<stdin>"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    assert f"stdin{', ' if 'line' in message else ' '}{message}" in error(capsys, 1, "mbr", "-")
    monkeypatch.setattr(sys, "stdin", None)
    assert "stdin: closed" in error(capsys, 1, "mbr", "-")
