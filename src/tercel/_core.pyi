from collections.abc import Callable, Sequence

from numpy import float64, int64, uint32, uint64
from numpy.typing import NDArray

VERSION: str
COMPILER: str
ASSERTIONS: bool

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
