// What stands at the border: arguments are checked, exceptions become codes and a text.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

#include "tercel.h"

namespace tercel::capi {

// A size that cannot be; the other errors have standard types.
class SizeError : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

class HandleError : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// An array, not a string: writing down an error must not fail in its turn.
inline char* error_text() noexcept {
  constexpr std::size_t kSize = 512;
  static thread_local char text[kSize];
  return text;
}

inline tercel_status fail(tercel_status status, const char* what) noexcept {
  std::snprintf(error_text(), 512, "%s", what);
  return status;
}

// Calls `function()`; whatever it throws becomes a status.
template <class Function>
tercel_status guarded(Function function) noexcept {
  error_text()[0] = '\0';
  try {
    function();
    return TERCEL_OK;
  } catch (const HandleError& error) {
    return fail(TERCEL_ERROR_HANDLE, error.what());
  } catch (const SizeError& error) {
    return fail(TERCEL_ERROR_SIZE, error.what());
  } catch (const std::bad_alloc&) {
    return fail(TERCEL_ERROR_MEMORY, "out of memory");
  } catch (const std::length_error&) {
    return fail(TERCEL_ERROR_MEMORY, "out of memory: a container would be too long");
  } catch (const std::invalid_argument& error) {
    return fail(TERCEL_ERROR_ARGUMENT, error.what());
  } catch (const std::out_of_range& error) {
    return fail(TERCEL_ERROR_ARGUMENT, error.what());
  } catch (const std::exception& error) {
    return fail(TERCEL_ERROR_INTERNAL, error.what());
  } catch (...) {
    return fail(TERCEL_ERROR_INTERNAL, "unknown exception");
  }
}

inline void check_pointer(const void* pointer, const char* name) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(name) + " is NULL");
}

// What was found where a name was expected. Of a long one the beginning, so that the rest of the
// message has room; bytes that are no printable ASCII as '?', so that any program can show it.
inline std::string quoted(const std::string& found) {
  constexpr std::size_t kMost = 40;
  std::string shown = found.substr(0, kMost);
  for (char& c : shown) c = c < ' ' || c > '~' ? '?' : c;
  return "'" + shown + (found.size() > kMost ? "...'" : "'");
}

inline void check_whole(std::int64_t value, std::int64_t low, std::int64_t high, const char* name) {
  if (value >= low && value <= high) return;
  throw std::invalid_argument(std::string(name) + " is " + std::to_string(value) +
                              ", expected a whole number from " + std::to_string(low) + " to " +
                              std::to_string(high));
}

// A handle begins with the number that says of which kind it is.
template <class Handle>
void check_handle(const Handle* handle, std::uint64_t magic, const char* null_text,
                  const char* wrong_text) {
  if (handle == nullptr) throw HandleError(null_text);
  const auto address = reinterpret_cast<std::uintptr_t>(handle);
  if (address % alignof(Handle) != 0 || handle->magic != magic) throw HandleError(wrong_text);
}

inline bool checked_flag(int value, const char* name) {
  check_whole(value, 0, 1, name);
  return value == 1;
}

inline std::size_t checked_workers(int workers) {
  check_whole(workers, 1, 1024, "workers");
  return static_cast<std::size_t>(workers);
}

// Segment numbers have 32 bits.
inline void check_count(std::size_t value, const char* name) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (value >= 1 && value <= kMost) return;
  throw SizeError(std::string(name) + " is " + std::to_string(value) + ", expected from 1 to " +
                  std::to_string(kMost));
}

// rows * columns; refuses what could not be an array in memory. `rows` may be anything.
inline std::size_t checked_product(std::size_t rows, std::size_t columns, std::size_t element_size,
                                   const char* name) {
  const auto most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  if (columns == 0 || rows <= most / element_size / columns) return rows * columns;
  throw SizeError(std::string(name) + ": " + std::to_string(rows) + " times " +
                  std::to_string(columns) + " elements do not fit into memory");
}

inline void check_size(std::size_t found, std::size_t expected, const char* name) {
  if (found == expected) return;
  throw SizeError(std::string(name) + " is " + std::to_string(found) + ", expected " +
                  std::to_string(expected));
}

}  // namespace tercel::capi
