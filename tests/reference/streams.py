"""Slow twin of tercel's random streams: plain Python integers, nothing else.

A stream is named by (seed, purpose, replicate). It has eight generators xoshiro256++ (Blackman and
Vigna 2021), called lanes, that are stepped together: the words of a stream are those of lanes 0 to
7 of step 0, then of step 1, and so on. Streams are part of tercel's public contract: if this file
and the library disagree, the library is wrong.
"""

from itertools import islice

BOOTSTRAP = 1
PERMUTATION = 2

LANES = 8
MASK64 = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix64(x):
    """The finalizer of SplitMix64 (Steele, Lea and Flood 2014)."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK64
    return x ^ (x >> 31)


def rotate_left(x, by):
    return (x << by | x >> (64 - by)) & MASK64


def origin(seed, purpose, replicate):
    """Where the SplitMix64 that fills the lanes' states starts."""
    of_seed = mix64((seed + GOLDEN * purpose) & MASK64)
    return mix64((of_seed + GOLDEN * replicate) & MASK64)


def xoshiro256plusplus(state):
    """The endless words of one lane."""
    s0, s1, s2, s3 = state
    while True:
        yield (rotate_left((s0 + s3) & MASK64, 23) + s0) & MASK64
        t = s1 << 17 & MASK64
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = rotate_left(s3, 45)


def all_words(seed, purpose, replicate):
    """The endless words of a stream."""
    start = origin(seed, purpose, replicate)
    split_mix = [mix64((start + GOLDEN * k) & MASK64) for k in range(1, 4 * LANES + 1)]
    lanes = [xoshiro256plusplus(split_mix[4 * lane : 4 * lane + 4]) for lane in range(LANES)]
    while True:
        for lane in lanes:
            yield next(lane)


def words(seed, purpose, replicate, count):
    """The first `count` words of a stream."""
    return list(islice(all_words(seed, purpose, replicate), count))


def indices(seed, replicate, n, count):
    """The first `count` of n rows that a bootstrap replicate draws (Lemire 2019).

    Each word gives four numbers of 16 bits, low bits first, or two of 32 bits if n > 65,536. Of
    the product of such a number and n the high half is the index, unless the low half is so small
    that some index would come too often.
    """
    bits = 16 if n <= 65536 else 32
    drawn = []
    for word in all_words(seed, BOOTSTRAP, replicate):
        for shift in range(0, 64, bits):
            if len(drawn) == count:
                return drawn
            index, low = divmod((word >> shift) % 2**bits * n, 2**bits)
            if low >= 2**bits % n:
                drawn.append(index)


def swaps(seed, replicate, n):
    """For each of n segments, whether a permutation replicate swaps it."""
    stream = words(seed, PERMUTATION, replicate, (n + 63) // 64)
    return [bool(stream[i // 64] >> (i % 64) & 1) for i in range(n)]
