"""The result of an arena as one HTML page with plots, for light and dark, phone and desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ludi.bots.arena_results import Z
from ludi.core import registry

LIGHT = ("#8c2f1b", "#1f5f8b", "#4c7a34", "#8a6d1c", "#6b3f87", "#2b7f7a", "#b0522d", "#555555")
DARK = ("#f0937a", "#7ab8e6", "#9ccf80", "#e0c060", "#c79be6", "#74cfc8", "#f0a878", "#bbbbbb")
STYLE = (
    """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fdfbf6}
table{border-collapse:collapse;margin:1rem 0}
td,th{padding:.25rem .7rem;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}
td:first-child,th:first-child{text-align:left;padding-left:0}h1{overflow-wrap:anywhere}h2{margin-top:2rem}
.wide{overflow-x:auto}.wide:focus-visible{outline:2px solid currentColor}
svg{display:block;width:100%;max-width:40rem;height:auto;margin:.5rem 0}
svg text{font:13px system-ui,sans-serif;fill:#222}.axis{stroke:#8886}.mark{stroke:#666;stroke-dasharray:4 4}
@media(prefers-color-scheme:dark){body{background:#1d1b18;color:#eee}svg text{fill:#eee}td,th{border-color:#444}
.mark{stroke:#bbb}}
"""
    + "".join(f".c{number}{{color:{colour}}}" for number, colour in enumerate(LIGHT))
    + "@media(prefers-color-scheme:dark){"
    + "".join(f".c{number}{{color:{colour}}}" for number, colour in enumerate(DARK))
    + "}"
)
WIDTH = 480


def page(result: Mapping[str, Any]) -> str:
    """The result as one HTML file without anything from elsewhere."""
    bots = sorted(result["bots"], key=lambda name: -result["bots"][name]["rating"])
    colours = {name: f"c{number % len(LIGHT)}" for number, name in enumerate(bots)}
    title = f"{escape(registry.find(result['game']).title)}: {escape(', '.join(bots))}"
    options = ", ".join(f"{key} = {value}" for key, value in result["options"].items() if not isinstance(value, list))
    rows = [_row(name, result["bots"][name]) for name in bots]
    ends = [
        [escape(reason), str(number), f"{number / max(result['games'], 1):.1%}"]
        for reason, number in result["outcomes"].items()
    ]
    found = result["bots"]
    shares = [(name, found[name]["share"], found[name]["low"], found[name]["high"]) for name in bots]
    rated = [
        (name, bot["rating"], bot["rating"] - Z * bot["sigma"], bot["rating"] + Z * bot["sigma"])
        for name, bot in ((name, found[name]) for name in bots)
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Arena of {title}</title><style>{STYLE}</style></head><body><main><h1>Arena of {title}</h1>"
        f"<p>{_counted(result['games'], 'game')} with {_counted(result['seats'], 'seat')}; "
        f"{escape(options)}; seed {escape(result['seed'])}. Lines through the points and ranges are 95 % intervals.</p>"
        + _table(["bot", "games", "wins", "share", "95 %", "rating", "ms a decision"], rows, "Bots")
        + f"<h2>Share of wins</h2>{bars(shares, colours, 'Share of wins', mark=result['fair_share'], percent=True)}"
        f"<p>The dashed line is the fair share, {result['fair_share']:.0%}.</p>"
        f"<h2>Ratings</h2>{bars(rated, colours, 'Ratings')}"
        f"<h2>How the shares settled</h2>{curves(result['course'], colours)}"
        f"<h2>By seat</h2>{_by_seat(result, bots)}<h2>By table</h2>{_by_table(result)}"
        f"<h2>How the games ended</h2>{_table(['reason', 'games', 'share'], ends, 'How the games ended')}"
        "</main></body></html>\n"
    )


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], label: str) -> str:
    """A table that scrolls by itself where it is too wide; cells are HTML already."""
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(label)}"><table><thead><tr>{heads}</tr>'
        f"</thead><tbody>{body}</tbody></table></div>"
    )


def _row(name: str, bot: Mapping[str, Any]) -> list[str]:
    return [
        escape(name),
        str(bot["games"]),
        f"{bot['wins']:g}",
        f"{bot['share']:.1%}",
        f"{bot['low']:.1%} to {bot['high']:.1%}",
        f"{bot['rating']:.1f} ± {Z * bot['sigma']:.1f}",
        f"{bot['milliseconds']:g}",
    ]


def _by_seat(result: Mapping[str, Any], bots: Sequence[str]) -> str:
    rows = [
        [
            escape(name),
            *(
                f"{each['wins'] / each['games']:.1%} of {each['games']}" if each["games"] else "-"
                for each in result["bots"][name]["by_seat"]
            ),
        ]
        for name in bots
    ]
    return _table(["bot", *result["seat_names"]], rows, "By seat")


def _by_table(result: Mapping[str, Any]) -> str:
    rows = [
        [
            escape(", ".join(table["bots"])),
            f"{escape(name)} ({wins['seats']})",
            str(table["games"]),
            f"{wins['share']:.1%}",
            f"{wins['low']:.1%} to {wins['high']:.1%}",
        ]
        for table in result["at_tables"]
        for name, wins in table["wins"].items()
    ]
    return _table(["table", "bot", "games", "won by it", "95 %"], rows, "By table")


def _svg(height: float, label: str, parts: Sequence[str]) -> str:
    name = escape(label)
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{name}">{"".join(parts)}</svg>'


def bars(
    rows: Sequence[tuple[str, float, float, float]],
    colours: Mapping[str, str],
    label: str,
    *,
    mark: float | None = None,
    percent: bool = False,
) -> str:
    """Points with intervals, one line for each: name, value, lower and upper end."""
    least = 0.0 if percent else min(row[2] for row in rows)
    most = 1.0 if percent else max(row[3] for row in rows)
    left, right, step = 110, WIDTH - 60, 34
    bottom = step * len(rows) + 6

    def x(value: float) -> float:
        return left + (right - left) * (value - least) / ((most - least) or 1.0)

    def told(value: float, digits: int) -> str:
        return f"{value:.{digits}%}" if percent else f"{value:.{digits}f}"

    parts = []
    for tick in (least, (least + most) / 2, most):
        parts.append(
            f'<line class="axis" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="4" y2="{bottom}"/>'
            f'<text x="{x(tick):.1f}" y="{bottom + 16}" text-anchor="middle">{told(tick, 0)}</text>'
        )
    if mark is not None:
        parts.append(f'<line class="mark" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="4" y2="{bottom}"/>')
    for number, (name, value, lower, upper) in enumerate(rows):
        y = step * number + 22
        parts.append(
            f'<text x="{left - 10}" y="{y + 5}" text-anchor="end">{escape(name)}</text>'
            f'<g class="{colours[name]}" stroke="currentColor" fill="currentColor">'
            f'<line x1="{x(lower):.1f}" x2="{x(upper):.1f}" y1="{y}" y2="{y}" stroke-width="3"/>'
            f'<circle cx="{x(value):.1f}" cy="{y}" r="5"/></g>'
            f'<text x="{x(upper) + 8:.1f}" y="{y + 5}">{told(value, 1)}</text>'
        )
    return _svg(bottom + 24, label, parts)


def curves(series: Mapping[str, Sequence[Sequence[float]]], colours: Mapping[str, str]) -> str:
    """Lines over the number of games, from 0 to 100 %."""
    left, right, top, bottom = 48, WIDTH - 90, 10, 230
    last = max((points[-1][0] for points in series.values() if points), default=1.0)

    def y(share: float) -> float:
        return bottom - (bottom - top) * share

    parts = [
        f'<line class="axis" x1="{left}" x2="{right}" y1="{y(tick / 10):.1f}" y2="{y(tick / 10):.1f}"/>'
        f'<text x="{left - 6}" y="{y(tick / 10) + 4:.1f}" text-anchor="end">{tick * 10}%</text>'
        for tick in range(0, 11, 2)
    ]
    drawn = {name: points for name, points in series.items() if points}
    for name, points in drawn.items():
        path = " ".join(f"{left + (right - left) * games / last:.1f},{y(share):.1f}" for games, share in points)
        parts.append(
            f'<polyline class="{colours[name]}" points="{path}" fill="none" stroke="currentColor" stroke-width="2"/>'
        )
    lowest = -20.0
    for name in sorted(drawn, key=lambda each: -drawn[each][-1][1]):
        lowest = max(y(drawn[name][-1][1]) + 4, lowest + 15)
        parts.append(
            f'<g class="{colours[name]}"><circle cx="{right + 7}" cy="{lowest - 4:.1f}" r="4" fill="currentColor"/></g>'
            f'<text x="{right + 14}" y="{lowest:.1f}">{escape(name)}</text>'
        )
    parts.append(f'<text x="{right}" y="{bottom + 18}" text-anchor="end">{_counted(round(last), "game")}</text>')
    return _svg(bottom + 28, "How the shares of wins settled", parts)
