"""How it is said that a rule forbids something."""

from __future__ import annotations

from ludi.core import Phrase

Reason = str | Phrase
"""Why something is forbidden: a phrase, or the rule alone, which then gives the phrase; nothing: it is allowed."""

REASONS = {
    "PR-3.0": "scenario-forbids",
    "PR-3.1": "closed",
    "PR-3.2-F3b": "one-kind",
    "PR-5.1.2a": "no-joint-stay",
    "PR-6.2.4a": "province-not-held",
    "PR-6.2.4c": "space-not-held",
    "PR-6.2.6": "no-such-recruits",
    "PR-6.2.8": "small-island",
    "PR-6.3c": "no-shipyard",
    "PR-6.4.3": "manpower-full",
    "PR-7.1.1b": "no-talents",
    "PR-7.1.2a": "no-garrison",
    "PR-7.1.2b": "no-town",
    "PR-7.1.3": "mountain",
    "PR-7.1.4": "not-own-site",
    "PR-7.1.6": "walls-whole",
    "PR-7.4.3c": "home-site",
    "PR-9.5.3a": "strait-held",
    "PR-9.5.3b": "strait-held",
    "PR-9.5.3c": "strait-held",
    "PR-9.5.3d": "strait-held",
    "PR-9.5.3e": "strait-galleys",
    "PR-10.6.6b": "nothing-reduced",
    "PR-10.6.6d": "reduced-isolated",
    "PR-11.1.1a": "sailed-there",
    "PR-11.3.2a": "sail-first",
    "PR-11.3.2d": "cannot-land",
    "PR-11.3.6c": "cannot-pass",
    "PR-12.4.2a": "pyrrhus",
    "PR-12.5.1e": "toll",
    "PR-11.3.3a": "no-fighters",
    "PR-11.3.4a": "no-way-back",
    "PR-12.2.1b": "no-mercenaries",
    "PR-12.2.2": "hire-otherwise",
    "PR-12.2.3a": "hire-by-card",
    "PR-12.2.4": "no-units",
    "PR-12.3.3b": "militia-home",
    "PR-12.5.5e": "pontus-apart",
    "PR-12.8.1": "no-elephants",
    "PR-12.8.2": "elephant-alone",
    "PR-13.3-CYPRUS": "cyprus-closed",
    "PR-17.2-SUCCESSOR-WARS": "stays-in-greece",
}
"""The rule that forbids something and how that is said."""


def because(reason: Reason) -> Phrase:
    """The phrase for a reason."""
    return Phrase(f"why.{REASONS.get(reason, 'forbidden')}", {}, reason) if isinstance(reason, str) else reason
