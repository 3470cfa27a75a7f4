"""What a Battle, an Interception or a bribe tells the procedure below it: flags of its answer."""

from __future__ import annotations

HOLDS, DEAD, LOST, LEADER_DIED, FORCED, GONE, FOUGHT_HERE = 1, 2, 4, 8, 16, 32, 64
BRIBED = 1 << 20
"""The threatened player paid and the Army goes back as it came (4.4)."""
PLACE_SHIFT = 8
"""Where the beaten went: ``answer >> PLACE_SHIFT`` is node + 1."""
