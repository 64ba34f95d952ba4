"""Slow twins: what the fast paths must equal, a page each, plain enough to check by eye."""
