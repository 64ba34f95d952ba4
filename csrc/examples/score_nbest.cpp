// Sentence BLEU, chrF, TER and expected BLEU of the candidates of Moses n-best lists, as tuning and
// minimum-risk training need them.
//
//   score_nbest [--repeat N] NBEST REFERENCE...
//
// List i belongs to line i of each reference file, counted from 0. Prints for each candidate: list,
// BLEU, chrF, TER, its probability under the model (softmax of its score), the list's expected
// BLEU, and the gradient of that with respect to the candidate's score. The throughput goes to
// stderr.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <string>
#include <vector>

#include "lines.hpp"
#include "tercel/metrics/bleu_score.hpp"
#include "tercel/metrics/candidates.hpp"
#include "tercel/rank/expected_score.hpp"

namespace {

using tercel::View;

struct Lists {
  std::vector<std::string> texts;
  std::vector<double> scores;
  std::vector<std::size_t> ids;     ///< of each list: the segment
  std::vector<std::size_t> begins;  ///< of each list, and one more: the end
};

/// The fields between " ||| ", without the spaces around them.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin != std::string::npos;) {
    const std::size_t end = line.find("|||", begin);
    const std::string field = line.substr(begin, end - begin);
    const std::size_t first = field.find_first_not_of(' ');
    const std::size_t last = field.find_last_not_of(' ');
    fields.push_back(first == std::string::npos ? "" : field.substr(first, last - first + 1));
    begin = end == std::string::npos ? end : end + 3;
  }
  return fields;
}

double number_of(const std::string& text, const std::string& path, std::size_t line,
                 const char* what) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) {
    throw error_at(path, line, std::string(what) + " is '" + text + "', expected a number");
  }
  return value;
}

Lists read_nbest(const std::string& path, std::size_t n_segments) {
  Lists lists;
  const std::vector<std::string> lines = read_lines(path);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string> fields = fields_of(lines[i]);
    if (fields.size() < 4) {
      throw error_at(path, i + 1,
                     "found " + std::to_string(fields.size()) +
                         " fields, expected id ||| text ||| features ||| score");
    }
    const double id = number_of(fields[0], path, i + 1, "id");
    if (id < 0 || id >= static_cast<double>(n_segments) || id != std::floor(id)) {
      throw error_at(path, i + 1,
                     "id is " + fields[0] + ", expected a whole number below the " +
                         std::to_string(n_segments) + " lines of the references");
    }
    const auto segment = static_cast<std::size_t>(id);
    if (lists.ids.empty() || segment != lists.ids.back()) {
      if (!lists.ids.empty() && segment < lists.ids.back()) {
        throw error_at(path, i + 1, "id " + fields[0] + " stands behind a higher one");
      }
      lists.ids.push_back(segment);
      lists.begins.push_back(i);
    }
    lists.texts.push_back(fields[1]);
    lists.scores.push_back(number_of(fields[3], path, i + 1, "score"));
  }
  lists.begins.push_back(lists.texts.size());
  return lists;
}

/// What is known of all candidates; the loop that fills it allocates nothing once it is warm.
struct Results {
  explicit Results(const Lists& lists)
      : bleu(lists.texts.size()),
        chrf(bleu),
        ter(bleu),
        probabilities(bleu),
        expected(lists.ids.size()) {}

  std::vector<double> bleu;
  std::vector<double> chrf;
  std::vector<double> ter;
  std::vector<double> probabilities;
  std::vector<double> expected;  ///< BLEU of each list
};

void score_bleu(const Lists& lists, std::size_t l, tercel::BleuCandidates& bleu, Results& results) {
  std::int64_t row[tercel::bleu_columns(4)];
  const View<std::int64_t> counted(row, tercel::bleu_columns(4));
  tercel::BleuScoring scoring;
  scoring.effective_order = true;  // as sentence BLEU needs it
  const std::size_t begin = lists.begins[l];
  const std::size_t size = lists.begins[l + 1] - begin;
  bleu.select(lists.ids[l]);
  for (std::size_t i = begin; i < begin + size; ++i) {
    bleu.statistics(tercel::TextView(lists.texts[i]), counted);
    results.bleu[i] = tercel::bleu_score(counted, scoring).score;
  }
  const View<double> probabilities(results.probabilities.data() + begin, size);
  tercel::list_probabilities({lists.scores.data() + begin, size}, 1.0, probabilities);
  results.expected[l] = tercel::expected_score(probabilities, {results.bleu.data() + begin, size});
}

void score_chrf(const Lists& lists, std::size_t l, tercel::ChrfCandidates& chrf, Results& results) {
  const tercel::ChrfOptions options;
  std::int64_t row[tercel::chrf_columns(tercel::ChrfOptions())];
  const View<std::int64_t> counted(row, chrf.n_columns());
  chrf.select(lists.ids[l]);
  for (std::size_t i = lists.begins[l]; i < lists.begins[l + 1]; ++i) {
    chrf.statistics(tercel::TextView(lists.texts[i]), counted);
    results.chrf[i] = tercel::chrf_score(counted, options);
  }
}

void score_ter(const Lists& lists, std::size_t l, tercel::TerCandidates& ter, Results& results) {
  std::int64_t row[tercel::kTerColumns];
  const View<std::int64_t> edits(row, tercel::kTerColumns);
  ter.select(lists.ids[l]);
  for (std::size_t i = lists.begins[l]; i < lists.begins[l + 1]; ++i) {
    ter.statistics(tercel::TextView(lists.texts[i]), edits);
    results.ter[i] = tercel::error_rate(edits);
  }
}

/// Calls `score(l)` for every list, `repeat` times over, and says how fast the fastest time was.
template <class Score>
void measure(const char* name, const Lists& lists, long repeat, Score score) {
  std::clock_t best = 0;
  for (long r = 0; r < repeat; ++r) {
    const std::clock_t start = std::clock();
    for (std::size_t l = 0; l < lists.ids.size(); ++l) score(l);
    const std::clock_t taken = std::max<std::clock_t>(std::clock() - start, 1);
    if (r == 0 || taken < best) best = taken;
  }
  const double seconds = static_cast<double>(best) / CLOCKS_PER_SEC;
  std::fprintf(stderr, "%s: %.0f candidates a second of CPU time\n", name,
               static_cast<double>(lists.texts.size()) / seconds);
}

void print(const Lists& lists, const Results& results) {
  std::puts("list\tbleu\tchrf\tter\tprobability\texpected_bleu\tgradient");
  for (std::size_t l = 0; l < lists.ids.size(); ++l) {
    for (std::size_t i = lists.begins[l]; i < lists.begins[l + 1]; ++i) {
      const double gradient = tercel::expected_score_gradient(
          results.probabilities[i], results.bleu[i], results.expected[l], 1.0);
      std::printf("%zu\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\n", lists.ids[l], results.bleu[i],
                  results.chrf[i], results.ter[i], results.probabilities[i], results.expected[l],
                  gradient);
    }
  }
}

int run(int argc, char** argv) {
  long repeat = 1;
  if (argc > 2 && std::strcmp(argv[1], "--repeat") == 0) {
    char* end = nullptr;
    repeat = std::strtol(argv[2], &end, 10);
    if (*end != '\0') repeat = 0;
    argc -= 2;
    argv += 2;
  }
  if (argc < 3 || repeat < 1) {
    std::fputs("usage: score_nbest [--repeat N] NBEST REFERENCE...\n", stderr);
    return 2;
  }
  const auto n_streams = static_cast<std::size_t>(argc - 2);
  const std::vector<std::string> texts = read_streams(argv + 2, n_streams);
  const std::size_t n_segments = texts.size() / n_streams;
  const std::vector<tercel::TextView> views(texts.begin(), texts.end());
  const tercel::MatrixView<const tercel::TextView> streams(views.data(), n_streams, n_segments);
  const tercel::BleuReferences bleu_references(streams, {});
  const tercel::ChrfReferences chrf_references(streams, {});
  const tercel::TerReferences ter_references(streams, {});
  const Lists lists = read_nbest(argv[1], n_segments);

  tercel::BleuCandidates bleu(bleu_references);
  tercel::ChrfCandidates chrf(chrf_references);
  tercel::TerCandidates ter(ter_references);
  Results results(lists);
  measure("BLEU", lists, repeat, [&](std::size_t l) { score_bleu(lists, l, bleu, results); });
  measure("chrF", lists, repeat, [&](std::size_t l) { score_chrf(lists, l, chrf, results); });
  measure("TER", lists, repeat, [&](std::size_t l) { score_ter(lists, l, ter, results); });
  print(lists, results);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "score_nbest: %s\n", error.what());
    return 1;
  }
}
