"""The map's questions about a Power and its lands: Control, lines, money, building, points, who has not moved."""

from __future__ import annotations

from typing import cast

from ludi.core import Phrase
from ludi.games.pax_romana.asking import questions as plain
from ludi.games.pax_romana.asking.answers import AskSpace
from ludi.games.pax_romana.asking.movers import TalkOf, power_of
from ludi.games.pax_romana.asking.naming import BadQuestion, node_number
from ludi.games.pax_romana.asking.realm_answers import (
    AboutSpace,
    AskBuild,
    AskControl,
    AskNothing,
    AskPower,
    Buildings,
    BuildPlace,
    Built,
    Holding,
    Income,
    Line,
    ProvinceHeld,
    Standings,
    TerritoryHeld,
    Unmoved,
    Waiting,
    Work,
)
from ludi.games.pax_romana.asking.scenes import stack_of
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch03_sequence.expansion import movable
from ludi.games.pax_romana.ch05_control.control import Reason, province_control, space_control
from ludi.games.pax_romana.ch06_treasury.raising import RAISE_VERB, charge
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import sof_places
from ludi.games.pax_romana.world.counters import is_revealed, tribe_strength
from ludi.games.pax_romana.world.pieces import SIDES, SOF, UNITS
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import NUMBER

# Control


def _holding(asked: TalkOf, reason: Reason) -> Holding:
    word = asked.state.box.side_word(reason.who) if reason.who >= 0 else None
    facts = {} if word is None else {"side": word}
    return {"side": word, "why": asked.say(Phrase(f"control.{reason.key}", facts, reason.rule))}


def _province(asked: TalkOf, province: int) -> ProvinceHeld:
    held = _holding(asked, province_control(asked.state, province))
    return {"province": asked.state.box.atlas.province_ids[province], "side": held["side"], "why": held["why"]}


def _territory(asked: TalkOf, word: str) -> TerritoryHeld:
    found = plain.who_controls_territory(asked.state, word)
    side = found["who"] if found["why"] == "control.all-provinces" else None
    facts = {} if side is None else {"side": side}
    why = asked.say(Phrase(found["why"], facts, found["rule"]))
    return {"territory": word, "side": side, "missing": found["missing"], "why": why}


def control(asked: TalkOf, arguments: AskControl) -> Holding:
    """Who Controls a Space, Province or Territory, and why (5)."""
    s = asked.state
    if len(arguments) != 1:
        raise BadQuestion("Name one space, province or territory.")
    if "space" in arguments:
        return _holding(asked, space_control(s, node_number(s, arguments["space"])))
    if "province" in arguments:
        return _holding(asked, province_control(s, s.box.atlas.province_index[arguments["province"]]))
    territory = _territory(asked, arguments["territory"])
    return {"side": territory["side"], "why": territory["why"]}


def line(asked: TalkOf, arguments: AskSpace) -> Line:
    """Whether a line of communication runs from a place, which way, or what stops it (6.1.5 to 6.1.8)."""
    s = asked.state
    power = s.box.powers[power_of(asked, arguments)]
    found = plain.line_of_communication(s, power, arguments["space"])
    return {
        "power": power,
        "open": found["open"],
        "route": found["route"],
        "toll": found["toll"],
        "blocks": found["blocks"],
        "rule": found["rule"],
    }


# A place


def space(asked: TalkOf, arguments: AskSpace) -> AboutSpace:
    """All about a place: who holds it and why, who is there, its line, and what could be built and what not."""
    s = asked.state
    box, atlas = s.box, s.box.atlas
    node, power = node_number(s, arguments["space"]), power_of(asked, arguments)
    inland = node < atlas.spaces and box.open[node]
    province = atlas.province_of[node] if inland else -1
    counter = s.tribes.get(node, 0)
    here = [side for side in range(SIDES) if s.at(side, node)]
    return {
        "space": arguments["space"],
        "control": _holding(asked, space_control(s, node)) if inland else None,
        "province": _province(asked, province) if inland else None,
        "territories": [_territory(asked, realm.word) for realm in box.realms if province in realm.provinces],
        "units": {box.side_word(side): stack_of(s.at(side, node)) for side in here},
        "fresh": {box.side_word(side): stack_of(s.fresh(side, node)) for side in here if s.fresh(side, node)},
        "leaders": [box.leaders[number].word for number, where in enumerate(s.leader_at) if where == node],
        "tribe": tribe_strength(counter) if counter and is_revealed(counter) else None,
        "line": line(asked, {"space": arguments["space"], "power": box.powers[power]}) if inland else None,
        "lines": [line(asked, {"space": arguments["space"], "power": word}) for word in _present(s, node)],
        "power": box.powers[power],
        "works": _works(asked, power, node) if inland else [],
    }


def _present(s: PaxRomanaState, node: int) -> list[str]:
    """The Powers that have Units, a City or a Town in a place."""
    owner = s.site_owner(node)
    return [word for power, word in enumerate(s.box.powers) if s.at(power, node) or power == owner]


def _works(asked: TalkOf, power: int, node: int) -> list[Work]:
    s = asked.state
    found: list[Work] = []
    for what, rule in plain.BUILD_RULES.items():
        no = plain.why_not_build(s, s.box.powers[power], what, s.box.place(node))
        price = _price(s, power, what, node)
        facts = {"price": price} if no is not None and no["why"] == "why.too-dear" else {}
        why_not = None if no is None else asked.say(Phrase(no["why"], facts, no["rule"]))
        label = asked.book.say(Phrase(f"label.{what}", {"what": s.box.place(node)}, rule))
        work: Work = {"what": cast(Built, what), "label": label, "talents": price, "why_not": why_not, "rule": rule}
        found.append(work)
    return found


def _price(s: PaxRomanaState, power: int, what: str, node: int) -> int:
    if what in plain.SITES:
        return plain.SITES[what][0]
    if what in UNITS and UNITS.index(what) in RAISE_VERB:
        return charge(s, power, RAISE_VERB[UNITS.index(what)] + node, ())
    return charge(s, power, NUMBER[what] + node, ())


def may_build(asked: TalkOf, arguments: AskBuild) -> Buildings:
    """What a Power may raise or build in a Space, or everywhere (6.2, 6.3, 7.1)."""
    s = asked.state
    power = s.box.powers[power_of(asked, arguments)]
    works: list[BuildPlace] = [
        {"space": each["space"], "what": each["what"], "talents": each["talents"], "rule": each["rule"]}
        for each in plain.buildable(s, power)
        if arguments.get("space", each["space"]) == each["space"]
    ]
    return {"power": power, "works": works}


# A Power


def income(asked: TalkOf, arguments: AskPower) -> Income:
    """Income line by line, and what the Armies cost (6.1, 6.4)."""
    s = asked.state
    number = power_of(asked, arguments)
    power = s.box.powers[number]
    lines, men = plain.income_of(s, power), plain.manpower_of(s, power)
    return {
        "power": power,
        "treasury": s.treasury[number],
        "lines": [{"what": each["what"], "talents": each["talents"], "rule": each["rule"]} for each in lines],
        "total": sum(each["talents"] for each in lines),
        "heavy": men["heavy"],
        "maximum": men["maximum"],
        "galleys": men["galleys"],
        "due": [{"what": each["what"], "talents": each["talents"], "rule": each["rule"]} for each in men["due"]],
    }


def standings(asked: TalkOf, arguments: AskNothing) -> Standings:
    """GOP and CVP line by line, Victory Points, and who would score what now (15)."""
    s = asked.state
    now = plain.victory_points_now(s)
    return {
        "powers": [
            {
                "power": power,
                "gop": each["gop"],
                "gop_lines": each["gop_lines"],
                "cvp": each["cvp"],
                "cvp_lines": each["cvp_lines"],
                "vp": each["vp"],
                "now": [{"what": gain["what"], "points": gain["points"], "rule": gain["rule"]} for gain in now[power]],
                "score": each["score"],
            }
            for power, each in plain.standings(s).items()
        ]
    }


def unmoved(asked: TalkOf, arguments: AskPower) -> Unmoved:
    """Which Units and leaders of a Power have not moved yet in this Activation (9.1.4)."""
    s = asked.state
    power = power_of(asked, arguments)
    places = [_waiting(s, power, node) for node in movable(s, power)]
    places += [_waiting(s, SOF, node) for node in sof_places(s, power) if s.fresh(SOF, node)]
    return {"power": s.box.powers[power], "places": places, "rule": "PR-9.1.4a"}


def _waiting(s: PaxRomanaState, side: int, node: int) -> Waiting:
    return {
        "space": s.box.place(node),
        "side": s.box.side_word(side),
        "units": stack_of(s.fresh(side, node)),
        "leaders": [
            s.box.leaders[number].word for number in s.leaders_of(side, node) if not has(s.leaders_moved, number)
        ],
    }
