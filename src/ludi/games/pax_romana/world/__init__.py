"""The facts of a match: map, pieces, tables, scenarios, words; nothing here changes while it is played."""
