#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/sentence_alignment.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

namespace {

std::vector<tercel::TextView> views(const std::vector<std::string>& texts) {
  std::vector<tercel::TextView> out;
  for (const std::string& text : texts) out.emplace_back(std::string_view(text));
  return out;
}

tercel::DocumentAlignment align(const std::vector<std::string>& source,
                                const std::vector<std::string>& target,
                                const tercel::AlignmentOptions& options) {
  const auto source_views = views(source);
  const auto target_views = views(target);
  const std::vector<tercel::DocumentPair> documents = {{source_views, target_views}};
  std::vector<tercel::DocumentAlignment> out(1);
  tercel::align_documents(documents, options, nullptr, {out.data(), 1}, {});
  return out[0];
}

double cost_of(const tercel::DocumentAlignment& found) {
  double sum = 0.0;
  for (const tercel::Bead& bead : found.beads) sum += bead.cost;
  return sum;
}

std::vector<std::string> random_texts(std::mt19937& bits, std::size_t n) {
  std::vector<std::string> texts(n);
  for (auto& text : texts) text.assign(5 + bits() % 120, 'x');
  return texts;
}

}  // namespace

TEST_CASE("the published penalties") {
  CHECK(cost_of(align({""}, {""}, {})) == 0.0);
  CHECK(cost_of(align({""}, {}, {})) == 450.0);
  CHECK(cost_of(align({}, {""}, {})) == 450.0);
  CHECK(cost_of(align({"", ""}, {""}, {})) == 230.0);
  CHECK(cost_of(align({""}, {"", ""}, {})) == 230.0);
  CHECK(align({}, {}, {}).beads.empty());
}

TEST_CASE("the bounded search costs what the whole matrix costs") {
  std::mt19937 bits(1);
  for (int k = 0; k < 20; ++k) {
    const auto source = random_texts(bits, 60 + bits() % 60);
    auto target = source;
    target.erase(target.begin() + 10, target.begin() + 10 + static_cast<long>(bits() % 30));
    const auto more = random_texts(bits, bits() % 30);
    target.insert(target.end() - 5, more.begin(), more.end());
    tercel::AlignmentOptions whole;
    whole.half_width = 1000;
    const auto found = align(source, target, {});
    const auto wanted = align(source, target, whole);
    CHECK(found.exact);
    CHECK(wanted.exact);
    CHECK(cost_of(found) == doctest::Approx(cost_of(wanted)));
    CHECK(found.n_cells < wanted.n_cells);
  }
}

TEST_CASE("the bounded search finds the same beads, ties included") {
  std::mt19937 bits(2);
  int n_first = 0;
  for (int k = 0; k < 60; ++k) {
    auto source = random_texts(bits, 40 + bits() % 40);
    for (auto& text : source) text.assign(bits() % 3 * 40, 'x');
    auto target = source;
    for (std::size_t cuts = bits() % 12; cuts > 0; --cuts) {
      target.erase(target.begin() + static_cast<long>(bits() % target.size()));
    }
    tercel::AlignmentOptions whole;
    whole.half_width = 1000;
    const auto found = align(source, target, {});
    const auto wanted = align(source, target, whole);
    REQUIRE(found.beads.size() == wanted.beads.size());
    for (std::size_t b = 0; b < found.beads.size(); ++b) {
      CHECK(found.beads[b].source_end == wanted.beads[b].source_end);
      CHECK(found.beads[b].target_end == wanted.beads[b].target_end);
      CHECK(found.beads[b].cost == wanted.beads[b].cost);
    }
    // Where little is wrong, the first path proves itself, and no second search follows.
    n_first += found.n_cells < 12 * source.size() ? 1 : 0;
  }
  CHECK(n_first > 0);
  CHECK(n_first < 60);
}

TEST_CASE("costs of nothing are searched in a band and not everywhere") {
  tercel::AlignmentOptions options;
  options.weights.length = 0.0;
  const std::vector<std::string> texts(6000, "x");
  const auto found = align(texts, texts, options);
  CHECK_FALSE(found.exact);
  CHECK(cost_of(found) == 0.0);
  CHECK(found.beads.back().target_end == texts.size());
}

TEST_CASE("a monitor stops reading, searching and pricing") {
  struct Count {
    int asked = 0;
    int answers = 0;
  };
  const std::vector<std::string> texts(3000, "some words and some more, but none that is rare");
  const auto lines = views(texts);
  const std::vector<tercel::DocumentPair> documents = {{lines, lines}};
  tercel::AlignmentOptions options;
  options.weights.cognate = 0.85;
  std::vector<tercel::DocumentAlignment> out(1);
  Count count;
  tercel::Execution execution;
  execution.monitor = tercel::Monitor(
      [](void* context, std::size_t, std::size_t) {
        auto& self = *static_cast<Count*>(context);
        return ++self.asked != self.answers;
      },
      &count);
  CHECK(tercel::align_documents(documents, options, nullptr, {out.data(), 1}, execution));
  const int n_asked = count.asked;
  CHECK(n_asked > 10);
  // The last answer comes when everything is done.
  for (int answers = 1; answers < n_asked; ++answers) {
    count = {0, answers};
    out[0].beads.clear();
    CHECK_FALSE(tercel::align_documents(documents, options, nullptr, {out.data(), 1}, execution));
    CHECK(count.asked == answers);
    CHECK(out[0].beads.empty());
  }
}

TEST_CASE("options and lexica that do not fit are refused") {
  tercel::AlignmentOptions options;
  options.weights.variance = 0.0;
  CHECK_THROWS_AS(align({"a"}, {"b"}, options), std::invalid_argument);
}

TEST_CASE("bytes that are no UTF-8 are aligned, too") {
  tercel::AlignmentOptions options;
  options.weights.cognate = 0.85;
  CHECK(align({"\xff\xfe\xc3", "a"}, {"\xe2\x82", "a"}, options).beads.size() >= 1);
}
