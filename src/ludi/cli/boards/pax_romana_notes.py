"""What is worth knowing beside a choice of Pax Romana: who stands there, where a road leads, the chance to win."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.cli.words import beside
from ludi.core import Phrasebook, View
from ludi.games.pax_romana.asking.odds import odds
from ludi.games.pax_romana.asking.wording import called, files_of_match
from ludi.games.pax_romana.drawing.counters import SHIPS, strength
from ludi.games.pax_romana.world.atlas import atlas

NOTED = ("major", "minor", "soldier", "conquer", "march", "sail", "intercept", "lead", "place", "levy")


def note(view: View, book: Phrasebook, word: str) -> str:
    """What stands in the place a choice names, where that matters."""
    verb, _, place = word.partition(":")
    if verb == "debark" and view["under_way"]:
        return _chances(view, book, view["under_way"]["space"], amphibious=True)
    if verb not in NOTED:
        return ""
    sides = list(view["units"])
    if verb in ("major", "minor", "conquer", "intercept") and view["decider"] in sides:
        sides = [view["decider"]]
    words = beside(book)
    stacks = {side: view["units"][side][place] for side in sides if place in view["units"][side]}
    whose = {side: f"{book.name(side)}: " if len(sides) > 1 else "" for side in stacks}
    told = [f"{whose[side]}{stack_words(stack, book)}" for side, stack in stacks.items()]
    told += [leader_words(view, book, leader) for leader, where in view["leaders"].items() if where == place and told]
    if verb in ("march", "sail", "lead") and place in view["sites"]:
        site = view["sites"][place]
        told.insert(0, words(f"pr.{site['kind']}", walls=site["walls"]))
    places = atlas(files_of_match(book))
    node = places.index[place]
    if verb in ("march", "sail") and node >= places.spaces:
        told.append(words("pr.towards", names=", ".join(_beyond(view, book, node, by_sea=verb == "sail"))))
    if place in view["tribes"] and verb in ("march", "intercept"):
        told.append(words("pr.tribe", strength=view["tribes"][place] or "?"))
    if verb == "march":
        told += filter(None, [_chances(view, book, place, amphibious=False)])
    return "; ".join(told)


def _chances(view: View, book: Phrasebook, place: str, *, amphibious: bool) -> str:
    """The exact chance of the army under way to beat those who stand in a place, in the field and behind walls."""
    move = view["under_way"]
    if not move or move["kind"] != "move" or not strength(move["army"]):
        return ""
    foes: dict[str, int] = {}
    for side, stacks in view["units"].items():
        if side != move["side"]:
            for kind, number in stacks.get(place, {}).items():
                foes[kind] = foes.get(kind, 0) + number
    if not strength(foes):
        return ""
    mine = _best(view, move["space"], (move["side"],))
    theirs = _best(view, place, tuple(side for side in view["units"] if side != move["side"]))
    site = view["sites"].get(place, {"owner": move["side"], "walls": 0})
    walls = site["walls"] if site["owner"] != move["side"] else 0
    places = atlas(files_of_match(book))
    told, words = [], beside(book)
    for behind in (0, walls) if walls else (0,):
        chance = odds(
            {kind: number for kind, number in move["army"].items() if kind not in SHIPS},
            {kind: number for kind, number in foes.items() if kind not in SHIPS},
            attacker_leader=mine,
            defender_leader=theirs,
            walls=behind,
            mountain=places.is_mountain[places.index[place]],
            amphibious=amphibious,
        ).attacker_wins
        told.append(words("pr.chance-walls" if behind else "pr.chance", percent=round(100 * chance)))
    return words("pr.to-win", chances=", ".join(told))


def _best(view: View, place: str, sides: tuple[str, ...]) -> int | None:
    """The best tactical rating of the sides' leaders in a place."""
    ratings = [
        int(view["commanders"][leader]["rating"].partition("-")[0])
        for leader, where in view["leaders"].items()
        if where == place and view["commanders"][leader]["side"] in sides
    ]
    return max(ratings, default=None)


def _beyond(view: View, book: Phrasebook, node: int, *, by_sea: bool) -> list[str]:
    """The places behind a Transit Point."""
    places = atlas(files_of_match(book))
    here = places.index[view["under_way"]["space"]] if view["under_way"] else -1
    near = places.sea[node] if by_sea else [other for other, _ in places.land[node]]
    return [book.name(places.ids[other]) for other in near if other != here]


def leader_words(view: View, book: Phrasebook, leader: str) -> str:
    """A leader by name, if he has one, and rating; his Power is told by its letter."""
    who = view["commanders"][leader]
    told = f"{called(book, who['title'])} {who['rating']}" if who["title"] else str(who["rating"])
    return beside(book)("pr.elite", leader=told) if who["elite"] else told


def stack_words(stack: Mapping[str, int], book: Phrasebook) -> str:
    """What is in a stack: '3 legions, 1 galley'."""
    count = beside(book).book.format_field
    return ", ".join(count(number, word) for word, number in stack.items())
