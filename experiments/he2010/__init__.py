"""He, Ma, Way & van Genabith (2010), reranking MT and translation-memory output, on real data.

``python -m experiments.he2010`` prints PREC@k of each order beside the paper's figures.
"""
