"""What everybody sees of cards and events in force."""

from __future__ import annotations

from typing import get_args

import pytest

from games.pax_romana.advanced_tools import EAST, GREECE, ROME, table
from games.pax_romana.helpers import Units, node
from ludi.core import Phrase
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking.shape import InForce, Mark
from ludi.games.pax_romana.world.pieces import stack_key

UNITS: Units = {"rome": {"roma": {"legion": 2, "galley": 1}}, "greece": {"athens": {"heavy": 1}}}


def seen(s: PaxRomanaState, seat: int | None = None) -> dict[str, InForce]:
    return {each["word"]: each for each in s.view(seat)["in_force"]}


def test_nothing_is_in_force_at_first() -> None:
    assert table(UNITS).view(None)["in_force"] == []


def everything() -> PaxRomanaState:
    s = table(UNITS, leaders={"rome-1": "roma"})
    s.rhodes_ally, s.pergamum_ally, s.pontus_player, s.sof_owner = GREECE, EAST, ROME, GREECE
    s.inventor, s.helepolis = node("athens") + 1, stack_key(ROME, node("roma")) + 1
    s.mutiny = stack_key(ROME, node("roma"))
    s.cyprus_closed = 1
    s.conqueror = 1 << s.box.leader("rome-1")
    s.cunctators, s.conquerors = 1 << GREECE, 1 << ROME
    s.galley_technology = s.guard_duty = s.uprising = s.double_cost = 1 << EAST
    return s


def test_every_mark_is_seen_by_all_with_its_side_and_place() -> None:
    s = everything()
    found = seen(s)
    assert set(found) == set(get_args(Mark))
    assert all(s.view(seat)["in_force"] == s.view(None)["in_force"] for seat in range(4))
    told = {word: (each["side"], each["place"], each["until"]) for word, each in found.items()}
    assert told["alliance-with-rhodes"] == ("greece", "rhodes", "alliance-card")
    assert told["alliance-with-pergamum"] == ("east", "pergamum", "alliance-card")
    assert told["pontus"] == ("rome", None, "last-unit")
    assert told["soldier-of-fortune"] == ("greece", None, "removal")
    assert told["inventor"] == (None, "athens", "turn")
    assert told["helepolis"] == ("rome", "roma", "battle")
    assert told["mutiny"] == ("rome", "roma", "paid")
    assert told["cyprus-closed"] == (None, None, "turn")
    assert told["conqueror"] == ("rome", "roma", "activation")
    assert told["cunctator"] == ("greece", None, "turn")
    assert told["no-cunctator"] == ("rome", None, "turn")
    assert {told[word] for word in ("disorder", "civil-war")} == {("east", None, "activation")}
    assert {told[word] for word in ("galley-tech", "dear-markers")} == {("east", None, "turn")}


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_mark_can_be_told(language: str) -> None:
    s = everything()
    book = s.box.game.phrases(language)
    for each in s.view(None)["in_force"]:
        facts = {key: word for key, word in (("side", each["side"]), ("space", each["place"])) if word}
        told = book.say(Phrase(each["text"], facts))
        assert told.endswith(".")
        assert "{" not in told
