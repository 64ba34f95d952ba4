"""Reproductions of published experiments on real data, one package a paper."""
