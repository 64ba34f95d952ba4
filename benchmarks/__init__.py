"""Benchmarks: equality first, then time, as ratios to the peers in the same run."""
