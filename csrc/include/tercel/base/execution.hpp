/// How a computation is carried out. None of it changes a bit of the result.
#pragma once

#include <cstddef>

#include "tercel/base/isa.hpp"
#include "tercel/base/monitor.hpp"
#include "tercel/base/threads.hpp"

namespace tercel {

struct Execution {
  std::size_t workers = 1;  ///< threads, the calling one among them
  Isa isa = best_isa();     ///< must be available on this machine
  Monitor monitor = {};     ///< asked in the calling thread
};

}  // namespace tercel
