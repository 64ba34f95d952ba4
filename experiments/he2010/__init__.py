"""He, Ma, Way & van Genabith (2010), reranking MT and translation-memory output, on real data.

``python -m experiments.he2010`` prints every table beside the paper's figures; ``.grid`` tunes.
"""
