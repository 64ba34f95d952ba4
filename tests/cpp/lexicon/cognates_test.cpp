#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/lexicon/cognates.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace {

// Words of two letters, so that each counts whole.
using Sentence = std::vector<std::string>;

std::vector<Sentence> random_sentences(std::mt19937& bits, std::size_t n, std::size_t n_words) {
  std::vector<Sentence> sentences(n);
  for (Sentence& sentence : sentences) {
    const std::size_t size = bits() % 9;
    for (std::size_t k = 0; k < size; ++k) {
      sentence.push_back({static_cast<char>('a' + bits() % n_words), 'x'});
    }
  }
  return sentences;
}

std::vector<std::string> lines_of(const std::vector<Sentence>& sentences) {
  std::vector<std::string> lines;
  for (const Sentence& sentence : sentences) {
    lines.emplace_back();
    for (const std::string& word : sentence) lines.back() += word + " ";
  }
  return lines;
}

std::vector<tercel::TextView> views_of(const std::vector<std::string>& lines) {
  std::vector<tercel::TextView> views;
  for (const std::string& line : lines) views.emplace_back(std::string_view(line));
  return views;
}

// Each word of `a` takes the first free equal word of `b`.
double greedy(Sentence a, const Sentence& before_a, Sentence b, const Sentence& before_b) {
  a.insert(a.end(), before_a.begin(), before_a.end());
  b.insert(b.end(), before_b.begin(), before_b.end());
  double n = 0.0;
  for (const std::string& word : a) {
    const auto found = std::find(b.begin(), b.end(), word);
    if (found == b.end()) continue;
    b.erase(found);
    n += 1.0;
  }
  return n;
}

}  // namespace

TEST_CASE("cognates of one and two sentences are what taking them one by one finds") {
  std::mt19937 bits(1);
  for (int k = 0; k < 60; ++k) {
    const auto source = random_sentences(bits, 1 + bits() % 8, 2 + bits() % 12);
    const auto target = random_sentences(bits, 1 + bits() % 8, 2 + bits() % 12);
    const auto source_lines = lines_of(source);
    const auto target_lines = lines_of(target);
    tercel::Cognates cognates;
    tercel::PacedMonitor monitor({}, 1);
    CHECK(cognates.read(views_of(source_lines), views_of(target_lines), monitor));
    for (int row = 0; row < 20; ++row) {
      const std::size_t i = bits() % source.size();
      const std::size_t begin = bits() % target.size();
      const std::size_t end = begin + 1 + bits() % (target.size() - begin);
      cognates.count_row(i, begin, end);
      const tercel::BeadRow& counts = cognates.counts();
      for (std::size_t j = begin; j < end; ++j) {
        CHECK(counts.one_one[j] == greedy(source[i], {}, target[j], {}));
        if (i > 0) CHECK(counts.two_one[j] == greedy(source[i], source[i - 1], target[j], {}));
        if (j > 0) CHECK(counts.one_two[j] == greedy(source[i], {}, target[j], target[j - 1]));
        if (i > 0 && j > 0) {
          CHECK(counts.two_two[j] == greedy(source[i], source[i - 1], target[j], target[j - 1]));
        }
      }
    }
    for (std::size_t i = 0; i < source.size(); ++i) {
      CHECK(cognates.source_words()[i] == static_cast<double>(source[i].size()));
    }
    for (std::size_t j = 1; j < target.size(); ++j) {
      CHECK(cognates.target_words_of_pair()[j] ==
            static_cast<double>(target[j].size() + target[j - 1].size()));
    }
  }
}

TEST_CASE("longer words are cognates by their first four letters, numbers as a whole") {
  const std::vector<std::string> source = {"Government 12345", "governor 12345"};
  const std::vector<std::string> target = {"gouvernement 12346", "GOVERN 12345"};
  tercel::Cognates cognates;
  tercel::PacedMonitor monitor({}, 1);
  CHECK(cognates.read(views_of(source), views_of(target), monitor));
  cognates.count_row(0, 0, 2);
  CHECK(cognates.counts().one_one[0] == 0.0);
  CHECK(cognates.counts().one_one[1] == 2.0);
}
