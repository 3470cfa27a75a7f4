"""The example of the documentation runs and learns."""

from __future__ import annotations

import importlib.util
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import ModuleType

import pytest

from needs import need_research

need_research("pettingzoo")

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "train_pax.py"


def test_the_example_trains_and_draws_its_curve() -> None:
    module = load("train_pax")
    shares = module.train(12, window=4)
    assert len(shares) == 3
    assert all(0.0 <= share <= 1.0 for share in shares)
    picture = ElementTree.fromstring(module.curve([*enumerate(shares)], "games"))
    assert picture.tag.endswith("svg")


def test_the_example_of_many_games_trains_and_draws_its_curve() -> None:
    module = load("train_pax_many")
    shares, decisions = module.train(0.5, games=8, size=64, tried=6)
    assert decisions >= 64
    assert len(shares) >= 2
    assert all(0.0 <= share <= 1.0 for _, share in shares)
    assert ElementTree.fromstring(module.curve(shares, "games")).tag.endswith("svg")


def test_the_example_for_a_graphics_card_trains_and_draws_its_curve() -> None:
    """PyTorch is no part of the extras, so where it is missing only the next test speaks of it."""
    pytest.importorskip("torch", reason="PyTorch is not installed: the training of the example is not tried")
    module = load("train_pax_gpu")
    shares, _, decisions, learned = module.train(
        0.5, games=8, workers=0, length=8, tried=2, every=0.1, opponent="random", hidden=16
    )
    assert decisions >= 64
    assert learned >= 0.5
    assert len(shares) >= 2
    assert all(0.0 <= share <= 1.0 for _, share in shares)
    assert ElementTree.fromstring(module.curve(shares, "seconds")).tag.endswith("svg")


def test_without_pytorch_the_example_for_a_graphics_card_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit, match=r"This example needs PyTorch: pip install torch"):
        load("train_pax_gpu")


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLE.with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_environment_for_maskable_ppo_is_gymnasiums() -> None:
    seat = load("train_roma").Seat("greedy", 3)
    seen, _ = seat.reset(seed=4)
    rewards, over, decisions = 0.0, False, 0
    while not over:
        legal = seat.action_masks().nonzero()[0]
        assert seat.observation_space.contains(seen)
        assert len(legal)
        seen, reward, over, cut, _ = seat.step(int(legal[decisions % len(legal)]))
        rewards, decisions = rewards + reward, decisions + 1
        assert not cut
    assert rewards in (0.0, 0.5, 1.0)
    assert decisions > 10
    again, _ = seat.reset(seed=4)
    assert (again == load("train_roma").Seat("greedy", 3).reset(seed=4)[0]).all()


def test_without_sb3_the_example_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    module = load("train_roma")
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr(sys, "argv", ["train_roma.py"])
    with pytest.raises(SystemExit, match=r"This example needs torch: pip install sb3-contrib"):
        module.main()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_maskable_ppo_trains_fast_enough() -> None:
    """sb3-contrib is no part of the extras, so where it is missing only the test above speaks of it."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: the training of the example is not tried")
    module = load("train_roma")
    model, _, by_processor = module.train(2048, envs=4)
    assert model.num_timesteps >= 2048
    assert by_processor > 95
    assert 0.0 <= module.wins(model, 4) <= 1.0
