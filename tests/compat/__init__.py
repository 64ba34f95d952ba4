"""The same calls made of sacreBLEU and of its drop-in."""
