"""Lets ``python -m tercel`` do what the command ``tercel`` does."""

from tercel.cli import main

raise SystemExit(main())
