"""He et al. (2010): what the experiment computes, on the first sources of the real data."""

import json
from collections import Counter

import numpy as np
import pytest
from conftest import data_folder

from experiments.he2010 import published
from experiments.he2010.bands import band_label, bands, edit_ratios
from experiments.he2010.data import load_candidates, load_records
from experiments.he2010.grid import grid_lines
from experiments.he2010.rankers import (
    N_FOLDS,
    SEED,
    fold_of_candidates,
    given_orders,
    held_out,
    lambda_rank,
)
from experiments.he2010.raw_lists import Model1, candidates_from_texts
from experiments.he2010.tables import (
    composition,
    composition_lines,
    evaluated,
    precision_lines,
    requirements,
)
from tercel.lexicon import IBM1, word_tokens
from tercel.rerank import RankingSVM, cross_validate, grid_search

N_SOURCES = 120


@pytest.fixture(scope="module")
def records():
    data_folder("he2010")
    return load_records(N_SOURCES)


@pytest.fixture(scope="module")
def data(records):
    return load_candidates(records)


def test_candidates(records, data):
    assert Counter(data.sources.tolist()).most_common(1)[0][1] == 10
    assert len(set(data.sources.tolist())) == N_SOURCES
    rows = iter(range(len(data.sources)))
    for record in records:
        for item in record["cands"]:
            if item["r"] > 5:
                continue
            i = next(rows)
            assert data.origins[i] == item["o"]
            assert data.n_edits[i] == item["ter"][0]
            assert data.edits[i].tolist() == [item["ter"][j] for j in (2, 1, 3, 4)]
            assert data.features[i, 4] == pytest.approx(item["psfm"], abs=1e-4)
    assert next(rows, None) is None


def test_relevant(data):
    for source in range(5):
        rows = np.flatnonzero(data.sources == source)
        bound = next(data.ter[i] for i in rows if data.origins[i] == "TM")
        assert data.relevant[rows].tolist() == [data.ter[i] <= bound for i in rows]


def test_from_texts_equal_to_the_data(records, data):
    """Our TER, fuzzy matches and lengths; Model 1 is one of our own."""
    sides = ([record["src"] for record in records], [record["ref"] for record in records])
    english, french = map(word_tokens, sides)
    models = (
        Model1(IBM1(n_iter=2).fit(english, french), 1),
        Model1(IBM1(n_iter=2).fit(french, english), 1),
    )
    found = candidates_from_texts(records, models, 1)
    np.testing.assert_array_equal(found.edits, data.edits)
    np.testing.assert_array_equal(found.lengths, data.lengths)
    np.testing.assert_array_equal(found.sources, data.sources)
    np.testing.assert_array_equal(found.is_mt, data.is_mt)
    np.testing.assert_allclose(found.best_match, data.best_match, atol=5.1e-5)
    same = [0, 1, 2, 3, 4, 7, 8, 9]
    np.testing.assert_allclose(found.features[:, same], data.features[:, same], atol=2e-3)
    assert np.corrcoef(found.features[:, 5], data.features[:, 5])[0, 1] > 0.5


def test_folds_are_those_of_cross_validation(data):
    found = cross_validate(
        data.features[:, :1],
        -data.ter,
        data.sources,
        model=RankingSVM(kernel="linear", C=0.01),
        n_folds=N_FOLDS,
        rng=SEED,
    )
    _, numbers = np.unique(data.sources, return_inverse=True)
    np.testing.assert_array_equal(found.folds[numbers], fold_of_candidates(data))


def test_tables_and_requirements(data):
    orders = given_orders(data)
    orders["linear"] = orders["RBF"] = held_out(RankingSVM(kernel="linear"), data)
    lines = list(precision_lines(orders, data))
    assert "0.8747" in lines[-1]
    evaluation = evaluated(orders, data, n_resamples=200)
    found = bands(data)
    with pytest.warns(UserWarning, match="120 segments"):
        checked = requirements(orders, data, evaluation, found, edit_ratios(data))
    outcome = {words.split(" is ")[0]: holds for words, holds in checked}
    # The first sources are not all: their bands are others, and an order is not above itself.
    assert not outcome["edit ratios are as expected, within rounding"]
    assert len(checked) == 7
    assert [holds for words, holds in checked if "linear" in words] == [False]
    assert json.dumps(evaluation.to_dict())


def test_bands(data):
    found = bands(data)
    assert sum(band.n_sources for band in found) == N_SOURCES
    labels = Counter(band_label(v) for v in data.best_match[data.is_mt & (data.rank == 1)])
    assert {f"{band.low:g}-{band.high:g}": band.n_sources for band in found} == labels
    first = found[0]
    inside = (data.rank == 1) & (data.best_match < published.BANDS[0][1])
    assert first.mt == data.n_edits[inside & data.is_mt].sum() / (
        data.lengths[inside & data.is_mt].sum()
    )


def test_composition(data):
    found = composition(data)
    assert [part.k for part in found] == [1, 2, 3, 4, 5]
    assert len(list(composition_lines(data))) == 7


def test_lambda_rank_orders_better_than_chance(data):
    pytest.importorskip("lightgbm", reason="lightgbm is not installed")
    scores = lambda_rank(data, 1)
    np.testing.assert_array_equal(scores, lambda_rank(data, 1))
    assert np.corrcoef(scores, -data.ter)[0, 1] > 0.2


def test_grid_lines(data):
    search = grid_search(
        data.features,
        -data.ter,
        data.sources,
        model=RankingSVM(approximation="nystroem", n_components=10),
        C=[0.25, 1],
        gamma=[0.5],
        n_folds=2,
        rng=1,
    )
    lines = grid_lines(search)
    assert len(lines) == 3
    assert f"{search.table[1].mean_score:.4f}" in lines[2]


def test_picture(data, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    from experiments.he2010.pictures import draw_composition

    by_band = composition(data, [band_label(v) for v in data.best_match])
    path = draw_composition(tmp_path, composition(data), by_band[:1])
    assert path.read_bytes().startswith(b"\x89PNG")
