"""Generated texts that go where tokenizers and counters can go wrong."""

import random

# Alphabets, each a list of pieces; a segment mixes pieces of two or three of them.
ALPHABETS = {
    "words": ["the", "cat", "The", "CAT", "mat", "mat's", "on", "a", "naïve", "Straße"],
    "marks": list(".,.,-!?\"'()[]{}<>&;:/@#$%^*_+=~`|\\"),
    "numbers": ["5", "12", "3.14", "1,000", "5-6", "7.", ".8", "٣", "५", "Ⅷ", "½", "²"],
    "space": [" ", "  ", "\t", "\u00a0", "\u3000", "\u2003", "\u2028", "\x85", "\x1c", "\u200b"],
    "entities": ["&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "<skipped>", "-\n", "\n", "&#39;"],
    "cjk": ["中", "文", "，", "。", "「", "」", "カ", "な", "한", "𠀀", "㐀", "\u2f800", "５"],
    "case": ["İ", "ı", "Σ", "ΑΣ", "ΑΣΑ", "ς", "ẞ", "Ǆ", "ǅ", "Ω", "K", "\u0345", "\u0307", "Ꭰ"],
    "emoji": ["😀", "👩‍🚀", "🏳️‍🌈", "❤️", "€", "→", "™", "©"],
    "odd": [
        "\x00",
        "\x07",
        "\x7f",
        "\ud800",
        "\udfff",
        "\ufffe",
        "\U0010ffff",
        "e\u0301",
        "\u0323",
    ],
    "script": ["Привет", "мир", "שלום", "مرحبا", "हिन्दी", "ไทย", "«", "»", "—", "…", "“", "”", "’"],
}


def segment(rng: random.Random) -> str:
    """Return one segment: mostly short, sometimes empty, one token, or long."""
    kind = rng.random()
    if kind < 0.03:
        return rng.choice(["", " ", "\n", "a", ".", "\u3000"])
    if kind < 0.06:
        return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(1, 12)))
    pieces = [p for name in rng.sample(list(ALPHABETS), 3) for p in ALPHABETS[name]]
    size = rng.randrange(1, 14) if kind < 0.995 else rng.randrange(100, 400)
    joint = rng.choice(["", " ", " "])
    return joint.join(rng.choice(pieces) for _ in range(size))


def similar(text: str, rng: random.Random) -> str:
    """Return a text that shares much with the given one, as a hypothesis does with a reference."""
    words = text.split(" ")
    for _ in range(rng.randrange(3)):
        i = rng.randrange(len(words))
        change = rng.random()
        if change < 0.4:
            words[i] = segment(rng)
        elif change < 0.7:
            words.insert(i, words[rng.randrange(len(words))])
        elif len(words) > 1:
            del words[i]
    return " ".join(words)


def corpus(n: int, n_references: int, seed: int) -> tuple[list[str], list[list[str]]]:
    """Return n hypotheses and n_references streams of references."""
    rng = random.Random(seed)
    first = [segment(rng) for _ in range(n)]
    hypotheses = [similar(text, rng) for text in first]
    others = [[similar(text, rng) for text in first] for _ in range(n_references - 1)]
    return hypotheses, [first, *others]
