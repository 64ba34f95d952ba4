// The module file only lists the subjects; each has a register file of its own.
#include <pybind11/pybind11.h>

#include "register.hpp"

PYBIND11_MODULE(_core, module, pybind11::mod_gil_not_used()) {
  module.doc() = "The C++ core of tercel. Private: use the functions and classes of tercel itself.";
  tercel::bindings::register_alignment(module);
  tercel::bindings::register_arithmetic(module);
  tercel::bindings::register_build(module);
  tercel::bindings::register_text(module);
  tercel::bindings::register_bleu(module);
  tercel::bindings::register_chrf(module);
  tercel::bindings::register_edits(module);
  tercel::bindings::register_overlap(module);
  tercel::bindings::register_prepared(module);
  tercel::bindings::register_fuzzy(module);
  tercel::bindings::register_mbr(module);
  tercel::bindings::register_resample(module);
  tercel::bindings::register_retrieval(module);
  tercel::bindings::register_lexicon(module);
  tercel::bindings::register_lexicon_table(module);
  tercel::bindings::register_rank(module);
}
