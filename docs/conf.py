"""How Sphinx makes these pages: ``python -m sphinx -W -n --keep-going -b html docs OUT``."""

import sys
from pathlib import Path

import tercel

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "tercel"
author = "The tercel developers"
project_copyright = f"2026, {author}"
version = release = tercel.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "numpydoc",
    # In docs/_extensions; each makes pages of what the code itself says.
    "c_header",
    "command_line",
    "cpp_headers",
    "public_names",
]
exclude_patterns = ["_extensions", "_build"]

# A name in single backticks is a Python object with a page: one that is renamed breaks the build.
default_role = "py:obj"
nitpicky = True

# Docstrings say what arguments are, with shapes, in words: types in signatures would say it again.
autodoc_typehints = "none"
# Large toolkits, of which the integrations only subclass something.
autodoc_mock_imports = ["datasets", "evaluate", "torch", "torchmetrics"]
autodoc_member_order = "bysource"
autodoc_default_options = {
    "members": True,
    # What every Python exception, tuple and the like has is not ours to explain.
    "inherited-members": "Exception, Warning, tuple, str, dict",
}
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
# A documented parameter that does not exist, or parameters in another order than the signature.
numpydoc_validation_checks = {"PR02", "PR03"}
# Their classes have parents that are mocked, which have no source to look at.
numpydoc_validation_exclude = {r"^tercel\.integrations\."}

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"tercel {release}"
html_static_path = ["_static"]
html_css_files = ["tercel.css"]
html_copy_source = False
html_show_sphinx = False
