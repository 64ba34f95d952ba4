"""Nie & Simard (2001) on the manuals of free projects."""
