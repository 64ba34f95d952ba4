/// How a long computation tells its caller how far it is, and learns that it should stop.
#pragma once

#include <cstddef>

namespace tercel {

/// Asked between chunks of work, in the calling thread only.
///
/// `function(context, done, total)` returns false to stop. A default-constructed monitor never
/// stops anything. Loops ask at least every few milliseconds, so that Ctrl-C feels immediate.
class Monitor {
 public:
  using Function = bool (*)(void* context, std::size_t done, std::size_t total);

  constexpr Monitor() = default;
  constexpr Monitor(Function function, void* context) : function_(function), context_(context) {}

  bool keep_going(std::size_t done, std::size_t total) const {
    return function_ == nullptr || function_(context_, done, total);
  }

 private:
  Function function_ = nullptr;
  void* context_ = nullptr;
};

/// Asks a monitor after every `step` units of work: for loops whose turns differ much in length.
class PacedMonitor {
 public:
  PacedMonitor(const Monitor& monitor, std::size_t step) : monitor_(monitor), step_(step) {}

  /// False to stop; `work` is what was done since the last call.
  bool keep_going(std::size_t work) {
    since_asked_ += work;
    if (since_asked_ < step_) return true;
    since_asked_ = 0;
    return monitor_.keep_going(0, 1);
  }

 private:
  Monitor monitor_;
  std::size_t step_;
  std::size_t since_asked_ = 0;
};

}  // namespace tercel
