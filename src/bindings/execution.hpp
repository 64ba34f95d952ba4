// Running the core without the GIL, with Ctrl-C and progress.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <stdexcept>
#include <string>

#include "tercel/base/execution.hpp"

namespace tercel::bindings {

namespace py = pybind11;

inline Isa isa_of(const std::string& name) {
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::neon}) {
    if (isa_name(isa) == name) return isa;
  }
  throw std::invalid_argument("unknown instruction set '" + name + "'");
}

// Asks Python, a few dozen times a second at most, whether a signal came, and reports progress.
class PythonMonitor {
 public:
  explicit PythonMonitor(py::object progress) : progress_(std::move(progress)) {}

  Monitor monitor() { return Monitor(&PythonMonitor::ask, this); }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  static bool ask(void* context, std::size_t done, std::size_t total) {
    auto& self = *static_cast<PythonMonitor*>(context);
    const Clock::time_point now = Clock::now();
    if (now - self.last_ < std::chrono::milliseconds(20)) return true;
    self.last_ = now;
    return self.ask_python(done, total);
  }

  bool ask_python(std::size_t done, std::size_t total) {
    const py::gil_scoped_acquire gil;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress_.is_none()) progress_(done, total);
      return true;
    } catch (...) {
      error_ = std::current_exception();
      return false;
    }
  }

  py::object progress_;
  Clock::time_point last_ = Clock::now();
  std::exception_ptr error_;
};

// Calls `function(execution)` without the GIL; an exception of a signal handler or of `progress`
// is raised when the core has stopped.
template <class Function>
void run_without_gil(std::size_t workers, const std::string& isa, py::object progress,
                     Function function) {
  PythonMonitor monitor(std::move(progress));
  const Execution execution{workers, isa_of(isa), monitor.monitor()};
  {
    const py::gil_scoped_release no_gil;
    function(execution);
  }
  monitor.rethrow();
}

}  // namespace tercel::bindings
