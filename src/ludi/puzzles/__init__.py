"""Puzzles: positions from games between bots in which one line is clearly best. ``docs/puzzles.md`` tells of them."""
