"""The same picture for dark screens: a viewer that knows the reader's wish takes other colours for ground and words."""

from __future__ import annotations

from ludi.games.pax_romana.drawing import signs, terrain

NIGHT = {
    terrain.SEA: "#1b2a33",
    terrain.SHALLOWS: "#2d4652",
    terrain.SHORE: "#5f8797",
    terrain.CLOSED: "#2c2721",
    terrain.BORDER: "#8e7d66",
    signs.PAPER: "#3a332a",
    "#b09a73": "#7d6c52",
    "#7ea3b3": "#4b7385",
    "#7d7059": "#b9ab98",
    "#eccfc2": "#5c322b",
    "#d3e0c4": "#34472f",
    "#cfdde6": "#2d4358",
    "#e0d2e2": "#493453",
    "#f0dcc0": "#5b4227",
    "#efe6bd": "#514725",
}
"""By the light colour the dark one."""
WORDS = "svg{fill:#f0e7d9}.name{stroke:#181411}#legend path{stroke:#f0e7d9}"


def dusk() -> str:
    """A style sheet that turns the light colours into dark ones where the reader prefers them."""
    turned = "".join(
        f'[{kind}="{light}"]{{{kind}:{dark}}}' for light, dark in NIGHT.items() for kind in ("fill", "stroke")
    )
    return f"@media (prefers-color-scheme:dark){{{turned}{WORDS}}}"
