"""The networks from which Roma is learned (``tools/learn_roma.py``), in PyTorch, and how they become files."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from ludi.games.roma.features import SIZE
from ludi.games.roma.judgement import DROPPED, PLACES

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
HALF = torch.bfloat16
ROWS = SIZE + 1
"""One more, for the places that say nothing."""
LAYERS = ("first", "second", "third", "fourth", "policy", "worth")
FINEST = 100
"""The file has a byte for each weight; so many to the largest of a place (127 would make it larger than 2 MB)."""
FINER = 32767
"""The chance to win is weighed more finely."""


def many_hot(rows: Any, kind: Any) -> Any:
    """1 for each fact that holds."""
    found = torch.zeros(len(rows), ROWS, device=DEVICE, dtype=kind)
    found.scatter_(1, rows.long(), 1.0)
    found[:, SIZE] = 0.0
    return found


class Player(torch.nn.Module):
    """Which actions come to mind, and the chance to win, both as logarithms of odds."""

    def __init__(self, wide: int, deep: int) -> None:
        super().__init__()
        self.first = torch.nn.Linear(ROWS, wide)
        self.second = torch.nn.Linear(wide, deep)
        self.third = torch.nn.Linear(deep, deep)
        self.fourth = torch.nn.Linear(deep, deep)
        self.policy = torch.nn.Linear(deep, len(PLACES))
        self.worth = torch.nn.Linear(deep, 1)
        torch.nn.init.normal_(self.first.weight, std=0.15)
        torch.nn.init.normal_(self.policy.weight, std=0.01)
        torch.nn.init.normal_(self.worth.weight, std=0.01)
        for name in LAYERS:
            torch.nn.init.zeros_(getattr(self, name).bias)
        self.to(DEVICE)

    def body(self, seen: Any) -> Any:
        inner = functional.relu(self.second(functional.relu(self.first(seen))))
        # What goes into the fourth layer also goes around it.
        return functional.relu(inner + self.fourth(functional.relu(self.third(inner))))

    def think(self, rows: Any, opened: Any) -> tuple[Any, Any]:
        """Of the first positions the logarithm of each open action's chance, of all the lead."""
        with torch.autocast(DEVICE, dtype=HALF):
            inner = self.body(many_hot(rows, HALF))
            answer, lead = self.policy(inner[: len(opened)]), self.worth(inner)
        return shares(answer, opened), lead.float()[:, 0]

    def arrays(self, weights: list[Any]) -> dict[str, Any]:
        """These weights of its, by name: the first layer by facts."""
        named = dict(zip((name for name, _ in self.named_parameters()), weights, strict=True))
        found = {}
        for name in LAYERS:
            weight = named[f"{name}.weight"]
            found[name] = (weight.t()[:SIZE] if name == "first" else weight).cpu().numpy().astype(np.float16)
            found[f"{name}_b"] = named[f"{name}.bias"].cpu().numpy().astype(np.float16)
        return found


def shares(answer: Any, opened: Any) -> Any:
    """The logarithm of each open action's chance."""
    answer = answer.float().gather(1, opened.clamp(min=0).long()).masked_fill(opened < 0, -1e9)
    return torch.log_softmax(answer, 1)


def judgement_file(arrays: dict[str, Any]) -> bytes:
    """The file that :func:`ludi.games.roma.judgement.decode` reads. What one is worth differs from place to place; what
    it is in one layer is reckoned into the weights of the next."""
    names = ("first", "second", "third", "fourth", "policy")
    unit = middle = np.ones(SIZE)
    weights = b""
    known: dict[str, Any] = {"source": "learned by self-play with tools/learn_roma.py", "facts": SIZE}
    known |= {"actions": len(PLACES), "bias": []}
    for number, name in enumerate(names):
        if name == "policy":
            worth = arrays["worth"][0].astype(np.float64) * unit
            worth_unit = np.abs(worth).max() / FINER
        weight = arrays[name].astype(np.float64) if name == "first" else arrays[name].astype(np.float64).T
        true = weight * unit[:, None]
        unit = np.maximum(np.abs(true).max(0), 1e-12) / FINEST
        weights += np.rint(true / unit).astype(np.int8).tobytes()
        known["bias"].append(whole(arrays[f"{name}_b"], unit))
        if name == "fourth":
            known["around"] = whole(middle, unit)
        if name != "policy":
            unit = unit * (1 << DROPPED[number])
        if name == "second":
            middle = unit
    known["worth"] = whole(worth, worth_unit)
    known["worth_bias"] = whole(arrays["worth_b"], worth_unit)[0]
    known["scales"] = [float(f"{each:.6g}") for each in [*unit, worth_unit]]
    return json.dumps(known).encode() + b"\n" + zlib.compress(weights, 9)


def whole(values: Any, unit: Any) -> list[int]:
    found: list[int] = np.rint(values.astype(np.float64) / unit).astype(np.int64).tolist()
    return found
