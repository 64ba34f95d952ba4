// Tokenizers, for a list of lines at a time.
#include <pybind11/stl.h>

#include <string>
#include <string_view>
#include <vector>

#include "register.hpp"
#include "tercel/text/tokenizer.hpp"
#include "tercel/text/utf8.hpp"
#include "texts.hpp"
#include "tokenizer_names.hpp"

namespace tercel::bindings {
namespace {

// "surrogatepass" brings lone surrogates back as they came.
py::list to_python(View<const std::string_view> tokens) {
  py::list list(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    PyObject* string = PyUnicode_DecodeUTF8(
        tokens[i].data(), static_cast<py::ssize_t>(tokens[i].size()), "surrogatepass");
    if (string == nullptr) throw py::error_already_set();
    list[i] = py::reinterpret_steal<py::str>(string);
  }
  return list;
}

py::list tokenize_lines(const py::sequence& lines, const std::string& tokenizer, bool lowercase) {
  const TokenizerKind kind = tokenizer_of(tokenizer);
  const Texts texts(py::make_tuple(lines), "lines", false);
  py::list result;
  Tokens tokens;
  for (const TextView& line : texts.row(0)) {
    tokenize(line, kind, lowercase, tokens);
    result.append(to_python(tokens.views));
  }
  return result;
}

}  // namespace

void register_text(py::module_& module) {
  module.def("tokenize", &tokenize_lines, py::arg("lines"), py::arg("tokenizer"),
             py::arg("lowercase"), "Tokens of each line, as BLEU counts them.");
}

}  // namespace tercel::bindings
