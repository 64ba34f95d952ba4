"""Saved statistics: what comes back, and that nothing else is let in."""

import io
import json
import tracemalloc
import zipfile

import numpy as np
import pytest
from conftest import ROOT
from generated import corpus

import tercel
from tercel.cli import main

TEXTS, REFERENCES = corpus(30, 1, seed=79)
METRICS = [tercel.BLEU(), tercel.TER()]
EVALUATOR = tercel.Evaluator(REFERENCES, METRICS)
EXAMPLES = ROOT / "examples"


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "a.npz"
    EVALUATOR.evaluate("Système\n\ud800", TEXTS).save(path)
    return path


def rewritten(path, **changed):
    """The same archive with some members changed (bytes or arrays), or left out (None)."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for name, value in changed.items():
        if isinstance(value, np.ndarray):
            buffer = io.BytesIO()
            np.save(buffer, value, allow_pickle=True)
            value = buffer.getvalue()  # noqa: PLW2901
        members[f"{name}.npy"] = value
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            if data is not None:
                archive.writestr(name, data)
    return path


def described(path, **changed):
    """The same archive with another description."""
    with np.load(path, allow_pickle=False) as file:
        description = json.loads(file["description"].tobytes().decode("utf-8", "surrogatepass"))
    text = json.dumps({**description, **changed}).encode()
    return rewritten(path, description=np.frombuffer(text, dtype=np.uint8))


def header(text):
    """A member whose header is this text, with nothing behind it."""
    data = text.encode().ljust(118 - 1) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(data).to_bytes(2, "little") + data


def refuse(path, message):
    with pytest.raises(ValueError, match=message) as info:
        tercel.load_statistics(path)
    assert str(info.value).startswith(str(path))


def test_what_is_saved_comes_back(saved):
    kept = EVALUATOR.load(saved)
    assert kept.system == "Système\n\ud800"
    assert (kept.n_segments, kept.n_references) == (30, 1)
    for metric in METRICS:
        np.testing.assert_array_equal(kept.table(metric), metric.statistics(TEXTS, REFERENCES))
        assert kept.score(metric).score == metric.corpus_score(TEXTS, REFERENCES).score
    table = kept.table(METRICS[0])
    with pytest.warns(tercel.SmallTestSetWarning):
        assert tercel.paired_test(table, table, METRICS[0], rng=1).p_value == 1.0
    assert [path.name for path in saved.parent.iterdir()] == ["a.npz"]
    with np.load(saved, allow_pickle=False) as file:
        assert file.files == ["description", "statistics_0", "statistics_1"]
    assert saved.read_bytes() == _bytes_again(saved)


def _bytes_again(saved):
    again = saved.with_name("b.npz")
    EVALUATOR.evaluate("Système\n\ud800", TEXTS).save(again)
    return again.read_bytes()


def test_another_version_or_tokenizer_is_refused_with_both_signatures(saved):
    metrics = [
        {"name": metric.name, "signature": metric.signature.replace("0.1.0", "0.0.9")}
        for metric in METRICS
    ]
    described(saved, metrics=metrics)
    with pytest.raises(ValueError, match=r"version:tercel-0\.0\.9.*version:tercel-0\.1\.0") as info:
        EVALUATOR.load(saved)
    assert str(saved) in str(info.value)
    tercel.load_statistics(saved)  # to look at it is allowed
    EVALUATOR.evaluate("A", TEXTS).save(saved)
    with pytest.raises(ValueError, match=r"tok:13a.*expected BLEU .*tok:intl"):
        tercel.Evaluator(REFERENCES, tercel.BLEU(tokenize="intl")).load(saved)
    with pytest.raises(ValueError, match="made against other references"):
        tercel.Evaluator([["x", *REFERENCES[0][1:]]], METRICS).load(saved)


def test_every_truncation_is_one_error(saved):
    data = saved.read_bytes()
    for size in range(0, len(data), 7):
        saved.write_bytes(data[:size])
        refuse(saved, "no statistics file, or a damaged one")


def test_a_damaged_byte_is_an_error_or_changes_nothing(saved):
    data = bytearray(saved.read_bytes())
    expected = tercel.load_statistics(saved)
    refused = 0
    for i in range(0, len(data), 2):
        flip = 0x01 if i % 4 else 0x80
        data[i] ^= flip
        saved.write_bytes(data)
        try:
            found = tercel.load_statistics(saved)
        except ValueError as error:
            refused += 1
            assert str(saved) in str(error)
        else:
            assert (found.system, found.signatures) == (expected.system, expected.signatures)
            for table, other in zip(found.tables, expected.tables, strict=True):
                np.testing.assert_array_equal(table, other)
        data[i] ^= flip
    assert refused > len(data) / 4


def test_no_file(tmp_path):
    refuse(tmp_path / "none.npz", "No such file")
    refuse(tmp_path, "directory")
    kept = EVALUATOR.evaluate("A", TEXTS)
    with pytest.raises(ValueError, match=r"a\.txt: expected a name that ends in \.npz"):
        kept.save(tmp_path / "a.txt")
    with pytest.raises(ValueError, match="No such file"):
        kept.save(tmp_path / "nowhere" / "a.npz")


class Trap:
    """An object that shows when it is unpickled."""

    sprung = False

    def __reduce__(self):
        return (setattr, (Trap, "sprung", True))


def test_pickles_are_not_opened(saved):
    trap = np.array([Trap()], dtype=object)
    refuse(rewritten(saved, statistics_1=trap), "statistics_1.npy has no header of an array of int")
    refuse(rewritten(saved, description=trap), "description.npy has no header of an array of int")
    assert not Trap.sprung


@pytest.mark.parametrize(
    ("member", "message"),
    [
        (None, "the member statistics_1.npy is missing|metrics is"),
        (np.zeros((30, 2), dtype=np.int32), "has dtype <i4, 2 dimensions and rows first, expected"),
        (np.zeros((30, 2)), "no header of an array of integers"),
        (np.zeros((30, 2), dtype=[("a", "<i8")]), "no header of an array of integers"),
        (np.zeros((30, 2), dtype=">i8"), "has dtype >i8"),
        (np.zeros(60, dtype=np.int64), "has dtype <i8, 1 dimensions"),
        (
            np.asfortranarray(np.zeros((30, 2), dtype=np.int64)),
            "columns first, expected <i8, 2 and",
        ),
        (np.zeros((0, 2), dtype=np.int64), "shape"),
        (np.zeros((29, 2), dtype=np.int64), "TER has 29 segments, but BLEU 30"),
        (np.full((30, 2), -1), "TER has -1 among its statistics, expected no negative"),
        (np.full((30, 2), 2**61), "30 segments of up to 2305843009213693952 can overflow"),
        (b"", "no array of the format 1.0"),
        (b"\x93NUMPY\x02\x00" + b"\0" * 100, "no array of the format 1.0"),
        (header("x" * 2000), "no array of the format 1.0"),
        (header("{'descr': '<i8', 'fortran_order': False}"), "no header of an array"),
        (header("(" * 100), "no header of an array"),
        (header("__import__('os').abort()"), "no header of an array"),
        (
            header("{'descr': '<i8', 'fortran_order': False, 'shape': (4611686018427387904, 2), }"),
            "declares the shape .* but holds 0",
        ),
        (
            header("{'descr': '<i8', 'fortran_order': False, 'shape': (-1, 2), }"),
            "no header of an array",
        ),
    ],
)
def test_hostile_members(saved, member, message):
    refuse(rewritten(saved, statistics_1=member), message)


def test_without_a_description_or_table(saved):
    refuse(rewritten(saved, description=None), "the member description.npy is missing")
    refuse(
        rewritten(saved, statistics_0=None, statistics_1=None), "description.npy is missing|metrics"
    )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"schema": "tercel.statistics/2"}, "its schema is 'tercel.statistics/2', expected"),
        ({"system": None}, "system is None, expected a string"),
        ({"references": 5}, "references is 5, expected a string"),
        ({"n_references": 0}, "n_references is 0, expected a number above 0"),
        ({"n_references": True}, "n_references is True"),
        ({"metrics": []}, r"metrics is \[\], expected a list of 2"),
        ({"metrics": ["x", "y"]}, "name is None, expected a string"),
        ({"metrics": [{"name": "B"}, {"name": "C"}]}, "signature is None, expected a string"),
    ],
)
def test_hostile_descriptions(saved, changed, message):
    refuse(described(saved, **changed), message)


@pytest.mark.parametrize("text", [b"{", b"[]", b"\xff", b"[" * 100_000, b"null"])
def test_descriptions_that_are_no_object(saved, text):
    refuse(
        rewritten(saved, description=np.frombuffer(text, dtype=np.uint8)),
        "its description is not JSON|its schema is None",
    )


def test_bombs_are_refused_before_they_go_off(saved):
    rewritten(saved, description=bytes(2**20 + 1))
    refuse(saved, "description.npy: 1048577 bytes when decompressed, expected at most 1048576")
    EVALUATOR.evaluate("A", TEXTS).save(saved)
    with zipfile.ZipFile(saved, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("statistics_2.npy", bytes(2**26))
    # The directory says that there are 16 times as many bytes, which a liar can do for nothing.
    data = saved.read_bytes()
    begin = data.rindex(b"PK\x01\x02")
    size = slice(begin + 24, begin + 28)
    assert data[size] == (2**26).to_bytes(4, "little")
    saved.write_bytes(data[: size.start] + (2**30).to_bytes(4, "little") + data[size.stop :])
    tracemalloc.start()
    try:
        refuse(
            saved, "all members together: .* bytes when decompressed, expected at most 1073741824"
        )
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2**20


def test_a_member_that_is_longer_than_it_says(saved):
    """The directory declares a small member; the compressed stream holds two megabytes."""
    table = np.zeros((2**17, 2), dtype=np.int64)
    rewritten(saved, statistics_1=table)
    data = bytearray(saved.read_bytes())
    real = (128 + table.nbytes).to_bytes(4, "little")
    assert data.count(real) == 2
    small = io.BytesIO()
    np.save(small, np.zeros((30, 2), dtype=np.int64))
    saved.write_bytes(data.replace(real, len(small.getvalue()).to_bytes(4, "little")))
    tracemalloc.start()
    try:
        refuse(saved, "declares the shape .131072, 2., 2097152 bytes, but holds 480|Bad CRC-32")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2**20


def test_other_compression_and_encryption(saved):
    with zipfile.ZipFile(saved) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(saved, "w", zipfile.ZIP_BZIP2) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    refuse(saved, "the member description.npy is encrypted or not deflated")
    with zipfile.ZipFile(saved, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    tercel.load_statistics(saved)
    data = bytearray(saved.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    saved.write_bytes(data)
    refuse(saved, "the member description.npy is encrypted or not deflated")


def run(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def test_command_line(capsys, tmp_path):
    a, b, reference = (
        EXAMPLES / f"{name}.en.txt" for name in ("system-a", "system-b", "reference")
    )
    path = tmp_path / "a.npz"
    options = ["-m", "bleu", "chrf", "-r", reference]
    shown = run(capsys, "score", *options, a, "--save-statistics", path)
    assert shown == run(capsys, "score", *options, a)
    with_text = run(capsys, "compare", *options, a, b)
    assert run(capsys, "compare", *options, path, b).replace(
        "a.npz", "system-a.en.txt"
    ).split() == (with_text.split())
    assert main(["compare", "-tok", "intl", "-r", str(reference), str(path), str(b)]) == 1
    error = capsys.readouterr().err
    assert "tok:13a" in error
    assert "tok:intl" in error
    path.write_bytes(path.read_bytes()[:100])
    assert main(["compare", "-r", str(reference), str(path), str(b)]) == 1
    assert capsys.readouterr().err.startswith(f"tercel: error: {path}: no statistics file")


def test_command_line_usage(capsys, tmp_path):
    a, b = (str(EXAMPLES / f"system-{name}.en.txt") for name in "ab")
    for arguments, message in [
        ([a, b, "--save-statistics", "x.npz"], "--save-statistics: found 2 systems, expected one"),
        ([a, "--save-statistics", "x.txt"], "found 'x.txt', expected a name that ends in .npz"),
    ]:
        assert main(["score", "-r", a, *arguments]) == 2
        assert message in capsys.readouterr().err
