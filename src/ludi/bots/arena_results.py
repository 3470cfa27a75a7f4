"""What an arena's games say: shares of wins with confidence intervals, ratings, and a page with plots."""

from __future__ import annotations

import importlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from html import escape
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


# The page

COLOURS = ("#8c2f1b", "#1f5f8b", "#4c7a34", "#8a6d1c", "#6b3f87", "#2b7f7a", "#b0522d", "#555555")
STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fdfbf6}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .8rem;text-align:right;border-bottom:1px solid #ddd}
td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto;margin:.5rem 0}h2{margin-top:2rem}
svg text{font:13px system-ui,sans-serif;fill:#222}
@media(prefers-color-scheme:dark){body{background:#1d1b18;color:#eee}svg text{fill:#eee}td,th{border-color:#444}}
"""


def page(result: Mapping[str, Any]) -> str:
    """The result as one HTML file without anything from elsewhere."""
    bots = sorted(result["bots"], key=lambda name: -result["bots"][name]["rating"])
    colours = {name: COLOURS[number % len(COLOURS)] for number, name in enumerate(bots)}
    title = f"Arena of {escape(result['game'])}: {escape(', '.join(bots))}"
    options = ", ".join(f"{key} = {value}" for key, value in result["options"].items() if not isinstance(value, list))
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    rows = "".join(_row(name, result["bots"][name]) for name in bots)
    outcomes = "".join(
        f"<tr><td>{escape(reason)}</td><td>{number}</td><td>{number / max(result['games'], 1):.1%}</td></tr>"
        for reason, number in result["outcomes"].items()
    )
    shares = [(name, each["share"], each["low"], each["high"]) for name, each in result["bots"].items()]
    rated = [
        (name, b["rating"], b["rating"] - Z * b["sigma"], b["rating"] + Z * b["sigma"])
        for name, b in result["bots"].items()
    ]
    order = {name: number for number, name in enumerate(bots)}
    shares.sort(key=lambda each: order[each[0]])
    rated.sort(key=lambda each: order[each[0]])
    return (
        f"{head}</head><body><h1>{title}</h1><p>{result['games']} games with {result['seats']} seats; "
        f"{escape(options)}; seed {escape(result['seed'])}. Bars and ranges are 95 % intervals.</p>"
        "<table><thead><tr><th>bot</th><th>games</th><th>wins</th><th>share</th><th>95 %</th><th>rating</th>"
        f"<th>ms a decision</th></tr></thead><tbody>{rows}</tbody></table>"
        f"<h2>Share of wins</h2>{bars(shares, colours, mark=result['fair_share'], low=0.0, high=1.0, percent=True)}"
        "<p>The dashed line is the fair share.</p>"
        f"<h2>Ratings</h2>{bars(rated, colours)}"
        f"<h2>How the shares settled</h2>{curves(result['course'], colours)}"
        f"<h2>By seat</h2>{_by_seat(result, bots)}{_by_table(result)}"
        "<h2>How the games ended</h2><table><thead><tr><th>reason</th><th>games</th><th>share</th></tr></thead>"
        f"<tbody>{outcomes}</tbody></table></body></html>\n"
    )


def _row(name: str, bot: Mapping[str, Any]) -> str:
    return (
        f"<tr><td>{escape(name)}</td><td>{bot['games']}</td><td>{bot['wins']:g}</td><td>{bot['share']:.1%}</td>"
        f"<td>{bot['low']:.1%} to {bot['high']:.1%}</td><td>{bot['rating']:.1f} ± {Z * bot['sigma']:.1f}</td>"
        f"<td>{bot['milliseconds']:g}</td></tr>"
    )


def _by_seat(result: Mapping[str, Any], bots: Sequence[str]) -> str:
    head = "".join(f"<th>seat {seat + 1}</th>" for seat in range(result["seats"]))
    rows = ""
    for name in bots:
        cells = "".join(
            f"<td>{each['wins'] / each['games']:.1%} of {each['games']}</td>" if each["games"] else "<td>-</td>"
            for each in result["bots"][name]["by_seat"]
        )
        rows += f"<tr><td>{escape(name)}</td>{cells}</tr>"
    return f"<table><thead><tr><th>bot</th>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _by_table(result: Mapping[str, Any]) -> str:
    rows = ""
    for table in result["at_tables"]:
        for name, wins in table["wins"].items():
            rows += (
                f"<tr><td>{escape(', '.join(table['bots']))}</td><td>{escape(name)} ({wins['seats']})</td>"
                f"<td>{table['games']}</td><td>{wins['share']:.1%}</td>"
                f"<td>{wins['low']:.1%} to {wins['high']:.1%}</td></tr>"
            )
    return (
        "<h2>By table</h2><table><thead><tr><th>table</th><th>bot</th><th>games</th><th>won by it</th>"
        f"<th>95 %</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def bars(
    rows: Sequence[tuple[str, float, float, float]],
    colours: Mapping[str, str],
    *,
    mark: float | None = None,
    low: float | None = None,
    high: float | None = None,
    percent: bool = False,
) -> str:
    """Horizontal points with intervals: name, value, lower and upper end."""
    least = min(row[2] for row in rows) if low is None else low
    most = max(row[3] for row in rows) if high is None else high
    width, left, step = 720, 170, 34
    height = step * len(rows) + 30

    def x(value: float) -> float:
        return left + (width - left - 80) * (value - least) / ((most - least) or 1.0)

    parts = [f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img">']
    if mark is not None:
        parts.append(
            f'<line x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="4" y2="{height - 24}" stroke="#888" '
            'stroke-dasharray="4 4"/>'
        )
    for number, (name, value, lower, upper) in enumerate(rows):
        y = step * number + 20
        colour = colours[name]
        told = f"{value:.1%}" if percent else f"{value:.1f}"
        parts.append(
            f'<text x="{left - 10}" y="{y + 5}" text-anchor="end">{escape(name)}</text>'
            f'<line x1="{x(lower):.1f}" x2="{x(upper):.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="3"/>'
            f'<circle cx="{x(value):.1f}" cy="{y}" r="6" fill="{colour}"/>'
            f'<text x="{x(upper) + 8:.1f}" y="{y + 5}">{told}</text>'
        )
    return "".join(parts) + "</svg>"


def curves(series: Mapping[str, Sequence[Sequence[float]]], colours: Mapping[str, str]) -> str:
    """Lines over the number of games, from 0 to 100 %."""
    width, height, left, bottom = 720, 280, 60, 30
    last = max((points[-1][0] for points in series.values() if points), default=1.0)
    parts = [f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img">']
    for tenth in range(0, 11, 2):
        y = (height - bottom) * (1 - tenth / 10) + 8
        parts.append(
            f'<line x1="{left}" x2="{width - 100}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8884"/>'
            f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{tenth * 10} %</text>'
        )
    for name, points in series.items():
        path = " ".join(
            f"{left + (width - 100 - left) * games / last:.1f},{(height - bottom) * (1 - share) + 8:.1f}"
            for games, share in points
        )
        if path:
            y_end = path.rsplit(",", 1)[1]
            parts.append(
                f'<polyline points="{path}" fill="none" stroke="{colours[name]}" stroke-width="2"/>'
                f'<text x="{width - 94}" y="{float(y_end) + 4:.1f}">{escape(name)}</text>'
            )
    parts.append(f'<text x="{width - 100}" y="{height - 4}" text-anchor="end">{last:.0f} games</text></svg>')
    return "".join(parts)
