"""What the commands print, read and write when all is well; see test_cli_errors.py for the rest."""

import csv
import gzip
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sacrebleu
from conftest import ROOT, read_lines

import tercel
from tercel.cli import main
from tercel.cli import progress as progress_module

EXAMPLES = ROOT / "examples"
REFERENCE = str(EXAMPLES / "reference.en.txt")
A = str(EXAMPLES / "system-a.en.txt")
B = str(EXAMPLES / "system-b.en.txt")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def give_stdin(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(path).read_bytes())))


def example(name: str) -> list[str]:
    return read_lines(Path(name))


def sacrebleu_line(name: str, **options: object) -> str:
    metric = sacrebleu.BLEU(**options)
    return str(metric.corpus_score(example(name), [example(REFERENCE)]))


def test_score_lines_are_those_of_sacrebleu(capsys: pytest.CaptureFixture[str]) -> None:
    signature = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:tercel-0.1.0"
    lines = run(capsys, "score", "-r", REFERENCE, A, B).splitlines()
    expected = [
        ["system-a.en.txt", sacrebleu_line(A), signature],
        ["system-b.en.txt", sacrebleu_line(B), signature],
    ]
    assert [[part.strip() for part in line.split("  ") if part] for line in lines] == expected


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["-lc"], {"lowercase": True}),
        (["-tok", "intl"], {"tokenize": "intl"}),
        (["-s", "floor", "-sv", "0.5"], {"smooth_method": "floor", "smooth_value": 0.5}),
        (["--smooth-method", "add-k"], {"smooth_method": "add-k"}),
        (["--max-ngram-order", "2"], {"max_ngram_order": 2}),
        (["--effective-order"], {"effective_order": True}),
    ],
)
def test_options_mean_what_they_mean_in_sacrebleu(
    arguments: list[str], options: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert sacrebleu_line(A, **options) in run(capsys, "score", *arguments, "-r", REFERENCE, A)


def test_score_with_two_references(capsys: pytest.CaptureFixture[str]) -> None:
    expected = sacrebleu.BLEU().corpus_score(example(A), [example(REFERENCE), example(B)])
    out = run(capsys, "score", "-r", REFERENCE, "-r", B, A)
    assert str(expected) in out
    assert "nrefs:2|" in out


def test_score_with_confidence(capsys: pytest.CaptureFixture[str]) -> None:
    bleu = tercel.BLEU()
    statistics = bleu.statistics(example(A), example(REFERENCE))
    interval = tercel.confidence_interval(
        statistics, bleu, n_resamples=200, confidence_level=0.9, rng=7
    )
    out = run(
        capsys,
        *("score", "--confidence", "--confidence-level", "0.9", "--n-bootstrap", "200"),
        *("--seed", "7", "-w", "3", "-r", REFERENCE, A),
    )
    assert f"BLEU = {interval.score:.3f} [{interval.low:.3f}, {interval.high:.3f}] " in out
    assert "nrefs:1|interval:percentile-koehn[200]|level:0.9|seed:7|case:mixed" in out


def test_compare_says_what_the_numbers_mean(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.warns(tercel.SmallTestSetWarning):
        result = tercel.compare(
            {"system-a.en.txt": example(A), "system-b.en.txt": example(B)},
            example(REFERENCE),
            rng=12345,
        )
    a, b = result.systems
    pair = result.comparisons[0]
    metric = "case:mixed|eff:no|tok:13a|smooth:exp|version:tercel-0.1.0"
    assert pair.p_value < 0.05  # the examples are made for this
    assert run(capsys, "compare", "-r", REFERENCE, A, B).splitlines() == [
        f"system-a.en.txt  BLEU {a.score.score:.2f} "
        f"[{a.interval.low:.2f}, {a.interval.high:.2f}]  {metric}",
        f"system-b.en.txt  BLEU {b.score.score:.2f} "
        f"[{b.interval.low:.2f}, {b.interval.high:.2f}]  {metric}",
        f"system-b.en.txt - system-a.en.txt  BLEU +{pair.effect:.2f} "
        f"[+{pair.low:.2f}, +{pair.high:.2f}]  p = {pair.p_value:.4f}  "
        f"wins {100 * pair.win_rate:.1f} %: "
        "system-b.en.txt is better than system-a.en.txt at the 1 % level.",
        "nrefs:1|segments:52|test:permutation[10000]|interval:percentile-koehn[1000]|level:0.95|seed:12345",
        "warning: 52 segments: with fewer than 300, wrong conclusions become noticeable and real "
        "differences are often missed",
    ]


def test_no_warning_from_300_segments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / name for name in ("r", "a", "b")]
    for path, source in zip(paths, (REFERENCE, A, B), strict=True):
        path.write_text("\n".join((example(source) * 6)[:300]), encoding="utf-8")
    out = run(capsys, "compare", "-r", *map(str, paths), "--n-resamples", "100")
    assert "warning" not in out
    paths = [shutil.copy(path, f"{path}-299") for path in paths]
    for path in paths:
        Path(path).write_text("\n".join(example(path)[:299]), encoding="utf-8")
    out = run(capsys, "compare", "-r", *paths, "--n-resamples", "100")
    assert out.count("warning: 299 segments") == 1


def compare_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    out = run(capsys, "compare", "--format", "json", "--n-resamples", "500", *arguments)
    return json.loads(out)["comparisons"][0]


def test_exchanged_systems_get_the_same_p(capsys: pytest.CaptureFixture[str]) -> None:
    forth = compare_json(capsys, "-r", REFERENCE, A, B)
    back = compare_json(capsys, "-r", REFERENCE, B, A)
    assert forth["p_value"] == back["p_value"]
    assert forth["effect"] == -back["effect"]
    assert forth["better"] == back["better"] == "system-b.en.txt"


def test_baseline_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    pair = compare_json(capsys, "-r", REFERENCE, A, B, "--baseline", "system-b.en.txt")
    assert (pair["system"], pair["baseline"]) == ("system-a.en.txt", "system-b.en.txt")
    assert pair == compare_json(capsys, "-r", REFERENCE, B, A)


def test_bootstrap_method(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "compare", "--method", "bootstrap", "-r", REFERENCE, A, B)
    assert (
        "nrefs:1|segments:52|test:bootstrap[10000]|interval:percentile-koehn[10000]|level:0.95"
        in out
    )


def test_threads_do_not_show(capsys: pytest.CaptureFixture[str]) -> None:
    one = run(capsys, "compare", "-r", REFERENCE, A, B)
    assert run(capsys, "compare", "--workers", "3", "-r", REFERENCE, A, B) == one


def test_gzip_and_stdin_change_nothing_but_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / "system-a.en.txt.gz"
    packed.write_bytes(gzip.compress(Path(A).read_bytes()))
    plain = run(capsys, "score", "-r", REFERENCE, A)
    assert run(capsys, "score", "-r", REFERENCE, str(packed)) == plain
    give_stdin(monkeypatch, A)
    assert run(capsys, "score", "-r", REFERENCE, "-") == plain.replace("system-a.en.txt", "stdin")
    give_stdin(monkeypatch, REFERENCE)
    assert run(capsys, "score", "-r", "-", A) == plain


def test_equal_file_names_become_paths(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "system-a.en.txt"
    shutil.copy(B, other)
    rows = list(
        csv.DictReader(
            run(capsys, "score", "--format", "csv", "-r", REFERENCE, A, B, str(other)).splitlines()
        )
    )
    assert [row["system"] for row in rows] == [A, "system-b.en.txt", str(other)]


def test_only_a_line_feed_ends_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd"
    path.write_bytes("a\rb\u2028c\x0cd\n\nlast".encode())
    assert '"n_segments": 3' in run(capsys, "score", "--format", "json", "-r", str(path), str(path))


def test_output_file_is_replaced_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.txt"
    path.write_text("old", encoding="utf-8")
    printed = run(capsys, "score", "-r", REFERENCE, A)
    assert run(capsys, "score", "-r", REFERENCE, A, "--output", str(path)) == ""
    assert path.read_text(encoding="utf-8") == printed
    assert list(tmp_path.iterdir()) == [path]


def test_progress_is_shown_on_a_terminal_and_erased(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    paths = [tmp_path / name for name in ("r", "a", "b")]
    for path, source in zip(paths, (REFERENCE, A, B), strict=True):
        path.write_text("\n".join(example(source) * 40), encoding="utf-8")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress_module, "_PATIENCE_SECONDS", 0)
    main(["compare", "-r", *map(str, paths), "--n-resamples", "200000"])
    assert "% of this step" in terminal.getvalue()
    last, end = terminal.getvalue().split("\r")[-2:]
    assert last.strip() == end == ""


def test_help_and_version_leave_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--version"], ["--help"], ["score", "--help"], ["compare", "--help"]):
        with pytest.raises(SystemExit) as leaving:
            main(arguments)
        assert leaving.value.code == 0
    assert capsys.readouterr().out.startswith(f"tercel {tercel.__version__}\n")


@pytest.mark.parametrize(
    ("option", "answer"),
    [
        ("--includes", f"-I{tercel.get_include()}"),
        ("--cflags", f"-I{tercel.get_include()} -pthread -ffp-contract=off"),
        ("--cmakedir", tercel.get_cmake_dir()),
    ],
)
def test_compilers_are_answered(
    option: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([option])
    assert leaving.value.code == 0
    printed = capsys.readouterr().out
    assert printed.strip().replace("'", "") == answer


def test_module_runs() -> None:
    command = [sys.executable, "-m", "tercel", "score", "-r", REFERENCE, A]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    assert sacrebleu_line(A) in done.stdout
    assert done.stderr == ""
