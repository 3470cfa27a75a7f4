"""Chapter 3.2: the phases of a Game-Turn, by their numbers and letters."""

from __future__ import annotations

from typing import Literal

PHASE_A, PHASE_B, PHASE_C, PHASE_D, PHASE_E, PHASE_F, PHASE_G, PHASE_H, PHASE_I = range(9)
Phase = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I"]
PHASES: tuple[Phase, ...] = ("A", "B", "C", "D", "E", "F", "G", "H", "I")
