"""Command lines that sacreBLEU and ``tercel sacrebleu`` are to answer with the same bytes."""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from compat.written import Files

# Under NumPy 2 sacreBLEU cannot write float32 as JSON.
CRASH = "paired bootstrap of chrF or TER as JSON: sacreBLEU fails"
# It takes 0 for no seed where it draws for systems.
SEED_0 = "paired test with SACREBLEU_SEED=0: sacreBLEU draws anew in every run"
# Ours prints nothing of it; of -t, sacreBLEU knows some directions only by halves.
PARTLY = "both fail, but sacreBLEU has printed a part"
PAIRED = {"--paired-bs", "--paired-ar", "-par"}


@dataclass(frozen=True)
class CommandLine:
    """Arguments, the file that is standard input, and the environment."""

    arguments: list[str]
    stdin: str | None = None
    environment: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        words = [f"{key}={value}" for key, value in self.environment.items()]
        words += ["sacrebleu", *(repr(a) if " " in a or not a else a for a in self.arguments)]
        return " ".join(words) + (f" < {self.stdin}" if self.stdin else "")


def command_lines(files: Files, n: int, seed: int = 0) -> list[CommandLine]:
    """Return n command lines of all kinds in turn."""
    rng = random.Random(seed)
    kinds: list[Callable[[random.Random, Files], CommandLine]] = [
        _one_system,
        _one_system,
        _intervals,
        _segments,
        _several,
        _paired,
        _paired,
        _stdin,
        _wrong,
    ]
    if files.pair:
        kinds.append(_test_set)
    return [kinds[i % len(kinds)](rng, files) for i in range(n)]


def is_known_crash(line: CommandLine) -> bool:
    """Return whether sacreBLEU fails here under NumPy 2, as docs/compat.md says."""
    words = line.arguments
    layout = words[words.index("-f") + 1] if "-f" in words else "json"
    layout = line.environment.get("SACREBLEU_FORMAT", layout)
    return "--paired-bs" in words and layout == "json" and bool({"chrf", "ter"} & set(words))


def draws_anew(line: CommandLine) -> bool:
    """Return whether sacreBLEU gives other p-values and intervals here in every run."""
    return line.environment.get("SACREBLEU_SEED") == "0" and bool(PAIRED & set(line.arguments))


def _references(rng: random.Random, files: Files) -> list[str]:
    return rng.choice(
        [
            files.references[:1],
            files.references[:1],
            files.references,
            ["compressed.gz"],
            ["crlf.txt"],
            [files.tabbed_references, "--num-refs", str(len(files.references))],
        ]
    )


def _metrics(rng: random.Random, files: Files, most: int = 3) -> list[str]:
    names = rng.sample(["bleu", "chrf", "ter"], rng.randint(1, most))
    if rng.random() >= files.ter:
        names = [name for name in names if name != "ter"] or ["bleu"]
    words = [] if names == ["bleu"] and rng.random() < 0.5 else ["-m", *names]
    if "bleu" in names:
        words += rng.choice(
            [
                [],
                ["-lc"],
                ["-tok", rng.choice(["13a", "intl", "zh", "char", "none"])],
                ["-s", "floor", "-sv", "0.5"],
                ["--smooth-method", "add-k"],
                ["-s", "none", "--force"],
            ]
        )
    if "chrf" in names:
        words += rng.choice(
            [
                [],
                ["-cw", "2"],
                ["-cc", "4", "--chrf-beta", "3"],
                ["--chrf-whitespace", "--chrf-lowercase"],
                ["--chrf-eps-smoothing"],
            ]
        )
    if "ter" in names:
        words += rng.choice([[], ["--ter-case-sensitive"], ["--ter-no-punct", "--ter-normalized"]])
    if files.pair and rng.random() < 0.5:
        # BLEU's tokenizer is then that of the target language, if none is asked for.
        words += ["-l", files.pair]
    return words


def _output(rng: random.Random) -> list[str]:
    words = rng.choice([[], ["-f", "text"], ["--format", "json"], ["-f", "latex"], ["-f", "text"]])
    words = words + rng.choice([[], [], ["-b"], ["--short"], ["-w", "4"], ["-w", "0"]])
    return words + rng.choice([[], ["-q"], ["--no-color"]])


def _environment(rng: random.Random) -> dict[str, str]:
    return rng.choice(
        [
            *({}, {}, {}, {"NO_COLOR": "1"}),
            {"SACREBLEU_FORMAT": "text"},
            {"SACREBLEU_SEED": "7"},
            {"SACREBLEU_SEED": "0", "SACREBLEU_FORMAT": "text"},
        ]
    )


def _one_system(rng: random.Random, files: Files) -> CommandLine:
    words = [*_references(rng, files), "-i", rng.choice(files.systems), *_metrics(rng, files)]
    return CommandLine([*words, *_output(rng)], environment=_environment(rng))


def _intervals(rng: random.Random, files: Files) -> CommandLine:
    words = [*_references(rng, files), "-i", rng.choice(files.systems), *_metrics(rng, files, 2)]
    words += rng.choice([["-ci", "-cin", "60"], ["--confidence", "--confidence-n", "101"]])
    return CommandLine([*words, *_output(rng)], environment=_environment(rng))


def _segments(rng: random.Random, files: Files) -> CommandLine:
    words = [
        *_references(rng, files),
        "-i",
        rng.choice(files.systems),
        "-sl",
        *_metrics(rng, files, 1),
    ]
    return CommandLine([*words, *_output(rng)])


def _several(rng: random.Random, files: Files) -> CommandLine:
    words = [*_references(rng, files), "-i", *files.systems, *_metrics(rng, files)]
    return CommandLine([*words, *_output(rng)], environment=_environment(rng))


def _paired(rng: random.Random, files: Files) -> CommandLine:
    systems = list(files.systems[: rng.choice([2, 3])])
    if rng.random() < 0.2:
        systems.append(systems[0])
    test = rng.choice([["--paired-bs", "-pbsn", "83"], ["--paired-ar", "-parn", "90"]])
    jobs = ["-j", "2"] if rng.random() < 0.1 else []
    words = [*_references(rng, files), "-i", *systems, *_metrics(rng, files), *test, *jobs]
    return CommandLine([*words, *_output(rng)], environment=_environment(rng))


def _stdin(rng: random.Random, files: Files) -> CommandLine:
    words = [*_references(rng, files), *_metrics(rng, files)]
    if rng.random() < 0.5:
        return CommandLine([*words, *_output(rng)], files.systems[0], _environment(rng))
    test = rng.choice([[], ["--paired-bs", "-pbsn", "50"], ["-par", "-parn", "60"]])
    return CommandLine([*words, *test, *_output(rng)], files.tabbed_systems, _environment(rng))


def _test_set(rng: random.Random, files: Files) -> CommandLine:
    assert files.pair is not None
    words = ["-t", "wmt23", "-l", files.pair]
    if rng.random() < 0.2:
        return CommandLine([*words, "--echo", *rng.choice([["src"], ["ref", "src"], ["docid"]])])
    metric = rng.choice([["-m", "bleu"], ["-m", "chrf"], ["-m", "bleu", "chrf"]])
    part = rng.choice([[], [], ["--subset", "news"], ["--origlang", files.pair[:2]], ["--detail"]])
    words += [*part, "-i", *files.systems[: 1 if part else rng.choice([1, 2])], *metric]
    return CommandLine([*words, *_output(rng)], environment=_environment(rng))


def _wrong(rng: random.Random, files: Files) -> CommandLine:
    """Errors, and corners that are none."""
    reference, (a, b, *_) = files.references[0], files.systems
    return rng.choice(
        [
            CommandLine([reference, "-i", "short.txt"]),
            CommandLine([reference, "-i", "no-such-file"]),
            CommandLine([reference, "-i", a, b, "-sl"]),
            CommandLine([reference, "-i", a, "--paired-bs"]),
            CommandLine([reference, "-i", a, b, "-ci"]),
            CommandLine([reference, "-i", a, a]),
            CommandLine([reference, "-i", a, "-sl", "-m", "bleu", "ter"]),
            CommandLine([reference, "-i", a, "--format", "html"]),
            CommandLine([reference, "-i", a, "--no-such-option"]),
            CommandLine([reference, "-i", a, "--par", "--short"]),
            CommandLine([files.tabbed_references, "-nr", "9", "-i", a]),
            CommandLine(["latin.txt", "-e", "latin-1", "-i", a, "-f", "text"]),
            CommandLine(["latin.txt", "-i", a]),
            CommandLine(["short.txt"], stdin=os.devnull),
            CommandLine(["-i", a]),
            CommandLine([reference, "-i", a, "--origlang", "de"]),
            CommandLine([reference, "-i", a, "--detail"]),
            CommandLine([reference, "--metric", "chrf", "--width", "3", "--form", "text", "-i", a]),
        ]
    )
