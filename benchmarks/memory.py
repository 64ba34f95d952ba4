"""The most memory that statistics take beyond the texts, in a process of its own each."""

import subprocess
import sys

METRICS = ("BLEU()", "CHRF()", "CHRF(word_order=2)", "TER()", "WER()", "CER()")
N_SEGMENTS = 200_000

# VmHWM counts this process alone; what getrusage says of a child may be its parent's.
_PROGRAM = """
import random, sys, tercel
def peak():
    return next(int(x.split()[1]) / 1024 for x in open("/proc/self/status") if "VmHWM" in x)
rng = random.Random(0)
words = [f"w{i}" for i in range(30_000)]
texts = [[" ".join(rng.choices(words, k=20)) for _ in range(int(sys.argv[2]))] for _ in range(2)]
size = sum(len(line.encode()) for lines in texts for line in lines) / 2**20
metric = eval("tercel." + sys.argv[1])
metric.statistics(["a"], ["a"])
before = peak()
table = metric.statistics(*texts)
print(f"{size:.1f} {peak() - before:.1f} {table.nbytes / 2**20:.1f}")
"""


def run() -> None:
    print(f"\nmemory of statistics, {N_SEGMENTS} segments of 20 words, MB")
    if sys.platform != "linux":
        print("  read from /proc, which only Linux has")
        return
    for metric in METRICS:
        command = [sys.executable, "-c", _PROGRAM, metric, str(N_SEGMENTS)]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        size, extra, table = map(float, out.split())
        print(
            f"  {metric:<20} texts {size:.1f}, above that {extra:.1f} of which the result "
            f"{table:.1f}; bound {size + 64:.1f}"
        )
