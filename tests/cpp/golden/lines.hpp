/// The lines of golden files, `NAME VALUE...`, as tests/golden/__init__.py writes them.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tercel/base/execution.hpp"
#include "tercel/text/text_view.hpp"

namespace golden {

/// Where the input is, and how to compute.
struct Setting {
  std::string folder;
  tercel::Execution execution;
};

/// As Python's float.hex writes it, to the last bit; printf's %a is not the same everywhere.
inline std::string text_of(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t mantissa = bits & 0xfffffffffffff;
  const char* const sign = (bits >> 63) != 0 ? "-" : "";
  if (exponent == 0x7ff) return mantissa != 0 ? "nan" : std::string(sign) + "inf";
  if (exponent == 0 && mantissa == 0) return std::string(sign) + "0x0.0p+0";
  char text[40];
  std::snprintf(text, sizeof text, "%s0x%d.%013llxp%+d", sign, exponent != 0 ? 1 : 0,
                static_cast<unsigned long long>(mantissa), exponent != 0 ? exponent - 1023 : -1022);
  return text;
}

inline std::string text_of(float value) {
  return text_of(static_cast<double>(value));
}

template <class Integer>
std::string text_of(Integer value) {
  return std::to_string(value);
}

/// The lines of one file.
class Lines {
 public:
  template <class Values>
  void add(const std::string& name, const Values& values) {
    lines_.push_back(name);
    more(values);
  }

  /// Further values of the line that was added last.
  template <class Values>
  void more(const Values& values) {
    for (const auto& value : values) lines_.back() += " " + text_of(value);
  }

  const std::vector<std::string>& all() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

inline std::vector<std::string> read_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot be opened");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// An input file, a text a line, with views of the texts.
struct Texts {
  Texts(const Setting& setting, const std::string& name)
      : lines(read_lines(setting.folder + "/input/" + name + ".txt")),
        views(lines.begin(), lines.end()) {}

  std::vector<std::string> lines;
  std::vector<tercel::TextView> views;
};

}  // namespace golden
