/// Non-owning views of contiguous memory: what every kernel takes and fills.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace tercel {

/// `size` values of type T at `data`, owned by somebody else.
template <class T>
class View {
 public:
  constexpr View() = default;
  constexpr View(T* data, std::size_t size) : data_(data), size_(size) {}

  /// A view of mutable values is also a view of constant ones.
  template <class U, class = std::enable_if_t<std::is_same_v<const U, T>>>
  constexpr View(View<U> other) : data_(other.data()), size_(other.size()) {}

  template <class U, class = std::enable_if_t<std::is_same_v<std::remove_const_t<T>, U>>>
  View(const std::vector<U>& values) : data_(values.data()), size_(values.size()) {}

  constexpr T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](std::size_t i) const { return data_[i]; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr View subview(std::size_t offset, std::size_t size) const {
    return View(data_ + offset, size);
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// `rows` rows of `columns` values each, row after row without gaps.
template <class T>
class MatrixView {
 public:
  constexpr MatrixView() = default;
  constexpr MatrixView(T* data, std::size_t rows, std::size_t columns)
      : data_(data), rows_(rows), columns_(columns) {}

  template <class U, class = std::enable_if_t<std::is_same_v<const U, T>>>
  constexpr MatrixView(MatrixView<U> other)
      : data_(other.data()), rows_(other.rows()), columns_(other.columns()) {}

  constexpr T* data() const { return data_; }
  constexpr std::size_t rows() const { return rows_; }
  constexpr std::size_t columns() const { return columns_; }
  constexpr View<T> row(std::size_t i) const { return View<T>(data_ + i * columns_, columns_); }

 private:
  T* data_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

}  // namespace tercel
