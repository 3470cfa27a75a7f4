"""Who searches talks: offers that gain both sides are made and accepted, others are not, and a word given is kept."""

from __future__ import annotations

import random
from typing import Any

from games.pax_romana.helpers import actor, choices, city, play, talents, town, west, world
from ludi import bots
from ludi.bots import SearchBot
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.advice import memory
from ludi.games.pax_romana.advice.deals import LEAST, at_peace, best_partner, gain, judged, worth_a_meeting
from ludi.games.pax_romana.advice.policy import PaxRomanaPlayouts
from ludi.games.pax_romana.ch04_diplomacy.meeting import partners
from ludi.games.pax_romana.engine.promises import PEACE, SPARE, Promise
from ludi.games.pax_romana.world.words import MEET

INSIGHT = PaxRomanaPlayouts()


def poor_rome(**facts: Any) -> PaxRomanaState:
    """Rome cannot pay its markers and has a Town in Africa; Carthage has Talents enough, and Greece leads."""
    sites = {"roma": city("rome"), "carthago": city("carthage"), "utica": town("rome"), "athens": city("greece")}
    units = {
        "rome": {"roma": {"legion": 3}},
        "carthage": {"carthago": {"heavy": 3}},
        "greece": {"athens": {"heavy": 3}},
        "east": {"antioch": {"heavy": 3}},
    }
    given = {
        "sites": sites,
        "treasury": {"rome": 0, "carthage": 12, "greece": 3, "east": 3},
        "vp": {"greece": 5},
        "markers": {"rome": 3, "carthage": 2, "greece": 2, "east": 2},
        "operation": "choose",
        "active": "rome",
        "turn": 3,
        **facts,
    }
    return world(units, **given)


def chosen(s: PaxRomanaState, name: str = "search@24", stream: int = 1) -> str:
    """What a bot does in the place of the one who is asked."""
    seat = s.actors()[0]
    return s.spell(bots.find(name, GAME).choose(s.perspective(seat), random.Random(stream)))


def talk(s: PaxRomanaState) -> list[str]:
    """All that is said until the Meeting is over."""
    said: list[str] = []
    for _ in range(80):
        if s.stack[-1].name != "meeting":
            return said
        said.append(chosen(s))
        play(s, said[-1])
    raise AssertionError("they talk for ever")


def test_an_offer_that_gains_both_is_made_and_accepted() -> None:
    s = poor_rome()
    before = judged(play(s.copy(), "pass"))
    rome, carthage = s.box.seat_of[s.box.powers.index("rome")], s.box.seat_of[s.box.powers.index("carthage")]
    assert chosen(s) == "meet"
    play(s, "meet")
    said = talk(s)
    assert "accept" in said
    assert talents(s, "rome") > 0
    after = judged(s)
    assert after[rome] > before[rome]
    assert after[carthage] > before[carthage]


def test_greedy_calls_no_meeting_where_a_search_does() -> None:
    s = poor_rome()
    assert worth_a_meeting(s, s.box.powers.index("rome"))
    assert chosen(s, "greedy") != "meet"


def test_between_two_there_is_nothing_to_sell() -> None:
    s = west(
        {"carthage": {"carthago": {"heavy": 3}}}, treasury={"rome": 0, "carthage": 9}, sites={"utica": town("rome")}
    )
    assert MEET in s.legal(s.actors()[0])
    rome = s.box.powers.index("rome")
    assert best_partner(s, rome, partners(s, rome)) == (0.0, -1, [])
    assert MEET not in INSIGHT.ideas(s, s.actors()[0], s.legal(s.actors()[0]))


def answer(*terms: str, **facts: Any) -> str:
    """What a search as Carthage answers to an offer of Rome's."""
    s = poor_rome(**facts)
    play(s, "meet", "invite:carthage", "done", *terms, "propose")
    assert actor(s) == "carthage"
    return chosen(s)


def test_offers_are_answered_by_what_they_are_worth() -> None:
    assert answer("give-site:utica", "ask-talents:3") == "accept"
    assert answer("give-site:utica", "ask-talents:12") == "reject"
    rich = {"treasury": {"rome": 9, "carthage": 0, "greece": 3, "east": 3}}
    assert answer("give-talents:3", **rich) == "accept"
    assert answer("give-talents:1", "ask-site:carthago", **rich) == "reject"


def test_ways_to_pass_and_promises_buy_nothing() -> None:
    s = poor_rome()
    play(s, "meet", "invite:carthage", "done")
    ways = [word for word in choices(s) if word.startswith("give-passage:")]
    assert ways
    assert answer(ways[0], "ask-talents:1") == "reject"
    assert answer("promise-attack:greece", "ask-talents:1") == "reject"


def test_who_was_refused_offers_more_and_comes_to_an_end() -> None:
    s = poor_rome()
    play(s, "meet", "invite:carthage", "done")
    asked = []
    for _ in range(80):
        if s.stack[-1].name != "meeting":
            break
        word = "done" if actor(s) == "carthage" else chosen(s)
        if "reject" in choices(s):
            word = "reject"
        if word.startswith("ask-talents:"):
            asked.append(int(word.partition(":")[2]))
        play(s, word)
    assert s.stack[-1].name != "meeting"
    assert asked
    assert asked == sorted(asked, reverse=True)


def test_peace_is_worth_what_one_fears_less_what_one_might_win() -> None:
    """Two who let each other pass cannot fight (9.2.1): the weaker gains, and who would have attacked him loses."""

    def gains(own: int, theirs: int) -> tuple[float, float]:
        units = {
            "rome": {"utica": {"legion": own}, "roma": {"legion": 3}},
            "carthage": {"carthago": {"heavy": theirs}},
            "greece": {"athens": {"heavy": 3}},
        }
        sites = {"roma": city("rome"), "carthago": city("carthage"), "utica": town("rome"), "athens": city("greece")}
        markers = {"rome": 2, "carthage": 2}
        s = world(units, sites=sites, vp={"greece": 5}, markers=markers, operation="choose", turn=3)
        passage = play(s.copy(), "meet", "invite:carthage", "done", "passage").stack[-1].terms  # type: ignore[attr-defined]
        rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
        return gain(s, rome, rome, carthage, passage), gain(s, carthage, rome, carthage, passage)

    weak, strong = gains(1, 9)
    assert weak > LEAST
    assert strong < weak
    stronger, weaker = gains(9, 1)
    assert weaker > stronger


def test_peace_once_agreed_is_not_offered_again() -> None:
    s = poor_rome()
    rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
    play(s, "meet", "invite:carthage", "done", "passage", "propose", "accept")
    assert at_peace(s, rome, carthage)
    assert "passage" not in [s.spell(each) for each in best_partner(s, rome, [carthage])[2]]


def test_an_offer_does_not_hang_on_what_was_found_before() -> None:
    """The same at the table as when the Meeting is called, remembered or not."""
    s = poor_rome()
    rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
    memory.forget()
    called = best_partner(s, rome, [carthage])
    play(s, "meet", "invite:carthage", "done")
    assert best_partner(s, rome, [carthage]) == called
    memory.forget()
    assert best_partner(s, rome, [carthage]) == called


def test_a_word_given_is_kept_where_breaking_it_gains_little() -> None:
    """Nobody enforces a promise (4.3.2c)."""
    units = {"rome": {"roma": {"legion": 6}}, "carthage": {"capua": {"light": 1}}}
    powers = world(units).box.powers
    rome, carthage, east = (powers.index(power) for power in ("rome", "carthage", "east"))

    def marches(walls: int, *promises: Promise) -> list[str]:
        s = world(units, sites={"roma": city("rome"), "capua": town("carthage", walls)}, dice=[3])
        s.promises.extend(promises)
        play(s, "major:roma", "take-all")
        seat = s.actors()[0]
        return [s.spell(each) for each in INSIGHT.ideas(s, seat, s.legal(seat))]

    assert "march:capua" in marches(1)
    assert "march:capua" in marches(1, Promise(rome, carthage, PEACE, east), Promise(east, carthage, PEACE, carthage))
    assert "march:capua" not in marches(1, Promise(rome, carthage, PEACE, carthage))
    assert "march:capua" not in marches(1, Promise(rome, carthage, SPARE, world(units).box.atlas.index["capua"]))
    assert marches(2, Promise(rome, carthage, PEACE, carthage))[0] == "march:capua", "it is worth a broken word"


def test_levels_from_novice_on_are_searches_that_talk() -> None:
    """Those below the master waver, and do not always call the Meeting."""
    s = poor_rome()
    for name, least in (("novice", 1), ("regular@30", 1), ("veteran@30", 1), ("master@60", 6)):
        bot = bots.find(name, GAME)
        assert isinstance(bot, SearchBot)
        assert [chosen(s, name, stream) for stream in range(6)].count("meet") >= least, name
