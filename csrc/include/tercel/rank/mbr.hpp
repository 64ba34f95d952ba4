/// Minimum Bayes risk: how good each hypothesis of a list is, on average, if one of the list's
/// texts is the truth.
///
/// Kumar and Byrne (2004), Minimum Bayes-risk decoding for statistical machine translation,
/// HLT-NAACL, section 2. The aggregated form, linear in the list: DeNero, Chiang and Knight (2009),
/// Fast consensus decoding over translation forests, ACL; Vamvas and Sennrich (2024), Linear-time
/// minimum Bayes risk decoding with reference aggregation, ACL.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "tercel/base/execution.hpp"
#include "tercel/base/view.hpp"
#include "tercel/rank/ngram_utilities.hpp"
#include "tercel/rank/ter_utility.hpp"
#include "tercel/text/text_view.hpp"

namespace tercel {

/// Lists one after the other: list l has the hypotheses [hyp_offsets[l], hyp_offsets[l + 1]) and
/// the references [ref_offsets[l], ref_offsets[l + 1]) of `texts` and `references`.
struct MbrLists {
  View<const TextView> hypotheses;
  View<const std::int64_t> hyp_offsets;
  View<const TextView> references;  ///< empty, without offsets: the hypotheses themselves
  View<const std::int64_t> ref_offsets;

  bool same() const { return ref_offsets.empty(); }
  std::size_t n_lists() const { return hyp_offsets.size() - 1; }
  static View<const TextView> part(View<const TextView> texts, View<const std::int64_t> offsets,
                                   std::size_t list) {
    const auto begin = static_cast<std::size_t>(offsets[list]);
    return texts.subview(begin, static_cast<std::size_t>(offsets[list + 1]) - begin);
  }
  View<const TextView> hypotheses_of(std::size_t list) const {
    return part(hypotheses, hyp_offsets, list);
  }
  View<const TextView> references_of(std::size_t list) const {
    return same() ? hypotheses_of(list) : part(references, ref_offsets, list);
  }
  std::size_t first_reference(std::size_t list) const {
    return static_cast<std::size_t>((same() ? hyp_offsets : ref_offsets)[list]);
  }
  std::size_t n_references() const { return same() ? hypotheses.size() : references.size(); }

  void check() const;
};

namespace detail {

inline void check_offsets(View<const std::int64_t> offsets, std::size_t n_texts) {
  bool good = !offsets.empty() && offsets[0] == 0 &&
              static_cast<std::uint64_t>(offsets[offsets.size() - 1]) == n_texts;
  for (std::size_t i = 1; i < offsets.size(); ++i) good = good && offsets[i - 1] <= offsets[i];
  if (!good) {
    throw std::invalid_argument("MbrLists: offsets must rise from 0 to the number of texts");
  }
}

/// Visits (hypothesis, reference, score) of all pairs; for each hypothesis the references come in
/// their order, whichever way the pairs are walked. Returns early if the checkpoint says so.
template <class Utility, class Visit>
void visit_pairs(Utility& utility, View<const TextView> hypotheses, View<const TextView> references,
                 bool same, const Checkpoint& checkpoint, Visit visit) {
  const std::size_t n = hypotheses.size();
  if constexpr (Utility::kSymmetric) {
    utility.read(hypotheses, same ? View<const TextView>() : references, false);
    for (std::size_t j = 0; j < references.size() && checkpoint.keep_going(); ++j) {
      utility.select(same ? j : n + j);
      if (same) {
        utility.match_itself(j);
        visit(j, j, utility.score(j, j));
      }
      for (std::size_t i = same ? j + 1 : 0; i < n; ++i) {
        utility.match(i);
        visit(i, j, utility.score(i, same ? j : n + j));
        if (same) visit(j, i, utility.score(j, i));
      }
    }
  } else {
    utility.read(hypotheses, references);
    for (std::size_t j = 0; j < references.size(); ++j) {
      utility.select(j);
      for (std::size_t i = 0; i < n; ++i) {
        if (!checkpoint.keep_going()) return;
        visit(i, j, utility.score(i));
      }
    }
  }
}

}  // namespace detail

inline void MbrLists::check() const {
  detail::check_offsets(hyp_offsets, hypotheses.size());
  if (same()) return;
  detail::check_offsets(ref_offsets, references.size());
  if (ref_offsets.size() != hyp_offsets.size()) {
    throw std::invalid_argument("MbrLists: hypotheses and references have different lists");
  }
}

/// expected[i] = sum over the references j of i's list of weights[j] * utility(i, j), added in the
/// order of j, exactly as a loop over pairs would. `weights` has one a reference. O(n^2) utilities
/// a list of n; n-grams are counted once a text. `make_utility()` is called once a thread.
/// Returns false if the monitor stopped it.
template <class MakeUtility>
bool expected_utilities(const MbrLists& lists, View<const double> weights, View<double> expected,
                        const Execution& execution, MakeUtility make_utility) {
  lists.check();
  if (weights.size() != lists.n_references() || expected.size() != lists.hypotheses.size()) {
    throw std::invalid_argument("expected_utilities: weights or expected has a wrong size");
  }
  return parallel_for(lists.n_lists(), 1, execution.workers, execution.monitor, [&] {
    return [&, utility = make_utility()](std::size_t begin, std::size_t end,
                                         const Checkpoint& checkpoint) mutable {
      for (std::size_t l = begin; l < end; ++l) {
        double* const out = expected.data() + lists.hyp_offsets[l];
        const double* const weight = weights.data() + lists.first_reference(l);
        const View<const TextView> hypotheses = lists.hypotheses_of(l);
        for (std::size_t i = 0; i < hypotheses.size(); ++i) out[i] = 0.0;
        detail::visit_pairs(
            utility, hypotheses, lists.references_of(l), lists.same(), checkpoint,
            [&](std::size_t i, std::size_t j, double score) { out[i] += weight[j] * score; });
      }
    };
  });
}

/// All utilities of one list: scores.row(i)[j] is that of hypothesis i against reference j. Without
/// references, the hypotheses stand for them.
template <class Utility>
bool pairwise_utilities(View<const TextView> hypotheses, View<const TextView> references, bool same,
                        Utility& utility, MatrixView<double> scores, const Execution& execution) {
  return parallel_for(1, 1, 1, execution.monitor, [&] {
    return [&](std::size_t, std::size_t, const Checkpoint& checkpoint) {
      detail::visit_pairs(
          utility, hypotheses, same ? hypotheses : references, same, checkpoint,
          [&](std::size_t i, std::size_t j, double score) { scores.row(i)[j] = score; });
    };
  });
}

/// An approximation: expected[i] = the score of i's expected statistics instead of the expectation
/// of its scores. O(n) a list of n. For utilities of n-grams only.
template <class MakeUtility>
bool aggregated_utilities(const MbrLists& lists, View<const double> weights, View<double> expected,
                          const Execution& execution, MakeUtility make_utility) {
  lists.check();
  if (weights.size() != lists.n_references() || expected.size() != lists.hypotheses.size()) {
    throw std::invalid_argument("aggregated_utilities: weights or expected has a wrong size");
  }
  return parallel_for(lists.n_lists(), 1, execution.workers, execution.monitor, [&] {
    return [&, utility = make_utility()](std::size_t begin, std::size_t end) mutable {
      for (std::size_t l = begin; l < end; ++l) {
        const View<const TextView> hypotheses = lists.hypotheses_of(l);
        const View<const TextView> references = lists.references_of(l);
        utility.read(hypotheses, lists.same() ? View<const TextView>() : references, true);
        utility.weigh(lists.same() ? 0 : hypotheses.size(),
                      weights.subview(lists.first_reference(l), references.size()));
        double* const out = expected.data() + lists.hyp_offsets[l];
        for (std::size_t i = 0; i < hypotheses.size(); ++i) out[i] = utility.expected_score(i);
      }
    };
  });
}

}  // namespace tercel
