/* The library from C: BLEU of two systems, whether they differ, and an n-best list by TER. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tercel.h"

#define N_SEGMENTS 3
#define N_CANDIDATES 3

static void check(tercel_status status) {
  if (status == TERCEL_OK) return;
  fprintf(stderr, "capi_example: error %d: %s\n", (int)status, tercel_last_error());
  exit(1);
}

static void fill(tercel_text* texts, const char* const* strings, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    texts[i].data = strings[i];
    texts[i].size = strlen(strings[i]);
  }
}

/* Counts one system, prints its BLEU, and returns its statistics, which the caller frees. */
static int64_t* score_system(const tercel_metric* bleu, const char* name, const tercel_text* hyps,
                             const tercel_text* refs) {
  size_t n_columns = 0;
  check(tercel_metric_n_statistics(bleu, &n_columns));
  const size_t size = N_SEGMENTS * n_columns;
  int64_t* rows = malloc(size * sizeof *rows);
  int64_t* totals = calloc(n_columns, sizeof *totals);
  double score = 0.0;
  if (rows == NULL || totals == NULL) exit(1);
  check(tercel_statistics(bleu, hyps, N_SEGMENTS, refs, 1, 1, rows, size));
  for (size_t i = 0; i < size; ++i) totals[i % n_columns] += rows[i];
  check(tercel_aggregate(bleu, totals, n_columns, &score, 1));
  printf("%s BLEU = %.17g\n", name, score);
  free(totals);
  return rows;
}

static void compare_systems(const tercel_text* refs) {
  const char* const good[N_SEGMENTS] = {"the cat sat on the mat", "a dog barked at the man",
                                        "it rains a lot here"};
  const char* const bad[N_SEGMENTS] = {"the cat sits on a mat", "the dog barks at a man",
                                       "here it often rains"};
  const tercel_bleu_options options = TERCEL_BLEU_OPTIONS_INIT;
  tercel_text hyps[N_SEGMENTS];
  tercel_metric* bleu = NULL;
  tercel_test test;
  size_t n_columns = 0;
  check(tercel_metric_create_bleu(&options, &bleu));
  check(tercel_metric_n_statistics(bleu, &n_columns));
  fill(hyps, good, N_SEGMENTS);
  int64_t* a = score_system(bleu, "A", hyps, refs);
  fill(hyps, bad, N_SEGMENTS);
  int64_t* b = score_system(bleu, "B", hyps, refs);
  const size_t size = N_SEGMENTS * n_columns;
  check(tercel_paired_permutation(bleu, a, b, size, N_SEGMENTS, 10000, 1, TERCEL_TWO_SIDED, 1,
                                  &test));
  printf("permutation p = %.17g, %" PRIu64 " swaps\n", test.p_value, test.n_resamples);
  check(tercel_paired_bootstrap(bleu, a, b, size, N_SEGMENTS, 1000, 1, TERCEL_TWO_SIDED, 1, &test));
  printf("bootstrap p = %.17g, %" PRIu64 " wins of A\n", test.p_value, test.wins);
  free(a);
  free(b);
  check(tercel_metric_free(bleu));
}

static void rescore(const tercel_text* reference) {
  const char* const list[N_CANDIDATES] = {"the cat sat on a mat", "on the mat the cat sat", "cat"};
  tercel_text candidates[N_CANDIDATES];
  double rates[N_CANDIDATES];
  tercel_metric* ter = NULL;
  check(tercel_metric_create_ter(NULL, &ter));
  fill(candidates, list, N_CANDIDATES);
  check(tercel_nbest_scores(ter, candidates, N_CANDIDATES, reference, 1, 1, rates));
  for (size_t i = 0; i < N_CANDIDATES; ++i) printf("TER = %.17g\t%s\n", rates[i], list[i]);
  check(tercel_metric_free(ter));
}

int main(void) {
  const char* const strings[N_SEGMENTS] = {"the cat sat on the mat", "a dog barked at the man",
                                           "it rains very often here"};
  tercel_text refs[N_SEGMENTS];
  if (tercel_abi_version() != TERCEL_ABI_VERSION) {
    fprintf(stderr, "capi_example: the library has another interface than the header\n");
    return 1;
  }
  printf("tercel %s\n", tercel_version());
  fill(refs, strings, N_SEGMENTS);
  compare_systems(refs);
  rescore(refs);
  return 0;
}
