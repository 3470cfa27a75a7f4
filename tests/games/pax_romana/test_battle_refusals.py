"""Why something is not open in a Battle, its losses or a Retreat: each refusal says what is true there."""

from __future__ import annotations

from games.pax_romana.battle_tools import attack
from games.pax_romana.helpers import actor, choices, city, node, play, script, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.world.pieces import pack


def why(s: PaxRomanaState, word: str) -> str:
    """The phrase with which a word is refused to the first who must decide."""
    assert word not in choices(s)
    found = s.why_not(s.actors()[0], word)
    assert found is not None, word
    return found.key.removeprefix("why.")


def test_a_roll_is_not_altered_beyond_its_ends() -> None:
    s = attack({"legion": 20}, {"light": 3}, [6, 1])
    play(s, "lower")
    assert why(s, "lower") == "roll-at-the-end"
    play(s, *["raise"] * 4)
    assert why(s, "raise") == "roll-at-the-end"


def test_nobody_bids_or_commits_what_he_has_not() -> None:
    walls = attack({"legion": 4}, {"heavy": 1}, [3, 3], sites={"capua": city("carthage")}, treasury={"rome": 2})
    play(walls, "walls")
    assert why(walls, "bid:3") == "no-talents"
    herd = attack({"legion": 4}, {"heavy": 1, "elephant": 2}, [3, 3])
    assert why(herd, "elephants:3") == "fewer-elephants"


def test_a_loss_is_taken_by_what_takes_part_in_the_battle() -> None:
    field = attack({"legion": 4}, {"heavy": 2, "light": 2, "elephant": 1}, [4, 1])
    play(field, "elephants:0", "done", "hold", "keep")
    assert field.stack[-1].name == "losses"
    assert why(field, "lose:cavalry") == "no-such-unit"
    assert why(field, "lose:elephant") == "takes-no-loss"
    assert why(field, "lose:wall") == "no-walls-lost"
    walls = attack({"legion": 6}, {"heavy": 2, "cavalry": 2}, [5, 1], sites={"capua": city("carthage")})
    play(walls, "walls")
    while walls.stack[-1].name == "battle":
        play(walls, next(word for word in ("bid:0", "done", "hold", "keep") if word in choices(walls)))
    assert "lose:wall" in choices(walls)
    assert why(walls, "lose:cavalry") == "takes-no-loss"


def test_whose_loss_is_said_before_the_next_one() -> None:
    s = world({"rome": {"roma": {"legion": 6}}, "carthage": {"capua": {"heavy": 2, "light": 3}}}, dice=[6])
    carthage, greece = (s.box.powers.index(power) for power in ("carthage", "greece"))
    s.allies[carthage], s.allies[greece] = 1 << greece, 1 << carthage
    s.pass_rights[carthage] = 1 << greece
    s.visit(greece, node("capua"))
    s.add(greece, node("capua"), pack({"light": 1}))
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4, 1])
    while s.stack[-1].name != "losses":
        words = choices(s)
        play(s, next(word for word in ("no", "stand", "done", "hold", "keep") if word in words))
    assert actor(s) == "carthage"
    play(s, "lose:light")
    assert why(s, "lose:heavy") == "whose-first"
    assert why(s, "whose:rome") == "no-unit-of-theirs"


def test_steps_of_a_retreat_say_why_they_are_closed() -> None:
    s = world(
        {
            "rome": {"roma": {"legion": 6}, "bavianum": {"garrison": 1}},
            "carthage": {"capua": {"heavy": 3}},
        },
        dice=[6],
    )
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4, 1])
    while "retreat" not in choices(s):
        play(s, next(word for word in ("no", "stand", "done") if word in choices(s)))
    play(s, "retreat")
    while s.stack[-1].name != "retreat":
        play(s, choices(s)[0])
    assert why(s, "halt") == "retreat-leaves"
    assert why(s, "march:roma") == "enemy-came-from-there"
    assert why(s, "march:bavianum") == "enemy-there"
    assert why(s, "march:utica") == "no-land-way"
    assert why(s, "sail:utica") == "no-sea-retreat"
    play(s, "march:venusia")
    assert why(s, "march:capua") == "too-near"
    assert why(s, "sail:utica") == "no-sea-retreat"


def test_nobody_commands_who_is_not_there_or_whom_another_surpasses() -> None:
    units = {"greece": {"laodicea": {"heavy": 6}}, "carthage": {"emesa": {"heavy": 1}}}
    leaders = {"greece-2": "laodicea", "greece-3": "laodicea", "greece-4": "athens"}
    options = {"scenario": "V", "rerolls": True}
    s = world(units, active="greece", leaders=leaders, options=options, dice=[1])
    play(s, "major:laodicea", "take-all", "march:antioch", "no", "march:emesa", "stand")
    assert set(choices(s)) == {"command:greece-2", "command:greece-3"}
    assert why(s, "command:greece-4") == "surpassed"
