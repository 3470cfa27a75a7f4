"""The curve of a training as an SVG picture: what the examples beside this draw."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT = 640, 280


def curve(shares: Sequence[tuple[float, float]], told: str) -> str:
    """After so much of something such a share of wins; ``told``: what stands under it."""
    first, last = shares[0][0], shares[-1][0]
    across = (WIDTH - 80) / max(last - first, 1e-9)
    points = " ".join(f"{50 + across * (at - first):.1f},{_height(share):.1f}" for at, share in shares)
    lines = "".join(
        f'<line x1="50" x2="{WIDTH - 30}" y1="{_height(tick):.1f}" y2="{_height(tick):.1f}" stroke="#ccc"/>'
        f'<text x="44" y="{_height(tick) + 4:.1f}" text-anchor="end" font-size="12">{tick:.0%}</text>'
        for tick in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    lines += "".join(
        f'<text x="{50 + (WIDTH - 80) * part / 4:.1f}" y="{HEIGHT - 24}" text-anchor="middle" font-size="12">'
        f"{first + (last - first) * part / 4:,.0f}</text>"
        for part in range(5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'role="img" aria-label="Share of wins over training">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>{lines}'
        f'<polyline points="{points}" fill="none" stroke="#8c2f1b" stroke-width="2"/>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle" font-size="12">{told}</text></svg>\n'
    )


def _height(share: float) -> float:
    return 20 + (HEIGHT - 60) * (1 - share)
