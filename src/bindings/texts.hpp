// Python strings as the core's text views, in place: CPython keeps every string in an encoding of
// one unit a code point (PEP 393), which the core reads as it stands.
#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/view.hpp"
#include "tercel/text/text_view.hpp"

namespace tercel::bindings {

namespace py = pybind11;

inline TextView text_view_of(PyObject* string) {
  Encoding encoding = Encoding::ucs4;
  switch (PyUnicode_KIND(string)) {
    case PyUnicode_1BYTE_KIND:
      encoding = PyUnicode_IS_ASCII(string) ? Encoding::ascii : Encoding::latin1;
      break;
    case PyUnicode_2BYTE_KIND:
      encoding = Encoding::ucs2;
      break;
    default:
      break;
  }
  return {PyUnicode_DATA(string), static_cast<std::size_t>(PyUnicode_GET_LENGTH(string)), encoding};
}

// Sequences of strings, one a row, all of one length. None is a missing text where that is allowed.
//
// Holds a reference to every string, so that other Python threads may change the lists meanwhile.
class Texts {
 public:
  Texts(const py::sequence& rows, const char* name, bool may_miss) : name_(name) {
    for (const py::handle row : rows) add_row(row, may_miss);
  }

  View<const TextView> row(std::size_t i) const { return matrix().row(i); }
  MatrixView<const TextView> matrix() const { return {views_.data(), owners_.size(), columns_}; }

 private:
  void add_row(py::handle row, bool may_miss) {
    py::tuple owner = py::reinterpret_steal<py::tuple>(PySequence_Tuple(row.ptr()));
    if (!owner) throw py::error_already_set();
    if (owners_.empty()) columns_ = owner.size();
    if (owner.size() != columns_) {
      throw std::invalid_argument(name_ + ": streams of different lengths, " +
                                  std::to_string(columns_) + " and " +
                                  std::to_string(owner.size()));
    }
    for (std::size_t i = 0; i < columns_; ++i) {
      if (i % kBetweenSignals == 0 && PyErr_CheckSignals() != 0) throw py::error_already_set();
      PyObject* item = PyTuple_GET_ITEM(owner.ptr(), static_cast<py::ssize_t>(i));
      views_.push_back(item == Py_None && may_miss ? TextView() : checked_view(item, i));
    }
    owners_.push_back(std::move(owner));
  }

  TextView checked_view(PyObject* item, std::size_t i) const {
    if (!PyUnicode_Check(item)) {
      throw py::type_error(name_ + "[" + std::to_string(i) + "] is " + Py_TYPE(item)->tp_name +
                           ", expected str");
    }
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(item) != 0) throw py::error_already_set();
#endif
    return text_view_of(item);
  }

  // Ctrl-C is heard each millisecond or so.
  static constexpr std::size_t kBetweenSignals = 1 << 14;

  std::string name_;
  std::size_t columns_ = 0;
  std::vector<py::tuple> owners_;
  std::vector<TextView> views_;
};

}  // namespace tercel::bindings
