"""BM25 and the translation of queries, word by word and document by document."""

import math


def bm25(documents, query, k1=1.2, b=0.75):
    """Scores by document; query: (weight, {word: probability}) for each concept."""
    mean = max(sum(len(words) for words in documents.values()) / len(documents), 1.0)
    scores = {}
    for name, words in documents.items():
        score = 0.0
        for weight, translations in query:
            frequency = n_with = 0.0
            for word, probability in translations.items():
                frequency += probability * words.count(word)
                n_with += probability * sum(word in other for other in documents.values())
            n_with = min(n_with, len(documents))
            idf = math.log(1 + (len(documents) - n_with + 0.5) / (n_with + 0.5))
            norm = k1 * (1 - b + b * len(words) / mean)
            if frequency > 0:
                score += weight * idf * frequency * (k1 + 1) / (frequency + norm)
        if score > 0:
            scores[name] = score
    return scores


def translate(query, table, n_words, threshold, *, reverse=None, min_weight=0.001):
    """Weights by word; table and reverse: {(source, target): probability}."""
    weights = {}
    for word in query:
        for (source, target), p in table.items():
            if source == word and p >= threshold and p > 0:
                weights[target] = weights.get(target, 0.0) + p
    if reverse is not None:
        for target in list(weights):
            back = 0.0
            for word in query:
                back += reverse.get((target, word), 0.0)
            weights[target] *= back
            if weights[target] < min_weight or weights[target] == 0:
                del weights[target]
    ordered = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    return dict(ordered[:n_words])
