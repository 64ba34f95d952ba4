"""The module of this name of an installed sacreBLEU."""

from tercel.compat.sacrebleu.dataset import getter

__getattr__ = getter(__name__, "dataset.fake_sgml")
