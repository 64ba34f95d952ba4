"""tercel inside other toolkits; each module needs the toolkit that it is named after, if any.

``nltk``, ``evaluate``, ``torchmetrics``, ``lm_eval`` and ``compare_mt``: the names and call
signatures are theirs, the counting is ours. Nothing here is imported by ``import tercel``.
"""
