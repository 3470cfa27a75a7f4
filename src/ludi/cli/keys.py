"""What may be typed at the table besides a choice."""

from __future__ import annotations

HELP = """\
  3            choose number 3 (or type its word, like the one at the right)
  roma legion  of a long list, show only the choices that speak of these words
  ?            explain all choices;  ? 3  explains one
  r            the rules of the game in short
  w WORD       ask why an action is not possible now
  u            take back your last decision, if nothing secret came in since
  back         take it back whatever came since, if all agree (bots do); the record tells it
  hint         what a master would do here, and why (when you play against bots alone)
  l            the whole log of the game, as you know it
  b [NAME]     show the whole table again; of a map, the part of this name
  s [FILE]     save the game
  h            this help
  q            leave the game; it asks whether to save"""

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
