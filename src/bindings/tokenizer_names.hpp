// Tokenizers by name.
#pragma once

#include <stdexcept>
#include <string>

#include "tercel/text/tokenizer.hpp"

namespace tercel::bindings {

inline TokenizerKind tokenizer_of(const std::string& name) {
  const auto kind = tokenizer_from_name(name);
  if (!kind) throw std::invalid_argument("unknown tokenizer '" + name + "'");
  return *kind;
}

}  // namespace tercel::bindings
