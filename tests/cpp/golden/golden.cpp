// Compares what this build computes with the golden files, bit by bit.
//
//   golden FOLDER
//
// FOLDER is tests/golden. Every instruction set that the machine can run is tried, with one, two
// and three threads. Built from csrc/ alone: see tools/check-bits.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "lexicon.hpp"
#include "metrics.hpp"
#include "ranking.hpp"
#include "resampling.hpp"

namespace {

using golden::Lines;
using golden::Setting;

/// The first value that differs, for a person to look at.
std::string first_difference(const std::string& expected, const std::string& found) {
  const auto [a, b] = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
  const auto word = [](const std::string& line, std::size_t at) {
    const std::size_t begin = at == 0 ? 0 : line.rfind(' ', at - 1) + 1;
    return line.substr(begin, line.find(' ', at) - begin);
  };
  return expected.substr(0, expected.find(' ')) + ": expected " +
         word(expected, static_cast<std::size_t>(a - expected.begin())) + ", found " +
         word(found, static_cast<std::size_t>(b - found.begin()));
}

/// The number of lines that differ from the file.
std::size_t compare(const std::string& path, const std::vector<std::string>& found) {
  const std::vector<std::string> expected = golden::read_lines(path);
  std::size_t n_different = 0;
  for (std::size_t i = 0; i < std::max(expected.size(), found.size()); ++i) {
    if (i >= expected.size() || i >= found.size()) {
      std::printf("%s: expected %zu lines, found %zu\n", path.c_str(), expected.size(),
                  found.size());
      return n_different + 1;
    }
    if (expected[i] == found[i]) continue;
    ++n_different;
    std::printf("%s:%zu: %s\n", path.c_str(), i + 1,
                first_difference(expected[i], found[i]).c_str());
  }
  return n_different;
}

std::size_t check(const Setting& setting) {
  const std::pair<const char*, void (*)(const Setting&, Lines&)> sections[] = {
      {"metrics", &golden::add_metrics},
      {"resampling", &golden::add_resampling},
      {"lexicon", &golden::add_lexicon},
      {"ranking", &golden::add_ranking}};
  std::size_t n_different = 0;
  for (const auto& [name, add] : sections) {
    Lines lines;
    add(setting, lines);
    n_different += compare(setting.folder + "/" + name + ".txt", lines.all());
  }
  return n_different;
}

int run(const std::string& folder) {
  std::size_t n_different = 0;
  std::string sets;
  for (const tercel::Isa isa :
       {tercel::Isa::scalar, tercel::Isa::avx2, tercel::Isa::avx512, tercel::Isa::neon}) {
    if (!tercel::isa_available(isa)) continue;
    sets += " " + std::string(tercel::isa_name(isa));
    for (const std::size_t workers : {1U, 2U, 3U}) {
      Setting setting;
      setting.folder = folder;
      setting.execution.workers = workers;
      setting.execution.isa = isa;
      const std::size_t n = check(setting);
      if (n != 0) {
        std::printf("%zu lines differ with %s, %zu threads\n", n, sets.c_str() + sets.rfind(' '),
                    workers);
      }
      n_different += n;
    }
  }
  if (n_different == 0) std::printf("the same bits:%s\n", sets.c_str());
  return n_different == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: golden FOLDER\n", stderr);
    return 2;
  }
  try {
    return run(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "golden: %s\n", error.what());
    return 1;
  }
}
