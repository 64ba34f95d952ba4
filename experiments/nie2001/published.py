"""Figures to compare with: the report's, and a prototype's on the same data."""

LANGUAGES = ("fr", "de", "it")

# Mean average precision of 600 queries a language, by run: a throwaway prototype.
PROTOTYPE: dict[str, tuple[float, float, float]] = {
    "dictionary alone, idf": (0.2182, 0.1912, 0.1884),
    "all entries": (0.5615, 0.5862, 0.5405),
    "1M best": (0.5615, 0.5862, 0.5405),
    "100K best": (0.5606, 0.6036, 0.5497),
    "10K best": (0.4959, 0.4174, 0.4998),
    "5K best": (0.4296, 0.3343, 0.4411),
    "1K best": (0.3070, 0.2176, 0.2671),
    "t >= .01": (0.5655, 0.5899, 0.5436),
    "t >= .05": (0.5621, 0.5983, 0.5500),
    "t >= .1": (0.5642, 0.6065, 0.5504),
    "t >= .25": (0.5571, 0.6018, 0.5457),
    "t >= .1, dictionary .001": (0.5641, 0.6056, 0.5513),
    "t >= .1, dictionary .01": (0.5661, 0.6026, 0.5524),
    "t >= .1, dictionary .1": (0.5516, 0.5563, 0.5542),
    "t >= .1, dictionary idf x .1": (0.5592, 0.5997, 0.5529),
    "t >= .1, dictionary idf x .3": (0.5512, 0.5580, 0.5455),
    "t >= .1, dictionary idf x 1": (0.4591, 0.3883, 0.4824),
    "both directions": (0.5023, 0.4901, 0.5215),
    "structured, t >= .01": (0.6372, 0.6079, 0.6157),
}

# What the report prints, on CLEF's collection, for German and Italian.
REPORT: dict[str, tuple[float | None, float | None]] = {
    "t >= .05": (0.1693, 0.2444),
    "t >= .1": (0.1651, 0.2524),
    "t >= .25": (0.1640, 0.2393),
    "both directions": (0.1026, 0.2116),
    "both directions, 100K best": (0.1337, 0.2149),
    "both directions, 10K best": (0.1339, None),
}
