"""sacreBLEU's own numbers, bug for bug, and an installed sacreBLEU made fast."""
