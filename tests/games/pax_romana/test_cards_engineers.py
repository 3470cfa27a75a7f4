"""Chapter 17.2: THE ARCHIMEDES EFFECT and THE POLIORCATES EFFECT."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import ADVANCED, POWERS, ROME, unasked, words
from games.pax_romana.battle_tools import causes, clash_of, finish
from games.pax_romana.card_tools import names
from games.pax_romana.helpers import Units, actor, choices, city, node, play, refused, script, talents, town, world
from games.pax_romana.test_door import ask
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking.war_questions import battle_sums
from ludi.games.pax_romana.ch03_sequence.turn import next_turn
from ludi.games.pax_romana.ch10_battle.battle import NO_FORCING, Onset
from ludi.games.pax_romana.ch10_battle.sums import field_of
from ludi.games.pax_romana.world.pieces import CITY, NODE_BITS, pack

INVENTOR = "archimedes-effect"
ENGINES = "poliorcates-effect"
SITES = {"capua": city("carthage"), "tarentum": town("carthage"), "utica": city("carthage")}


def marks(s: PaxRomanaState) -> list[tuple[str, str | None, str | None]]:
    """What everybody sees of the two markers: what, where, whose."""
    return [(each["word"], each["place"], each["side"]) for each in s.view(None)["in_force"]]


def holding(card: str, units: Units | None = None, **facts: Any) -> PaxRomanaState:
    """Rome, in its Operations Segment, holds a card."""
    units = units or {"rome": {"roma": {"legion": 12}}, "carthage": {"utica": {"heavy": 1}}}
    facts.setdefault("sites", SITES)
    hands = [[card] if power == facts.get("active", "rome") else [] for power in POWERS]
    return world(units, options=ADVANCED, hands=hands, **facts)


def storm(s: PaxRomanaState, space: str = "capua") -> PaxRomanaState:
    """Twelve Legions of Rome attack a City or Town without an Army; the dice are cast."""
    s.add(ROME, node(space), pack({"legion": 12}))
    return begin(s, space)


def begin(s: PaxRomanaState, space: str) -> PaxRomanaState:
    script(s, [3] * 12)
    s.push(Onset((ROME,), (s.site_owner(node(space)),), node(space), node("roma"), ROME, NO_FORCING))
    s.run()
    unasked(s)
    while "bid:0" in choices(s):
        play(s, "bid:0")
    return unasked(s)


# The Archimedes Effect


@pytest.mark.rule("PR-17.2-ARCHIMEDES-EFFECT")
def test_the_inventor_goes_into_any_city() -> None:
    s = holding(INVENTOR)
    play(s, "play:archimedes-effect")
    assert words(s, "place") == {"capua", "utica"}, "Cities, whoever has them; no Towns"
    assert refused(s, "rome", "place:tarentum") == "PR-17.2-ARCHIMEDES-EFFECT"
    play(s, "place:capua")
    assert marks(s) == [("inventor", "capua", None)]
    assert names(s.discards) == [INVENTOR]
    none = holding(INVENTOR, sites={"tarentum": town("carthage")})
    assert refused(none, "rome", "play:archimedes-effect") == "PR-17.2-ARCHIMEDES-EFFECT"


@pytest.mark.rule("PR-17.2-ARCHIMEDES-EFFECT", "PR-10.3.1n")
def test_its_defender_has_two_shifts_where_its_walls_are_used() -> None:
    s = holding(INVENTOR)
    play(s, "play:archimedes-effect", "place:capua")
    net = clash_of(storm(holding(INVENTOR))).shifts
    storm(s)
    assert causes(clash_of(s).field(s))[INVENTOR] == -2
    assert clash_of(s).shifts == net - 2
    finish(s)
    begin(s, "capua")
    assert causes(clash_of(s).field(s))[INVENTOR] == -2, "in every Battle"


@pytest.mark.rule("PR-17.2-ARCHIMEDES-EFFECT")
def test_not_in_the_open_field_nor_elsewhere_nor_next_turn() -> None:
    s = holding(INVENTOR, {"rome": {"roma": {"legion": 2}}, "carthage": {"capua": {"heavy": 3}}})
    play(s, "play:archimedes-effect", "place:capua")
    sides = ((ROME,), (2,), node("capua"))
    assert INVENTOR in causes(field_of(s, *sides, True, False))
    assert INVENTOR not in causes(field_of(s, *sides, False, False))
    assert INVENTOR not in causes(field_of(s, (ROME,), (2,), node("utica"), True, False))
    script(s, [1, 2, 3, 4] * 3)
    next_turn(s)
    assert INVENTOR not in causes(field_of(s, *sides, True, False))
    assert marks(s) == []


@pytest.mark.rule("PR-17.2-ARCHIMEDES-EFFECT")
def test_it_serves_whoever_defends_the_city_and_no_town() -> None:
    s = holding(INVENTOR, sites={**SITES, "roma": city("rome")})
    play(s, "play:archimedes-effect", "place:capua")
    s.set_site(node("capua"), ROME, CITY, 4)
    assert causes(field_of(s, (2,), (ROME,), node("capua"), True, False))[INVENTOR] == -2, "the new owner too"
    s.drop_site(node("capua"))
    s.set_site(node("capua"), ROME, 1, 2)
    assert INVENTOR not in causes(field_of(s, (2,), (ROME,), node("capua"), True, False))


# The Poliorcates Effect


@pytest.mark.rule("PR-17.2-POLIORCATES-EFFECT")
def test_for_two_talents_an_army_of_the_player_gets_a_helepolis() -> None:
    units: Units = {
        "rome": {"roma": {"legion": 2}, "capua": {"light": 1}, "ancona": {"garrison": 1}},
        "carthage": {"utica": {"heavy": 1}},
    }
    s = holding(ENGINES, units, sites={})
    play(s, "play:poliorcates-effect")
    assert words(s, "place") == {"roma", "capua"}, "no Garrison alone, nobody else's Army"
    assert refused(s, "rome", "place:utica") == "PR-17.2-POLIORCATES-EFFECT"
    play(s, "place:roma")
    assert talents(s, "rome") == 8
    assert marks(s) == [("helepolis", "roma", "rome")]
    poor = holding(ENGINES, units, sites={}, treasury={"rome": 1})
    assert refused(poor, "rome", "play:poliorcates-effect") == "PR-17.2-POLIORCATES-EFFECT"


@pytest.mark.rule("PR-17.2-POLIORCATES-EFFECT", "PR-10.3.1n")
@pytest.mark.parametrize("space", ["capua", "tarentum"])
def test_two_shifts_against_a_city_or_town_once(space: str) -> None:
    s = holding(ENGINES)
    s.put_engines(ROME, node("roma"))
    s.shift(ROME, node("roma"), node(space), s.at(ROME, node("roma")))
    begin(s, space)
    assert causes(clash_of(s).field(s))[ENGINES] == 2
    finish(s)
    assert s.helepolis == 0
    assert marks(s) == []
    if s.site_owner(node(space)) != ROME:
        begin(s, space)
        assert ENGINES not in causes(clash_of(s).field(s)), "one Battle only"


@pytest.mark.rule("PR-17.2-POLIORCATES-EFFECT")
def test_never_in_defence_and_not_without_walls() -> None:
    units: Units = {"rome": {"roma": {"legion": 2}}, "carthage": {"utica": {"heavy": 4}}}
    s = holding(ENGINES, units, sites={"roma": city("rome")})
    s.put_engines(ROME, node("roma"))
    assert ENGINES not in causes(field_of(s, (2,), (ROME,), node("roma"), True, False)), "in defence"
    assert ENGINES not in causes(field_of(s, (ROME,), (2,), node("roma"), False, False)), "in the open field"
    assert causes(field_of(s, (ROME,), (2,), node("roma"), True, False))[ENGINES] == 2
    s = holding(ENGINES, {"rome": {"roma": {"legion": 6}}, "carthage": {"capua": {"heavy": 2}}}, sites={})
    s.put_engines(ROME, node("roma"))
    s.shift(ROME, node("roma"), node("capua"), s.at(ROME, node("roma")))
    script(s, [3] * 12)
    s.push(Onset((ROME,), (2,), node("capua"), node("roma"), ROME, NO_FORCING))
    s.run()
    finish(unasked(s))
    assert s.has_engines(ROME, node("capua")), "kept for walls"


@pytest.mark.rule("PR-17.2-POLIORCATES-EFFECT", "PR-17.2-ARCHIMEDES-EFFECT", "PR-10.3.1n")
def test_odds_of_an_attack_count_the_helepolis_that_comes_along_and_the_inventor_in_the_city() -> None:
    units: Units = {"rome": {"roma": {"legion": 9}}, "carthage": {"utica": {"heavy": 1}}}
    s = holding(ENGINES, units, sites={"capua": city("carthage")})

    def shifts() -> dict[str, tuple[str, int]]:
        (fight,) = ask(s, "odds", space="capua", start="roma", power="rome")["fights"]
        return {line["why"]: (line["side"], line["number"]) for line in fight["shifts"]}

    assert {ENGINES, INVENTOR}.isdisjoint(shifts())
    s.put_engines(ROME, node("roma"))
    assert shifts()[ENGINES] == ("attacker", 2)
    s.inventor = node("capua") + 1
    assert shifts()[INVENTOR] == ("defender", 2)
    sums = battle_sums(s, "rome", "carthage", "capua", start="roma", walls=True)["shifts"]
    assert {line["why"] for line in sums} >= {ENGINES, INVENTOR}
    assert s.has_engines(ROME, node("roma")), "being asked changes nothing"


@pytest.mark.rule("PR-17.2-POLIORCATES-EFFECT")
def test_it_goes_with_its_army_and_is_lost_with_it() -> None:
    units: Units = {"rome": {"roma": {"legion": 3}}, "carthage": {"utica": {"heavy": 1}}}
    s = holding(ENGINES, units, sites={}, dice=[6])
    play(s, "play:poliorcates-effect", "place:roma", "major:roma", "take-all", "march:capua", "halt")
    assert s.has_engines(ROME, node("capua"))
    s.shift(ROME, node("capua"), node("venusia"), pack({"legion": 1}))
    assert s.has_engines(ROME, node("capua")), "the greater part keeps it"
    s.remove(ROME, node("capua"), pack({"legion": 2}))
    assert s.helepolis == 0


@pytest.mark.rule("PR-17.2-POLIORCATES-EFFECT", "PR-17.2-ARCHIMEDES-EFFECT")
def test_a_saved_position_keeps_both_markers() -> None:
    s = holding(ENGINES)
    s.inventor = node("capua") + 1
    s.put_engines(ROME, node("roma"))
    again = s.copy()
    assert (again.inventor, again.helepolis) == (node("capua") + 1, (ROME << NODE_BITS | node("roma")) + 1)
    built = position(ADVANCED, numbers={"inventor": node("utica") + 1}, sites=SITES)
    assert marks(built)[0][1] == "utica"
    assert actor(s) == "rome"
