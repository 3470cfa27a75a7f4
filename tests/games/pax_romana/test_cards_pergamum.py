"""Chapters 12.5.4 and 17.2: ALLIANCE WITH PERGAMUM."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import EAST, GREECE, ROME, hold, table, to_operation, unasked, unprepared, words
from games.pax_romana.helpers import Units, at, choices, node, play, refused, script, town
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.turn import removal
from ludi.games.pax_romana.ch05_control.control import province_control, recount
from ludi.games.pax_romana.ch06_treasury.maintenance import galleys_to_keep
from ludi.games.pax_romana.ch06_treasury.raising import may_rebuild
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch09_movement.isolation import Isolation, isolated_spaces
from ludi.games.pax_romana.ch09_movement.movement import March
from ludi.games.pax_romana.ch10_battle.battle import NO_FORCING, Onset
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses
from ludi.games.pax_romana.ch11_naval.afloat import ENTER, FleetVoyage, Transport
from ludi.games.pax_romana.ch11_naval.encounter import Encounter
from ludi.games.pax_romana.ch11_naval.withdrawal import ENTER as WITHDRAWING
from ludi.games.pax_romana.ch11_naval.withdrawal import NavalWithdrawal
from ludi.games.pax_romana.ch12_special.mercenaries import joining_places, may_join
from ludi.games.pax_romana.ch12_special.pergamum import (
    ally_with_pergamum,
    no_alliance_with_pergamum,
    part_from_pergamum,
)
from ludi.games.pax_romana.ch17_cards.reach import within_reach
from ludi.games.pax_romana.world.pieces import GALLEYS, HEAVY, INDEPENDENT, NOBODY, PERGAMUM, pack

CARD = "alliance-with-pergamum"
PERGAMENE: dict[str, dict[str, int]] = {
    "pergamum": {"heavy": 3, "light": 2, "cavalry": 1},
    "ephesus": {"heavy": 1, "light": 1, "galley": 1},
    "cyzicus": {"light": 1},
}
SITES = {"pergamum": town("independents")}


def allied(units: Units | None = None, **facts: Any) -> PaxRomanaState:
    """Greece has played ALLIANCE WITH PERGAMUM in its Card Segment."""
    facts.setdefault("sites", SITES)
    s = hold({"independents": PERGAMENE, **(units or {})}, CARD, active="greece", **facts)
    return unasked(play(s, f"play:{CARD}"))


def expanding(units: Units | None = None, dice: list[int] | None = None, **facts: Any) -> PaxRomanaState:
    s = to_operation(allied(units, **facts))
    script(s, dice or [1] * 12)
    return play(s, "expand")


@pytest.mark.rule("PR-12.5.4a", "PR-17.2-ALLIANCE-WITH-PERGAMUM", "PR-12.5c")
def test_all_units_of_pergamum_serve_the_ally() -> None:
    s = allied()
    assert at(s, "greece", "pergamum") == {"pergamene-heavy": 3, "pergamene-light": 2, "pergamene-cavalry": 1}
    assert at(s, "greece", "ephesus") == {"pergamene-heavy": 1, "pergamene-light": 1, "pergamene-galley": 1}
    assert at(s, "greece", "cyzicus") == {"pergamene-light": 1}
    assert not any(s.at(INDEPENDENT, each) for each in s.box.pergamene)
    assert s.site_owner(node("pergamum")) == INDEPENDENT, "the Town stays what it is"
    assert galleys_to_keep(s, GREECE) == 0
    assert not foes(s, GREECE, node("pergamum"))
    assert set(foes(s, ROME, node("pergamum"))) == {GREECE, INDEPENDENT}


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUM")
def test_when_the_alliance_cannot_be_made() -> None:
    nobody = hold({"rome": {"roma": {"legion": 1}}}, CARD)
    assert refused(nobody, "rome", f"play:{CARD}") == "PR-17.2-ALLIANCE-WITH-PERGAMUM", "no Pergamene Unit in play"
    other = hold({"independents": PERGAMENE}, CARD, sites=SITES)
    ally_with_pergamum(other, EAST)
    assert refused(other, "rome", f"play:{CARD}") == "PR-17.2-ALLIANCE-WITH-PERGAMUM"


@pytest.mark.rule("PR-12.5.4b")
def test_without_an_alliance_pergamum_neither_moves_nor_gives_way() -> None:
    s = table(
        {"independents": PERGAMENE, "greece": {"sardis": {"heavy": 12}}},
        sites=SITES,
        active="greece",
        deck=["revenues-and-stability"],
    )
    to_operation(unasked(play(s, "pay")))
    script(s, [6] * 12)
    play(s, "expand")
    assert words(s, "major") == {"sardis"}
    play(s, "major:sardis", "take-all", "march:ephesus")
    unasked(s)
    assert not {"withdraw", "stand"} & set(choices(s)), "nobody is asked for Pergamum"
    battle = next(each for each in s.stack if each.name == "battle")
    assert battle.runners(s) == (), "nor do its Units Retreat"  # type: ignore[attr-defined]


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUM")
def test_pergamenes_march_with_the_allys_own_and_make_minor_moves() -> None:
    s = expanding({"greece": {"sardis": {"heavy": 2}}}, [1, 6, 3, 3, 3, 3])
    assert {"sardis", "pergamum", "ephesus", "cyzicus"} <= words(s, "major")
    assert {"sardis", "pergamum", "ephesus", "cyzicus"} <= words(s, "minor")
    play(s, "minor:cyzicus", "take:pergamene-light")
    unasked(s)
    play(s, "march:pergamum")
    unasked(s)
    play(
        s, "major:sardis", "take-all", "march:pergamum", "pick-up", "take:pergamene-heavy", "take:pergamene-heavy", "go"
    )
    play(s, "march:sardis")
    assert at(s, "greece", "sardis") == {"heavy": 2, "pergamene-heavy": 2}, "one Army"
    assert at(s, "greece", "pergamum") == {"pergamene-heavy": 1, "pergamene-light": 3, "pergamene-cavalry": 1}


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUM")
def test_they_defend_in_one_battle_behind_the_walls_of_their_town() -> None:
    s = allied({"rome": {"sardis": {"legion": 3}}})
    s.add(GREECE, node("pergamum"), pack({"heavy": 1}))
    s.push(Onset((ROME,), (GREECE, INDEPENDENT), node("pergamum"), node("sardis"), ROME, NO_FORCING))
    s.run()
    unprepared(s)
    assert {"walls", "field"} <= set(choices(s)), "their ally decides"
    assert s.decider(s.box.seat_of[GREECE]) == GREECE
    battle = s.stack[-1]
    assert battle.start_points[1] == 3 * 3 + 2 + 1 + 3  # type: ignore[attr-defined]


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMb")
def test_pergamenes_may_take_the_losses_of_their_ally() -> None:
    s = allied({"greece": {"sardis": {"heavy": 2, "light": 1}}})
    s.add(GREECE, node("sardis"), pack({"pergamene-heavy": 1, "pergamene-light": 1}))
    s.push(Losses((GREECE,), GREECE, node("sardis"), 4, IN_BATTLE, True, False))
    s.run()
    assert words(s, "lose") == {"heavy", "light", "pergamene-heavy", "pergamene-light"}
    play(s, "lose:pergamene-heavy", "lose:pergamene-light")
    assert at(s, "greece", "sardis") == {"heavy": 2, "light": 1}


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMb")
def test_an_own_reduced_unit_does_not_keep_pergamenes_from_standing_in() -> None:
    s = allied({"greece": {"sardis": {"reduced-heavy": 1, "heavy": 1}}})
    s.add(GREECE, node("sardis"), pack({"pergamene-light": 1}))
    s.push(Losses((GREECE,), GREECE, node("sardis"), 1, IN_BATTLE, True, False))
    s.run()
    assert words(s, "lose") == {"reduced-heavy", "pergamene-light"}


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMc")
@pytest.mark.parametrize(("die", "leader"), [(4, None), (5, "pergamum-5"), (6, "pergamum-6")])
def test_a_major_move_with_pergamenes_may_bring_a_leader(die: int, leader: str | None) -> None:
    s = expanding(None, [die, 2, 3, 3, 3])
    play(s, "major:pergamum", "take-all")
    if leader is None:
        assert s.stack[-1].mp == 2, "as if led by a 0-0 leader"  # type: ignore[attr-defined]
        return
    assert s.leader_at[s.box.leader(leader)] == node("pergamum")
    assert f"take-leader:{leader}" in choices(s), "he may go along at once"
    play(s, f"take-leader:{leader}", "go")
    rating = {"pergamum-5": 4, "pergamum-6": 5}[leader]
    assert s.stack[-1].mp == 2 + rating, "and no second die is cast for him"  # type: ignore[attr-defined]
    assert (s.box.leaders[s.box.leader(leader)].tactical, rating) in ((1, 4), (2, 5))


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMc")
def test_no_die_for_a_minor_move_or_without_pergamenes() -> None:
    s = expanding({"greece": {"sardis": {"heavy": 2}}}, [6, 6, 6])
    play(s, "minor:pergamum", "take:pergamene-light")
    play(s, "halt")
    unasked(s)
    play(s, "major:sardis", "take-all")
    assert all(s.leader_at[number] == NOBODY for number in s.box.pergamene_leaders)
    assert s.stack[-1].mp == 6  # type: ignore[attr-defined]


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMc")
def test_the_leader_comes_to_pergamum_wherever_the_army_is_stays_and_is_not_replaced() -> None:
    s = expanding(None, [5, 3, 3, 3])
    play(s, "major:ephesus", "take-all")
    number = s.box.leader("pergamum-5")
    assert s.leader_at[number] == node("pergamum")
    assert s.stack[-1].mp == 3, "he is not with the Army"  # type: ignore[attr-defined]
    play(s, "halt")
    unasked(s)
    assert "pergamum" in words(s, "minor")
    assert number in s.leaders_of(GREECE, node("pergamum"))
    removal(s)
    assert s.leader_at[number] == node("pergamum"), "he is not removed between turns"
    kill_leader(s, number, "PR-8.4.1b")
    again = expanding(None, [6, 3, 3, 3])
    again.leaders_gone |= 1 << number
    play(again, "major:pergamum", "take-all")
    assert all(again.leader_at[each] == NOBODY for each in again.box.pergamene_leaders)
    assert again.stack[-1].mp == 6, "the die is that of the Move"  # type: ignore[attr-defined]


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMd")
def test_pergamenes_are_never_rebuilt_nor_combined() -> None:
    s = allied({"greece": {"sardis": {"heavy": 1}}})
    s.add(GREECE, node("sardis"), pack({"reduced-pergamene": 2}))
    assert at(s, "greece", "sardis") == {"heavy": 1, "reduced-pergamene": 2}
    assert may_rebuild(s, GREECE, HEAVY, node("sardis"))
    moving = expanding(None, [1, 6, 3])
    play(moving, "major:pergamum", "take-all", "march:sardis")
    assert not words(moving, "break"), "nor do Garrisons come of them"


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMd", "PR-5.4.1b")
def test_the_ally_gains_no_control_of_what_was_pergamene() -> None:
    s = allied({"greece": {"sardis": {"heavy": 1}, "cyzicus": {}}})
    s.add(GREECE, node("pergamum"), pack({"heavy": 2}))
    s.remove(GREECE, node("cyzicus"), s.at(GREECE, node("cyzicus")))
    s.add(GREECE, node("cyzicus"), pack({"heavy": 2}))
    for space in ("pergamum", "ephesus", "cyzicus"):
        assert s.holder(node(space)) == PERGAMUM, space
    s.add(GREECE, node("abydos"), pack({"pergamene-light": 1}))
    assert s.holder(node("abydos")) == PERGAMUM, "Pergamenes Control nothing for him"
    assert s.holder(node("sardis")) == GREECE
    athens = node("athens")
    s.add(GREECE, athens, pack({"pergamene-light": 1}))
    assert s.holder(athens) == GREECE, "and deny him nothing at home"


@pytest.mark.rule("PR-5.4.1b")
def test_pergamenes_deny_their_ally_no_province() -> None:
    s = allied({"greece": {"sardis": {"heavy": 1}}})
    recount(s)
    ionia = s.box.atlas.province_of[node("pergamum")]
    assert s.box.atlas.province_of[node("sardis")] == ionia
    assert province_control(s, ionia).who in (GREECE, NOBODY)
    free = table({"independents": PERGAMENE, "greece": {"sardis": {"heavy": 1}}}, sites=SITES)
    assert province_control(free, ionia).who == NOBODY, "Independents do"
    assert province_control(s, ionia).who == GREECE


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMd")
def test_what_he_controlled_before_he_keeps_until_he_loses_it() -> None:
    own = {key: value for key, value in PERGAMENE.items() if key != "cyzicus"}
    s = table({"independents": own, "greece": {"cyzicus": {"heavy": 1}}}, sites=SITES)
    ally_with_pergamum(s, GREECE)
    assert s.holder(node("cyzicus")) == GREECE
    s.remove(GREECE, node("cyzicus"), pack({"heavy": 1}))
    recount(s)
    s.add(GREECE, node("cyzicus"), pack({"heavy": 1}))
    assert s.holder(node("cyzicus")) == PERGAMUM


@pytest.mark.rule("PR-9.6.2a")
def test_pergamenes_in_service_are_never_isolated() -> None:
    around = ("amasia", "celaenae", "gangra", "mazaca", "nicomedia", "seleucia", "side", "tyana", "pessinus")
    s = allied({"rome": {each: {"legion": 1} for each in (*around, "tavium", "iconium")}})
    ancyra = node("ancyra")
    s.add(GREECE, ancyra, pack({"pergamene-heavy": 1, "pergamene-light": 2}))
    assert ancyra not in isolated_spaces(s, GREECE)
    s.add(GREECE, ancyra, pack({"light": 1}))
    assert ancyra in isolated_spaces(s, GREECE), "his own are"
    script(s, [6])
    s.stack.clear()
    s.push(Isolation())
    s.run()
    assert at(s, "greece", "ancyra") == {"pergamene-heavy": 1, "pergamene-light": 2}, "and they alone waste away"


@pytest.mark.rule("PR-12.2.5a")
def test_pergamenes_command_no_mercenaries() -> None:
    s = allied({"greece": {"athens": {"heavy": 1}}})
    s.leader_at[s.box.leader("pergamum-5")] = node("pergamum")
    assert {node("ephesus"), node("pergamum")}.isdisjoint(joining_places(s, GREECE))
    assert node("athens") in joining_places(s, GREECE)
    assert may_join(s, GREECE, node("ephesus")) == "PR-12.2.4"


def test_pergamenes_are_no_land_combat_units_of_the_major_power_itself() -> None:
    assert not within_reach(allied(), GREECE)


@pytest.mark.rule("PR-17.2-ALLIANCE")
def test_an_alliance_card_ends_it_and_pergamenes_go_home() -> None:
    s = hold(
        {"independents": PERGAMENE, "greece": {"sardis": {"heavy": 2}, "athens": {"heavy": 1}}}, "alliance", sites=SITES
    )
    ally_with_pergamum(s, GREECE)
    s.leader_at[s.box.leader("pergamum-6")] = node("sardis")
    s.shift(GREECE, node("cyzicus"), node("sardis"), s.at(GREECE, node("cyzicus")))
    unasked(play(s, "play:alliance"))
    assert words(s, "part-from") == {"pergamum"}
    play(s, "part-from:pergamum")
    assert s.pergamum_ally == NOBODY
    assert at(s, "independents", "pergamum") == {"heavy": 3, "light": 3, "cavalry": 1}
    assert at(s, "independents", "ephesus") == PERGAMENE["ephesus"]
    assert at(s, "greece", "sardis") == {"heavy": 2}
    assert s.leader_at[s.box.leader("pergamum-6")] == node("pergamum")
    assert not no_alliance_with_pergamum(s, ROME), "another may win it"


@pytest.mark.rule("PR-17.2-ALLIANCE")
def test_the_allys_own_army_leaves_the_spaces_of_pergamum() -> None:
    s = allied({"greece": {"athens": {"heavy": 1}}})
    s.add(GREECE, node("pergamum"), pack({"heavy": 2}))
    part_from_pergamum(s)
    s.run()
    play(s, "place:athens")
    assert at(s, "greece", "pergamum") == {}
    assert at(s, "greece", "athens") == {"heavy": 3}
    assert at(s, "independents", "pergamum") == PERGAMENE["pergamum"]


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUM")
def test_the_galley_of_pergamum_escorts_its_allys_army() -> None:
    s = expanding(None, [6] * 8)
    s.add(GREECE, node("ephesus"), pack({"heavy": 1}))
    play(s, "major:ephesus", "take:heavy", "go", "embark")
    assert "take:pergamene-galley" in choices(s)
    play(s, "take:pergamene-galley", "escort:0")
    assert s.stack[-1].ships == pack({"pergamene-galley": 1})  # type: ignore[attr-defined]


def test_a_snapshot_keeps_pergamum_with_its_ally() -> None:
    s = allied()
    again = position(**s.snapshot())
    assert at(again, "greece", "pergamum") == at(s, "greece", "pergamum")
    assert again.snapshot() == s.snapshot()


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMb")
@pytest.mark.parametrize(("first", "left"), [("galley", "pergamene-galley"), ("pergamene-galley", "galley")])
@pytest.mark.parametrize("moves", [True, False])
def test_in_a_naval_battle_the_ally_says_whose_squadron_goes_down_first(first: str, left: str, moves: bool) -> None:
    s = allied({"rome": {"samos": {"galley": 2}}})
    s.add(GREECE, node("ephesus"), pack({"galley": 1}))
    side, start, goal = (GREECE, "ephesus", "samos") if moves else (ROME, "samos", "ephesus")
    other = ROME if moves else GREECE
    voyage = FleetVoyage.of(March(side, side, node(start)))
    voyage.ships = s.at(side, node(start)) & GALLEYS
    voyage.carry(s, node(goal))
    script(s, [3, 5, 1, 2, 2] if moves else [5, 3, 1, 2, 2])
    s.push(Encounter(voyage, other))
    s.run()
    unprepared(play(s, "fight"))
    assert words(s, "lose") == {"galley", "pergamene-galley"}
    assert s.decider(s.box.seat_of[GREECE]) == GREECE
    play(s, f"lose:{first}")
    afloat = [stack & GALLEYS for place, stack in s.places_of(GREECE) if stack & GALLEYS]
    assert afloat == [pack({left: 1})]


DEEP = "dstp-ionium"


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMb")
@pytest.mark.parametrize(("first", "left"), [("galley", "pergamene-galley"), ("pergamene-galley", "galley")])
@pytest.mark.parametrize("withdraws", [True, False])
def test_in_a_storm_too_the_ally_says_whose_squadron_goes_down(first: str, left: str, withdraws: bool) -> None:
    s = allied()
    s.add(GREECE, node("methone"), pack({"galley": 1, "pergamene-galley": 1}))
    fleet: NavalWithdrawal | FleetVoyage
    if withdraws:
        fleet = NavalWithdrawal(s, GREECE, node("methone"))
        s.shift(GREECE, node("methone"), node(DEEP), fleet.cargo)
        fleet.node, fleet.stage = node(DEEP), WITHDRAWING
    else:
        fleet = FleetVoyage.of(March(GREECE, GREECE, node("methone")))
        fleet.ships = s.at(GREECE, node("methone")) & GALLEYS
        fleet.come_from(node("methone"), stopped=False)
        fleet.carry(s, node(DEEP))
        fleet.stage = ENTER
    script(s, [5, 1, 1, 1])
    s.push(fleet)
    s.run()
    assert words(s, "lose") == {"galley", "pergamene-galley"}
    assert s.decider(s.box.seat_of[GREECE]) == GREECE
    again = position(**s.snapshot())
    assert again.snapshot() == s.snapshot()
    play(s, f"lose:{first}")
    assert at(s, "greece", DEEP) == {left: 1}


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUMb", "PR-11.2.1d")
def test_an_army_on_board_pays_for_the_squadron_that_its_ally_gave_up() -> None:
    s = allied()
    s.add(GREECE, node("methone"), pack({"galley": 1, "pergamene-galley": 1, "heavy": 1}))
    march = March(GREECE, GREECE, node("methone"))
    march.army, march.ships = pack({"heavy": 1}), pack({"galley": 1, "pergamene-galley": 1})
    voyage = Transport.of(march)
    voyage.ships = march.ships
    voyage.come_from(node("methone"), stopped=False)
    voyage.carry(s, node(DEEP))
    voyage.stage = ENTER
    script(s, [5, 1, 1, 1])
    s.push(voyage)
    s.run()
    play(s, "lose:galley")
    assert at(s, "greece", DEEP) == {"reduced-heavy": 1, "pergamene-galley": 1}


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUM", "PR-12.5b")
def test_the_town_of_pergamum_lets_its_ally_in_and_denies_him_nothing() -> None:
    s = allied()
    pergamum = node("pergamum")
    s.remove(GREECE, pergamum, s.at(GREECE, pergamum))
    assert s.welcome(GREECE, pergamum)
    assert not s.welcome(ROME, pergamum)
    assert not foes(s, GREECE, pergamum)
    assert s.holder(pergamum) == PERGAMUM, "no stranger's, so that it counts against him in no Province"
