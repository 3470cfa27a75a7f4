"""The command ``ludi``: play, replay, verify and simulate in a terminal.

Nothing here knows a rule. Every word on the screen comes from a game's view and phrasebook; only the drawings in
:mod:`ludi.cli.boards` know what a view of their game looks like.
"""
