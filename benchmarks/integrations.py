"""Other toolkits with tercel inside: their own tests, and the time with and without.

NLTK's tests come with its source archive, which pip downloads to a temporary folder. torchmetrics'
are in its repository only: TORCHMETRICS_TESTS names the folder ``tests`` of a checkout of the
installed version. What is not installed is left out, with a line that says so.
"""

import contextlib
import importlib
import importlib.metadata
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.measure import Race
from benchmarks.texts import texts

ROOT = Path(__file__).parents[1]
# torchmetrics keeps what its tests expect by the package cachier, with which two processes can wait
# for each other for ever. This stands in for it and keeps nothing.
NOT_KEPT = """
def cachier(**_):
    return lambda function: function
"""
TORCHMETRICS = ("bleu", "sacre_bleu", "chrf", "ter", "wer", "cer")


def own_tests(toolkit: str, folder: Path, files: list[str]) -> None:
    """Print what a toolkit's tests say about it, and about it with tercel inside."""
    for label, plugin in (("its own", []), ("tercel's", ["-p", "benchmarks.put_in"])):
        command = [sys.executable, "-m", "pytest", "-q", *plugin, "-p", "no:cacheprovider"]
        command += ["-W", "ignore", "--doctest-glob=*.doctest", *files]
        with tempfile.TemporaryDirectory() as stand_in:
            Path(stand_in, "cachier.py").write_text(NOT_KEPT, "utf-8")
            path = os.pathsep.join(
                [stand_in, str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
            )
            environment = {
                **os.environ,
                "TERCEL_PUT_IN": toolkit,
                "PYTHONPATH": path,
                # With its pool torchmetrics also tests two processes that add up their states.
                "USE_PYTEST_POOL": "1",
            }
            done = subprocess.run(
                command, cwd=folder, env=environment, capture_output=True, text=True, check=False
            )
        lines = done.stdout.splitlines()
        print(f"  {toolkit}, functions {label}: {lines[-1] if lines else done.stderr}", flush=True)
        for failed in sorted({line for line in lines if re.match("(FAILED|ERROR) ", line)}):
            print(f"    {failed[:110]}")


def nltk_tests() -> None:
    version = importlib.metadata.version("nltk")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", name]
        command += ["--no-binary", ":all:", "--no-build-isolation", f"nltk=={version}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        archives = list(folder.glob("nltk-*.tar.gz"))
        if not archives:
            print(f"  nltk {version}: its tests could not be fetched: {done.stderr[-200:]}")
            return
        files = ["test_bleu.py", "bleu.doctest"]
        with tarfile.open(archives[0]) as archive:
            for member in archive.getmembers():
                if Path(member.name).name in files:
                    source = archive.extractfile(member)
                    assert source is not None
                    (folder / Path(member.name).name).write_bytes(source.read())
        own_tests("nltk", folder, files)


def torchmetrics_tests() -> None:
    given = os.environ.get("TORCHMETRICS_TESTS")
    if given is None:
        print("  torchmetrics: set TORCHMETRICS_TESTS to the folder tests of a checkout")
        return
    files = [f"unittests/text/test_{name}.py" for name in TORCHMETRICS]
    # Only classes are put in, so tests of functions say nothing about us.
    own_tests("torchmetrics", Path(given), [*files, "-k", "not functional"])


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def close(a: float, b: float) -> None:
    assert abs(a - b) < 1e-5, (a, b)


def race_nltk(hypotheses: list[str], reference: list[str], race: Race) -> None:
    import nltk.translate.bleu_score as theirs

    from tercel.integrations import nltk as ours

    tokens = [line.split() for line in hypotheses]
    references = [[line.split()] for line in reference]
    close(ours.corpus_bleu(references, tokens), theirs.corpus_bleu(references, tokens))
    race.run(
        "nltk corpus_bleu",
        lambda: ours.corpus_bleu(references, tokens),
        {"without": lambda: theirs.corpus_bleu(references, tokens)},
        rounds=3,
    )

    def each(function: Callable[..., object]) -> None:
        with quiet():
            for refs, hypothesis in zip(references, tokens, strict=True):
                function(refs, hypothesis)

    race.run(
        "nltk sentence_bleu, each",
        lambda: each(ours.sentence_bleu),
        {"without": lambda: each(theirs.sentence_bleu)},
        rounds=3,
    )


def race_torchmetrics(hypotheses: list[str], reference: list[str], race: Race) -> None:
    import torchmetrics.text as theirs

    from tercel.integrations import torchmetrics as ours

    hypotheses, reference = hypotheses[:200], reference[:200]
    for name in ours.__all__:
        one = name in ("WordErrorRate", "CharErrorRate")
        target = reference if one else [[line] for line in reference]
        mine, peer = getattr(ours, name)(), getattr(theirs, name)()
        if name != "TranslationEditRate":  # docs/integrations.md says why
            close(mine(hypotheses, target), peer(hypotheses, target))
        race.run(
            f"torchmetrics {name}, 200",
            lambda mine=mine, target=target: mine(hypotheses, target),
            {"without": lambda peer=peer, target=target: peer(hypotheses, target)},
            rounds=1,
        )


def race_evaluate(hypotheses: list[str], reference: list[str], race: Race) -> None:
    import evaluate
    import sacrebleu

    from tercel.integrations import evaluate as ours

    class Peer(ours.Sacrebleu):
        """The same frame around sacreBLEU's metrics."""

        metric = sacrebleu.BLEU()

        def _compute(self, predictions, references):
            streams = [list(stream) for stream in zip(*references, strict=True)]
            return {"score": self.metric.corpus_score(predictions, streams).score}

    peers = {"sacrebleu": sacrebleu.BLEU, "chrf": sacrebleu.CHRF, "ter": sacrebleu.TER}
    given = {"predictions": hypotheses, "references": [[line] for line in reference]}
    assert issubclass(Peer, evaluate.Metric)
    for name, make in peers.items():
        mine, peer = ours.load(name, keep_in_memory=True), Peer(keep_in_memory=True)
        peer.metric = make()
        close(mine.compute(**given)["score"], peer.compute(**given)["score"])
        race.run(
            f"evaluate {name}",
            lambda mine=mine: mine.compute(**given),
            {"sacreBLEU inside": lambda peer=peer: peer.compute(**given)},
            rounds=1,
        )


def race_lm_eval(hypotheses: list[str], reference: list[str], race: Race) -> None:
    import lm_eval.api.metrics as theirs

    from tercel.integrations import lm_eval as ours

    os.environ["DISABLE_MULTIPROC"] = "1"
    items = list(zip(reference, hypotheses, strict=True))[:200]
    for name in ("bleu", "chrf"):
        function = getattr(theirs, name)
        with quiet(), contextlib.redirect_stderr(io.StringIO()):
            expected = theirs.bootstrap_stderr(function, items, 100)
        close(ours.bootstrap_stderr(function, items, 100), expected)

        def without(function: Callable[..., float] = function) -> None:
            with quiet(), contextlib.redirect_stderr(io.StringIO()):
                theirs.bootstrap_stderr(function, items, 100)

        race.run(
            f"lm_eval {name}_stderr, 200",
            lambda function=function: ours.bootstrap_stderr(function, items, 100),
            {"without": without},
            rounds=1,
        )


def race_compare_mt(hypotheses: list[str], reference: list[str], race: Race) -> None:
    from compare_mt import scorers, sign_utils

    from tercel.integrations import compare_mt as ours

    ref = [line.split() for line in reference]
    outs = [[line.split() for line in hypotheses], [line.split()[:-1] for line in hypotheses]]
    for name in ("BleuScorer", "SacreBleuScorer"):
        mine, peer = getattr(ours, name)(), getattr(scorers, name)()
        close(mine.score_corpus(ref, outs[0])[0], peer.score_corpus(ref, outs[0])[0])

        def bootstrap(scorer: object) -> None:
            with quiet():
                sign_utils.eval_with_paired_bootstrap(ref, outs, None, scorer)

        race.run(
            f"compare-mt {name}",
            lambda mine=mine: bootstrap(mine),
            {"without": lambda peer=peer: bootstrap(peer)},
            rounds=1,
        )


RACES = {
    "nltk": race_nltk,
    "torchmetrics": race_torchmetrics,
    "evaluate": race_evaluate,
    "lm_eval.api.metrics": race_lm_eval,
    "compare_mt.scorers": race_compare_mt,
}


def run() -> None:
    print("\nthe toolkits' own tests")
    installed = []
    for name in RACES:
        try:
            importlib.import_module(name)
            installed.append(name)
        except ImportError as error:
            print(f"  {name} left out: {error}")
    if "nltk" in installed:
        nltk_tests()
    if "torchmetrics" in installed:
        torchmetrics_tests()
    label, hypotheses, _, reference = texts()
    race = Race(f"toolkits with tercel inside and without ({label}, CPU time)", "s", 1.0)
    for name in installed:
        RACES[name](hypotheses, reference, race)
