"""Doors for researchers: vectors, PettingZoo, OpenSpiel, offline data. Needs ``pip install 'ludi-romani[research]'``.

- :mod:`ludi.research.encoding`: a view as a vector of numbers, documented slot by slot, for every game
- :mod:`ludi.research.pettingzoo`: ``env("pax", players=4)``
- :mod:`ludi.research.openspiel`: every game as an OpenSpiel game, ``pyspiel.load_game("ludi_pax(players=4)")``
- :mod:`ludi.research.dataset`: decisions with observations as a Parquet file
"""
