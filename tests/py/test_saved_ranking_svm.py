"""Models in files: the same scores afterwards, and one error for each way to be wrong."""

import json
import struct
import zlib

import numpy as np
import pytest

from tercel.rerank import FeatureScaler, RankingSVM, load_ranking_svm

KINDS = ({"kernel": "linear"}, {"gamma": 0.5}, {"approximation": "nystroem", "n_components": 5})
HEADER_BYTES = 56


@pytest.fixture
def lists():
    rng = np.random.default_rng(0)
    x = rng.normal(3, 2, size=(40, 3))
    return x, x @ [1, -1, 2], np.repeat(np.arange(8), 5)


@pytest.fixture
def saved(tmp_path, lists):
    x, quality, groups = lists
    path = tmp_path / "model"
    RankingSVM(gamma=0.5).fit(x, quality, groups=groups).save(path, scaler=FeatureScaler().fit(x))
    return path


@pytest.mark.parametrize("parameters", KINDS)
@pytest.mark.parametrize("with_scaler", [True, False])
def test_there_and_back(tmp_path, lists, parameters, with_scaler):
    x, quality, groups = lists
    scaler = FeatureScaler().fit(x) if with_scaler else None
    scaled = x if scaler is None else scaler.transform(x)
    model = RankingSVM(C=0.7, **parameters).fit(scaled, quality, groups=groups)
    names = ("a", "länge", "c c") if with_scaler else None
    model.save(tmp_path / "model", scaler=scaler, feature_names=names)
    found = load_ranking_svm(tmp_path / "model")
    assert found.feature_names == names
    assert (found.scaler is None) == (scaler is None)
    assert found.model.get_params() == model.get_params()
    assert vars(found.model).keys() == vars(model).keys()
    for name in ("objective_", "dual_gap_", "loss_", "n_iter_", "n_pairs_", "n_lists_"):
        assert getattr(found.model, name) == getattr(model, name)
    assert (found.decision_function(x) == model.decision_function(scaled)).all()
    found.model.save(tmp_path / "again", scaler=found.scaler, feature_names=found.feature_names)
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_every_shorter_file_is_refused(saved, tmp_path):
    data = saved.read_bytes()
    assert len(data) > 500
    cut = tmp_path / "cut"
    for size in range(len(data)):
        cut.write_bytes(data[:size])
        with pytest.raises(ValueError, match="cut off" if size >= 8 else "no Ranking SVM"):
            load_ranking_svm(cut)


def test_every_changed_byte_is_noticed(saved, tmp_path):
    data = bytearray(saved.read_bytes())
    changed = tmp_path / "changed"
    for at in range(len(data)):
        data[at] ^= 0x11
        changed.write_bytes(data)
        with pytest.raises(ValueError, match=r"damaged|no Ranking SVM|version"):
            load_ranking_svm(changed)
        data[at] ^= 0x11


def with_checksum(data):
    struct.pack_into("<I", data, 12, zlib.crc32(data[16:]))
    return data


@pytest.mark.parametrize(
    ("at", "value", "message"),
    [
        (16, 2**63, "the sizes in the header do not agree"),
        (24, 2**40, "the sizes in the header do not agree"),
        (32, 2**61, "the sizes in the header do not agree"),
        (40, 5, "the sizes in the header do not agree"),
        (48, 2**62, "the sizes in the header do not agree"),
    ],
)
def test_forged_sizes_are_refused_before_anything_is_allocated(saved, at, value, message):
    data = bytearray(saved.read_bytes())
    struct.pack_into("<Q", data, at, value)
    saved.write_bytes(with_checksum(data))
    with pytest.raises(ValueError, match=message):
        load_ranking_svm(saved)


def rewritten(data, change):
    """Return the file with its description changed and everything else made to fit."""
    size = struct.unpack_from("<Q", data, 16)[0]
    description = json.loads(data[HEADER_BYTES : HEADER_BYTES + size])
    text = change(description)
    text = text if isinstance(text, bytes) else json.dumps(text).encode()
    arrays = data[HEADER_BYTES + size + -size % 8 :]
    found = bytearray(data[:HEADER_BYTES]) + text + bytes(-len(text) % 8) + arrays
    struct.pack_into("<Q", found, 16, len(text))
    struct.pack_into("<Q", found, 48, len(found))
    return with_checksum(found)


def parameter(name, value):
    return lambda d: d | {"parameters": d["parameters"] | {name: value}}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: [d], "no JSON object"),
        (lambda _: b"{", "not JSON"),
        (lambda _: b'{"a": NaN}', "not JSON"),
        (lambda _: b"[" * 100_000, "not JSON"),
        (lambda _: b"\xff{}", "not JSON"),
        (lambda _: {}, "does not fit: 'parameters'"),
        (lambda d: d | {"parameters": {"C": 1.0}}, "not those of RankingSVM"),
        (lambda d: d | {"parameters": 3}, "not those of RankingSVM"),
        (parameter("C", -1), "C is -1"),
        (parameter("kernel", "linear"), "arrays are of another"),
        (lambda d: d | {"gamma_": "x"}, "gamma_ is 'x'"),
        (lambda d: d | {"gamma_": -0.5}, "gamma_ is -0.5"),
        (lambda d: d | {"feature_names": ["a"]}, "feature_names has 1 names, expected 3"),
        (lambda d: d | {"feature_names": 4}, "does not fit"),
    ],
)
def test_forged_descriptions_are_one_error(saved, change, message):
    saved.write_bytes(rewritten(bytearray(saved.read_bytes()), change))
    with pytest.raises(ValueError, match=message):
        load_ranking_svm(saved)


def test_arrays_that_are_not_finite_or_scales_of_0_are_refused(saved):
    data = bytearray(saved.read_bytes())
    n_text = struct.unpack_from("<Q", data, 16)[0]
    scales = HEADER_BYTES + n_text + -n_text % 8 + 3 * 8
    for value, message in ((0.0, "a scale is not above 0"), (np.nan, "not finite")):
        struct.pack_into("<d", data, scales, value)
        saved.write_bytes(with_checksum(data))
        with pytest.raises(ValueError, match=message):
            load_ranking_svm(saved)


def test_other_versions_other_files_and_no_file(saved, tmp_path):
    data = bytearray(saved.read_bytes())
    struct.pack_into("<I", data, 8, 2)
    saved.write_bytes(data)
    with pytest.raises(ValueError, match="version 2 of the format, expected 1"):
        load_ranking_svm(saved)
    saved.write_bytes(b"TERCELEX" + bytes(100))
    with pytest.raises(ValueError, match="no Ranking SVM of tercel"):
        load_ranking_svm(saved)
    with pytest.raises(ValueError, match="missing: No such file"):
        load_ranking_svm(tmp_path / "missing")


def test_a_failed_save_leaves_the_old_file(saved, lists, tmp_path):
    x, quality, groups = lists
    before = saved.read_bytes()
    model = RankingSVM(kernel="linear").fit(x, quality, groups=groups)
    with pytest.raises(ValueError, match="2 names, expected 3"):
        model.save(saved, feature_names=["a", "b"])
    assert saved.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"feature_names": ["a", "b", "a"]}, ValueError, "'a' twice"),
        ({"feature_names": "abc"}, TypeError, "feature_names holds"),
        ({"feature_names": [1, 2, 3]}, TypeError, "feature_names holds"),
        ({"scaler": FeatureScaler()}, ValueError, "scaler is not fitted"),
        ({"scaler": FeatureScaler().fit([[1.0]])}, ValueError, "scaler has 1 features"),
        ({"scaler": 3}, TypeError, "scaler is int"),
    ],
)
def test_what_does_not_go_with_the_model(tmp_path, lists, options, error, message):
    x, quality, groups = lists
    model = RankingSVM(kernel="linear")
    with pytest.raises(ValueError, match="not fitted"):
        model.save(tmp_path / "model")
    model.fit(x, quality, groups=groups)
    with pytest.raises(error, match=message):
        model.save(tmp_path / "model", **options)
