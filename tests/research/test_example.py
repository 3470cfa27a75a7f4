"""The example of the documentation runs and learns."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from needs import need_research

need_research("pettingzoo")

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "train_pax.py"


def test_the_example_trains_and_draws_its_curve() -> None:
    spec = importlib.util.spec_from_file_location("train_pax", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shares = module.train(12, window=4)
    assert len(shares) == 3
    assert all(0.0 <= share <= 1.0 for share in shares)
    picture = ElementTree.fromstring(module.curve(shares, 4))
    assert picture.tag.endswith("svg")
