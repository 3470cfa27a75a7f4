"""Chapter 15.4.8 and 15.4.9: what each Opportunity Objective asks and brings."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.counters import HIDDEN, is_shown, letter_of, shown
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.words import LETTERS

L, M, N = 11, 12, 13


def usable(box: PaxRomanaBox, power: int, letter: int) -> bool:
    barred = box.scenario.get("objectives", {}).get("barred", {}).get(box.powers[power], ())
    if LETTERS[letter] in barred:
        return False
    if "letters" in box.scenario.get("objectives", {}):
        return True
    return not (letter == 1 and box.kind[power] == "east") and not (letter == 5 and box.kind[power] == "greece")


def richest(s: Position) -> int:
    """The Power that alone has most Talents; NOBODY in a tie (15.4.9-L)."""
    most = max(s.treasury)
    return s.treasury.index(most) if s.treasury.count(most) == 1 else NOBODY


def show_objective(s: Position, power: int, letter: int) -> None:
    """A marker is turned face-up for all (15.4.8)."""
    held = s.objectives[power]
    place = next(place for place, marker in enumerate(held) if letter_of(marker) == letter and not is_shown(marker))
    held[place] = shown(letter)
    s.reveal()
    if s.listener is not None:
        s.tell("reveal", "PR-15.4.6b", power=s.box.powers[power], letter=LETTERS[letter])


def achieved(s: Position, power: int) -> list[int]:
    """The Objectives that a Power could reveal in the Victory Phase, by letter."""
    found: list[int] = []
    for marker in s.objectives[power]:
        letter = letter_of(marker)
        if is_shown(marker) or letter in (HIDDEN, L) or letter in found:
            continue
        if objective_worth(s, power, letter):
            found.append(letter)
    return found


def _holds_provinces(s: Position, power: int, *words: str) -> bool:
    index = s.box.atlas.province_index
    return all(s.provinces[index[word]] == power for word in words)


def _holds_territory(s: Position, power: int, word: str) -> bool:
    atlas = s.box.atlas
    return all(s.provinces[p] == power for p in atlas.provinces_of[atlas.territory_ids.index(word)])


def _holds_ports(s: Position, power: int, *words: str) -> bool:
    atlas = s.box.atlas
    for word in words:
        if word in atlas.province_index:
            for node in atlas.spaces_of[atlas.province_index[word]]:
                if atlas.is_port[node] and s.holder(node) != power:
                    return False
        elif s.holder(atlas.index[word]) != power:
            return False
    return True


def objective_worth(s: Position, power: int, letter: int) -> int:
    """GOP (A to K) or VP (L to N) that an objective brings a Power now; 0 if it is not achieved (15.4.9)."""
    box = s.box
    kind = box.kind[power]
    small = "letters" in box.scenario.get("objectives", {})
    word = LETTERS[letter]
    if word == "A":
        done = _holds_provinces(s, power, "ionia", "pontus", "cappadocia", "cilicia")
        return (4 if small or kind in ("greece", "east") else 8) if done else 0
    if word == "B":
        return 8 if _holds_provinces(s, power, "egypt") else 0
    if word == "C":
        return (4 if kind == "carthage" else 8) if _holds_territory(s, power, "hispania") else 0
    if word == "D":
        done = _holds_provinces(s, power, "crete", "cyprus", "cilicia")
        return (3 if small or kind == "east" else 6) if done else 0
    if word == "E":
        return (3 if kind == "rome" else 6) if _holds_territory(s, power, "gaul") else 0
    if word == "F":
        return 6 if _holds_ports(s, power, "lesbos-chios", "naxos", "cnossus", "miletus") else 0
    if word == "G":
        return 4 if _holds_provinces(s, power, "germania-superior", "raetia", "noricum") else 0
    if word == "H":
        return (4 if kind in ("greece", "rome") else 8) if _holds_territory(s, power, "the-danube") else 0
    if word == "I":
        return 4 if _holds_provinces(s, power, "west-sicily", "east-sicily", "sardinia", "corsica") else 0
    if word == "J":
        done = _holds_ports(s, power, "baetica", "mauretania", "tarraconensis", "balearic-islands")
        return (3 if kind == "carthage" else 6) if done else 0
    if word == "K":
        return 6 if len(civilized_realms(s, power)) >= (3 if small else 5) else 0
    return _bonus_objective(s, power, letter, small)


def _bonus_objective(s: Position, power: int, letter: int, small: bool) -> int:
    if letter == L:
        return 3 if richest(s) == power else 0
    if letter == M:
        homes = s.box.home_of_province
        won = any(owner == power and homes[p] not in (NOBODY, power) for p, owner in enumerate(s.provinces))
        return 3 if won else 0
    total = 2 * _holds_provinces(s, power, "rhodes", "crete")
    if not small:
        total += 2 * _holds_territory(s, power, "the-sicilies") + 2 * _holds_territory(s, power, "germania")
        total += 2 * _holds_provinces(s, power, "chersonese")
    return total


def civilized_realms(s: Position, power: int) -> set[int]:
    """Territories other than the home one where a Power has a City or Town."""
    box = s.box
    found = set()
    for node, site in s.sites.items():
        realm = box.realm_of[box.atlas.province_of[node]]
        if site.owner == power and realm != NOBODY and box.realms[realm].home != power:
            found.add(realm)
    return found


def claim_bonus_objectives(s: Position, power: int, letters: tuple[int, ...]) -> int:
    """VP of the shown objectives L, M, N; such a marker goes back to the pool (15.4.7)."""
    total = 0
    for marker in s.objectives[power][:]:
        if is_shown(marker) and letter_of(marker) in letters:
            worth = objective_worth(s, power, letter_of(marker))
            if worth:
                total += worth
                s.objectives[power].remove(marker)
                s.objective_pool.append(letter_of(marker))
    return total
