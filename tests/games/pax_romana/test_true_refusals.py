"""A refusal says what is true in the position: cases in which it said something else."""

from __future__ import annotations

import pytest

from games.pax_romana.helpers import choices, play, west, world
from ludi.core import SPAN, Phrase
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.asking.moments import MOMENT_OF
from ludi.games.pax_romana.ch06_treasury.maintenance import manpower_maximum
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.atlas import LAND_LINK
from ludi.games.pax_romana.world.words import DONE, GO, NAMES, NO, PART_FROM, YES


def why(s: PaxRomanaState, word: str) -> tuple[str, str]:
    found = s.why_not(s.actors()[0], word)
    assert found is not None, word
    return found.key, found.rule


@pytest.mark.rule("PR-4.1")
def test_who_is_invited_and_who_is_at_the_table() -> None:
    s = play(world({}, operation="choose"), "meet")
    assert why(s, "invite:rome") == ("why.same-person", "PR-4.1")
    play(s, "invite:carthage")
    assert why(s, "invite:carthage") == ("why.invited-already", "PR-4.1")
    assert why(s, "address:carthage")[0] == "why.invite-first", "he is invited, but nobody has the floor yet"
    play(s, "invite:greece", "done")
    assert why(s, "address:east") == ("why.not-at-the-table", "PR-4.1")
    assert why(s, "address:rome") == ("why.same-person", "PR-4.1")
    assert why(s, "invite:east")[0] == "why.address-first", "nobody has invited him, and that is over"


@pytest.mark.rule("PR-4.3.1a", "PR-4.3.1c")
def test_offers_and_their_time() -> None:
    s = play(west({}, operation="choose", options={"scenario": "II", "parley": 1}), "meet", "invite:carthage", "done")
    assert why(s, "propose") == ("why.nothing-offered", "PR-4.3.1c")
    play(s, "give-talents:2", "propose")
    assert "counter" not in choices(s)
    assert why(s, "counter") == ("why.no-time-left", "PR-4.3.1a")
    assert why(s, "propose")[0] == "why.answer-first", "there is an offer"


@pytest.mark.rule("PR-15.4.6a")
def test_objectives_are_shown_to_allies_only() -> None:
    s = play(west({}, operation="choose"), "meet", "invite:carthage", "done")
    assert why(s, "show:A") == ("why.not-allied", "PR-15.4.6a")


@pytest.mark.rule("PR-12.1.4a")
def test_garrisons_are_not_made_on_a_transit_point_nor_in_a_minor_move() -> None:
    box = GAME.box({"scenario": "II"})
    atlas = box.atlas
    start, point = next(
        (node, near)
        for node in range(atlas.spaces)
        if box.open[node]
        for near, link in atlas.land[node]
        if near >= atlas.spaces and link == LAND_LINK
    )
    units = {"rome": {atlas.ids[start]: {"legion": 2}}}
    s = west(units, under_way={"march": {"space": atlas.ids[start], "mp": 12}})
    assert "break:legion" in choices(s)
    play(s, f"march:{atlas.ids[point]}")
    assert why(s, "break:legion") == ("why.not-left-here", "PR-12.1.4a")
    tired = west(units, under_way={"march": {"space": atlas.ids[start], "mp": 1, "minor": True}})
    assert why(tired, "break:legion") == ("why.only-in-major", "PR-12.1.4a")


def test_a_leader_who_travels_alone_takes_no_other_along_before_he_has_units() -> None:
    units = {"rome": {"capua": {"legion": 1}}}
    s = west(units, leaders={"rome-1": "roma", "rome-4": "roma"}, dice=[3])
    play(s, "major:roma", "take-leader:rome-1", "go")
    assert why(s, "take-leader:rome-4") == ("why.leader-alone", "PR-8.2.3c"), "he is there, and has not moved"
    assert why(s, "take-leader:rome-1") == ("why.leader-along", "PR-8.2.3c")
    assert why(s, "take-leader:rome-2") == ("why.no-such-leader", "PR-8.2.3a")
    beside = west(units, leaders={"rome-1": "roma", "rome-4": "capua"}, dice=[3])
    play(beside, "major:roma", "take-leader:rome-1", "go", "march:capua")
    assert why(beside, "take-leader:rome-4")[0] == "why.leader-alone"
    play(beside, "pick-up", "take:legion", "go")
    assert "take-leader:rome-4" in choices(beside)


def test_who_does_not_join_a_move() -> None:
    units = {"rome": {"roma": {"legion": 2, "galley": 1}, "capua": {"legion": 1}}}
    s = play(west(units, leaders={"rome-1": "roma"}, dice=[3, 3]), "major:roma", "take:legion", "take:legion")
    assert why(s, "take:legion")[0] == "why.taken-already", "the galley beside them changes nothing"
    assert why(s, "take:galley")[0] == "why.fleet-or-army"
    assert why(s, "take:wall")[0] == "why.no-unit"
    assert why(s, "march:capua")[0] == "why.not-set-out"
    play(s, "take-leader:rome-1", "go")
    assert why(s, "take:legion")[0] == "why.pick-up-first"
    play(s, "drop-leader:rome-1")
    assert why(s, "take-leader:rome-1") == ("why.leader-parted", "PR-9.2.1f")
    assert why(s, "drop-leader:rome-1")[0] == "why.leader-not-along"
    play(s, "drop:legion")
    assert why(s, "drop:legion")[0] == "why.nobody-goes-on"
    play(s, "halt", "minor:capua", "take:legion", "march:roma")
    assert why(s, "take-leader:rome-1") == ("why.leader-moved", "PR-9.1.4a")
    assert why(s, "pick-up") == ("why.one-unit", "PR-9.1.1b")


def test_a_withdrawal_does_not_end_where_it_began() -> None:
    units = {"rome": {"roma": {"legion": 6}}, "carthage": {"capua": {"heavy": 1, "light": 1}}}
    s = play(west(units, dice=[3, 4]), "major:roma", "take-all", "march:capua", "withdraw", "take-all")
    assert why(s, "halt")[0] == "why.withdraw-from-here"
    assert why(s, "march:roma") == ("why.enemy-came-from-there", "PR-9.4.4a")
    assert why(s, "raze")[0] == "why.withdrawing"


def test_who_has_given_up_enough_gives_up_no_more() -> None:
    units = {"rome": {"roma": {"legion": 32}}}
    s = west(units, operation="phase", phase="B", stability={"rome": 5})
    assert manpower_maximum(s, 0) == 30
    for _ in range(2):
        s.play(0, s.unspell("disband-legion:roma"))
    found = s.why_not(0, "disband-legion:roma")
    assert found is not None
    assert found.key == "why.enough-given-up", "there are legions in Rome still"


def test_a_city_that_is_not_destroyed_says_which_condition_fails() -> None:
    units = {"rome": {"gades": {"legion": 1}, "roma": {"legion": 1}}}
    own = {"gades": {"owner": "rome", "kind": "city", "walls": 3}}
    s = play(west(units, sites=own, dice=[2]), "minor:gades", "take:legion")
    assert s.why_not(0, "raze") == Phrase("why.mp", {"need": 3, "left": 2}, "PR-7.4.3a")
    s = play(west(units, dice=[6]), "minor:gades", "take:legion")
    assert why(s, "raze") == ("why.not-own-site", "PR-7.4.3a")


def test_what_is_kept_and_bid_at_several_moments_names_them_all() -> None:
    s = west({"rome": {"roma": {"legion": 1}}}, operation="choose")
    assert why(s, "keep")[0] == "why.moment-keep"
    assert why(s, "bid:2")[0] == "why.moment-bid"


ANSWERS = {DONE, GO, NO, PART_FROM, YES}
"""Verbs that answer whatever is asked just then."""


def chapter(rule: str) -> str:
    return rule.removeprefix("PR-").partition(".")[0]


def test_of_every_verb_that_belongs_to_a_moment_it_is_told_by_a_rule_of_the_chapter_that_decides_it() -> None:
    decided: dict[int, set[str]] = {}
    for kind in Procedure.kinds.values():
        for stage in kind.stages.values():
            for each in stage.choices:
                rule = each.rule or stage.rule or kind.rule
                folder = type(stage).__module__.split(".")[3]
                decided.setdefault(each.verb, set()).update({chapter(rule), folder[2:4].lstrip("0")})
    assert set(decided) - set(MOMENT_OF) == ANSWERS
    for verb, (key, rule) in MOMENT_OF.items():
        assert chapter(rule) in decided[verb], f"{NAMES[verb // SPAN]}: why.moment-{key}"
