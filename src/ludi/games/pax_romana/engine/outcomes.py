"""What a bribe tells the procedure below it."""

from __future__ import annotations

BRIBED = 1 << 20
"""The threatened player paid and the Army goes back as it came (4.4)."""
