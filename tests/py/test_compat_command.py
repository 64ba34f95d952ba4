"""``tercel sacrebleu`` prints what sacreBLEU prints."""

import json
import os
import subprocess
import sys
import urllib.request
from urllib.error import URLError

import pytest
import sacrebleu
from compat import answers, command_lines, written
from compat.command_lines import CommandLine

from tercel.cli import main
from tercel.compat.sacrebleu.tokenizers import tokenizer_spm

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    return folder, written.write_files(folder, *written.texts_of_examples())


@pytest.fixture
def texts(files, monkeypatch):
    folder, texts_there = files
    monkeypatch.chdir(folder)
    for name in ("SACREBLEU_FORMAT", "SACREBLEU_SEED", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return texts_there


@forks
def test_the_same_bytes_and_exit_codes(files):
    folder, texts_there = files
    for line in command_lines.command_lines(texts_there, 27, seed=1):
        answers.check(line, folder)


@forks
@pytest.mark.slow
def test_the_same_bytes_and_exit_codes_on_many_lines(files):
    folder, texts_there = files
    for line in command_lines.command_lines(texts_there, 108, seed=2):
        answers.check(line, folder)


@forks
def test_the_comparison_notices_a_difference(files, monkeypatch):
    folder, texts_there = files
    line = CommandLine([texts_there.references[0], "-i", texts_there.systems[0]])
    monkeypatch.setattr(answers, "our_main", lambda: print("{}"))
    with pytest.raises(AssertionError, match="expected 0"):
        answers.check(line, folder)


def run(*arguments: str) -> int:
    return main(["sacrebleu", *arguments])


def test_paired_json_of_float32_is_written(texts, capsys):
    systems = texts.systems[:2]
    words = ("-i", *systems, "-m", "chrf", "ter", "--paired-bs", "-pbsn", "40")
    assert run(texts.references[0], *words) == 0
    baseline, system = json.loads(capsys.readouterr().out)
    assert set(system) == {"system", "chrF2", "TER"}
    assert baseline["chrF2"]["p_value"] is None
    assert 0 < system["TER"]["mean"] < 100


@pytest.mark.filterwarnings("default::tercel.SmallTestSetWarning")
def test_statistics_of_tercel_say_so(texts, capsys):
    words = ("-i", *texts.systems[:2], "--statistics", "tercel", "-f", "text")
    assert run(texts.references[0], *words, "--paired-ar", "-parn", "500", "--short") == 0
    out, err = capsys.readouterr()
    assert err.startswith("tercel: warning: 52 segments: ") and err.count("\n") == 1
    assert "|st:tercel-" in out
    assert run(texts.references[0], *words, "--paired-bs", "-pbsn", "500") == 0
    out = capsys.readouterr().out
    assert "|statistics:tercel-" in out
    assert "middle and half-width of tercel's 95% interval" in out
    words = ("-i", texts.systems[0], "--statistics", "tercel", "-f", "text", "-ci")
    assert run(texts.references[0], *words) == 0
    assert "|statistics:tercel-" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["ref0.txt", "-i", "short.txt"], 1, "short.txt has 1 segments, but reference 1 has 52"),
        (["ref0.txt", "-i", "none.txt"], 1, "none.txt: No such file or directory"),
        (["latin.txt", "-i", "ref0.txt"], 1, "latin.txt: 'utf-8' codec can't decode"),
        (["refs.tsv", "-nr", "3", "-i", "ref0.txt"], 17, "refs.tsv, line 1: 2 fields, expected 3"),
        (["ref0.txt", "-i", "ref0.txt", "ref0.txt"], 1, "system ref0.txt is given twice"),
        (["ref0.txt", "-i"], 1, "-i names no file"),
        (["ref0.txt", "-i", "ref0.txt", "-e", "klingon"], 1, "unknown encoding: klingon"),
        (["ref0.txt", "--statistics", "best"], 2, "invalid choice: 'best'"),
        (["-i", "ref0.txt"], 1, "no references: give files, before -i, or a test set"),
        (["-t", "wmt23", "-i", "ref0.txt"], 1, "a test set (-t) needs a language pair (-l)"),
        (["-t", "wmt1923", "-i", "ref0.txt"], 1, "unknown test set wmt1923"),
        (["-t", "wmt23", "-l", "xx-yy"], 1, "wmt23 has no language pair xx-yy, only "),
        (["broken.gz", "-i", "ref0.txt"], 1, "broken.gz: "),
    ],
)
def test_errors_are_one_line(words, code, message, files, texts, capsys):  # noqa: PLR0917
    (files[0] / "broken.gz").write_bytes(b"\x1f\x8b\x08")
    assert run(*words) == code
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("tercel: error: ") and err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("off", ["--no-color", "NO_COLOR", None])
def test_colours_on_a_terminal(off, texts, capsys, monkeypatch):
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda _: True)
    words = ["-i", *texts.systems[:2], "-f", "text", "--paired-ar", "-parn", "20"]
    if off == "NO_COLOR":
        monkeypatch.setenv(off, "1")
    elif off:
        words.append(off)
    assert run("ref0.txt", *words) == 0
    coloured = f"\x1b[33mBaseline: {texts.systems[0]}\x1b[0m"
    assert (coloured in capsys.readouterr().out) is (off is None)


def test_it_is_in_the_list_of_commands_and_a_module(texts, capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "what sacreBLEU's command does" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        run("--version")
    assert capsys.readouterr().out == "tercel sacrebleu 2.6.0\n"
    command = [sys.executable, "-m", "tercel.compat.sacrebleu", "ref0.txt", "-i", "ref0.txt", "-b"]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60)
    assert done.stdout == b"100.0\n"


def test_tables_name_their_extra(texts, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tabulate", None)
    words = ("ref0.txt", "-i", *texts.systems[:2])
    assert run(*words, "-f", "text") == 1
    assert "pip install 'tercel[sacrebleu]'" in capsys.readouterr().err
    assert run(*words) == 0


def test_test_sets_name_their_extra(texts, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu.dataset", None)
    assert run("-t", "wmt23", "-l", "de-en", "-i", "ref0.txt") == 1
    assert "pip install 'tercel[sacrebleu]'" in capsys.readouterr().err


def no_network(*_, **__):
    raise URLError("no such host")


def test_what_is_missing_is_one_line(texts, capsys, monkeypatch, tmp_path):
    """A test set without a network, a tokenizer without its model or package."""
    monkeypatch.setattr(tokenizer_spm, "SACREBLEU_DIR", str(tmp_path))
    monkeypatch.setitem(sys.modules, "MeCab", None)
    monkeypatch.setattr(urllib.request, "urlopen", no_network)
    monkeypatch.setattr(sacrebleu.DATASETS["wmt23"], "_outdir", str(tmp_path))
    words = ["-i", "ref0.txt"]
    for command, message in (
        (["-t", "wmt23", "-l", "de-en", *words], "could not download a test set: no such host"),
        (["-t", "wmt23", "-l", "de-en", "--echo", "src"], "no such host"),
        (["ref0.txt", *words, "-tok", "spm"], "tokenizer 'spm' needs its model"),
        (["ref0.txt", *words, "-tok", "ja-mecab"], "pip install 'tercel[ja]'"),
    ):
        assert run(*command) == 1
        out, err = capsys.readouterr()
        assert not out
        assert err.startswith("tercel: error: ") and err.count("\n") == 1
        assert message in err


def test_lists_and_citations_are_the_installed_ones(texts, capsys):
    assert run("--list", "-l", "de-en") == 0
    out = capsys.readouterr().out
    assert out.startswith("The available test sets for de-en are:\n")
    assert "\nwmt23 " in out
    assert run("--citation", "-t", "wmt14") == 0
    assert "@" in capsys.readouterr().out
