// One function a subject, each in the .cpp file of its name.
#pragma once

#include <pybind11/pybind11.h>

namespace tercel::bindings {

void register_alignment(pybind11::module_& module);
void register_arithmetic(pybind11::module_& module);
void register_build(pybind11::module_& module);
void register_text(pybind11::module_& module);
void register_bleu(pybind11::module_& module);
void register_chrf(pybind11::module_& module);
void register_edits(pybind11::module_& module);
void register_overlap(pybind11::module_& module);
void register_prepared(pybind11::module_& module);
void register_fuzzy(pybind11::module_& module);
void register_mbr(pybind11::module_& module);
void register_resample(pybind11::module_& module);
void register_retrieval(pybind11::module_& module);
void register_lexicon(pybind11::module_& module);
void register_lexicon_table(pybind11::module_& module);
void register_rank(pybind11::module_& module);

}  // namespace tercel::bindings
