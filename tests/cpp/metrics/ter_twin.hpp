/// Translation edit rate by its definition: no bits, no pruning, every list written out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <vector>

namespace ter_twin {

using Words = std::vector<std::uint32_t>;

inline constexpr int kInfinite = 1000000000;

struct Cell {
  int cost = kInfinite;
  char step = '?';  // 'm'atch, 's'ubstitution, 'i': excess hypothesis word, 'd': missing one
};

using Matrix = std::vector<std::vector<Cell>>;

struct Result {
  int shifts = 0;
  int distance = 0;
  bool limit_reached = false;
  Matrix matrix;
};

inline void offer(Cell& cell, int cost, char step) {
  if (cost < cell.cost) cell = {cost, step};
}

/// The edit distance matrix, a row a hypothesis word, filled inside the beam.
inline Matrix distances(const Words& hyp, const Words& ref, bool exact) {
  const int n = static_cast<int>(hyp.size());
  const int m = static_cast<int>(ref.size());
  Matrix d(hyp.size() + 1, std::vector<Cell>(ref.size() + 1));
  for (int j = 0; j <= m; ++j) d[0][static_cast<std::size_t>(j)] = {j, 'd'};
  const double ratio = n == 0 ? 1.0 : static_cast<double>(m) / n;
  int beam = 25;
  if (ratio / 2 > 25) beam = static_cast<int>(std::ceil(ratio / 2 + 25));
  for (int i = 1; i <= n; ++i) {
    const int centre = static_cast<int>(std::floor(i * ratio));
    for (int j = 0; j <= m; ++j) {
      const bool inside = j >= centre - beam && (j < centre + beam || i == n);
      if (!exact && !inside) continue;
      const auto r = static_cast<std::size_t>(i);
      const auto c = static_cast<std::size_t>(j);
      if (j > 0) {
        const bool same = hyp[r - 1] == ref[c - 1];
        offer(d[r][c], d[r - 1][c - 1].cost + (same ? 0 : 1), same ? 'm' : 's');
      }
      offer(d[r][c], d[r - 1][c].cost + 1, 'i');
      if (j > 0) offer(d[r][c], d[r][c - 1].cost + 1, 'd');
    }
  }
  return d;
}

/// Steps of the preferred path, first to last.
inline std::vector<char> path(const Matrix& d) {
  std::vector<char> steps;
  std::size_t i = d.size() - 1;
  std::size_t j = d[0].size() - 1;
  while (i > 0 || j > 0) {
    const char step = d[i][j].step;
    steps.insert(steps.begin(), step);
    if (step != 'd') --i;
    if (step != 'i') --j;
  }
  return steps;
}

inline Words moved(const Words& words, int start, int length, int target) {
  Words rest(words);
  const Words phrase(words.begin() + start, words.begin() + start + length);
  rest.erase(rest.begin() + start, rest.begin() + start + length);
  int at = target;  // where the phrase goes in what is left without it
  if (target >= start) at = target > start + length ? target - length : target;
  at = std::min(at, static_cast<int>(rest.size()));
  rest.insert(rest.begin() + at, phrase.begin(), phrase.end());
  return rest;
}

struct Alignment {
  std::vector<int> last_hyp;  // for each reference word: the last hypothesis word used, or -1
  std::vector<int> hyp_wrong;
  std::vector<int> ref_wrong;
};

inline Alignment alignment_of(const std::vector<char>& steps) {
  Alignment a;
  for (const char step : steps) {
    if (step != 'd') a.hyp_wrong.push_back(step == 'm' ? 0 : 1);
    if (step == 'i') continue;
    a.ref_wrong.push_back(step == 'm' ? 0 : 1);
    a.last_hyp.push_back(static_cast<int>(a.hyp_wrong.size()) - 1);
  }
  return a;
}

inline int sum(const std::vector<int>& marks, int start, int length) {
  int total = 0;
  for (int k = start; k < start + length; ++k) total += marks[static_cast<std::size_t>(k)];
  return total;
}

using Best = std::tuple<int, int, int, int, Words>;  // gain, length, -start, -target, words

/// Tries the phrase at every target; returns how many distinct ones there were in a row.
inline int try_targets(const Words& hyp, const Words& ref, const Alignment& a, int now, int h,
                       int r, int length, bool exact, Best& best) {
  int tried = 0;
  int before = -1;
  for (int offset = -1; offset < length; ++offset) {
    const int word = r + offset;
    const int target = word == -1 ? 0 : a.last_hyp[static_cast<std::size_t>(word)] + 1;
    if (target == before) continue;
    before = target;
    const Words words = moved(hyp, h, length, target);
    const int gain = now - distances(words, ref, exact).back().back().cost;
    const Best candidate(gain, length, -h, -target, words);
    if (candidate > best) best = candidate;
    ++tried;
  }
  return tried;
}

/// Tries every phrase that matches; stops at the pair that brings the count to the limit.
inline Best best_shift(const Words& hyp, const Words& ref, const Matrix& d, bool exact,
                       int& checked) {
  const int n = static_cast<int>(hyp.size());
  const int m = static_cast<int>(ref.size());
  const Alignment a = alignment_of(path(d));
  Best best(-kInfinite, 0, 0, 0, hyp);
  for (int h = 0; h < n; ++h) {
    for (int r = 0; r < m; ++r) {
      if (std::abs(r - h) > 50) continue;
      for (int length = 1; length <= 10 && h + length <= n && r + length <= m; ++length) {
        if (hyp[static_cast<std::size_t>(h + length - 1)] !=
            ref[static_cast<std::size_t>(r + length - 1)]) {
          break;
        }
        const int aligned = a.last_hyp[static_cast<std::size_t>(r)];
        if (sum(a.hyp_wrong, h, length) == 0 || sum(a.ref_wrong, r, length) == 0) continue;
        if (h <= aligned && aligned < h + length) continue;
        checked += try_targets(hyp, ref, a, d.back().back().cost, h, r, length, exact, best);
        if (checked >= 1000) return best;
      }
    }
  }
  return best;
}

inline Result translation_edits(Words hyp, const Words& ref, bool exact = false) {
  Result result;
  int checked = 0;
  while (true) {
    result.matrix = distances(hyp, ref, exact);
    result.distance = result.matrix.back().back().cost;
    if (ref.empty()) return result;
    const Best best = best_shift(hyp, ref, result.matrix, exact, checked);
    result.limit_reached = checked >= 1000;
    if (result.limit_reached || std::get<0>(best) <= 0) return result;
    hyp = std::get<4>(best);
    ++result.shifts;
  }
}

}  // namespace ter_twin
