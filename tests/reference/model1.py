"""IBM Model 1, pruning and scores, a word pair at a time in double precision."""

import math
from collections import defaultdict

NULL = ""


class NaiveModel1:
    """t[e][f] after some iterations; log_likelihoods[0] is that of the uniform start."""

    def __init__(self, pairs, n_iter, null_word=True):
        self.pairs = [
            (([NULL] if null_word else []) + source, target)
            for source, target in pairs
            if target and (source or null_word)
        ]
        words = {f for _, target in self.pairs for f in target}
        self.t = defaultdict(dict)
        for source, target in self.pairs:
            for e in source:
                for f in target:
                    self.t[e][f] = 1 / len(words)
        self.log_likelihoods = [self.log_likelihood()]
        for _ in range(n_iter):
            self.iterate()
            self.log_likelihoods.append(self.log_likelihood())

    def log_likelihood(self):
        total = 0.0
        for source, target in self.pairs:
            for f in target:
                denominator = 0.0
                for e in source:
                    denominator += self.t[e][f]
                total += math.log(denominator / len(source))
        return total

    def iterate(self):
        counts = defaultdict(lambda: defaultdict(float))
        for source, target in self.pairs:
            for f in target:
                denominator = 0.0
                for e in source:
                    denominator += self.t[e][f]
                for e in source:
                    counts[e][f] += self.t[e][f] / denominator
        for e, row in counts.items():
            total = 0.0
            for count in row.values():
                total += count
            self.t[e] = {f: count / total for f, count in row.items()}


def entries(model):
    """Return {(source, target): probability} of a LexicalModel, read from its arrays."""
    found = {}
    for row, source in enumerate(model.source_words):
        for k in range(model.indptr[row], model.indptr[row + 1]):
            found[source, model.target_words[model.indices[k]]] = float(model.probabilities[k])
    return found


def prune(table, size=None, threshold=0.0, mass=1.0, relative=0.0):
    """Return what stays of {(source, target): probability}."""
    rows = defaultdict(list)
    for (e, f), p in table.items():
        rows[e].append((-p, f))
    kept = []
    for e, row in rows.items():
        row.sort()
        total = 0.0
        for k in range(len(row)):
            total += -row[k][0]
        so_far = 0.0
        for minus_p, f in row:
            inside = mass == 1 or so_far < mass * total
            if inside and -minus_p >= threshold and -minus_p >= relative * -row[0][0]:
                kept.append((minus_p, e, f))
            so_far += -minus_p
    kept.sort()
    return {(e, f): -minus_p for minus_p, e, f in kept[:size]}


def viterbi(table, source, target, null_word):
    """Return the alignment as Pharaoh text."""
    points = []
    for j, f in enumerate(target):
        best, at = 0.0, None
        for i, e in enumerate(source):
            if table.get((e, f), 0.0) > best:
                best, at = table[e, f], i
        if at is not None and not (null_word and table.get((NULL, f), 0.0) > best):
            points.append(f"{at}-{j}")
    return " ".join(points)


def score(table, source, target, null_word, floor):
    """Return the log probability of the target sentence."""
    source = ([NULL] if null_word else []) + source
    total = 0.0
    for f in target:
        p = 0.0
        for e in source:
            p += table.get((e, f), 0.0)
        total += math.log(max(p / len(source), floor) if source else floor)
    return total
