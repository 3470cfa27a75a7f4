"""What an arena's games say: shares of wins with confidence intervals, and ratings."""

from __future__ import annotations

import importlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

Z = 1.96
"""Intervals hold the truth in 95 of 100 cases."""


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of wins.

    >>> [round(end, 3) for end in interval(8, 10)]
    [0.49, 0.943]
    """
    if not games:
        return 0.0, 1.0
    share = wins / games
    scale = 1.0 + Z * Z / games
    middle = share + Z * Z / (2 * games)
    reach = Z * sqrt(share * (1.0 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def reckon(plan: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The result of these games. A bot that sits on several seats of a game has several entries in it."""
    lines = sorted(lines, key=lambda line: (line["number"], line["table"]))
    seats = len(plan["tables"][0])
    names = sorted({name for table in plan["tables"] for name in table})
    ratings = rate(lines, names)
    bots: dict[str, Any] = {}
    for name in names:
        places = [(line, seat) for line in lines for seat in range(seats) if line["bots"][seat] == name]
        wins = sum(line["returns"][seat] for line, seat in places)
        choices = sum(line["choices"][seat] for line, seat in places)
        by_seat = []
        for seat in range(seats):
            here = [line["returns"][seat] for line in lines if line["bots"][seat] == name]
            by_seat.append({"games": len(here), "wins": round(sum(here), 3)})
        bots[name] = {
            **_share(wins, len(places)),
            "by_seat": by_seat,
            "milliseconds": round(1000 * sum(line["seconds"][seat] for line, seat in places) / max(choices, 1), 1),
            **ratings.get(name, {}),
        }
    return {
        **plan,
        "games": len(lines),
        "seats": seats,
        "fair_share": round(1.0 / seats, 4),
        "bots": bots,
        "at_tables": _tables(plan, lines),
        "outcomes": dict(Counter(line["reason"] for line in lines).most_common()),
        "course": _course(lines, names),
    }


def _share(wins: float, games: int) -> dict[str, Any]:
    low, high = interval(wins, games)
    return {
        "games": games,
        "wins": round(wins, 3),
        "share": round(wins / max(games, 1), 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def _tables(plan: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Who won how often at which table."""
    tables = []
    for number, table in enumerate(plan["tables"]):
        here = [line for line in lines if line["table"] == number]
        rows = {}
        for name in sorted(set(table)):
            wins = sum(
                returned
                for line in here
                for bot, returned in zip(line["bots"], line["returns"], strict=True)
                if bot == name
            )
            rows[name] = {"seats": table.count(name), **_share(wins, len(here))}
        tables.append({"bots": list(table), "games": len(here), "wins": rows})
    return tables


def _course(lines: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, list[list[float]]]:
    """How each bot's share of wins settled, at about 100 points of the way."""
    course: dict[str, list[list[float]]] = {name: [] for name in names}
    wins: dict[str, float] = defaultdict(float)
    places: dict[str, int] = defaultdict(int)
    step = max(1, len(lines) // 100)
    for number, line in enumerate(lines, 1):
        for name, returned in zip(line["bots"], line["returns"], strict=True):
            wins[name] += returned
            places[name] += 1
        if number % step == 0 or number == len(lines):
            for name in names:
                if places[name]:
                    course[name].append([number, round(wins[name] / places[name], 4)])
    return course


def rate(lines: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Ratings by openskill's Plackett-Luce model, which knows games of many players; the winners come first.

    A bot that sits on several seats moves by the mean of what each of them would have moved it.
    """
    model: Any = importlib.import_module("openskill.models").PlackettLuce()
    known = dict.fromkeys(names, (25.0, 25.0 / 3.0))
    for line in lines:
        if len(set(line["bots"])) == 1:
            continue
        teams = [[model.rating(mu=known[name][0], sigma=known[name][1])] for name in line["bots"]]
        best = max(line["returns"])
        ranks = [0 if returned == best else 1 for returned in line["returns"]]
        moved: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for name, (player,) in zip(line["bots"], model.rate(teams, ranks=ranks), strict=True):
            moved[name].append((player.mu, player.sigma))
        for name, news in moved.items():
            known[name] = (sum(mu for mu, _ in news) / len(news), sum(sigma for _, sigma in news) / len(news))
    return {name: {"rating": round(mu, 2), "sigma": round(sigma, 2)} for name, (mu, sigma) in known.items()}
