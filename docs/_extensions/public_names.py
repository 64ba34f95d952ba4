"""Every public name has its place in the reference, or the build warns."""

from importlib import import_module

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

MODULES = ("tercel", "tercel.rerank", "tercel.lexicon", "tercel.retrieval", "tercel.compat")


def check_names(app: Sphinx, environment: BuildEnvironment) -> None:
    """Warn of each name in ``__all__`` that no page documents."""
    documented = environment.domains.python_domain.objects
    for module in MODULES:
        for name in import_module(module).__all__:
            if name != "__version__" and f"{module}.{name}" not in documented:
                logging.getLogger(__name__).warning(
                    f"{module}.{name} is on no page of docs/reference"
                )


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of this extension."""
    app.connect("env-check-consistency", check_names)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
