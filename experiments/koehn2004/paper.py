"""The paper's figures."""

# Section 3.3, 100 samples of 300 segments: lowest and highest BLEU.
BROAD_RANGE = (27.0, 31.0)
CONSECUTIVE_RANGE = (21.0, 37.0)

# Section 5: how many of 100 intervals of broad samples hold the truth.
COVERAGE = 97.0

# Table 2: stated significance from and to below (in percent), conclusions, correct ones in percent.
CALIBRATION = (
    (100.0, 100.1, 1042, 100),
    (99.0, 100.0, 738, 100),
    (98.0, 99.0, 245, 99),
    (95.0, 98.0, 394, 98),
    (90.0, 95.0, 363, 95),
    (80.0, 90.0, 520, 88),
    (70.0, 80.0, 324, 77),
    (60.0, 70.0, 253, 72),
    (50.0, 60.0, 261, 52),
)

SIZES = (100, 300, 600, 3000)

# Table 3: pair, true difference, and for each size correct and wrong conclusions in percent.
POWER = (
    ("Portuguese > Danish", 0.5, ((7, 2), (12, 1), (10, 0), (30, 0))),
    ("Spanish > Portuguese", 1.5, ((33, 1), (60, 0), (84, 0), (100, 0))),
    ("Danish > Greek", 1.6, ((24, 0), (48, 0), (74, 0), (100, 0))),
    ("Spanish > Danish", 2.0, ((31, 0), (65, 0), (96, 0), (100, 0))),
    ("Portuguese > Greek", 2.1, ((38, 0), (68, 0), (92, 0), (100, 0))),
    ("German > Finnish", 2.4, ((53, 0), (91, 0), (100, 0), (100, 0))),
    ("Greek > German", 2.7, ((65, 0), (97, 0), (100, 0), (100, 0))),
    ("Danish > German", 4.3, ((85, 0), (100, 0), (100, 0), (100, 0))),
    ("Greek > Finnish", 5.1, ((97, 0), (100, 0), (100, 0), (100, 0))),
)
