"""Writing SVG: elements as text, with short numbers and nothing unescaped."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

Value = str | int | float


def number(value: float) -> str:
    """A number with one decimal at most.

    >>> number(3.0), number(2.25), number(-0.04)
    ('3', '2.2', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def element(name: str, content: str = "", /, **attributes: Value) -> str:
    """One element. ``content`` is SVG already; of an attribute's name ``_`` becomes ``-``, one at its end goes.

    >>> element("circle", cx=1.26, r=4, class_="dot", stroke_width=1)
    '<circle cx="1.3" r="4" class="dot" stroke-width="1"/>'
    """
    told = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{told}>{content}</{name}>" if content else f"<{name}{told}/>"


def text(x: float, y: float, words: str, size: float, **attributes: Value) -> str:
    """Words at a point."""
    return element("text", escape(words), x=x, y=y, font_size=size, **attributes)


def title(words: str) -> str:
    """What a reader is told about the element that holds it."""
    return element("title", escape(words))


def group(words: str, *parts: str, **attributes: Value) -> str:
    """Parts that belong together, with a title."""
    return element("g", title(words) + "".join(parts), **attributes)


def path(d: str, **attributes: Value) -> str:
    return element("path", d=d, **attributes)


def steps(*parts: str | float) -> str:
    """The steps of a path: letters and numbers.

    >>> steps("M", 1.04, 2, "L", 3, 4, "Z")
    'M1 2L3 4Z'
    """
    told = ""
    for part in parts:
        if isinstance(part, str):
            told += part
        else:
            told += f" {number(part)}" if told and not told[-1].isalpha() else number(part)
    return told
