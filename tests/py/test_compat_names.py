"""Every name of every module of sacreBLEU exists in the drop-in, or is excused here."""

import importlib
import inspect
import logging
import pkgutil
import random
import sys
import types

import pytest
import sacrebleu as peer
from sacrebleu.metrics import lib_ter as peer_lib_ter

from tercel.compat.sacrebleu.metrics import lib_ter

DROP_IN = "tercel.compat."
MODULES = [
    "sacrebleu",
    *(m.name for m in pkgutil.walk_packages(peer.__path__, "sacrebleu.") if "__" not in m.name),
]

IN_THE_CORE = "a part of what the core does in one call"
EXCUSED = {
    "sacrebleu.metrics.lib_ter": {
        IN_THE_CORE: "_find_shifted_pairs _flip_trace _perform_shift _shift",
        "a limit or a mark of the core's search": "_COST_DEL _COST_INS _COST_SUB _FLIP_OPS "
        "_INT_INFINITY _MAX_CACHE_SIZE _MAX_SHIFT_CANDIDATES _MAX_SHIFT_DIST _MAX_SHIFT_SIZE "
        "_OP_DEL _OP_INS _OP_NOP _OP_SUB _OP_UNDEF",
    },
    "sacrebleu.metrics.lib_ter.BeamEditDistance": {
        "its cache, which changes no result": "_add_cache _edit_distance _find_cache",
    },
    "sacrebleu.sacrebleu": {"stand in dataset, metrics and version": "DATASETS METRICS VERSION"},
    "sacrebleu.tokenizers.tokenizer_ja_mecab": {"our error has its own words": "FAIL_MESSAGE"},
    "sacrebleu.tokenizers.tokenizer_ko_mecab": {"our error has its own words": "FAIL_MESSAGE"},
    "sacrebleu.tokenizers.tokenizer_spm": {"addresses, and nothing is downloaded": "SPM_MODELS"},
    "sacrebleu.tokenizers.tokenizer_ter": {
        IN_THE_CORE: "_normalize_asian _normalize_general_and_western _remove_asian_punct "
        "_remove_punct",
    },
    "sacrebleu.tokenizers.tokenizer_ter.TercomTokenizer": {
        "characters that the core knows": "ASIAN_PUNCT FULL_WIDTH_PUNCT",
    },
    "sacrebleu.tokenizers.tokenizer_zh": {"characters that the core knows": "_UCODE_RANGES"},
    "sacrebleu.tokenizers.tokenizer_zh.TokenizerZh": {IN_THE_CORE: "_is_chinese_char"},
    "sacrebleu.utils": {"a part of printing tables, in _tables": "_format_score_lines"},
    "sacrebleu.version": {"the commit, which is not emulated": "commit_id COMMIT_ID VERSION_TUPLE"},
}


def excused(where: str) -> set[str]:
    return {name for names in EXCUSED.get(where, {}).values() for name in names.split()}


def of_sacrebleu(module, name: str) -> bool:
    """Whether a name is the module's own, and not one that it imports for itself."""
    value = getattr(module, name)
    if name.startswith("__") or isinstance(value, types.ModuleType | logging.Logger):
        return False
    if inspect.isclass(value) or inspect.isfunction(value):
        return value.__module__ in (module.__name__, "builtins")
    # MeCab is None where it is not installed.
    return type(value).__module__ == "builtins" and name not in ("TYPE_CHECKING", "MeCab")


def own_names(module) -> list[str]:
    return [name for name in dir(module) if of_sacrebleu(module, name)]


@pytest.mark.parametrize("name", MODULES)
def test_names_of_modules(name):
    module = importlib.import_module(name)
    ours = importlib.import_module(DROP_IN + name)
    missing = {each for each in own_names(module) if not hasattr(ours, each)}
    # Both ways: what is excused is really not there.
    assert missing == excused(name)


CLASSES = [
    (name, each)
    for name in MODULES
    for each, kind in vars(importlib.import_module(name)).items()
    if inspect.isclass(kind) and kind.__module__ == name
]


@pytest.mark.parametrize(("module", "name"), CLASSES)
def test_names_of_classes(module, name):
    kind = getattr(importlib.import_module(module), name)
    ours = getattr(importlib.import_module(DROP_IN + module), name)
    # Python itself adds the last one to a class when one of its objects is first copied.
    by_python = {"__weakref__", "__slotnames__"}
    missing = {each for each in dir(kind) if not hasattr(ours, each)} - by_python
    assert missing == excused(f"{module}.{name}")


def parameters(function) -> list[tuple]:
    # The one option that sacreBLEU does not have.
    return [
        (p.name, p.kind, p.default)
        for p in inspect.signature(function).parameters.values()
        if (p.name, p.kind) != ("statistics", p.KEYWORD_ONLY)
    ]


def callables():
    for name in MODULES:
        module = importlib.import_module(name)
        for each, value in vars(module).items():
            if getattr(value, "__module__", None) != name or each in excused(name):
                continue
            if inspect.isfunction(value):
                yield name, each
            elif inspect.isclass(value):
                yield name, each  # its __init__
                for method in set(vars(value)) - {"__init__"}:
                    if inspect.isfunction(getattr(value, method)):
                        yield name, f"{each}.{method}"


def found(module: str, path: str):
    value = importlib.import_module(module)
    for part in path.split("."):
        value = getattr(value, part)
    return value


@pytest.mark.parametrize(("module", "path"), sorted(set(callables())))
def test_parameters(module, path):
    kind, _, method = path.rpartition(".")
    if method in excused(f"{module}.{kind}"):
        return
    assert parameters(found(DROP_IN + module, path)) == parameters(found(module, path))


def test_the_comparison_is_not_empty():
    assert len(MODULES) > 25
    assert len(CLASSES) > 30
    assert len(set(callables())) > 150


def test_names_of_test_sets_need_sacrebleu(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu.dataset.base", None)
    monkeypatch.setitem(sys.modules, "sacrebleu.dataset", None)
    with pytest.raises(ImportError, match=r"pip install 'tercel\[sacrebleu\]'"):
        from tercel.compat.sacrebleu.dataset.base import Dataset  # noqa: F401
    with pytest.raises(ImportError, match=r"pip install 'tercel\[sacrebleu\]'"):
        from tercel.compat.sacrebleu.utils import DATASETS  # noqa: F401
    monkeypatch.setitem(sys.modules, "sacrebleu.utils", None)
    with pytest.raises(ImportError, match=r"pip install 'tercel\[sacrebleu\]'"):
        found(f"{DROP_IN}sacrebleu.utils", "download_file")("a", "b")


def test_steps_between_words():
    rng = random.Random(7)
    for case in range(400):
        ref = [rng.choice("abcd") for _ in range(rng.randrange(12) if case % 8 else 90)]
        hyp = [rng.choice("abcd") for _ in range(rng.randrange(12))]
        if case % 16 == 0:
            # Far from the diagonal: the beam shows.
            hyp = ref[40:] + ref[:20]
        found_steps = lib_ter.BeamEditDistance(ref)(hyp)
        assert found_steps == peer_lib_ter.BeamEditDistance(ref)(hyp)
        trace = found_steps[1]
        assert lib_ter.trace_to_alignment(trace) == peer_lib_ter.trace_to_alignment(trace)
    with pytest.raises(ValueError, match="trace has the step 'x'"):
        lib_ter.trace_to_alignment(" x")


def test_functions_of_paired_tests():
    def results(package):
        metrics = importlib.import_module(f"{package}.metrics")
        tests = importlib.import_module(f"{package}.significance")
        systems = [("a", ["a b", "c d", "e"]), ("b", ["a", "c c", "e f"])]
        by_name = {"BLEU": metrics.BLEU(smooth_method="floor"), "TER": metrics.TER()}
        found = []
        for kind in ("ar", "bs"):
            test = tests.PairedTest(systems, by_name, [["a b", "d c", "f"]], kind, 20)
            arguments = (test._baseline_info, *systems[1], test.references, test.metrics)
            name, result = test._fn(*arguments, 20, 30, 5)
            found.append((name, {m: vars(r) for m, r in result.items()}))
        return found

    assert results("tercel.compat.sacrebleu") == results("sacrebleu")


def test_the_command_line_as_a_function(monkeypatch, capsys, tmp_path):
    main = importlib.import_module("tercel.compat.sacrebleu.sacrebleu")
    path = tmp_path / "text"
    path.write_text("a b c d\n", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["sacrebleu", str(path), "-i", str(path), "-b"])
    assert main.parse_args().refs == [str(path)]
    main.main()
    assert capsys.readouterr().out == "100.0\n"
    monkeypatch.setattr(sys, "argv", ["sacrebleu", "--metrics", "none"])
    for function in (main.parse_args, main.main):
        with pytest.raises(SystemExit) as stopped:
            function()
        assert stopped.value.code == 2
        assert "tercel: error:" in capsys.readouterr().err
