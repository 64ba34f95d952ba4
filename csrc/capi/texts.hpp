// The caller's texts as the core's views, in place.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "checks.hpp"
#include "tercel/base/view.hpp"
#include "tercel/text/text_view.hpp"

namespace tercel::capi {

inline std::string place_of(const char* name, std::size_t i) {
  return std::string(name) + "[" + std::to_string(i) + "]";
}

inline TextView checked_text(const tercel_text& text, bool may_miss, const char* name,
                             std::size_t i) {
  if (text.data == nullptr) {
    if (may_miss && text.size == 0) return {};
    throw std::invalid_argument(place_of(name, i) + ".data is NULL" +
                                (may_miss ? ", but its size is not 0" : ""));
  }
  if (text.size > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw SizeError(place_of(name, i) + ".size is " + std::to_string(text.size) +
                    ", expected at most 2147483647");
  }
  return {text.data, text.size, Encoding::utf8};
}

class Texts {
 public:
  // n_rows streams of n_columns texts each.
  Texts(const tercel_text* texts, std::size_t n_rows, std::size_t n_columns, bool may_miss,
        const char* name)
      : n_rows_(n_rows), n_columns_(n_columns) {
    check_pointer(texts, name);
    const std::size_t size = checked_product(n_rows, n_columns, sizeof(TextView), name);
    views_.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
      views_.push_back(checked_text(texts[i], may_miss, name, i));
    }
  }

  View<const TextView> row(std::size_t r) const { return matrix().row(r); }
  MatrixView<const TextView> matrix() const { return {views_.data(), n_rows_, n_columns_}; }

  // Before any statistics are counted, so that nothing is written of a call that must fail.
  void check_each_has_one(const char* name) const {
    for (std::size_t i = 0; i < n_columns_; ++i) {
      bool any = false;
      for (std::size_t k = 0; k < n_rows_; ++k) any = any || matrix().row(k)[i].data != nullptr;
      if (any) continue;
      throw std::invalid_argument(std::string(name) + ": segment " + std::to_string(i) +
                                  " has none, needs at least one");
    }
  }

 private:
  std::size_t n_rows_;
  std::size_t n_columns_;
  std::vector<TextView> views_;
};

}  // namespace tercel::capi
