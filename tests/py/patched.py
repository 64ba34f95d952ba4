"""What the tests of a patched sacreBLEU share."""

TEXTS = ["the cat sat on the mat .", "It rained, today: 3.5 mm", "a b c d e", "Straße ΑΣ"]
REFERENCES = [["the cat is on the mat .", "today it rained 3.5 mm", "a b d c e", "straße ας"]]


def numbers(metric_or_score) -> dict:
    return {key: repr(value) for key, value in vars(metric_or_score).items()}
