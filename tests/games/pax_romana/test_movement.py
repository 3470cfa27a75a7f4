"""Chapter 9: land movement, isolation, attrition."""

from __future__ import annotations

import pytest

from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    mp,
    node,
    play,
    refused,
    script,
    talents,
    town,
    west,
    world,
)
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch09_movement.isolation import isolated_spaces
from ludi.games.pax_romana.ch10_battle.losses import attrition_losses


@pytest.mark.rule("PR-9.1.2a", "PR-9.1.2-EX1", "PR-9.1.2c")
def test_a_major_move_has_a_die_and_the_campaign_rating() -> None:
    s = world(
        {"carthage": {"utica": {"heavy": 2}}},
        active="carthage",
        leaders={"carthage-10": "utica"},
        dice=[5],
    )
    play(s, "major:utica", "take-all")
    assert mp(s) == 7


@pytest.mark.rule("PR-9.1.2b", "PR-8.2.2", "PR-9.1.1b", "PR-9.1.1-EX1", "PR-1.4-UNIT", "PR-1.4-MINOR", "PR-9.1.3")
def test_minor_moves_take_one_unit_with_one_die() -> None:
    s = west({"rome": {"roma": {"legion": 3, "galley": 2}}}, dice=[4, 2])
    play(s, "minor:roma", "take:legion")
    assert mp(s) == 4
    play(s, "march:capua", "halt", "minor:roma", "take:galley")
    assert at(s, "rome", "capua") == {"legion": 1}
    play(s, "halt")
    assert refused(s, "rome", "minor:roma") == "PR-9.1.1b"
    play(s, "major:roma", "take:legion", "go")
    assert mp(s) == 2


@pytest.mark.rule("PR-9.1.1a", "PR-1.4-MAJOR", "PR-9.1.4a", "PR-9.1.4-EX1", "PR-3.5.1b")
def test_one_major_move_and_no_unit_moves_twice() -> None:
    s = west({"rome": {"roma": {"legion": 3}, "capua": {"legion": 1}}}, dice=[4, 5])
    play(s, "major:roma", "take:legion", "take:legion", "go", "march:capua", "halt")
    assert at(s, "rome", "capua") == {"legion": 3}
    assert at(s, "rome", "roma") == {"legion": 1}
    assert refused(s, "rome", "major:roma") == "PR-9.1.1a"
    play(s, "minor:capua", "take:legion", "march:venusia", "halt")
    play(s, "minor:capua")
    assert choices(s) == ["break:legion"], "Garrisons may be made of them, but they do not move again"
    assert refused(s, "rome", "take:legion") == "PR-9.1.4a"


@pytest.mark.rule("PR-9.2.1a", "PR-9.2.1b", "PR-9.2.1c", "PR-9.2.1g", "PR-9.2.1m", "PR-9.2.1n", "PR-13.1.3a")
def test_what_a_step_costs() -> None:
    s = world({"rome": {"nicomedia": {"galley": 1}}}, tribes={"nemausus": 4})

    def cost(*route: str) -> list[int]:
        return [line["mp"] for line in q.cost_of_route(s, "rome", route)]

    assert cost("roma", "capua", "venusia") == [1, 1]
    assert cost("celaenae", "iconium") == [2]
    assert cost("byzantium", "nicomedia") == [2]
    assert cost("valentia", "taurinorum") == [3]
    assert cost("narbo", "nemausus") == [2]
    assert cost("gergovia", "uxellodorum") == [99]


@pytest.mark.rule("PR-9.2.1-EX1")
def test_one_mp_does_not_enter_a_mountain_fortress() -> None:
    s = world({"rome": {"celaenae": {"legion": 1}}}, dice=[1])
    play(s, "minor:celaenae", "take:legion")
    assert "march:iconium" not in choices(s)
    assert refused(s, "rome", "march:iconium") == "PR-9.2.1n"


@pytest.mark.rule("PR-9.2.2-EX2", "PR-9.5.2a", "PR-13.1.2a")
def test_hannibal_crosses_the_alps() -> None:
    units = {
        "carthage": {"emporiae": {"heavy": 5, "light": 4, "cavalry": 3}},
        "rome": {"arretium": {"legion": 2}},
    }
    s = world(units, active="carthage", leaders={"carthage-1": "emporiae"}, tribes={"nemausus": 2}, dice=[5])
    play(s, "major:emporiae", "take-all")
    assert mp(s) == 11
    play(s, "march:narbo")
    assert mp(s) == 10
    script(s, [6, 1, 3, 4])
    play(s, "march:nemausus")
    assert mp(s) == 8
    while s.stack[-1].name == "battle":
        play(s, "raise" if "raise" in choices(s) else "done")
    while s.stack[-1].name == "losses":
        play(s, "lose:light")
    assert at(s, "tribes", "nemausus") == {}
    play(s, "march:valentia")
    assert mp(s) == 7
    before = sum(at(s, "carthage", "valentia").values())
    assert before == 10
    script(s, [2])
    play(s, "march:taurinorum")
    assert mp(s) == 4
    while s.stack[-1].name == "losses":
        play(s, "lose:light")
    assert sum(at(s, "carthage", "taurinorum").values()) == before - 1, "10 per cent"
    play(s, "march:mediolanum")
    assert mp(s) == 3
    play(s, "march:parma")
    while "no" in choices(s):
        play(s, "no")
    assert mp(s) == 2
    assert "march:arretium" in choices(s)
    script(s, [3, 3])
    play(s, "march:arretium", "stand")
    assert mp(s) == 0


@pytest.mark.rule("PR-9.2.1f", "PR-8.2.3b")
def test_picking_up_and_dropping_off() -> None:
    units = {"rome": {"roma": {"legion": 2}, "capua": {"legion": 1}, "pisae": {"legion": 1}}}
    s = west(units, leaders={"rome-4": "roma"}, dice=[1, 6])
    play(s, "major:roma", "take-all", "march:capua")
    assert mp(s) == 4
    play(s, "pick-up", "take:legion", "go")
    assert mp(s) == 3
    play(s, "march:venusia", "drop:legion", "march:tarentum", "halt")
    assert at(s, "rome", "venusia") == {"legion": 1}
    assert at(s, "rome", "tarentum") == {"legion": 2}
    play(s, "minor:venusia")
    assert refused(s, "rome", "take:legion") == "PR-9.1.4a"


@pytest.mark.rule("PR-8.2.3a", "PR-8.2.3e", "PR-8.2.3c")
def test_a_leader_alone_has_double_movement_also_in_a_minor_move() -> None:
    s = west({"rome": {"tarentum": {"legion": 1}}}, leaders={"rome-4": "roma"}, dice=[3])
    play(s, "minor:roma", "take-leader:rome-4")
    assert mp(s) == 14
    s = west({"rome": {"roma": {"legion": 1}}}, leaders={"rome-4": "capua"}, dice=[3])
    play(s, "minor:roma", "take:legion", "march:capua")
    assert mp(s) == 2
    play(s, "take-leader:rome-4", "march:venusia", "halt")
    assert s.leader_at[s.box.leader("rome-4")] == node("venusia")


@pytest.mark.rule("PR-9.2.3", "PR-12.8.2")
def test_elephants_left_alone_are_gone() -> None:
    s = west({"carthage": {"utica": {"heavy": 1, "elephant": 2}}}, active="carthage", dice=[3])
    play(s, "minor:utica", "take:heavy", "march:carthago", "halt")
    assert at(s, "carthage", "utica") == {}


@pytest.mark.rule("PR-9.2.4", "PR-10.6.6a")
def test_two_reduced_units_combine_at_once() -> None:
    s = west({"rome": {"roma": {"reduced-legion": 1}, "capua": {"reduced-legion": 1}}}, dice=[3])
    play(s, "minor:roma", "take:reduced-legion", "march:capua", "halt")
    assert at(s, "rome", "capua") == {"legion": 1}


@pytest.mark.rule("PR-9.5.1a", "PR-9.5.1b")
def test_transit_points_are_no_place_to_rest() -> None:
    s = west({"rome": {"rhegium": {"legion": 1}}}, dice=[1])
    play(s, "minor:rhegium", "take:legion")
    assert refused(s, "rome", "march:ltp-lucania") == "PR-9.5.1b"
    s = west({"rome": {"rhegium": {"legion": 1}}}, dice=[3])
    play(s, "minor:rhegium", "take:legion", "march:ltp-lucania")
    assert "halt" not in choices(s)
    assert mp(s) == 2


@pytest.mark.rule("PR-9.5.3b", "PR-9.5.3e", "PR-2.1.4f")
def test_straits() -> None:
    s = west({"rome": {"rhegium": {"legion": 1}}}, dice=[2])
    play(s, "minor:rhegium", "take:legion", "march:messana")
    assert at(s, "rome", "messana") == {"legion": 1}
    held = west({"rome": {"rhegium": {"legion": 1}}, "independents": {"messana": {"heavy": 2}}}, dice=[6])
    play(held, "minor:rhegium", "take:legion")
    assert refused(held, "rome", "march:messana") == "PR-9.5.3b"
    ships = west({"rome": {"rhegium": {"legion": 1}}, "carthage": {"messana": {"galley": 1}}}, dice=[6])
    play(ships, "minor:rhegium", "take:legion")
    assert refused(ships, "rome", "march:messana") == "PR-9.5.3e"
    behind = west({"rome": {"rhegium": {"legion": 1}}, "carthage": {"rhegium": {"galley": 1}}}, dice=[6])
    play(behind, "minor:rhegium", "take:legion")
    assert refused(behind, "rome", "march:messana") == "PR-9.5.3e"


@pytest.mark.rule("PR-9.5.3a", "PR-9.5.3c", "PR-9.5.3d")
def test_the_other_straits() -> None:
    for start, end, rule in (
        ("sestus", "abydos", "PR-9.5.3c"),
        ("byzantium", "nicomedia", "PR-9.5.3d"),
        ("abydos", "sestus", "PR-9.5.3c"),
    ):
        s = world({"rome": {start: {"legion": 1}}, "carthage": {end: {"garrison": 1}}}, dice=[6])
        play(s, f"minor:{start}", "take:legion")
        assert refused(s, "rome", f"march:{end}") == rule
        s = world({"rome": {start: {"legion": 1}}}, dice=[6])
        play(s, f"minor:{start}", "take:legion", f"march:{end}")
        assert mp(s) == 4
    s = world({"rome": {"gades": {"legion": 1}}, "carthage": {"tingi": {"garrison": 1}}})
    assert q.cost_of_route(s, "rome", ["ltp-baetica", "tingi"])[0]["rule"] == "PR-9.5.3a"
    free = world({"rome": {"gades": {"legion": 1}}})
    assert q.cost_of_route(free, "rome", ["ltp-baetica", "tingi"])[0]["mp"] == 2


@pytest.mark.rule("PR-9.2.1k", "PR-12.1.1a", "PR-8.4.6")
def test_a_lone_garrison_is_swept_away_for_one_mp() -> None:
    s = west(
        {"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"garrison": 2}}},
        leaders={"carthage-3": "capua"},
        dice=[4],
    )
    play(s, "minor:roma", "take:legion", "march:capua")
    assert at(s, "carthage", "capua") == {}
    assert mp(s) == 2
    assert s.leader_at[s.box.leader("carthage-3")] == -1


@pytest.mark.rule("PR-12.1.1a")
def test_garrisons_alone_attack_nobody() -> None:
    s = west({"rome": {"roma": {"garrison": 2}}, "carthage": {"capua": {"light": 1}}}, dice=[5])
    play(s, "minor:roma", "take:garrison")
    assert "march:capua" not in choices(s)
    assert "march:arretium" in choices(s)


@pytest.mark.rule("PR-12.1.4a", "PR-9.2.1e", "PR-12.1.6a", "PR-12.1.3a")
def test_breaking_down_on_the_march() -> None:
    s = west({"rome": {"roma": {"legion": 2}}}, leaders={"rome-4": "roma"}, dice=[2])
    play(s, "major:roma", "take-all", "march:capua")
    assert mp(s) == 5
    play(s, "break:legion")
    assert mp(s) == 4
    assert at(s, "rome", "capua") == {"legion": 1, "garrison": 3}
    play(s, "break:legion")
    assert mp(s) == 4, "1 MP in a Space, however many"
    play(s, "drop:garrison", "march:paestum", "halt")
    assert at(s, "rome", "paestum") == {"garrison": 5}


@pytest.mark.rule("PR-12.1.4b", "PR-12.1.7-EX1", "PR-12.1.7", "PR-7.1.2a", "PR-7.1.1a", "PR-1.4-MINOR")
def test_a_minor_move_makes_garrisons_and_the_next_a_town() -> None:
    s = world({"greece": {"tarentum": {"heavy": 2, "light": 1, "mercenary": 1}}}, active="greece", dice=[3])
    play(s, "major:tarentum", "take:heavy", "take:light", "go", "march:venusia")
    before = mp(s)
    play(s, "drop:light")
    assert mp(s) == before, "at no MP"
    play(s, "march:capua", "halt", "minor:venusia")
    assert choices(s) == ["break:light"], "it has moved, but it may settle"
    play(s, "break:light")
    assert at(s, "greece", "venusia") == {"garrison": 2}
    assert at(s, "greece", "capua") == {"heavy": 1}
    assert "town:venusia" in choices(s), "by the second Minor Move"
    s = world({"greece": {"venusia": {"heavy": 1, "light": 1, "mercenary": 1}}}, active="greece")
    play(s, "minor:venusia")
    assert "break:mercenary" not in choices(s)
    play(s, "break:light")
    assert at(s, "greece", "venusia") == {"heavy": 1, "mercenary": 1, "garrison": 2}
    play(s, "town:venusia")
    assert at(s, "greece", "venusia") == {"heavy": 1, "mercenary": 1, "garrison": 1}
    assert s.sites[node("venusia")].walls == 2
    assert talents(s, "greece") == 8
    assert refused(s, "greece", "minor:venusia") == "PR-9.1.1b"


@pytest.mark.rule("PR-9.6.3a", "PR-9.6.3-EX1")
def test_attrition_takes_a_share_of_the_units() -> None:
    assert [attrition_losses(6, die) for die in range(1, 7)] == [1, 1, 2, 2, 2, 2]
    assert attrition_losses(1, 1) == 1
    assert [attrition_losses(10, die) for die in (1, 3, 5)] == [1, 2, 3]


@pytest.mark.rule("PR-9.6.3-EX1", "PR-9.6.3b", "PR-9.6.3c", "PR-10.6.5")
def test_the_three_ways_of_the_example() -> None:
    from ludi.games.pax_romana.ch10_battle.losses import BY_ATTRITION, Losses

    def wasted(*kinds: str) -> dict[str, int]:
        s = world({"rome": {"emesa": {"heavy": 3, "light": 3, "garrison": 2}}}, operation="choose")
        s.push(
            Losses(
                (s.box.powers.index("rome"),), s.box.powers.index("rome"), node("emesa"), 2, BY_ATTRITION, True, False
            )
        )
        s.run()
        assert "lose:garrison" not in choices(s)
        play(s, *(f"lose:{kind}" for kind in kinds))
        assert s.stack[-1].name != "losses"
        return at(s, "rome", "emesa")

    assert wasted("heavy") == {"heavy": 2, "light": 3, "garrison": 2}
    assert wasted("light", "light") == {"heavy": 3, "light": 1, "garrison": 2}
    assert wasted("light", "heavy") == {"heavy": 2, "reduced-heavy": 1, "light": 2, "garrison": 2}


@pytest.mark.rule("PR-9.6.1", "PR-9.6.2a", "PR-9.6.2b", "PR-3.2-G1")
def test_who_is_isolated() -> None:
    units = {
        "rome": {"palma": {"legion": 1}, "saguntum": {"legion": 1}, "gades": {"garrison": 2}},
        "carthage": {"palma": {"galley": 1}},
    }
    s = west(units)
    assert [s.box.place(n) for n in isolated_spaces(s, 0)] == ["palma"]
    inside = west(units, sites={"palma": town("rome")})
    assert isolated_spaces(inside, 0) == []
    hired = west({"carthage": {"palma": {"mercenary": 1}}, "rome": {"palma": {"galley": 1}}})
    assert [s.box.place(n) for n in isolated_spaces(hired, 1)] == ["palma"]


@pytest.mark.rule("PR-3.2-G", "PR-3.2-G2", "PR-9.6.4", "PR-11.1.5a")
def test_fleets_without_a_friendly_port_are_lost() -> None:
    from ludi.games.pax_romana import position

    units = {
        "rome": {
            "roma": {"galley": 1},
            "gades": {"galley": 2},
            "ntp-cosa": {"galley": 1},
            "caralis": {"legion": 1, "galley": 1},
        },
    }
    s = position(
        {"scenario": "II"}, units=units, operation="phase", phase="G", turn=0, dice=[1, 2, 1, 2], treasury={"rome": 5}
    )
    assert at(s, "rome", "roma") == {"galley": 1}
    assert at(s, "rome", "caralis") == {"legion": 1, "galley": 1}
    assert at(s, "rome", "gades") == {}
    assert at(s, "rome", "ntp-cosa") == {}


@pytest.mark.rule("PR-9.6.3-EX1", "PR-9.6.1", "PR-9.6.3a", "PR-9.6.3c", "PR-10.6.5")
def test_the_isolated_army_of_the_example() -> None:
    from ludi.games.pax_romana import position

    def isolated(*words: str) -> dict[str, int]:
        units = {
            "carthage": {"palma": {"heavy": 3, "light": 3}, "carthago": {"light": 1}},
            "rome": {"palma": {"galley": 1}, "roma": {"legion": 1}},
        }
        dice = [4] + [3] * 20
        s = position({"scenario": "II"}, units=units, operation="phase", phase="G", turn=0, dice=dice)
        assert actor(s) == "carthage"
        assert s.stack[-1].amount == 2, "20 per cent of 6 is 1.2"  # type: ignore[attr-defined]
        play(s, *words)
        assert s.stack[-1].name != "losses"
        return at(s, "carthage", "palma")

    assert isolated("lose:heavy") == {"heavy": 2, "light": 3}
    assert isolated("lose:light", "lose:light") == {"heavy": 3, "light": 1}
    assert isolated("lose:light", "lose:heavy") == {"heavy": 2, "reduced-heavy": 1, "light": 2}


@pytest.mark.rule("PR-9.2.1m", "PR-9.2.1g", "PR-9.2.1n")
def test_an_occupied_space_needs_an_mp_for_the_attack() -> None:
    def entered(die: int) -> bool:
        s = west({"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"light": 1}}}, dice=[die])
        play(s, "minor:roma", "take:legion")
        return "march:capua" in choices(s)

    assert not entered(1)
    assert entered(2)
    s = west({"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"light": 1}}}, dice=[1])
    play(s, "minor:roma", "take:legion")
    assert refused(s, "rome", "march:capua") == "PR-9.2.1m"
    beaten = west({"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"light": 9}}}, dice=[3])
    play(beaten, "minor:roma", "take:legion", "march:capua")
    script(beaten, [1, 2])
    play(beaten, "stand", "done")
    while beaten.stack[-1].name in ("losses", "battle", "militia"):
        play(beaten, choices(beaten)[-1])
    assert beaten.stack[-1].name != "move", "1 MP does not pay for moving again after a defeat"


@pytest.mark.rule("PR-9.2.1l")
def test_tribes_and_independents_must_be_attacked() -> None:
    s = world({"rome": {"narbo": {"legion": 4}}}, tribes={"nemausus": 2}, dice=[4, 3, 3])
    play(s, "major:narbo", "take-all", "march:nemausus")
    assert s.stack[-1].name == "battle"
    units = {"rome": {"roma": {"legion": 4}}, "independents": {"capua": {"heavy": 1}}}
    s = world(units, dice=[4, 3, 3])
    play(s, "major:roma", "take-all", "march:capua")
    assert s.stack[-1].name == "battle"
    assert mp(s) == 2
