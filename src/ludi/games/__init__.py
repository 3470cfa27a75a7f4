"""The games. Each lives in a folder of its own and imports nothing but core."""
