"""4.3.1 with 10.7.5 and 11.4: allies who Retreat by sea together are one Fleet."""

from __future__ import annotations

import pytest

from games.pax_romana.helpers import actor, at, choices, node, play, script, world
from ludi.core import Event
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking.wording import phrasebook
from ludi.games.pax_romana.world.pieces import SOF, pack

GOAL = "agrigentum"


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def alive(s: PaxRomanaState, leader: str) -> bool:
    return s.leader_at[s.box.leader(leader)] >= 0


def beaten_together(
    carthage: dict[str, int], greece: dict[str, int], roman_galleys: int = 2, **leaders: str
) -> PaxRomanaState:
    """Carthage and Greece, allies, are beaten in Lilybaeum and Retreat by sea to Agrigentum, where Rome's Fleet lies.

    The Battle costs three Cavalry, which Carthage has beside the Units named; with most Battle Points it decides.
    """
    units = {
        "rome": {"panormus": {"legion": 5}, GOAL: {"galley": roman_galleys}},
        "carthage": {
            "lilybaeum": {**carthage, "cavalry": 3},
            GOAL: {"light": 1},
            "zama": {"light": 1},
            "carthago": {"light": 1},
        },
        "greece": {"athens": {"light": 1}},
    }
    s = world(units, dice=[5], leaders={leader.replace("_", "-"): place for leader, place in leaders.items()})
    one, other = number(s, "carthage"), number(s, "greece")
    s.allies[one] |= 1 << other
    s.allies[other] |= 1 << one
    s.pass_rights[one] |= 1 << other
    s.add(other, node("lilybaeum"), pack(greece))
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [3, 1])
    while "stand" in choices(s):
        play(s, "stand")
    while "retreat" not in choices(s):
        play(s, "done")
    play(s, "retreat")
    while s.stack[-1].name == "losses":
        play(s, "lose:cavalry")
    assert actor(s) == "carthage"
    play(s, f"sail:{GOAL}")
    assert at(s, "carthage", GOAL) == {**carthage, "light": 1}
    assert at(s, "greece", GOAL) == greece
    return s


def meet(s: PaxRomanaState, dice: list[int], *words: str) -> PaxRomanaState:
    """Rome answers, dice are scripted, and whatever comes after the meeting is let pass."""
    assert (actor(s), s.stack[-1].name) == ("rome", "encounter")
    assert phrasebook("en", s.box).say(s.prompt(s.actors()[0]))
    twin = position(**s.snapshot())
    assert twin.snapshot() == s.snapshot()
    script(s, [*dice, *[3, 4] * 4])
    play(s, *words)
    while s.stack[-1].name in ("losses", "militia", "interception"):
        play(s, "no" if "no" in choices(s) else choices(s)[0])
    assert s.stack[-1].name != "encounter", "one meeting"
    return s


def squadrons_of(s: PaxRomanaState, power: str) -> dict[str, int]:
    """Where a Power has Galley Squadrons."""
    places = {s.box.place(key & 511): stack for key, stack in s.force.items() if key >> 9 == number(s, power)}
    return {place: n for place in places if (n := at(s, power, place).get("galley", 0))}


@pytest.mark.rule("PR-4.3.1g", "PR-10.7.5", "PR-11.4.1a")
def test_an_ally_without_squadrons_is_carried() -> None:
    s = beaten_together({"heavy": 3, "galley": 2}, {"light": 2})
    assert at(s, "greece", GOAL) == {"light": 2}, "on board before the meeting"
    passed = meet(s, [], "let-pass")
    assert at(passed, "greece", GOAL) == {"light": 2}
    assert at(passed, "carthage", GOAL)["galley"] == 2
    assert at(passed, "greece", "lilybaeum") == at(passed, "carthage", "lilybaeum") == {}
    won = meet(beaten_together({"heavy": 3, "galley": 3}, {"light": 2}), [5, 1, 2], "fight")
    assert at(won, "greece", GOAL) == {"light": 2}, "not sunk for want of Squadrons"


@pytest.mark.rule("PR-4.3.1g", "PR-10.7.5")
def test_only_the_ally_of_the_commander_has_squadrons() -> None:
    s = meet(beaten_together({"heavy": 3}, {"light": 2, "galley": 3}), [5, 1, 2], "fight")
    assert squadrons_of(s, "greece") == {GOAL: 3}, "3 Squadrons and 5 against 2 and 1"
    assert "heavy" in at(s, "carthage", GOAL)
    assert at(s, "rome", GOAL) == {}


@pytest.mark.rule("PR-4.3.1g", "PR-11.4.3", "PR-11.4.4a")
def test_the_squadrons_of_both_fight_as_one_fleet() -> None:
    """2 + 2 BP and a 3 beat 4 BP and a 2: neither ally would alone."""
    s = beaten_together({"heavy": 3, "galley": 1}, {"light": 2, "galley": 1})
    told: list[Event] = []
    s.listener = told.append
    meet(s, [3, 2, 2], "fight")
    battle = next(event for event in told if event.kind == "naval-battle")
    assert (battle.facts["attack"], battle.facts["defence"]) == (7, 6)
    won = next(event for event in told if event.kind == "naval-won")
    assert won.facts["side"] == battle.facts["side"] == ["greece", "carthage"]
    assert (won.facts["lost"], won.facts["fallen"]) == (0, 1)
    assert sum(event.kind == "naval-battle" for event in told) == 1, "one meeting"
    assert squadrons_of(s, "carthage") == squadrons_of(s, "greece") == {GOAL: 1}
    assert at(s, "greece", GOAL)["light"] == 2
    assert at(s, "rome", GOAL) == {}, "the beaten are put elsewhere"


@pytest.mark.rule("PR-11.4.3", "PR-4.3.1g")
def test_a_leader_of_either_ally_helps_the_whole_fleet_once() -> None:
    s = beaten_together(
        {"heavy": 3, "galley": 1}, {"light": 2, "galley": 1}, carthage_9="lilybaeum", greece_9="lilybaeum"
    )
    told: list[Event] = []
    s.listener = told.append
    meet(s, [1, 1, 2], "fight")
    assert next(event for event in told if event.kind == "naval-battle").facts["attack"] == 4 + 1 + 1


@pytest.mark.rule("PR-11.4.4d", "PR-11.4.6b", "PR-4.3.1h")
@pytest.mark.parametrize("whose", ["carthage", "greece"])
def test_the_commander_says_whose_squadron_a_victory_costs(whose: str) -> None:
    s = beaten_together({"heavy": 3, "galley": 2}, {"light": 2, "galley": 2})
    script(s, [4, 1, 1, *[3, 4] * 4])
    play(s, "fight")
    assert actor(s) == "carthage"
    assert set(choices(s)) == {"whose:carthage", "whose:greece"}
    twin = position(**s.snapshot())
    assert twin.snapshot() == s.snapshot()
    assert s.prompt(s.actors()[0]).key == "ask.losses-whose"
    play(s, f"whose:{whose}")
    other = "greece" if whose == "carthage" else "carthage"
    assert squadrons_of(s, whose) == {GOAL: 1}
    assert squadrons_of(s, other) == {GOAL: 2}
    assert (s.stack[-1].name, actor(s)) == ("losses", "carthage"), "2 BP of the Army go with it"
    play(s, "lose:light", "lose:light")
    assert "light" not in at(s, "greece", GOAL)
    assert at(s, "carthage", GOAL)["light"] == 1, "who was in Agrigentum before was not on board"


@pytest.mark.rule("PR-11.4.4b", "PR-11.4.4c", "PR-11.4.6b")
def test_a_beaten_fleet_of_allies_goes_to_one_port() -> None:
    s = beaten_together(
        {"heavy": 3, "galley": 2}, {"light": 3, "galley": 2}, 3, carthage_9="lilybaeum", greece_9="lilybaeum"
    )
    script(s, [1, 6, 2, *[3, 4] * 6])
    play(s, "fight", "whose:greece")
    assert squadrons_of(s, "greece") == {GOAL: 1}, "2 BP make 1 Squadron"
    while s.stack[-1].name == "losses":
        play(s, "lose:light")
    while "no" in choices(s):
        play(s, "no")
    refuge = s.box.place(s.leader_at[s.box.leader("carthage-9")])
    assert refuge not in (GOAL, "lilybaeum")
    assert s.leader_at[s.box.leader("greece-9")] == node(refuge)
    assert squadrons_of(s, "greece") == {refuge: 1}
    assert squadrons_of(s, "carthage") == {refuge: 2}
    assert at(s, "greece", refuge)["light"] == 1
    assert "heavy" in at(s, "carthage", refuge)
    assert at(s, "carthage", GOAL) == {"light": 1}, "those who were there are none of the beaten"


@pytest.mark.rule("PR-11.4.4c", "PR-4.3.1e")
def test_the_port_of_refuge_lets_both_in() -> None:
    """A Port held by the one who does not let the other in is no refuge for their Fleet."""

    def refuge(held: str, agreed: bool) -> str:
        s = beaten_together({"heavy": 3, "galley": 2}, {"light": 3, "galley": 2}, 3, carthage_9="lilybaeum")
        if held:
            s.add(number(s, "carthage"), node(held), pack({"light": 1}))
        if not agreed:
            s.pass_rights[number(s, "carthage")] = 0
        script(s, [1, 6, 2, *[3, 4] * 6])
        play(s, "fight", "whose:greece", "lose:light", "lose:light")
        return s.box.place(s.leader_at[s.box.leader("carthage-9")])

    nearest = refuge("", agreed=True)
    assert refuge(nearest, agreed=True) == nearest
    assert refuge(nearest, agreed=False) != nearest


@pytest.mark.rule("PR-11.4.6c", "PR-8.4.3")
def test_with_the_last_squadron_both_allies_are_lost() -> None:
    s = beaten_together(
        {"heavy": 3, "galley": 1}, {"light": 2, "galley": 1}, 3, carthage_9="lilybaeum", greece_9="lilybaeum"
    )
    meet(s, [1, 6, 2], "fight", "whose:greece")
    assert at(s, "carthage", GOAL) == {"light": 1}
    assert at(s, "greece", GOAL) == {}
    assert squadrons_of(s, "carthage") == squadrons_of(s, "greece") == {}
    assert not alive(s, "carthage-9")
    assert not alive(s, "greece-9")


@pytest.mark.rule("PR-8.4.4", "PR-11.4.6b")
def test_a_leader_dies_with_his_own_part_of_the_army() -> None:
    s = beaten_together({"heavy": 3, "galley": 3}, {"light": 2}, 3, carthage_9="lilybaeum", greece_9="lilybaeum")
    script(s, [2, 4, 2, *[3, 4] * 6])
    play(s, "fight")
    while s.stack[-1].name == "losses":
        play(s, "lose:light")
    assert alive(s, "carthage-9")
    assert not alive(s, "greece-9"), "his 2 Light Infantry went down with a Squadron"
    assert "light" not in at(s, "greece", s.box.place(s.leader_at[s.box.leader("carthage-9")]))


@pytest.mark.rule("PR-16.2-GALLEY-TECHNOLOGY", "PR-11.4.3", "PR-11.4.4b")
def test_better_galleys_count_for_their_owner_only() -> None:
    def fought(whose: str) -> PaxRomanaState:
        s = beaten_together({"heavy": 3, "galley": 1}, {"light": 2, "galley": 1}, 3)
        s.galley_technology |= 1 << number(s, "greece")
        told: list[Event] = []
        s.listener = told.append
        script(s, [1, 3, 2, *[3, 4] * 6])
        play(s, "fight")
        assert next(event for event in told if event.kind == "naval-battle").facts["attack"] == 2 + 3 + 1
        return play(s, f"whose:{whose}")

    spared = fought("greece")
    assert sum(squadrons_of(spared, "carthage").values()) == 1, "3 BP are covered by one Squadron of 3"
    assert squadrons_of(spared, "greece") == {}
    assert squadrons_of(fought("carthage"), "greece") == {}, "2 BP are not: both go"


@pytest.mark.rule("PR-12.4.4d", "PR-10.7.5", "PR-11.4.1a")
def test_a_soldier_of_fortune_and_his_player_are_one_fleet() -> None:
    units = {
        "rome": {"panormus": {"legion": 5}, GOAL: {"galley": 2}},
        "carthage": {"lilybaeum": {"heavy": 3, "galley": 2}, GOAL: {"light": 1}, "zama": {"light": 1}},
        "soldier-of-fortune": {"lilybaeum": {"light": 2}},
    }
    s = world(units, soldier_of_fortune="carthage", dice=[5])
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [3, 1])
    while "stand" in choices(s):
        play(s, "stand")
    while "retreat" not in choices(s):
        play(s, "done")
    play(s, "retreat")
    while s.stack[-1].name == "losses":
        play(s, "lose:heavy" if "lose:heavy" in choices(s) else choices(s)[0])
    told: list[Event] = []
    s.listener = told.append
    meet(play(s, f"sail:{GOAL}"), [4, 2, 2], "fight")
    assert next(event for event in told if event.kind == "naval-battle").facts["attack"] == 8
    assert at(s, "soldier-of-fortune", GOAL) == {"light": 2}
    assert squadrons_of(s, "carthage") == {GOAL: 2}
    assert not s.at(SOF, node("lilybaeum"))


@pytest.mark.rule("PR-12.4.4d", "PR-10.7.5")
def test_a_soldier_of_fortune_alone_is_escorted_by_his_player() -> None:
    units = {
        "rome": {"panormus": {"legion": 5}, GOAL: {"galley": 1}},
        "carthage": {"lilybaeum": {"galley": 3}, GOAL: {"light": 1}, "zama": {"light": 1}},
        "soldier-of-fortune": {"lilybaeum": {"heavy": 4}},
    }
    s = world(units, soldier_of_fortune="carthage", dice=[5])
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    script(s, [3, 1])
    while "retreat" not in choices(s):
        play(s, next(word for word in ("no", "stand", "done") if word in choices(s)))
    play(s, "retreat")
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    meet(play(s, f"sail:{GOAL}"), [4, 2, 2], "fight")
    assert squadrons_of(s, "carthage") == {GOAL: 3}
    assert at(s, "soldier-of-fortune", GOAL), "without its player's Squadrons the Army would be lost"


@pytest.mark.rule("PR-11.4.1a", "PR-4.3.1f")
def test_who_is_the_enemy_of_one_ally_meets_the_fleet_of_both() -> None:
    s = beaten_together({"heavy": 3, "galley": 1}, {"light": 2, "galley": 1})
    one, other = number(s, "rome"), number(s, "greece")
    s.allies[one] |= 1 << other
    s.allies[other] |= 1 << one
    meet(s, [6, 1, 2], "fight")
    assert at(s, "rome", GOAL) == {}
    assert squadrons_of(s, "greece") == {GOAL: 1}
