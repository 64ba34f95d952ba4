"""Koehn (2004), "Statistical Significance Tests for Machine Translation Evaluation", on WMT output.

``python -m experiments.koehn2004`` reproduces the paper's tables and draws them;
``python -m experiments.koehn2004.calibration`` counts how often each test errs on true nulls.
"""
