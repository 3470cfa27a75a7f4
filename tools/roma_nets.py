"""The networks from which Roma is learned (``tools/learn_roma.py``), in PyTorch, and how they become files."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from ludi.games.roma.features import SIZE
from ludi.games.roma.instinct import DROPPED, PLACES

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
HALF = torch.bfloat16
ROWS = SIZE + 1
"""One more, for the places that say nothing."""
LAYERS = ("first", "second", "third", "fourth", "policy", "worth")
SCALE = 2048
"""The judgement's file has whole numbers: so many to 1."""


def many_hot(rows: Any, kind: Any) -> Any:
    """1 for each fact that holds."""
    found = torch.zeros(len(rows), ROWS, device=DEVICE, dtype=kind)
    found.scatter_(1, rows.long(), 1.0)
    found[:, SIZE] = 0.0
    return found


class Player(torch.nn.Module):
    """Which actions come to mind, and the chance to win, both as logarithms of odds."""

    def __init__(self, wide: int, deep: int, *, around: bool) -> None:
        """``around``: one more layer, around which its input also goes by itself."""
        super().__init__()
        self.first = torch.nn.Linear(ROWS, wide)
        self.second = torch.nn.Linear(wide, deep)
        self.third = torch.nn.Linear(deep, deep)
        self.fourth = torch.nn.Linear(deep, deep) if around else None
        self.policy = torch.nn.Linear(deep, len(PLACES))
        self.worth = torch.nn.Linear(deep, 1)
        torch.nn.init.normal_(self.first.weight, std=0.15)
        torch.nn.init.normal_(self.policy.weight, std=0.01)
        torch.nn.init.normal_(self.worth.weight, std=0.01)
        for name in self.layers():
            torch.nn.init.zeros_(getattr(self, name).bias)
        self.to(DEVICE)

    def layers(self) -> list[str]:
        return [name for name in LAYERS if getattr(self, name) is not None]

    def body(self, seen: Any) -> Any:
        inner = functional.relu(self.second(functional.relu(self.first(seen))))
        deep = functional.relu(self.third(inner))
        return deep if self.fourth is None else functional.relu(inner + self.fourth(deep))

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
        for name in self.layers():
            weight = named[f"{name}.weight"]
            found[name] = (weight.t()[:SIZE] if name == "first" else weight).cpu().numpy().astype(np.float16)
            found[f"{name}_b"] = named[f"{name}.bias"].cpu().numpy().astype(np.float16)
        return found


def shares(answer: Any, opened: Any) -> Any:
    """The logarithm of each open action's chance."""
    answer = answer.float().gather(1, opened.clamp(min=0).long()).masked_fill(opened < 0, -1e9)
    return torch.log_softmax(answer, 1)


def player_from(file: Path) -> Player:
    """The player that was saved there."""
    saved = np.load(file)
    deep, wide = saved["second"].shape
    player = Player(wide, deep, around="fourth" in saved)
    with torch.no_grad():
        for name in player.layers():
            weight = torch.tensor(saved[name].astype(np.float32), device=DEVICE)
            if name == "first":
                weight = torch.cat([weight, weight.new_zeros(1, wide)]).t()
            getattr(player, name).weight.copy_(weight)
            getattr(player, name).bias.copy_(torch.tensor(saved[f"{name}_b"].astype(np.float32), device=DEVICE))
    return player


def instinct_text(arrays: dict[str, Any]) -> str:
    """The file that :func:`ludi.games.roma.instinct.decode` reads: a byte for each weight. What one is worth differs
    from place to place; what it is in one layer is reckoned into the weights of the next."""
    weights = [arrays["first"], *(arrays[name].T for name in ("second", "third", "policy"))]
    unit = np.ones(SIZE)
    layers = []
    for number, (weight, name) in enumerate(zip(weights, ("first", "second", "third", "policy"), strict=True)):
        true = weight.astype(np.float64) * unit[:, None]
        unit = np.maximum(np.abs(true).max(0), 1e-9) / 127
        whole = np.rint(true / unit).astype(np.int8)
        bias = np.rint(arrays[f"{name}_b"].astype(np.float64) / unit).astype(np.int64)
        layers.append({"weights": b64encode(whole.tobytes()).decode(), "bias": bias.tolist()})
        if number < len(DROPPED):
            unit = unit * (1 << DROPPED[number])
    data = {
        "source": "learned by self-play with tools/learn_roma.py",
        "facts": SIZE,
        "actions": len(PLACES),
        "layers": layers,
        "scales": [float(f"{each:.6g}") for each in unit],
    }
    return json.dumps(data, indent=1) + "\n"


class Judge:
    """The small network that judges positions: one hidden layer."""

    def __init__(self, hidden: int) -> None:
        self.weights = [
            torch.randn(ROWS, hidden, device=DEVICE) * 0.05,
            torch.zeros(hidden, device=DEVICE),
            torch.randn(hidden, device=DEVICE) / hidden**0.5,
            torch.zeros(1, device=DEVICE),
        ]
        for each in self.weights:
            each.requires_grad_(True)
        self.averages = [each.detach().clone() for each in self.weights]
        self.adam = torch.optim.Adam(self.weights)

    def learn(self, seen: Any, aims: Any, rate: float) -> None:
        for group in self.adam.param_groups:
            group["lr"] = rate
        loss = functional.binary_cross_entropy_with_logits(lead(seen, self.weights), aims)
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        self.adam.step()
        with torch.no_grad():
            torch._foreach_lerp_(self.averages, self.weights, 0.002)

    def text(self) -> str:
        """The file that :func:`ludi.games.roma.judgement.decode` reads."""
        table, bias, out, last = (each.cpu().numpy() for each in self.averages)
        data = {
            "source": "learned by self-play with tools/learn_roma.py",
            "facts": SIZE,
            "hidden": len(bias),
            "scale": SCALE,
            "table": whole(table[:SIZE]),
            "bias": whole(bias),
            "out": whole(out),
            "last": round(float(last[0]), 4),
        }
        return json.dumps(data, indent=1) + "\n"


def lead(seen: Any, weights: list[Any]) -> Any:
    table, bias, out, last = weights
    return functional.relu(seen @ table + bias) @ out + last


def whole(values: Any) -> str:
    numbers = np.clip(np.round(values * SCALE), -32768, 32767).astype("<i2")
    return b64encode(numbers.tobytes()).decode()
