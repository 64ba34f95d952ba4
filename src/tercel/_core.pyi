from collections.abc import Callable, Sequence
from typing import overload

from numpy import float32, float64, int32, int64, uint8, uint32, uint64
from numpy.typing import NDArray

VERSION: str
COMPILER: str
ASSERTIONS: bool

class AlignmentOptions:
    def __init__(
        self,
        ratio: float,
        variance: float,
        length_weight: float,
        cognate_weight: float,
        empty_weight: float,
        half_width: int,
    ) -> None: ...

class AlignmentLexicon:
    def __init__(
        self,
        offsets: NDArray[int64],
        targets: NDArray[int32],
        probabilities: NDArray[float32],
        frequency: NDArray[float64],
        source_offsets: NDArray[int64],
        source_ids: NDArray[int32],
        target_offsets: NDArray[int64],
        target_ids: NDArray[int32],
        weight: float,
        mix: float,
    ) -> None: ...

def align_documents(
    sources: Sequence[Sequence[str]],
    targets: Sequence[Sequence[str]],
    options: AlignmentOptions,
    lexicon: AlignmentLexicon | None,
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> tuple[NDArray[int64], NDArray[float64], NDArray[int64]]: ...
def alignment_words(lines: Sequence[str]) -> list[list[str]]: ...
def length_cost(delta: float) -> float: ...
@overload
def fixed_exp(x: float) -> float: ...
@overload
def fixed_exp(x: NDArray[float64]) -> NDArray[float64]: ...
@overload
def fixed_log(x: float) -> float: ...
@overload
def fixed_log(x: NDArray[float64]) -> NDArray[float64]: ...
def available_isas() -> list[str]: ...
def best_isa() -> str: ...
def tokenize(lines: Sequence[str], tokenizer: str, lowercase: bool) -> list[list[str]]: ...
def bleu_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    tokenizer: str,
    lowercase: bool,
    max_ngram_order: int,
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[int64]: ...
def bleu_aggregate(
    totals: NDArray[int64], smooth_method: str, smooth_value: float, effective_order: bool
) -> NDArray[float64]: ...
def bleu_score(
    totals: NDArray[int64], smooth_method: str, smooth_value: float, effective_order: bool
) -> tuple[float, float, list[float]]: ...

class ChrfOptions:
    def __init__(
        self,
        char_order: int,
        word_order: int,
        beta: float,
        lowercase: bool,
        whitespace: bool,
        eps_smoothing: bool,
    ) -> None: ...

def chrf_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    options: ChrfOptions,
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[int64]: ...
def chrf_aggregate(totals: NDArray[int64], options: ChrfOptions) -> NDArray[float64]: ...

class TerOptions:
    def __init__(
        self,
        normalized: bool,
        no_punct: bool,
        asian_support: bool,
        case_sensitive: bool,
        exact: bool,
    ) -> None: ...

def ter_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    options: TerOptions,
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[int64]: ...
def ter_edits(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    options: TerOptions,
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[int64]: ...
def ter_alignment(
    hypothesis: str, reference: str, options: TerOptions
) -> tuple[list[str], list[str], list[tuple[int, int, int]], list[tuple[int, int, int]]]: ...
def ter_tokenize(lines: Sequence[str], options: TerOptions) -> list[list[str]]: ...

class EditRateOptions:
    def __init__(self, unit: str, tokenizer: str, lowercase: bool, whitespace: bool) -> None: ...

def edit_rate_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    options: EditRateOptions,
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[int64]: ...
def error_rate_aggregate(totals: NDArray[int64]) -> NDArray[float64]: ...
def ngram_overlap_statistics(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    order: int,
    beta: float,
    tokenizer: str,
    lowercase: bool,
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[int64]: ...

class BleuReferences:
    def __init__(
        self,
        references: Sequence[Sequence[str | None]],
        tokenizer: str,
        lowercase: bool,
        max_ngram_order: int,
    ) -> None: ...
    @property
    def n_segments(self) -> int: ...
    def statistics(
        self,
        hypotheses: Sequence[str],
        segments: NDArray[int64] | None,
        workers: int,
        isa: str,
        progress: Callable[[int, int], None] | None,
    ) -> NDArray[int64]: ...

class ChrfReferences:
    def __init__(
        self, references: Sequence[Sequence[str | None]], options: ChrfOptions
    ) -> None: ...
    @property
    def n_segments(self) -> int: ...
    def statistics(
        self,
        hypotheses: Sequence[str],
        segments: NDArray[int64] | None,
        workers: int,
        isa: str,
        progress: Callable[[int, int], None] | None,
    ) -> NDArray[int64]: ...

class TerReferences:
    def __init__(self, references: Sequence[Sequence[str | None]], options: TerOptions) -> None: ...
    @property
    def n_segments(self) -> int: ...
    def statistics(
        self,
        hypotheses: Sequence[str],
        segments: NDArray[int64] | None,
        workers: int,
        isa: str,
        progress: Callable[[int, int], None] | None,
    ) -> NDArray[int64]: ...

class FuzzyIndex:
    def __init__(
        self,
        entries: Sequence[str],
        tokenizer: str,
        lowercase: bool,
        isa: str,
        progress: Callable[[int, int], None] | None,
    ) -> None: ...
    def search(
        self,
        sources: Sequence[str],
        k: int,
        min_score: float,
        skip_exact: bool,
        targets: NDArray[uint32],
        workers: int,
        isa: str,
        progress: Callable[[int, int], None] | None,
    ) -> tuple[NDArray[int64], NDArray[int64], NDArray[int64], NDArray[float64]]: ...

class BleuUtilityOptions:
    def __init__(
        self,
        tokenizer: str,
        lowercase: bool,
        max_ngram_order: int,
        smooth_method: str,
        smooth_value: float,
        effective_order: bool,
    ) -> None: ...

def list_probabilities(
    scores: NDArray[float64], offsets: NDArray[int64], scale: float
) -> NDArray[float64]: ...
def mbr_expected(
    hypotheses: Sequence[str],
    hyp_offsets: NDArray[int64],
    references: Sequence[str] | None,
    ref_offsets: NDArray[int64] | None,
    weights: NDArray[float64],
    utility: BleuUtilityOptions | ChrfOptions | TerOptions,
    aggregate: bool,
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[float64]: ...
def mbr_pairwise(
    hypotheses: Sequence[str],
    references: Sequence[str] | None,
    utility: BleuUtilityOptions | ChrfOptions | TerOptions,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[float64]: ...
def bootstrap_totals(
    statistics: NDArray[int64],
    n_draws: int,
    seed: int,
    first: int,
    totals: NDArray[int64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> None: ...
def totals_of_indices(
    statistics: NDArray[int64],
    indices: NDArray[uint32],
    totals: NDArray[int64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> None: ...
def permutation_totals(
    differences: NDArray[int64],
    seed: int,
    first: int,
    totals: NDArray[int64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> None: ...
def totals_of_swaps(
    differences: NDArray[int64],
    words: NDArray[uint64],
    totals: NDArray[int64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> None: ...
def enumeration_totals(differences: NDArray[int64], first: int, totals: NDArray[int64]) -> None: ...
def bootstrap_indices(
    n_rows: int, seed: int, first: int, indices: NDArray[uint32], isa: str
) -> None: ...
def permutation_words(
    n_rows: int, seed: int, first: int, words: NDArray[uint64], isa: str
) -> None: ...
def bm25_rank(
    starts: NDArray[int64],
    documents: NDArray[uint32],
    counts: NDArray[uint32],
    lengths: NDArray[uint32],
    query_starts: NDArray[int64],
    weights: NDArray[float64],
    concept_starts: NDArray[int64],
    words: NDArray[uint32],
    probabilities: NDArray[float64],
    k1: float,
    b: float,
    best_documents: NDArray[uint32],
    scores: NDArray[float32],
    n_found: NDArray[uint32],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> None: ...

class ParallelText:
    def __init__(self, null_word: bool) -> None: ...
    def set_words(self, source: Sequence[str], target: Sequence[str]) -> None: ...
    def limit_words(self, most: int) -> None: ...
    def add(self, source: Sequence[str], target: Sequence[str]) -> None: ...
    def finish(
        self,
    ) -> tuple[
        NDArray[int64],
        NDArray[uint32],
        NDArray[uint32],
        NDArray[int64],
        NDArray[uint32],
        NDArray[float32],
    ]: ...
    def source_words(self) -> list[str]: ...
    def target_words(self) -> list[str]: ...
    @property
    def n_pairs(self) -> int: ...
    @property
    def n_skipped(self) -> int: ...
    @property
    def n_source_tokens(self) -> int: ...
    @property
    def n_target_tokens(self) -> int: ...

class LexiconCorpus:
    def __init__(
        self,
        occurrence_ptr: NDArray[int64],
        occurrences: NDArray[uint32],
        source_lengths: NDArray[uint32],
        target_ptr: NDArray[int64],
        target_ids: NDArray[uint32],
        target_counts: NDArray[float32],
        n_target_words: int,
    ) -> None: ...

def lexicon_row_sizes(
    corpus: LexiconCorpus, workers: int, isa: str, progress: Callable[[int, int], None] | None
) -> NDArray[int64]: ...
def lexicon_row_indices(
    corpus: LexiconCorpus,
    first_word: int,
    indptr: NDArray[int64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[uint32]: ...
def lexicon_add_denominators(
    corpus: LexiconCorpus,
    first_word: int,
    indptr: NDArray[int64],
    indices: NDArray[uint32],
    probabilities: NDArray[float32],
    complete: bool,
    frequent: bool,
    denominators: NDArray[float64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> None: ...
def lexicon_weights(
    corpus: LexiconCorpus,
    denominators: NDArray[float64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> float: ...
def lexicon_expected_counts(
    corpus: LexiconCorpus,
    indptr: NDArray[int64],
    indices: NDArray[uint32],
    probabilities: NDArray[float32],
    weights: NDArray[float64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[float64]: ...
def lexicon_maximize(
    indptr: NDArray[int64], indices: NDArray[uint32], counts: NDArray[float64]
) -> NDArray[float32]: ...
def lexicon_reestimate(
    corpus: LexiconCorpus,
    first_word: int,
    indptr: NDArray[int64],
    indices: NDArray[uint32],
    probabilities: NDArray[float32],
    weights: NDArray[float64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> None: ...
def lexicon_check_table(
    indptr: NDArray[int64],
    indices: NDArray[uint32],
    values: NDArray[float32],
    n_target_words: int,
) -> None: ...
def lexicon_select(
    indptr: NDArray[int64],
    indices: NDArray[uint32],
    probabilities: NDArray[float32],
    cut: tuple[float, float, float],
    size: int,
    source_ranks: NDArray[uint32],
    target_ranks: NDArray[uint32],
) -> NDArray[uint8]: ...
def lexicon_viterbi(
    indptr: NDArray[int64],
    indices: NDArray[uint32],
    probabilities: NDArray[float32],
    null_word: bool,
    source_ptr: NDArray[int64],
    source_ids: NDArray[uint32],
    target_ptr: NDArray[int64],
    target_ids: NDArray[uint32],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[int32]: ...
def lexicon_scores(
    indptr: NDArray[int64],
    indices: NDArray[uint32],
    probabilities: NDArray[float32],
    null_word: bool,
    floor: float,
    source_ptr: NDArray[int64],
    source_ids: NDArray[uint32],
    target_ptr: NDArray[int64],
    target_ids: NDArray[uint32],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> NDArray[float64]: ...

class RankTraining:
    def __init__(
        self, c: float, tolerance: float, max_iterations: int, cache_bytes: int
    ) -> None: ...

def rank_train_rbf(
    items: NDArray[float64],
    quality: NDArray[float64],
    offsets: NDArray[int64],
    gamma: float,
    training: RankTraining,
    coefficients: NDArray[float64],
    alphas: NDArray[float64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> tuple[float, float, float, int, bool]: ...
def rank_train_linear(
    items: NDArray[float64],
    quality: NDArray[float64],
    offsets: NDArray[int64],
    training: RankTraining,
    weights: NDArray[float64],
    alphas: NDArray[float64],
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> tuple[float, float, float, int, bool]: ...
def rank_train_nystroem(
    items: NDArray[float64],
    quality: NDArray[float64],
    offsets: NDArray[int64],
    landmarks: NDArray[float64],
    gamma: float,
    training: RankTraining,
    coefficients: NDArray[float64],
    alphas: NDArray[float64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> tuple[float, float, float, int, bool]: ...
def rank_linear_scores(
    items: NDArray[float64], weights: NDArray[float64], scores: NDArray[float64]
) -> None: ...
def rank_rbf_scores(
    items: NDArray[float64],
    support: NDArray[float64],
    coefficients: NDArray[float64],
    gamma: float,
    scores: NDArray[float64],
    workers: int,
    isa: str,
    progress: Callable[[int, int], None] | None,
) -> None: ...
