// BLEU, chrF and TER of a system's output, a segment a line.
//
//   score_corpus HYPOTHESES REFERENCE...
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "lines.hpp"
#include "tercel/metrics/bleu.hpp"
#include "tercel/metrics/bleu_score.hpp"
#include "tercel/metrics/chrf.hpp"
#include "tercel/metrics/ter_statistics.hpp"

namespace {

/// The sum of the rows that `count(out)` fills.
template <class Count>
std::vector<std::int64_t> totals_of(std::size_t n_segments, std::size_t n_columns, Count count) {
  std::vector<std::int64_t> rows(n_segments * n_columns);
  count(tercel::MatrixView<std::int64_t>(rows.data(), n_segments, n_columns));
  std::vector<std::int64_t> totals(n_columns);
  for (std::size_t i = 0; i < rows.size(); ++i) totals[i % n_columns] += rows[i];
  return totals;
}

void run(char** paths, std::size_t n_streams) {
  const std::vector<std::string> hyp_texts = read_lines(paths[0]);
  const std::vector<std::string> ref_texts = read_streams(paths + 1, n_streams);
  const std::size_t n = hyp_texts.size();
  if (ref_texts.size() != n * n_streams) {
    throw error_at(paths[0], n,
                   "the last line; " + std::string(paths[1]) + " has " +
                       std::to_string(ref_texts.size() / n_streams) + " lines");
  }
  const std::vector<tercel::TextView> hyps(hyp_texts.begin(), hyp_texts.end());
  const std::vector<tercel::TextView> refs(ref_texts.begin(), ref_texts.end());
  const tercel::MatrixView<const tercel::TextView> streams(refs.data(), n_streams, n);

  const auto bleu = totals_of(n, tercel::bleu_columns(4),
                              [&](auto out) { tercel::bleu_statistics(hyps, streams, {}, out); });
  const tercel::ChrfOptions options;
  const auto chrf = totals_of(n, tercel::chrf_columns(options), [&](auto out) {
    tercel::chrf_statistics(hyps, streams, options, out);
  });
  const auto ter = totals_of(n, tercel::kTerColumns,
                             [&](auto out) { tercel::ter_statistics(hyps, streams, {}, out); });
  std::printf("BLEU\t%.17g\nchrF2\t%.17g\nTER\t%.17g\n", tercel::bleu_score(bleu, {}).score,
              tercel::chrf_score(chrf, options), tercel::error_rate(ter));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: score_corpus HYPOTHESES REFERENCE...\n", stderr);
    return 2;
  }
  try {
    run(argv + 1, static_cast<std::size_t>(argc - 2));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "score_corpus: %s\n", error.what());
    return 1;
  }
}
