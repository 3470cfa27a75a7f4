"""What may be typed at the table besides a choice."""

from __future__ import annotations

COMMANDS = {
    "?": "explain",
    "explain": "explain",
    "r": "rules",
    "rules": "rules",
    "w": "why",
    "why": "why",
    "u": "undo",
    "undo": "undo",
    "back": "back",
    "hint": "hint",
    "l": "log",
    "log": "log",
    "b": "board",
    "board": "board",
    "s": "save",
    "save": "save",
    "h": "help",
    "help": "help",
    "q": "quit",
    "quit": "quit",
}
