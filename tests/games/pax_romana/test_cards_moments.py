"""Chapters 17.1.5 and 17.2: the moments of cards: before a Battle, as an enemy comes home, as an Army is chased."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from games.pax_romana.advanced_tools import ADVANCED, CARTHAGE, GREECE, POWERS, ROME, unasked, words
from games.pax_romana.battle_tools import battle_of, causes, clash_of, finish
from games.pax_romana.card_tools import names
from games.pax_romana.helpers import (
    Units,
    actor,
    at,
    choices,
    city,
    node,
    play,
    refused,
    script,
    stability,
    talents,
    town,
    world,
)
from games.pax_romana.sea_tools import befriend
from games.pax_romana.test_cards_generals import marching
from games.pax_romana.test_door import ask
from ludi.core import FastDice
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking.questions import side_number
from ludi.games.pax_romana.ch09_movement.withdrawal import Withdrawal
from ludi.games.pax_romana.ch10_battle.battle import NO_FORCING, Onset
from ludi.games.pax_romana.ch12_special.slave_turn import SlaveTurn
from ludi.games.pax_romana.ch17_cards.window import Window
from ludi.games.pax_romana.engine.passage import space_way
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.pieces import pack

BATTLE = "ask.window-archimedes-effect"
HOME = "ask.window-raise-the-militia"
GALLEYS = "ask.window-galley-tech-artillery"
CHASED = "ask.window-cunctator"


def held(**hands: list[str]) -> list[list[str]]:
    return [hands.get(power, []) for power in POWERS]


def key(s: PaxRomanaState) -> str:
    return s.prompt(s.actors()[0]).key


def asked(s: PaxRomanaState, question: str) -> dict[str, set[str]]:
    """Who is asked this question one after another, and for which cards each; all let it be."""
    found: dict[str, set[str]] = {}
    while s.stack and isinstance(s.stack[-1], Window) and key(s) == question:
        found[actor(s)] = words(s, "do-not-ask")
        play(s, "pass")
    return found


def alive(s: PaxRomanaState) -> dict[str, int]:
    """The leaders of Rome on the map, and where they are."""
    return {
        s.box.leaders[n].word: where for n, where in enumerate(s.leader_at) if where >= 0 and s.leader_side(n) == ROME
    }


def before(
    attacker: str, defender: str, where: str = "capua", units: Units | None = None, **facts: Any
) -> PaxRomanaState:
    """A Battle is about to begin; twelve Units of the attacker have come there."""
    units = units or {"rome": {"roma": {"legion": 1}}, "carthage": {"utica": {"heavy": 1}}}
    facts.setdefault("active", "rome" if "rome" in units else next(iter(units)))
    s = world(units, options=ADVANCED, **facts)
    script(s, [3] * 12)
    number = side_number(s, attacker)
    kind = {"rome": "legion"}.get(attacker, "heavy" if attacker in POWERS else "barbarian")
    s.add(number, node(where), pack({kind: 12}))
    leads = POWERS.index(attacker) if attacker in POWERS else GREECE
    s.push(Onset((number,), (side_number(s, defender),), node(where), node("roma"), leads, NO_FORCING))
    s.run()
    return s


# Before a Battle on land

CITY = {"capua": city("carthage"), "utica": city("carthage")}


@pytest.mark.rule("PR-17.1.5a", "PR-17.2-ARCHIMEDES-EFFECT")
def test_before_a_city_that_cannot_withdraw_everybody_but_the_attacker_is_asked_for_the_inventor() -> None:
    hands = held(greece=["spies"], east=["traitor"], carthage=["alliance"], rome=["ambush"])
    s = before("rome", "carthage", sites=CITY, hands=hands, treasury=dict.fromkeys(POWERS, 0))
    assert asked(s, BATTLE) == {each: {"archimedes-effect"} for each in ("greece", "east", "carthage")}


@pytest.mark.rule("PR-17.2-ARCHIMEDES-EFFECT", "PR-10.3.1n")
@pytest.mark.parametrize("holder", ["carthage", "greece"])
def test_the_inventor_comes_into_the_city_just_before_the_storm(holder: str) -> None:
    """The Defender's player or any other puts him there: it is any Space with a City."""
    s = before("rome", "carthage", sites=CITY, hands=held(**{holder: ["archimedes-effect"]}))
    assert (actor(s), key(s)) == (holder, BATTLE)
    play(s, "play:archimedes-effect")
    assert words(s, "place") == {"capua", "utica"}
    play(s, "place:capua")
    assert names(s.discards) == ["archimedes-effect"]
    while "bid:0" in choices(s):
        play(s, "bid:0")
    assert causes(clash_of(s).field(s))["archimedes-effect"] == -2


@pytest.mark.rule("PR-17.2-ARCHIMEDES-EFFECT")
def test_he_is_of_no_use_without_a_city_whose_walls_may_be_used() -> None:
    hands = held(greece=["spies"], carthage=["alliance"])
    poor: dict[str, Any] = {"treasury": dict.fromkeys(POWERS, 0), "hands": hands}
    assert asked(before("rome", "carthage", sites={"capua": town("carthage")}, **poor), BATTLE) == {}
    units: Units = {"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"heavy": 1}}}
    assert asked(before("rome", "carthage", units=units, **poor), BATTLE) == {}, "in the open field"
    rising = before("rebels", "carthage", sites=CITY, units=units, active="carthage", **poor)
    assert asked(rising, BATTLE) == {}, "rebels rise within the walls"


@pytest.mark.rule("PR-17.1.5a", "PR-17.2-POLIORCATES-EFFECT")
@pytest.mark.parametrize("site", [city("carthage"), town("carthage"), city("independents"), town("independents")])
def test_whoever_attacks_walls_is_asked_for_the_helepolis(site: dict[str, Any]) -> None:
    s = before("rome", site["owner"], sites={"capua": site}, hands=held(rome=["poliorcates-effect"]))
    assert (actor(s), words(s, "do-not-ask")) == ("rome", {"poliorcates-effect"})
    play(s, "play:poliorcates-effect", "place:capua")
    assert talents(s, "rome") == 8
    while "bid:0" in choices(s):
        play(s, "bid:0")
    assert causes(clash_of(s).field(s))["poliorcates-effect"] == 2
    finish(s)
    assert s.helepolis == 0, "in one Battle only"


@pytest.mark.rule("PR-17.2-POLIORCATES-EFFECT")
def test_nobody_is_asked_for_a_helepolis_that_he_cannot_pay_or_that_would_not_attack_walls() -> None:
    hands = held(rome=["poliorcates-effect"], carthage=["alliance"])
    poor = before("rome", "carthage", sites=CITY, hands=hands, treasury={"rome": 1})
    assert "rome" not in asked(poor, BATTLE)
    units: Units = {"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"heavy": 1}}}
    assert "rome" not in asked(before("rome", "carthage", units=units, hands=hands), BATTLE), "in the open field"
    s = before("rome", "carthage", sites=CITY, hands=hands)
    assert "poliorcates-effect" not in asked(s, BATTLE)["carthage"], "never in defence"


@pytest.mark.rule("PR-17.2-POLIORCATES-EFFECT")
def test_who_gives_a_soldier_of_fortune_his_helepolis_is_its_player() -> None:
    s = world({"greece": {"athens": {"heavy": 1}}}, options=ADVANCED, sites=CITY, active="greece")
    s.hands[GREECE] = [CARD_NAMES.index("spies")]
    s.sof_owner = GREECE
    sof = side_number(s, "soldier-of-fortune")
    s.add(sof, node("capua"), pack({"heavy": 6}))
    s.push(Onset((sof,), (CARTHAGE,), node("capua"), node("roma"), GREECE, NO_FORCING))
    s.run()
    assert asked(s, BATTLE) == {"greece": {"poliorcates-effect"}}


@pytest.mark.rule("PR-17.1.5a")
def test_a_card_played_before_a_battle_may_be_answered_with_another() -> None:
    hands = held(rome=["poliorcates-effect", "spies"], carthage=["archimedes-effect", "traitor"])
    s = before("rome", "carthage", sites=CITY, hands=hands, treasury={"rome": 10})
    assert actor(s) == "rome", "from the Active player on"
    play(s, "play:poliorcates-effect")
    assert (actor(s), key(s)) == ("carthage", "ask.window-deus-ex-machina")
    play(s, "pass", "place:capua")
    assert (actor(s), key(s)) == ("carthage", BATTLE), "no second Helepolis could be held"
    play(s, "play:archimedes-effect", "pass", "place:capua")
    assert s.stack[-1].name == "battle", "whatever they hold, none of these could be among it"


@pytest.mark.rule("PR-17.1.5a", "PR-17.2-DEUS-EX-MACHINA")
def test_one_that_was_cancelled_is_asked_for_no_more() -> None:
    hands = held(carthage=["archimedes-effect"], greece=["deus-ex-machina"])
    s = before("rome", "carthage", sites=CITY, hands=hands)
    play(s, "pass")
    assert actor(s) == "carthage"
    play(s, "play:archimedes-effect", "play:deus-ex-machina")
    assert s.inventor == 0
    assert asked(s, BATTLE) == {}
    assert s.stack[-1].name == "battle"


@pytest.mark.rule("PR-17.1.5a", "PR-17.2-ARCHIMEDES-EFFECT")
def test_no_ally_who_attacks_too_is_asked_for_the_inventor() -> None:
    s = world({"rome": {"roma": {"legion": 1}}, "greece": {"athens": {"heavy": 1}}}, options=ADVANCED, sites=CITY)
    s.hands[GREECE], s.treasury[GREECE] = [CARD_NAMES.index("spies")], 0
    s.add(ROME, node("capua"), pack({"legion": 4}))
    s.add(GREECE, node("capua"), pack({"heavy": 4}))
    s.push(Onset((ROME, GREECE), (CARTHAGE,), node("capua"), node("roma"), ROME, NO_FORCING))
    s.run()
    assert s.stack[-1].name != "window"


@pytest.mark.rule("PR-17.1.5a")
def test_each_plays_only_what_fits_him_and_may_want_not_to_be_asked() -> None:
    hands = held(carthage=["poliorcates-effect", "archimedes-effect"])
    s = before("rome", "carthage", sites=CITY, hands=hands, treasury=dict.fromkeys(POWERS, 2))
    assert refused(s, "carthage", "play:poliorcates-effect") == "PR-17.1.5a"
    assert refused(s, "carthage", "do-not-ask:poliorcates-effect") == "PR-17.1.5a"
    play(s, "do-not-ask:archimedes-effect")
    assert s.stack[-1].name == "battle"
    silent = before("rome", "carthage", sites=CITY, hands=hands, numbers={"hushed": 1 << CARTHAGE})
    assert asked(silent, BATTLE) == {}, "not in this Activation"


@pytest.mark.rule("PR-17.1.5a")
def test_nobody_is_asked_for_what_all_can_see_elsewhere() -> None:
    hands = held(greece=["spies"], carthage=["alliance"], rome=["ambush"])
    gone = ["archimedes-effect", "poliorcates-effect", "mercenaries", "mercenaries", "mercenaries"]
    s = before("rome", "carthage", sites=CITY, hands=hands, discards=gone)
    assert asked(s, BATTLE) == {}


@pytest.mark.rule("PR-17.1.5a", "PR-12.2.4", "PR-17.2-MERCENARIES")
def test_the_attacked_may_hire_mercenaries_where_they_stand() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"heavy": 2}}}
    s = before("rome", "carthage", units=units, hands=held(carthage=["mercenaries"]))
    assert (actor(s), key(s), words(s, "do-not-ask")) == ("carthage", BATTLE, {"mercenaries"})
    play(s, "play:mercenaries", "hire-heavy:capua")
    assert at(s, "carthage", "capua") == {"heavy": 2, "mercenary": 1}
    assert battle_of(s).start_points[1] == 3 * 3, "they fight"


@pytest.mark.rule("PR-12.2.4", "PR-12.4.4b", "PR-17.2-MERCENARIES")
def test_mercenaries_join_a_soldier_of_fortune_who_is_attacked_alone_and_defend_with_him() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}}, "soldier-of-fortune": {"capua": {"heavy": 4}}}
    facts: dict[str, Any] = {"units": units, "soldier_of_fortune": "greece"}
    both = before("rome", "soldier-of-fortune", hands=held(greece=["spies"], carthage=["alliance"]), **facts)
    assert asked(both, BATTLE) == {"greece": {"mercenaries"}}, "his owner, nobody else"
    hands = held(greece=["mercenaries"])
    s = before("rome", "soldier-of-fortune", hands=hands, **facts)
    play(s, "play:mercenaries", "hire-heavy:capua")
    assert at(s, "greece", "capua") == {"mercenary": 1}
    assert battle_of(s).start_points[1] == 5 * 3, "all Units of the stack defend together"
    alone = before("rome", "soldier-of-fortune", hands=hands, **facts)
    play(alone, "pass")
    assert battle_of(alone).start_points[1] == 4 * 3


def test_whoever_lets_the_attacker_pass_is_not_asked_for_his_soldier_of_fortune() -> None:
    """Mercenaries of his would not fight whom he lets pass."""
    units: Units = {"rome": {"roma": {"legion": 1}}, "soldier-of-fortune": {"capua": {"heavy": 4}}}
    s = world(units, options=ADVANCED, soldier_of_fortune="greece", hands=held(greece=["mercenaries"]))
    script(s, [3] * 12)
    s.add(ROME, node("capua"), pack({"legion": 12}))
    s.ways = [space_way(GREECE, ROME, node("capua"))]
    s.push(Onset((ROME,), (side_number(s, "soldier-of-fortune"),), node("capua"), node("roma"), ROME, NO_FORCING))
    s.run()
    assert asked(s, BATTLE) == {}


@pytest.mark.rule("PR-12.2.1b", "PR-12.2.3b", "PR-17.1.5a")
def test_the_owner_of_a_soldier_of_fortune_who_cannot_pay_is_not_asked() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}}, "soldier-of-fortune": {"capua": {"heavy": 4}}}
    facts: dict[str, Any] = {"units": units, "soldier_of_fortune": "greece"}
    poor = before("rome", "soldier-of-fortune", hands=held(greece=["mercenaries"]), treasury={"greece": 1}, **facts)
    assert asked(poor, BATTLE) == {}


@pytest.mark.rule("PR-17.2-MERCENARIES", "PR-12.2.1b")
def test_rome_and_the_poor_and_whoever_does_not_stand_there_are_not_asked_for_mercenaries() -> None:
    hands = held(rome=["mercenaries"], carthage=["spies"], greece=["mercenaries"])
    ours: Units = {"carthage": {"utica": {"heavy": 1}}, "rome": {"capua": {"legion": 1}}}
    home = before("carthage", "rome", units=ours, active="carthage", hands=hands)
    assert asked(home, BATTLE) == {"rome": {"raise-the-militia"}}
    theirs: Units = {"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"heavy": 2}}}
    assert asked(before("rome", "carthage", units=theirs, hands=hands), BATTLE) == {"carthage": {"mercenaries"}}
    assert asked(before("rome", "carthage", units=theirs, hands=hands, treasury={"carthage": 1}), BATTLE) == {}


@pytest.mark.rule("PR-17.2-MERCENARIES", "PR-17.1.5a")
def test_a_guest_whose_fleet_alone_lies_there_is_not_attacked_and_hires_nobody() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}}, "greece": {"utica": {"galley": 2}}}
    s = world(units, options=ADVANCED, sites=CITY, hands=held(greece=["spies"]))
    s.discards = [CARD_NAMES.index("archimedes-effect")]
    befriend(s, "carthage", "greece")
    s.pass_rights[CARTHAGE] |= 1 << GREECE
    s.add(ROME, node("utica"), pack({"legion": 4}))
    s.push(Onset((ROME,), (CARTHAGE,), node("utica"), node("roma"), ROME, NO_FORCING))
    s.run()
    assert asked(s, BATTLE) == {}


@pytest.mark.rule("PR-17.1.6", "PR-17.1.5a")
def test_carthage_attacked_may_hire_for_any_card() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"heavy": 2}}}
    gone = ["mercenaries"] * 3
    s = before("rome", "carthage", units=units, hands=held(carthage=["spies"]), discards=gone)
    assert actor(s) == "carthage"
    play(s, "hire-for:spies", "hire-cavalry:capua")
    assert at(s, "carthage", "capua") == {"heavy": 2, "mercenary-cavalry": 1}
    away: Units = {"rome": {"roma": {"legion": 1}}, "carthage": {"utica": {"heavy": 1}}}
    none = before("rome", "carthage", sites=CITY, units=away, hands=held(carthage=["spies"]))
    assert words(none, "do-not-ask") == {"archimedes-effect"}, "walls alone are nobody to join"
    assert not words(none, "hire-for")
    assert refused(none, "carthage", "hire-for:spies") == "PR-17.1.5a"
    theirs: Units = {"rome": {"roma": {"legion": 1}}, "greece": {"capua": {"heavy": 2}}}
    other = before("rome", "greece", units=theirs, hands=held(greece=["spies"]), discards=gone)
    assert asked(other, BATTLE) == {}, "only Carthage"


def intercepted(
    hands: list[list[str]], units: Units | None = None, move: str = "major", **facts: Any
) -> PaxRomanaState:
    """Carthage marches past Roma into Pisae, and Rome falls upon it there."""
    units = {"carthage": {"parma": {"heavy": 6}}, "rome": {"roma": {"legion": 3}}, **(units or {})}
    facts |= {"options": ADVANCED, "active": "carthage", "sites": {"roma": city("rome")}, "hands": hands, "dice": [6]}
    s = world(units, **facts)
    play(s, f"{move}:parma", "take-all", "march:pisae")
    script(s, [6, 6, 3, 3])
    return s


@pytest.mark.rule("PR-17.2-MERCENARIES", "PR-17.1.5a")
def test_an_army_that_is_intercepted_on_its_way_hires_nobody() -> None:
    s = play(intercepted(held(carthage=["spies"])), "intercept:roma")
    assert asked(s, BATTLE) == {}
    captain: dict[str, Any] = {"soldier_of_fortune": "carthage"}
    joined = intercepted(held(carthage=["spies"]), {"soldier-of-fortune": {"pisae": {"heavy": 1}}}, **captain)
    assert asked(play(joined, "intercept:roma"), BATTLE) == {}, "who is with him does not stand there alone"
    led: Units = {"carthage": {"utica": {"heavy": 1}}, "soldier-of-fortune": {"parma": {"heavy": 6}}}
    his = intercepted(held(carthage=["spies"]), led, "soldier", **captain)
    assert asked(play(his, "intercept:roma"), BATTLE) == {}


@pytest.mark.rule("PR-17.1.5a", "PR-13.4.3", "PR-17.2-ARCHIMEDES-EFFECT")
def test_before_barbarians_too_cards_are_asked_for() -> None:
    hands = held(greece=["spies"], carthage=["alliance"], rome=["ambush"], east=["traitor"])
    s = before("western-gauls", "carthage", sites=CITY, hands=hands, treasury=dict.fromkeys(POWERS, 0))
    inventor = {"archimedes-effect"}
    home = {"archimedes-effect", "raise-the-militia"}
    assert asked(s, BATTLE) == {"rome": home, "east": inventor, "carthage": inventor}, "all but whoever moves them"


@pytest.mark.rule(
    "PR-17.1.5a", "PR-17.2-ARCHIMEDES-EFFECT", "PR-17.2-POLIORCATES-EFFECT", "PR-17.2-RAISE-THE-MILITIA", "PR-11.3.3a"
)
def test_who_lands_before_a_city_is_answered_too() -> None:
    units: Units = {"rome": {"melita": {"legion": 6, "galley": 1}}, "carthage": {"carthago": {"heavy": 1}}}
    hands = held(rome=["spies"], carthage=["alliance"])
    s = world(units, options=ADVANCED, sites={"thapsus": city("carthage")}, hands=hands, dice=[6])
    play(s, "major:melita", *["take:legion"] * 6, "go", "embark", "escort:1")
    script(s, [1] * 3)
    unasked(play(s, "sail:thapsus"))
    while "hold" in choices(s):
        play(s, "hold")
    play(s, "debark")
    while "hold" in choices(s):
        play(s, "hold")
    assert asked(s, HOME) == {"carthage": {"raise-the-militia"}}
    play(s, "no")
    assert asked(s, BATTLE) == {"rome": {"poliorcates-effect"}, "carthage": {"archimedes-effect"}}


@pytest.mark.rule("PR-7.3.1b", "PR-17.1.5a")
def test_what_is_told_before_a_battle_counts_walls_that_are_used_in_any_case() -> None:
    hands = held(carthage=["archimedes-effect"])
    s = before("rome", "carthage", sites=CITY, hands=hands)
    (fight,) = ask(s, "odds")["fights"]
    assert fight["points"] == [48, 5]
    assert fight["attacker_wins"] > 0.5
    (scene,) = [each for each in s.view(0)["scenes"] if each["kind"] == "battle"]
    assert scene["sums"]["points"] == [48, 5]


# An enemy at home


def invading(where: str = "capua", **facts: Any) -> PaxRomanaState:
    """Carthage marches from Tarentum, in the home of Rome, through it: nobody else is near."""
    units: Units = facts.pop("units", {"carthage": {"tarentum": {"heavy": 4}}, "rome": {"mediolanum": {"legion": 1}}})
    facts.setdefault("sites", {"roma": city("rome")})
    s = world(units, options=ADVANCED, active="carthage", dice=[6], **facts)
    play(s, "major:tarentum", "take-all", f"march:{where}")
    return s


@pytest.mark.rule("PR-17.1.5a", "PR-17.2-RAISE-THE-MILITIA")
def test_as_an_enemy_comes_into_a_home_space_its_power_may_raise_the_militia() -> None:
    """Before the enemy is in the next Space Militia stand there."""
    hands = held(rome=["raise-the-militia"], greece=["raise-the-militia"], east=["spies"])
    s = invading("venusia", hands=hands, stability={"rome": 3})
    assert (actor(s), key(s)) == ("rome", HOME), "nobody else: it is no home of theirs"
    assert s.prompt(s.actors()[0]).facts == {"power": "carthage", "space": "venusia"}
    level = stability(s, "rome")
    script(s, [3])
    play(s, "play:raise-the-militia", "pass", "pass")
    assert stability(s, "rome") == level - 1
    assert "venusia" not in words(s, "levy"), "where the enemy stands"
    play(s, "levy:roma", "levy:roma")
    assert at(s, "rome", "roma") == {"militia": 2}
    while actor(s) != "carthage":
        play(s, next(word for word in ("hold", "pass", "no") if word in choices(s)))
    assert s.stack[-1].name == "move", "the Army goes on"
    play(s, next(word for word in choices(s) if word.startswith("march:")))
    assert s.stack[-1].name != "window", "Militia are raised once in an Activation"


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA", "PR-17.1.5a")
def test_whoever_could_hold_it_is_asked_at_each_step_whatever_he_holds() -> None:
    for card in ("spies", "raise-the-militia"):
        s = invading("venusia", hands=held(rome=[card]))
        assert asked(s, HOME) == {"rome": {"raise-the-militia"}}
        while actor(s) != "carthage":
            play(s, "hold")
        play(s, "march:capua")
        assert key(s) == HOME


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA")
def test_nobody_is_asked_for_militia_that_would_not_come() -> None:
    hands = held(rome=["spies"])
    assert key(invading("venusia", hands=hands, stability={"rome": -4})) != HOME, "in Turmoil once it has fallen"
    assert key(invading("venusia", hands=hands, stability={"rome": -3})) == HOME
    raised = invading("venusia", hands=hands, numbers={"militia_raised": 1 << ROME})
    assert key(raised) != HOME, "raised already in this Activation"
    gone = invading("venusia", hands=hands, discards=["raise-the-militia"] * 2)
    assert key(gone) != HOME


@pytest.mark.rule("PR-12.4.7b", "PR-17.2-SOLDIER-OF-FORTUNE", "PR-17.1.5a")
def test_as_an_enemy_comes_home_rome_may_name_a_dictator() -> None:
    """While he is there: he may be gone before the Move ends."""
    s = invading("venusia", hands=held(rome=["soldier-of-fortune"]), leaders={"rome-5": "mediolanum"})
    assert (actor(s), words(s, "do-not-ask")) == ("rome", {"raise-the-militia", "soldier-of-fortune"})
    play(s, "play:soldier-of-fortune")
    assert s.stack[-1].name == "dictator"
    while s.stack[-1].name == "dictator":
        play(s, choices(s)[0])
    assert [s.box.place(where) for where in alive(s).values()] == ["roma"], "one of three drawn, for the only leader"
    home: Units = {"rome": {"patrae": {"legion": 4}}, "greece": {"athens": {"heavy": 1}}}
    greek = world(home, options=ADVANCED, hands=held(greece=["spies"]), leaders={"greece-5": "athens"}, dice=[6])
    play(greek, "major:patrae", "take-all", "march:corinth")
    assert (actor(greek), words(greek, "do-not-ask")) == ("greece", {"raise-the-militia"}), "nobody but Rome"
    bare = invading("venusia", hands=held(rome=["spies"]))
    assert words(bare, "do-not-ask") == {"raise-the-militia"}, "no leader to replace"


@pytest.mark.rule("PR-17.1.5b", "PR-12.4.7b", "PR-17.2-RAISE-THE-MILITIA")
@pytest.mark.parametrize("first", ["raise-the-militia", "soldier-of-fortune"])
def test_as_an_enemy_comes_home_one_card_may_follow_another(first: str) -> None:
    both = ["raise-the-militia", "soldier-of-fortune"]
    s = invading("venusia", hands=held(rome=both), leaders={"rome-5": "mediolanum"}, stability={"rome": 3})
    script(s, [3] if first == "raise-the-militia" else [])
    play(s, f"play:{first}")
    while s.stack[-1].name != "window" or key(s) != HOME:
        play(s, next(word for word in choices(s) if not word.startswith(("play:", "do-not-ask"))))
    other = both[1 - both.index(first)]
    assert (actor(s), words(s, "play")) == ("rome", {other})
    assert s.stack[-2].name == "move", "before the Army goes on"


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA")
def test_who_is_asked_for_militia_before_a_battle_is_at_home_there() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}, "zama": {"legion": 1}}, "carthage": {"capua": {"heavy": 1}}}
    s = before("rome", "carthage", units=units, hands=held(carthage=["spies"]), treasury={"carthage": 0})
    assert asked(s, BATTLE) == {}, "though an enemy stands in its own home"


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA")
def test_a_leader_alone_is_no_enemy_that_comes() -> None:
    units: Units = {"carthage": {"tarentum": {"heavy": 4}}, "rome": {"mediolanum": {"legion": 1}}}
    facts: dict[str, Any] = {"options": ADVANCED, "active": "carthage", "hands": held(rome=["spies"]), "dice": [6]}
    s = world(units, leaders={"carthage-1": "tarentum"}, **facts)
    play(s, "major:tarentum", "take-leader:carthage-1", "go", "march:venusia")
    assert s.stack[-1].name == "move"


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA", "PR-9.4.5a")
def test_nobody_is_asked_because_an_army_withdraws_into_his_home() -> None:
    units: Units = {
        "carthage": {"tarentum": {"heavy": 4}},
        "greece": {"venusia": {"heavy": 1}},
        "rome": {"mediolanum": {"legion": 1}},
    }
    s = world(units, options=ADVANCED, active="carthage", hands=held(rome=["spies"]), dice=[6])
    play(s, "major:tarentum", "take-all", "march:venusia")
    assert asked(s, HOME) == {"rome": {"raise-the-militia"}}, "Carthage comes"
    script(s, [6])
    play(s, "withdraw", "take-all", "march:capua")
    assert s.stack[-1].name != "window"


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA")
def test_own_armies_and_those_of_friends_are_no_enemies_at_home() -> None:
    own = world({"rome": {"capua": {"legion": 1}}}, options=ADVANCED, hands=held(rome=["spies"]), dice=[6])
    play(own, "major:capua", "take-all", "march:venusia")
    assert own.stack[-1].name == "move"
    units: Units = {
        "carthage": {"tarentum": {"heavy": 4}},
        "greece": {"croton": {"heavy": 1}},
        "rome": {"mediolanum": {"legion": 1}},
    }
    s = world(units, options=ADVANCED, active="carthage", dice=[6], hands=held(rome=["spies"]))
    s.allies[ROME] |= 1 << CARTHAGE
    s.allies[CARTHAGE] |= 1 << ROME
    play(s, "major:tarentum", "take-all", "march:venusia")
    assert s.stack[-1].name != "window"


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA", "PR-13.4.3")
def test_barbarians_are_enemies_at_home_too() -> None:
    hands = held(rome=["raise-the-militia"])
    s = before("rebels", "rome", "roma", units={"rome": {"roma": {"legion": 1}, "capua": {"legion": 1}}}, hands=hands)
    assert (actor(s), words(s, "do-not-ask")) == ("rome", {"raise-the-militia"}), "rebels rise, and have not come"


# An Army that is chased


@pytest.mark.rule("PR-17.1.5a", "PR-17.2-CUNCTATOR", "PR-9.4.1a")
def test_an_army_that_withdrew_in_this_move_may_do_so_again_by_cunctator() -> None:
    for card, again in (("spies", False), ("cunctator", True)):
        s = marching([card])
        play(s, "withdraw", "take:legion", "go", "march:roma")
        assert actor(s) == "carthage"
        script(s, [3] * 8)
        play(s, "march:roma")
        asked(s, HOME)
        assert (actor(s), key(s), words(s, "do-not-ask")) == ("rome", CHASED, {"cunctator"})
        play(s, "play:cunctator" if again else "pass")
        assert isinstance(s.stack[-1], Withdrawal) is again
        assert ("withdraw" in choices(s)) is again


@pytest.mark.rule("PR-17.2-CUNCTATOR", "PR-17.2-CONQUERORb")
def test_who_cannot_play_it_is_not_asked_and_who_has_played_it_need_not() -> None:
    for numbers, question in (({"conquerors": 1 << ROME}, False), ({}, True)):
        s = marching(["spies"])
        play(s, "withdraw", "take:legion", "go", "march:roma")
        s.conquerors = numbers.get("conquerors", 0)
        script(s, [3] * 8)
        play(s, "march:roma")
        asked(s, HOME)
        assert (s.stack[-1].name == "window" and key(s) == CHASED) is question
    late = marching([])
    play(late, "withdraw", "take:legion", "go", "march:roma")
    late.cunctators = 1 << ROME
    script(late, [3] * 8)
    play(late, "march:roma")
    asked(late, HOME)
    assert "withdraw" in choices(late), "for all its Armies, also one that has Withdrawn before it was played"


# Fleets


def fleets(hands: list[list[str]], dice: Sequence[int] = (3, 3, 1, 1), **facts: Any) -> PaxRomanaState:
    """A Fleet of Rome comes upon one of Carthage, which fights."""
    units: Units = {
        "rome": {"roma": {"galley": 3, "legion": 1}},
        "carthage": {"ntp-campania": {"galley": 2}, "utica": {"heavy": 1}},
        "greece": {"athens": {"galley": 2}},
    }
    s = world(units, options=ADVANCED, hands=hands, dice=[1], **facts)
    play(s, "major:roma", *["take:galley"] * 3, "go")
    script(s, [1, *dice])
    play(s, "sail:ntp-campania")
    return play(s, "fight")


@pytest.mark.rule(
    "PR-17.1.5a", "PR-17.2-GALLEY-TECH-CORVUS", "PR-17.2-GALLEY-TECH-HARPAX", "PR-17.2-GALLEY-TECH-ARTILLERY"
)
@pytest.mark.parametrize("title", ["galley-tech-corvus", "galley-tech-harpax", "galley-tech-artillery"])
def test_before_a_naval_battle_both_sides_are_asked_for_better_galleys(title: str) -> None:
    s = fleets(held(carthage=[title, "alliance"], rome=["ambush"], greece=["spies"]))
    assert (actor(s), key(s), s.prompt(s.actors()[0]).facts) == ("rome", GALLEYS, {"space": "ntp-campania"})
    play(s, "pass")
    assert actor(s) == "carthage"
    play(s, f"play:{title}")
    while key(s) == "ask.window-deus-ex-machina":
        play(s, "pass")
    assert (actor(s), key(s)) == ("rome", GALLEYS), "may answer with one of its own"
    script(s, [3, 3, 1, 1])
    events: list[Any] = []
    s.listener = events.append
    play(s, "pass")
    (fought,) = [each for each in events if each.kind == "naval-battle"]
    assert (fought.facts["attack"], fought.facts["defence"]) == (3 * 2 + 3, 2 * 3 + 3)


@pytest.mark.rule("PR-17.2-GALLEY-TECH-CORVUS")
def test_nobody_is_asked_twice_for_the_same_nor_who_does_not_fight() -> None:
    s = fleets(held(carthage=["alliance"], rome=["ambush"], greece=["spies"]), numbers={"galley_technology": 1 << ROME})
    assert list(asked(s, GALLEYS)) == ["carthage"]


@pytest.mark.rule("PR-17.2-GALLEY-TECH-CORVUS", "PR-12.6.3a")
def test_against_pirates_too_better_galleys_may_be_shown() -> None:
    hands = held(rome=["galley-tech-corvus"], greece=["spies"])
    units: Units = {"rome": {"roma": {"galley": 1}}, "greece": {"athens": {"galley": 2}}}
    s = world(units, options=ADVANCED, hands=hands, pirates=["ntp-campania"], dice=[1])
    play(s, "major:roma", "take:galley", "go", "sail:ntp-campania")
    assert (actor(s), key(s)) == ("rome", GALLEYS)
    script(s, [3, 1])
    play(s, "play:galley-tech-corvus", "pass")
    assert not s.pirates, "3 and 3 are 6"


@pytest.mark.rule("PR-17.2-GALLEY-TECH-CORVUS", "PR-11.3.1b")
def test_nobody_is_asked_where_one_side_has_no_squadrons() -> None:
    """What meets Galleys unescorted is lost without a Naval Battle; Pirates are fought by Galleys alone."""
    units: Units = {"rome": {"roma": {"galley": 1, "legion": 2}}, "carthage": {"ntp-campania": {"galley": 2}}}
    hands = held(carthage=["spies"], rome=["ambush"])
    s = world(units, options=ADVANCED, hands=hands, dice=[6], discards=["naval-ambush"] * 2)
    play(s, "major:roma", "take:legion", "go", "embark", "escort:0")
    script(s, [1] * 6)
    play(s, "sail:ntp-campania", "fight")
    assert asked(s, GALLEYS) == {}
    del units["carthage"]
    pirates = world(units, options=ADVANCED, hands=hands, pirates=["ntp-campania"], dice=[6])
    play(pirates, "major:roma", "take:legion", "go", "embark", "escort:0")
    script(pirates, [1] * 6)
    play(pirates, "sail:ntp-campania")
    assert asked(pirates, GALLEYS) == {}


# Slaves, and secrecy


@pytest.mark.rule("PR-17.1.5a")
def test_no_card_is_played_while_slaves_act() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}, "capua": {"legion": 1}}}
    s = world(units, options=ADVANCED, hands=held(carthage=["mercenaries"], rome=["cunctator"]))
    s.push(SlaveTurn(CARTHAGE, ROME))
    s.push(Withdrawal(ROME, node("capua"), node("roma"), side_number(s, "rebels"), CARTHAGE, False))
    s.run()
    assert actor(s) == "rome"
    assert refused(s, "rome", "play:cunctator") == "PR-17.1.5a"


STORM: Units = {
    "rome": {"roma": {"legion": 6, "galley": 2}, "venusia": {"legion": 2}},
    "carthage": {"capua": {"heavy": 2}, "utica": {"heavy": 1}, "carthago": {"galley": 2}},
    "greece": {"athens": {"heavy": 3}},
}


def course(s: PaxRomanaState, seed: int, steps: int) -> list[object]:
    """What everybody is asked while Greece and Carthage let everything pass, and what Rome may do."""
    rng = random.Random(seed)
    s.dice = FastDice(random.Random(seed))
    found: list[object] = []
    for _ in range(steps):
        if not s.actors():
            break
        seat = s.actors()[0]
        found.append((s.actors(), s.stack[-1].name, str(s.prompt(seat).key)))
        open_words = choices(s)
        if s.box.powers[s.decider(seat)] == "rome":
            found.append((tuple(open_words), str(s.view(seat)["path"])))
            word = rng.choice([each for each in open_words if not each.startswith("play:")])
        else:
            quiet = ("pass", "done", "no", "reject", "hold", "stand", "walls", "bid:0")
            word = next(each for each in (*quiet, *open_words) if each in open_words)
        s.play(seat, s.unspell(word))
    return found


@pytest.mark.rule("PR-17.1.5a")
@pytest.mark.parametrize("seed", range(4))
def test_positions_that_differ_in_hidden_cards_only_have_the_same_windows(seed: int) -> None:
    tales = []
    pairs = (["archimedes-effect", "mercenaries"], ["galley-tech-corvus", "cunctator"], ["spies", "traitor"])
    for greece, carthage in zip(pairs, (*pairs[1:], pairs[0]), strict=True):
        s = world(STORM, options=ADVANCED, sites=CITY, hands=held(greece=greece, carthage=carthage), dice=[6])
        s.deck = []
        tales.append(course(play(s, "major:roma", "take-all", "march:capua"), seed, 30))
    assert all(tale == tales[0] for tale in tales)
