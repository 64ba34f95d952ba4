"""Documents, strata and blocks: what is drawn, against slow twins, and what is refused."""

import numpy as np
import pytest
from reference import plans as twin
from simulated import BLEU, bleu_rows

import tercel
from tercel._plans import make_plan
from tercel._resampling import as_streams

N = 100
ROWS = bleu_rows(N, np.random.default_rng(0))
DOCUMENTS = [f"doc{i // 4 % 23}" for i in range(N)]


def replicates(**options):
    return tercel.confidence_interval(ROWS, BLEU, n_resamples=50, rng=9, **options).replicates


def scores_of(draws):
    return [float(BLEU.aggregate(ROWS[list(drawn)].sum(axis=0))) for drawn in draws]


def test_documents_are_drawn_whole():
    names = list(dict.fromkeys(DOCUMENTS))
    segments = [[i for i in range(N) if DOCUMENTS[i] == name] for name in names]
    draws = [
        [i for unit in twin.streams.indices(9, r, len(names), len(names)) for i in segments[unit]]
        for r in range(50)
    ]
    np.testing.assert_array_equal(replicates(clusters=DOCUMENTS), scores_of(draws))


def test_names_of_documents_do_not_matter():
    numbers = np.unique(DOCUMENTS, return_inverse=True)[1]
    mixed = [(name, 1) if name < "doc5" else len(name) + hash(name) for name in DOCUMENTS]
    for ids in (numbers, np.array(DOCUMENTS), mixed, tuple(DOCUMENTS)):
        np.testing.assert_array_equal(replicates(clusters=ids), replicates(clusters=DOCUMENTS))


def test_a_document_for_every_segment_changes_nothing():
    np.testing.assert_array_equal(replicates(clusters=range(N)), replicates())


def test_one_stratum_changes_nothing():
    np.testing.assert_array_equal(replicates(strata=["x"] * N), replicates())


def test_strata_keep_their_sizes_and_have_streams_of_their_own():
    strata = ["news" if i % 3 else "talks" for i in range(N)]
    parts = [[i for i in range(N) if strata[i] == name] for name in ("talks", "news")]
    draws = [twin.stratified(9, r, parts) for r in range(50)]
    np.testing.assert_array_equal(replicates(strata=strata), scores_of(draws))


def test_documents_within_strata():
    documents = np.arange(N) // 4
    strata = documents % 2
    parts = [list(range(0, 25, 2)), list(range(1, 25, 2))]
    draws = [
        [4 * unit + k for unit in twin.stratified(9, r, parts) for k in range(4)] for r in range(50)
    ]
    drawn = replicates(strata=strata, clusters=documents)
    np.testing.assert_array_equal(drawn, scores_of(draws))


@pytest.mark.parametrize("circular", [False, True])
@pytest.mark.parametrize("length", [1, 2, 7, 33, 50, 99, 100])
def test_blocks_equal_their_twin(length, circular):
    draws = [twin.fixed_blocks(9, r, N, length, circular) for r in range(50)]
    kind = "circular" if circular else "moving"
    drawn = replicates(blocks=kind, block_length=length)
    np.testing.assert_array_equal(drawn, scores_of(draws))


@pytest.mark.parametrize("length", [1, 3, 25, 100])
def test_stationary_blocks_equal_their_twin(length):
    draws = [twin.stationary_blocks(9, r, N, length) for r in range(50)]
    drawn = replicates(blocks="stationary", block_length=length)
    np.testing.assert_array_equal(drawn, scores_of(draws))


@pytest.mark.parametrize("kind", ["moving", "circular", "stationary"])
def test_blocks_of_one_draw_segments(kind):
    # The stationary bootstrap of mean length 1 draws below n * 1, so from the same stream.
    np.testing.assert_array_equal(replicates(blocks=kind, block_length=1), replicates())


def test_the_default_length_is_the_cube_root():
    for n, length in ((1, 1), (8, 2), (300, 7), (1000, 10), (2000, 13)):
        assert make_plan(n, blocks="circular").label == f"blocks:circular-{length}"


def test_labels():
    documents, strata = np.arange(N) // 4, np.arange(N) // 4 % 2
    for options, label in (
        ({}, "segments"),
        ({"clusters": documents}, "documents:25"),
        ({"strata": strata}, "strata:2"),
        ({"clusters": documents, "strata": strata}, "documents:25|strata:2"),
        ({"blocks": "stationary"}, "blocks:stationary-5"),
    ):
        interval = tercel.confidence_interval(ROWS, BLEU, rng=0, **options)
        assert interval.plan == interval.to_dict()["plan"] == label


@pytest.mark.parametrize(
    "options",
    [
        {"clusters": DOCUMENTS},
        {"strata": np.arange(N) % 3},
        {"clusters": np.arange(N) // 4, "strata": np.arange(N) // 4 % 2},
        {"blocks": "moving"},
        {"blocks": "circular"},
        {"blocks": "stationary"},
    ],
)
@pytest.mark.parametrize("workers", [2, 7])
def test_workers_do_not_change_a_bit(options, workers):
    one = tercel.confidence_interval(ROWS, BLEU, n_resamples=900, rng=3, **options)
    many = tercel.confidence_interval(
        ROWS, BLEU, n_resamples=900, rng=3, workers=workers, **options
    )
    np.testing.assert_array_equal(one.replicates, many.replicates)


@pytest.mark.parametrize("size", [1, 10, 2**10, 2**20])
def test_the_size_of_blocks_of_replicates_does_not_show(size, monkeypatch):
    strata = np.arange(N) % 3
    expected = {o: replicates(**{o: v}) for o, v in (("strata", strata), ("blocks", "stationary"))}
    monkeypatch.setattr("tercel._resampling._BLOCK_BYTES", size)
    np.testing.assert_array_equal(replicates(strata=strata), expected["strata"])
    np.testing.assert_array_equal(replicates(blocks="stationary"), expected["blocks"])
    generators = (np.random.default_rng(1), np.random.default_rng(1))
    for options in ({"strata": strata}, {"blocks": "circular"}, {"blocks": "stationary"}):
        small = tercel.confidence_interval(ROWS, BLEU, rng=generators[0], **options)
        with monkeypatch.context() as context:
            context.setattr("tercel._resampling._BLOCK_BYTES", 2**22)
            large = tercel.confidence_interval(ROWS, BLEU, rng=generators[1], **options)
        np.testing.assert_array_equal(small.replicates, large.replicates)


def test_a_generator_draws_strata_from_what_it_spawns():
    strata = np.arange(N) % 2
    interval = tercel.confidence_interval(ROWS, BLEU, strata=strata, rng=np.random.default_rng(5))
    children = np.random.default_rng(5).spawn(2)
    drawn = [
        part[rng.choice(50, (1000, 50))]
        for part, rng in zip((np.arange(0, N, 2), np.arange(1, N, 2)), children, strict=True)
    ]
    totals = sum(ROWS[indices].sum(axis=1) for indices in drawn)
    np.testing.assert_array_equal(interval.replicates, BLEU.aggregate(totals))


def test_draws_are_those_of_the_bootstrap():
    for options in ({}, {"strata": np.arange(N) % 3}, {"clusters": DOCUMENTS}):
        plan = make_plan(N, **options)
        units = plan.units(ROWS)
        (totals,) = plan.bootstrap(units, 40, as_streams(2, 1))
        (drawn,) = plan.draws(40, 1, as_streams(2, 1))
        np.testing.assert_array_equal(units[drawn].sum(axis=1), totals)


def test_blocks_see_that_neighbours_are_alike():
    """Neighbours with a common part: the error by segments is too small, that by blocks less so."""
    rng = np.random.default_rng(3)
    metric = tercel.SegmentMean()
    rows = metric.statistics(np.repeat(rng.normal(50, 10, 100), 10) + rng.normal(0, 3, 1000))
    errors = {
        name: tercel.confidence_interval(rows, metric, rng=1, **options).standard_error
        for name, options in (
            ("segments", {}),
            ("documents", {"clusters": np.arange(1000) // 10}),
            ("moving", {"blocks": "moving"}),
            ("circular", {"blocks": "circular"}),
            ("stationary", {"blocks": "stationary"}),
            ("delta", {"blocks": "circular", "method": "delta"}),
        )
    }
    assert errors["documents"] > 2.5 * errors["segments"]
    for name in ("moving", "circular", "stationary", "delta"):
        assert 1.7 * errors["segments"] < errors[name] < errors["documents"]
    assert errors["delta"] == pytest.approx(errors["circular"], rel=0.1)


def test_few_documents_warn():
    with pytest.warns(tercel.FewDocumentsWarning, match="19 documents: with fewer than 20"):
        tercel.confidence_interval(ROWS, BLEU, clusters=np.arange(N) % 19)
    assert issubclass(tercel.FewDocumentsWarning, tercel.DoubtfulStatisticsWarning)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"clusters": ["a"] * N}, "clusters has 1 document, at least 2 are needed"),
        ({"clusters": ["a", "b"]}, "clusters has 2 ids, but there are 100 segments"),
        ({"strata": range(99)}, "strata has 99 ids, but there are 100 segments"),
        ({"clusters": [*range(99), None]}, r"clusters\[99\] is None, expected an id for every"),
        ({"strata": [float("nan")] * N}, r"strata\[0\] is nan, expected an id"),
        (
            {"clusters": np.arange(N) // 2, "strata": np.arange(N) // 25},
            "the document of segment 24 lies in several strata",
        ),
        ({"blocks": "circular", "clusters": DOCUMENTS}, "blocks are for test sets without"),
        ({"blocks": "overlapping"}, "unknown blocks 'overlapping', expected one of moving"),
        ({"block_length": 3}, "block_length is given, but blocks is None"),
        ({"blocks": "moving", "block_length": 0}, "block_length is 0, expected a whole number"),
        ({"blocks": "moving", "block_length": 101}, "from 1 to 100 segments"),
        ({"blocks": "moving", "method": "bca"}, "method 'bca' needs units that are independent"),
    ],
)
def test_bad_plans(options, message):
    with pytest.raises(ValueError, match=message):
        tercel.confidence_interval(ROWS, BLEU, **options)


def test_stationary_blocks_that_our_streams_cannot_draw_are_refused():
    with pytest.raises(ValueError, match="too long for stationary blocks of 1000000 segments"):
        make_plan(10**6, blocks="stationary", block_length=10**4)
