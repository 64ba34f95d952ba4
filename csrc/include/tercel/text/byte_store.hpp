/// Copies of many short strings that stay where they are for as long as their store lives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace tercel {

/// Keeps bytes in blocks. Memory: the bytes, and less than a block more; a moved store keeps them
/// at their addresses.
class ByteStore {
 public:
  std::string_view keep(std::string_view bytes) {
    if (bytes.empty()) return {};
    if (bytes.size() > free_) {
      free_ = std::max(kBlockBytes, bytes.size());
      blocks_.push_back(std::make_unique<char[]>(free_));
      next_ = blocks_.back().get();
    }
    std::memcpy(next_, bytes.data(), bytes.size());
    const std::string_view kept(next_, bytes.size());
    next_ += bytes.size();
    free_ -= bytes.size();
    return kept;
  }

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t free_ = 0;
};

}  // namespace tercel
