/* tercel for C: metrics, scores and significance tests behind plain functions.
 *
 * Results. Every function that can fail returns a tercel_status; 0 is success. The text of the last
 * failure in the calling thread is tercel_last_error(). No C++ exception leaves a function, and
 * none ends the process. After a failure the arrays to be filled may hold anything; single results
 * (*metric, *rescorer, *n, *result) are NULL, 0 or zeros if they could be written at all.
 *
 * Ownership. A metric or a rescorer belongs to who made it and is given back with tercel_..._free,
 * once; using it afterwards is undefined. All other memory is the caller's: the library reads texts
 * and statistics during the call only, keeps no pointer to them, and returns none to free. Strings
 * that functions return are the library's.
 *
 * Threads. A metric never changes: any number of threads may use one at the same time, but none
 * while it is freed. A rescorer is for one thread at a time. Functions share nothing else; arrays
 * to be filled must not be shared. `workers`, 1 to 1024, is the number of threads that a call may
 * use, the calling one among them; results are the same bits for any number.
 *
 * Sizes. Counts are of elements, not bytes. A count that is 0, too large for memory or at odds with
 * another one is refused before anything is read. That a pointer has as many elements behind it as
 * the count says is the caller's promise. */
#ifndef TERCEL_H
#define TERCEL_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(TERCEL_CAPI_BUILDING)
#define TERCEL_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(TERCEL_CAPI_STATIC)
#define TERCEL_API __declspec(dllimport)
#elif defined(__GNUC__)
#define TERCEL_API __attribute__((visibility("default")))
#else
#define TERCEL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a function or a structure changes so that programs must be compiled anew. */
#define TERCEL_ABI_VERSION 1

typedef enum tercel_status {
  TERCEL_OK = 0,
  TERCEL_ERROR_ARGUMENT = 1, /* a pointer is NULL, a number or a name is not one of those allowed */
  TERCEL_ERROR_HANDLE = 2,   /* not a metric, or not a rescorer */
  TERCEL_ERROR_SIZE = 3,     /* a count is 0, too large, or at odds with another */
  TERCEL_ERROR_MEMORY = 4,   /* the system has no memory left */
  TERCEL_ERROR_INTERNAL = 5  /* a defect of the library */
} tercel_status;

typedef struct tercel_metric tercel_metric;

/* A piece of UTF-8, which need not end with a zero byte. A text whose data is NULL is missing,
 * which only references may be; an empty one has size 0 and any other pointer. Bytes that are not
 * UTF-8 give some tokens and are no error. At most 2^31 - 1 bytes. */
typedef struct tercel_text {
  const char* data;
  size_t size;
} tercel_text;

/* Options. struct_size is sizeof of the structure, by which a later library knows what an older
 * program means. Initialize with the macro, then change what should be different. Flags are 0 or 1.
 */
typedef struct tercel_bleu_options {
  size_t struct_size;
  const char* tokenizer;     /* "13a", "intl", "zh", "char" or "none" */
  const char* smooth_method; /* "exp", "floor", "add-k" or "none" */
  double smooth_value;       /* of floor and add-k; at least 0, and 0 with the others */
  int lowercase;
  int max_ngram_order; /* 1 to 100 */
  int effective_order; /* recommended for sentences */
} tercel_bleu_options;
#define TERCEL_BLEU_OPTIONS_INIT {sizeof(tercel_bleu_options), "13a", "exp", 0.0, 0, 4, 0}

typedef struct tercel_chrf_options {
  size_t struct_size;
  double beta;    /* above 0 */
  int char_order; /* 0 to 100 */
  int word_order; /* 0 to 100; 2 makes chrF++ */
  int lowercase;
  int whitespace;
  int eps_smoothing;
} tercel_chrf_options;
#define TERCEL_CHRF_OPTIONS_INIT {sizeof(tercel_chrf_options), 2.0, 6, 0, 0, 0, 0}

typedef struct tercel_ter_options {
  size_t struct_size;
  int normalized;
  int no_punct;
  int asian_support;
  int case_sensitive;
  int exact;
} tercel_ter_options;
#define TERCEL_TER_OPTIONS_INIT {sizeof(tercel_ter_options), 0, 0, 0, 0, 0}

/* The TERCEL_ABI_VERSION of the library that is linked: compare it with the header's. */
TERCEL_API int tercel_abi_version(void);

/* The version of the library, say "0.1.0". */
TERCEL_API const char* tercel_version(void);

/* What went wrong in the last call of this thread that returned a status; "" if nothing did. Valid
 * until the thread's next such call. */
TERCEL_API const char* tercel_last_error(void);

/* Make a metric. `options` may be NULL for the defaults. */
TERCEL_API tercel_status tercel_metric_create_bleu(const tercel_bleu_options* options,
                                                   tercel_metric** metric);
TERCEL_API tercel_status tercel_metric_create_chrf(const tercel_chrf_options* options,
                                                   tercel_metric** metric);
TERCEL_API tercel_status tercel_metric_create_ter(const tercel_ter_options* options,
                                                  tercel_metric** metric);

/* NULL is allowed and does nothing. */
TERCEL_API tercel_status tercel_metric_free(tercel_metric* metric);

/* The number of statistics of a segment. */
TERCEL_API tercel_status tercel_metric_n_statistics(const tercel_metric* metric, size_t* n);

/* The statistics of segments into out, a row each; out_size must be n_segments times
 * tercel_metric_n_statistics. Reference k of segment i is references[k * n_segments + i], stream
 * after stream; each segment needs at least one that is not missing. TER takes up to 20 streams.
 * Statistics add up: the score of a test set is that of the sum of its rows. */
TERCEL_API tercel_status tercel_statistics(const tercel_metric* metric,
                                           const tercel_text* hypotheses, size_t n_segments,
                                           const tercel_text* references, size_t n_streams,
                                           int workers, int64_t* out, size_t out_size);

/* The scores of n_rows rows of totals, in percent; totals_size must be n_rows times
 * tercel_metric_n_statistics. */
TERCEL_API tercel_status tercel_aggregate(const tercel_metric* metric, const int64_t* totals,
                                          size_t totals_size, double* scores, size_t n_rows);

/* The score of each segment by itself; texts as for tercel_statistics, n_segments scores. */
TERCEL_API tercel_status tercel_sentence_scores(const tercel_metric* metric,
                                                const tercel_text* hypotheses, size_t n_segments,
                                                const tercel_text* references, size_t n_streams,
                                                int workers, double* scores);

/* The score of each candidate of one n-best list against the references of its segment, which are
 * prepared once: n_candidates scores. */
TERCEL_API tercel_status tercel_nbest_scores(const tercel_metric* metric,
                                             const tercel_text* candidates, size_t n_candidates,
                                             const tercel_text* references, size_t n_references,
                                             int workers, double* scores);

/* The same for the lists of many segments, as a decoder's or a tuner's loop has them: references,
 * given as for tercel_statistics, are kept, and scoring allocates nothing once it has seen a long
 * segment. A rescorer is not for two threads at a time: make one a thread. The metric may be freed
 * before it. Freeing NULL does nothing. */
typedef struct tercel_rescorer tercel_rescorer;
TERCEL_API tercel_status tercel_rescorer_create(const tercel_metric* metric,
                                                const tercel_text* references, size_t n_segments,
                                                size_t n_streams, tercel_rescorer** rescorer);
TERCEL_API tercel_status tercel_rescorer_free(tercel_rescorer* rescorer);

/* The scores of candidates of `segment`, counted from 0, and their statistics, a row each, which
 * add up: statistics_size must be n_candidates times tercel_metric_n_statistics, or 0 with NULL if
 * nobody wants them. */
TERCEL_API tercel_status tercel_rescorer_scores(tercel_rescorer* rescorer, size_t segment,
                                                const tercel_text* candidates, size_t n_candidates,
                                                int64_t* statistics, size_t statistics_size,
                                                double* scores);

typedef enum tercel_alternative {
  TERCEL_TWO_SIDED = 0,
  TERCEL_GREATER = 1, /* A is better than B, also for error rates */
  TERCEL_LESS = 2
} tercel_alternative;

typedef struct tercel_test {
  double effect;  /* score of A minus score of B */
  double p_value; /* never 0 */
  /* Replicates drawn, or swaps enumerated; 0 if p is the exact one of a sum of integers. */
  uint64_t n_resamples;
  uint64_t n_differing; /* segments whose statistics differ */
  /* Resamples in which A is better, B is better, neither is; 0 for the permutation test. */
  uint64_t wins, losses, ties;
  int exact; /* whether p has no Monte Carlo error */
} tercel_test;

/* Whether system A and system B differ, from their statistics on the same segments, n_segments rows
 * each; size is that of either array. n_resamples is 1 to 2^40 - 1. Equal arguments give equal
 * bits, those of paired_test in Python with method "bootstrap" or "permutation" and rng=seed: with
 * at most 20 differing segments, or for TER against references of the same length, the permutation
 * test is exact and draws nothing. O(n_segments * n_resamples). */
TERCEL_API tercel_status tercel_paired_bootstrap(const tercel_metric* metric, const int64_t* a,
                                                 const int64_t* b, size_t size, size_t n_segments,
                                                 uint64_t n_resamples, uint64_t seed,
                                                 int alternative, int workers, tercel_test* result);
TERCEL_API tercel_status tercel_paired_permutation(const tercel_metric* metric, const int64_t* a,
                                                   const int64_t* b, size_t size, size_t n_segments,
                                                   uint64_t n_resamples, uint64_t seed,
                                                   int alternative, int workers,
                                                   tercel_test* result);

#ifdef __cplusplus
}
#endif

#endif
