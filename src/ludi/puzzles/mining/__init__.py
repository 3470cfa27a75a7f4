"""Puzzles found in games between bots, proved and rated. ``docs/puzzles.md`` tells what each kind must hold."""
