/// Beads: which sentences of a document translate which of another.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace tercel {

/// How many sentences of each side a kind of bead takes, and what it costs besides its length.
struct BeadKind {
  std::size_t source;
  std::size_t target;
  double penalty;
};

/// Gale & Church's kinds. The penalty is -100 ln(p / .89), cut to whole tens as published, with p =
/// .89 for 1-1, .0099 for each of 1-0 and 0-1, .089 for each of 2-1 and 1-2, .011 for 2-2: each
/// direction is charged the mass of both, so that the probabilities sum to 1.10. Where two paths
/// cost the same, the kind that comes first here wins.
inline constexpr std::array<BeadKind, 6> kBeadKinds = {{
    {1, 1, 0.0},
    {1, 0, 450.0},
    {0, 1, 450.0},
    {2, 1, 230.0},
    {1, 2, 230.0},
    {2, 2, 440.0},
}};

/// Places in kBeadKinds.
inline constexpr std::size_t kOneOne = 0;
inline constexpr std::size_t kOneNone = 1;
inline constexpr std::size_t kNoneOne = 2;
inline constexpr std::size_t kTwoOne = 3;
inline constexpr std::size_t kOneTwo = 4;
inline constexpr std::size_t kTwoTwo = 5;

/// A number for each kind of bead with text on both sides, by the target sentence or column that it
/// ends at, and for one row of source sentences.
struct BeadRow {
  std::vector<double> one_one;
  std::vector<double> two_one;
  std::vector<double> one_two;
  std::vector<double> two_two;

  void resize(std::size_t n) {
    for (std::vector<double>* row : {&one_one, &two_one, &one_two, &two_two}) row->resize(n);
  }
  void clear(std::size_t begin, std::size_t end) {
    for (std::vector<double>* row : {&one_one, &two_one, &one_two, &two_two}) {
      std::fill(row->data() + begin, row->data() + end, 0.0);
    }
  }
};

/// Sentences [source_begin, source_end) with [target_begin, target_end); one side may be empty.
struct Bead {
  std::size_t source_begin;
  std::size_t source_end;
  std::size_t target_begin;
  std::size_t target_end;
  double cost;  ///< lower is better; negative where there is evidence for it
};

}  // namespace tercel
