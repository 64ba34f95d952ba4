// Scores of candidates: one list with several threads, or list after list in a loop without
// allocation.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "metric.hpp"
#include "tercel/base/threads.hpp"
#include "texts.hpp"

namespace tercel::capi {

inline constexpr std::uint64_t kRescorerMagic = 0x7465'7263'656c'5201;

// Candidates and where their numbers go; `rows` is NULL if only scores are wanted.
struct CandidateList {
  const tercel_text* texts;
  std::size_t size;
  std::int64_t* rows;
  double* scores;

  // Before anything is counted, so that nothing is written of a call that must fail.
  void check() const {
    for (std::size_t i = 0; i < size; ++i) checked_text(texts[i], false, "candidates", i);
  }
};

// Scores candidates [begin, end); `row` is scratch.
template <class Metric>
void score_candidates(const Metric& metric, typename Metric::Candidates& counter,
                      const CandidateList& list, std::size_t begin, std::size_t end,
                      std::vector<std::int64_t>& row) {
  const std::size_t n_columns = row.size();
  for (std::size_t i = begin; i < end; ++i) {
    std::int64_t* const out = list.rows == nullptr ? row.data() : list.rows + i * n_columns;
    counter.statistics(checked_text(list.texts[i], false, "candidates", i), {out, n_columns});
    metric.aggregate({out, 1, n_columns}, {list.scores + i, 1});
    if (!std::isfinite(list.scores[i])) {
      throw std::invalid_argument(place_of("candidates", i) + " has no finite score");
    }
  }
}

// One list, whose references are those of its only segment.
inline void score_list(const AnyMetric& any, const Texts& references, const CandidateList& list,
                       const Execution& execution) {
  std::visit(
      [&](const auto& metric) {
        using Metric = std::decay_t<decltype(metric)>;
        const typename Metric::References prepared(references.matrix(), metric.options);
        constexpr std::size_t kChunk = 64;
        parallel_for(list.size, kChunk, execution.workers, execution.monitor, [&] {
          typename Metric::Candidates counter(prepared);
          counter.select(0);
          return [&, counter = std::move(counter),
                  row = std::vector<std::int64_t>(metric.n_columns())](std::size_t begin,
                                                                       std::size_t end) mutable {
            score_candidates(metric, counter, list, begin, end, row);
          };
        });
      },
      any);
}

// Behind the handle: references of many segments, and the memory that counting takes.
class Rescorer {
 public:
  virtual ~Rescorer() = default;
  virtual std::size_t n_segments() const = 0;
  virtual std::size_t n_columns() const = 0;
  virtual void score(std::size_t segment, const CandidateList& list) = 0;
};

template <class Metric>
class RescorerOf final : public Rescorer {
 public:
  RescorerOf(const Metric& metric, const Texts& references)
      : metric_(metric),
        references_(references.matrix(), metric.options),
        counter_(references_),
        row_(metric.n_columns()) {}

  std::size_t n_segments() const override { return references_.n_segments(); }
  std::size_t n_columns() const override { return row_.size(); }
  void score(std::size_t segment, const CandidateList& list) override {
    counter_.select(segment);
    score_candidates(metric_, counter_, list, 0, list.size, row_);
  }

 private:
  Metric metric_;
  typename Metric::References references_;
  typename Metric::Candidates counter_;
  std::vector<std::int64_t> row_;
};

inline std::unique_ptr<Rescorer> make_rescorer(const AnyMetric& any, const Texts& references) {
  return std::visit(
      [&](const auto& metric) -> std::unique_ptr<Rescorer> {
        return std::make_unique<RescorerOf<std::decay_t<decltype(metric)>>>(metric, references);
      },
      any);
}

}  // namespace tercel::capi

struct tercel_rescorer {
  std::uint64_t magic;
  std::unique_ptr<tercel::capi::Rescorer> rescorer;
};

namespace tercel::capi {

inline Rescorer& rescorer_of(const tercel_rescorer* handle) {
  check_handle(handle, kRescorerMagic, "rescorer is NULL",
               "rescorer is not a pointer that tercel_rescorer_create gave");
  return *handle->rescorer;
}

}  // namespace tercel::capi
