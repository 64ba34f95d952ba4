"""Made-up parallel text: words of uneven frequency, with every kind of line that hurts."""

import random


def made_up(n, seed, n_words=200, longest=12):
    """Return two sides of n tokenized sentences; a target word tends to go with its source word."""
    rng = random.Random(seed)
    source, target = [], []
    for _ in range(n):
        ids = [int(n_words * rng.random() ** 3) for _ in range(rng.randrange(longest))]
        source.append([f"s{i}" for i in ids])
        others = [i if rng.random() < 0.7 else int(n_words * rng.random() ** 3) for i in ids]
        rng.shuffle(others)
        target.append([f"t{i}" for i in others[: rng.randrange(longest)]])
    return source, target


def awkward():
    """Return empty lines, one-word lines, repeated words, a word seen once, one very long line."""
    long_source = [f"s{i % 700}" for i in range(10_000)]
    long_target = [f"t{i % 900}" for i in range(10_000)]
    pairs = [
        ([], []),
        (["s1"], []),
        ([], ["t1"]),
        (["s1"], ["t1"]),
        (["s1"] * 5, ["t1"] * 3 + ["t2"]),
        (["once"], ["once"]),
        (["naïve", "日本", "🦅"], ["été", "日本", "🦅"]),
        (long_source, ["t1", "t2"]),
        (["s1", "s2"], long_target),
        (["s2", "s1", "s2"], ["t2", "t1"]),
    ]
    return [a for a, _ in pairs], [b for _, b in pairs]


def lines(side):
    return [" ".join(tokens) for tokens in side]
