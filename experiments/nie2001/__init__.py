"""Nie and Simard (2001), translation models for cross-language retrieval, on free manuals.

``python -m experiments.nie2001`` prints all runs, the contrasts and whether they hold;
``--from documents`` begins with the aligner.
"""
