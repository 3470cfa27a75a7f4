"""The box of a match: all that is fixed once the options are chosen (3.0, 3.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludi.core import BadOption, Box, Event, Game
from ludi.core.native import mypyc_attr
from ludi.games.pax_romana.world.atlas import Atlas, atlas
from ludi.games.pax_romana.world.cards import CARD_NAMES, described
from ludi.games.pax_romana.world.files import files_of
from ludi.games.pax_romana.world.geography import links, place_on_map
from ludi.games.pax_romana.world.pieces import (
    DATA_NAMES,
    ELEPHANT,
    NOBODY,
    PERGAMENE_LEADERS,
    PERGAMUM,
    POINTS,
    SIDE_NAMES,
    SPECIAL_LEADERS,
    STANDARD_LEADERS,
    UNITS,
    Leader,
)
from ludi.games.pax_romana.world.scenario import (
    ADVANCED_OPTIONS,
    BARRING,
    OBJECTIVE_MARKERS,
    REBELLION_AREAS,
    independent_forces,
    last_turn,
    read_scenario,
    tables,
)
from ludi.games.pax_romana.world.seating import seating
from ludi.games.pax_romana.world.sets import set_of
from ludi.games.pax_romana.world.stability_track import HIGHEST, LOWEST, RANGES, stability_range
from ludi.games.pax_romana.world.words import LETTERS, vocabulary


@dataclass(frozen=True, slots=True)
class Realm:
    """A Territory as this scenario groups the Provinces."""

    word: str
    title: str
    provinces: tuple[int, ...]
    home: int
    barbarian: bool
    undivided: bool


MOST_TURNS = 30


@mypyc_attr(allow_interpreted_subclasses=True)
class PaxRomanaBox(Box):
    """The static facts of one match."""

    __slots__ = (
        "_leader_index",
        "advanced",
        "atlas",
        "barring",
        "capital_provinces",
        "capitals",
        "colours",
        "copies",
        "event_markers",
        "files",
        "first_turn",
        "head_start",
        "held",
        "home",
        "home_of_province",
        "home_sets",
        "kind",
        "leaders",
        "legionary",
        "manmax",
        "markers",
        "mercenaries",
        "named",
        "objective_markers",
        "objectives",
        "once",
        "open",
        "open_provinces",
        "open_set",
        "open_spaces",
        "optional",
        "parley",
        "pergamene",
        "pergamene_leaders",
        "play_order",
        "pools",
        "powers",
        "random_order",
        "realm_of",
        "realms",
        "rebellion_areas",
        "recruits",
        "scenario",
        "seat_of",
        "seat_powers",
        "side_leader",
        "simple_odds",
        "special",
        "tables",
        "talking",
        "titles",
        "tribal_counters",
        "tribal_spaces",
        "turns",
        "use_rerolls",
    )

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.files = files_of(options.get("data", {}))
        self.atlas: Atlas = atlas(self.files)
        self.tables = tables(self.files)
        scenario = read_scenario(str(options["scenario"]), self.files)
        self.scenario = scenario
        self.powers: list[str] = list(scenario["powers"])
        chosen = self._format(options)
        self.first_turn = int(scenario["first_turn"])
        self.turns = last_turn(options, chosen) - self.first_turn + 1
        if not 1 <= self.turns <= MOST_TURNS:
            raise BadOption(f"A scenario has 1 to {MOST_TURNS} turns, not {self.turns}.")
        markers = chosen["activation_markers"]
        self.markers: list[int] = [
            int(markers[power] if isinstance(markers, Mapping) else markers) for power in self.powers
        ]
        ahead = chosen.get("head_start", {})
        self.head_start: list[int] = [int(ahead.get(power, 0)) for power in self.powers]
        """Victory Points with which each Power begins in this format, beside those of the scenario."""
        self.event_markers = self._event_markers(options, chosen)
        self.advanced = chosen["game"] == "advanced"
        """Whether the Advanced Game is played, with Event cards (1.2)."""
        self._cards()
        self.objectives: str = str(chosen["objectives"])
        self.tribal_counters: tuple[int, ...] = tuple(
            int(strength) for strength, number in self.tables["tribes"]["counts"].items() for _ in range(number)
        )
        """The strengths of all Tribal Counters (13.1.1)."""
        self.objective_markers = self._markers()
        """The letters of all Objective markers of the scenario's pool, as numbers (15.4.9)."""
        self.seat_powers = seating(scenario, self.powers, str(options["seats"]), int(options["people"]))
        self.seat_of: list[int] = [0] * len(self.powers)
        for seat, powers in enumerate(self.seat_powers):
            for power in powers:
                self.seat_of[power] = seat
        self.play_order: list[int] = [self.powers.index(power) for power in scenario["play_order"]]
        self._area()
        self.open_set = set_of(self.open_spaces)
        homes = [[node for node, owner in enumerate(self.home) if owner == each] for each in range(len(self.powers))]
        self.home_sets = [set_of(nodes) for nodes in homes]
        """The home Spaces of each Power, as a set."""
        self._powers()
        self._leaders()
        self.pergamene = {node for name, node, _, _ in self.forces() if name == "pergamum"}
        self.special: dict[str, dict[str, Any]] = {
            rule["id"]: dict(rule.get("params", {}))
            for rule in scenario["special_rules"]
            if not rule.get("optional") or options["pyrrhus_waits"]
        }
        self.barring: tuple[str, ...] = tuple(word for word in self.special if word in BARRING)
        """The scenario's rules that keep somebody out of some Spaces."""
        self.random_order = bool(options["random_order"])
        self.use_rerolls = bool(options["rerolls"])
        self.legionary = self.advanced or bool(options["legionary_cavalry"])
        self.optional = {word for word in ADVANCED_OPTIONS if self.advanced and options.get(word)}
        self.simple_odds = bool(options["simple_odds"])
        self.talking = bool(options["talking"])
        self.parley = int(options["parley"])
        words = vocabulary(self.atlas, self.powers, [leader.word for leader in self.leaders], advanced=self.advanced)
        super().__init__(game, options, len(self.seat_powers), words)

    def _format(self, options: Mapping[str, Any]) -> dict[str, Any]:
        formats = self.scenario["formats"]
        wanted = options["format"]
        for each in formats:
            if wanted in ("", each["id"]):
                return dict(each)
        names = ", ".join(each["id"] for each in formats)
        raise BadOption(f"Scenario {options['scenario']} has no format '{wanted}'; it has {names}.")

    def _cards(self) -> None:
        """The Event deck by titles (17.2)."""
        rows = self.tables["cards"]
        self.copies: tuple[int, ...] = tuple(int(rows[name]["copies"]) for name in CARD_NAMES)
        self.held: tuple[bool, ...] = tuple(bool(rows[name].get("hold")) for name in CARD_NAMES)
        """Whether a card may be held in Hand; the others are played when drawn (17.1.2)."""
        self.once: tuple[bool, ...] = tuple(bool(rows[name].get("once")) for name in CARD_NAMES)
        """Whether a card leaves the game once it was used."""

    def _markers(self) -> tuple[int, ...]:
        if self.objectives == "none":
            return ()
        letters = self.scenario.get("objectives", {}).get("letters", LETTERS)
        return tuple(LETTERS.index(letter) for letter in letters for _ in range(OBJECTIVE_MARKERS[letter]))

    def _event_markers(self, options: Mapping[str, Any], chosen: Mapping[str, Any]) -> int:
        wanted = -1 if chosen["game"] == "advanced" else int(options["event_markers"])
        return int(chosen["event_markers"]) if wanted < 0 else wanted

    def _area(self) -> None:
        """Which Spaces are in play, whose home they are, and how Provinces make Territories."""
        atlas, scenario = self.atlas, self.scenario
        area = scenario["map"]
        wanted = [
            province
            for territory in area.get("territories", ())
            for province in atlas.provinces_of[atlas.territory_ids.index(territory)]
        ]
        wanted += [atlas.province_index[province] for province in area.get("provinces", ())]
        self.open_provinces: list[int] = sorted(set(wanted))
        in_play = set(self.open_provinces)
        self.open: list[bool] = [
            atlas.province_of[node] in in_play or atlas.province_of[node] < 0 for node in range(atlas.nodes)
        ]
        self.open_spaces: list[int] = [node for node in range(atlas.spaces) if self.open[node]]
        self.home_of_province: list[int] = [NOBODY] * len(atlas.province_ids)
        for power, name in enumerate(self.powers):
            for province in scenario["powers"][name]["home"]:
                self.home_of_province[atlas.province_index[province]] = power
        self.home: list[int] = [
            NOBODY if atlas.province_of[node] < 0 else self.home_of_province[atlas.province_of[node]]
            for node in range(atlas.nodes)
        ]
        realms: list[Realm] = []
        taken: set[int] = set()
        for each in scenario.get("territories", ()):
            provinces = tuple(atlas.province_index[province] for province in each["provinces"])
            taken |= set(provinces)
            home = self.powers.index(each["home"]) if each.get("home") else NOBODY
            realms.append(Realm(each["id"], each["name"], provinces, home, False, False))
        for number, name in enumerate(atlas.territory_ids):
            members = set(atlas.provinces_of[number])
            if members <= in_play and not members & taken:
                owner = atlas.territory_homes[number]
                home = self.powers.index(owner) if owner in self.powers else NOBODY
                barbarian = atlas.territory_types[number] == "barbarian"
                undivided = len(members) == 1 and atlas.province_ids[min(members)] == name
                title = atlas.territory_names[number]
                realms.append(Realm(name, title, tuple(sorted(members)), home, barbarian, undivided))
        self.realms: list[Realm] = realms
        self.realm_of: list[int] = [NOBODY] * len(atlas.province_ids)
        for number, realm in enumerate(realms):
            for province in realm.provinces:
                self.realm_of[province] = number
        spaces = scenario["tribes"]["spaces"]
        if spaces == ["all"]:
            self.tribal_spaces: list[int] = [node for node in self.open_spaces if atlas.is_tribal[node]]
        else:
            self.tribal_spaces = [atlas.index[space] for space in spaces]
        self.rebellion_areas: dict[str, tuple[int, ...]] = {}
        for word, (territories, single) in REBELLION_AREAS.items():
            members = {atlas.province_index[province] for province in single}
            for territory in territories:
                members |= set(atlas.provinces_of[atlas.territory_ids.index(territory)])
            self.rebellion_areas[word] = tuple(sorted(members & in_play))

    def _powers(self) -> None:
        atlas, data = self.atlas, self.tables
        self.kind: list[str] = []
        self.titles: list[str] = []
        self.colours: list[str] = []
        self.capitals: list[tuple[int, ...]] = []
        self.mercenaries: list[bool] = []
        self.manmax: list[tuple[int, int, int]] = []
        self.recruits: list[list[tuple[int, ...]]] = []
        table = data["recruitment"]
        for power, name in enumerate(self.powers):
            entry = self.scenario["powers"][name]
            self.kind.append(entry["kind"])
            self.titles.append(entry["name"])
            self.colours.append(entry["colour"])
            self.capitals.append(tuple(atlas.index[space] for space in entry["capitals"]))
            self.mercenaries.append(bool(entry["mercenaries"]) and entry["kind"] != "rome")
            limits = entry["manpower"]
            if isinstance(limits, str):
                row = data["manpower_maximums"]
                limits = {key: row[key][limits] for key in ("stable", "unrest", "turmoil")}
            self.manmax.append((limits["stable"], limits["unrest"], limits["turmoil"]))
            lists: list[tuple[int, ...]] = []
            for province, word in enumerate(atlas.province_ids):
                kinds = table["except"].get(word, table[atlas.territory_ids[atlas.territory_of[province]]])
                if self.home_of_province[province] == power and "home_recruitment" in entry:
                    kinds = entry["home_recruitment"]
                raised = [DATA_NAMES[kind] for kind in kinds]
                if atlas.elephants[province] and ELEPHANT not in raised:
                    raised.append(ELEPHANT)
                lists.append(tuple(raised))
            self.recruits.append(lists)
        self.capital_provinces = set_of(
            atlas.province_of[capital] for capitals in self.capitals for capital in capitals
        )
        """The Provinces with a Capital."""
        for rule in self.scenario["special_rules"]:
            params = rule.get("params", {})
            if rule["id"] == "bruttium-levies":
                province = atlas.province_index[params["province"]]
                for power, kind in enumerate(self.kind):
                    words = params["rome" if kind == "rome" else "others"]
                    self.recruits[power][province] = tuple(DATA_NAMES[word] for word in words)
            elif rule["id"] == "italian-levies":
                for word in params["provinces"]:
                    for power, kind in enumerate(self.kind):
                        if kind != "rome":
                            levy = tuple(DATA_NAMES[each] for each in params["others"])
                            self.recruits[power][atlas.province_index[word]] = levy

    def _leaders(self) -> None:
        pools = self.tables["leaders"]
        self.leaders: list[Leader] = []
        self.pools: list[list[int]] = []
        self.named: list[list[int]] = []
        for power, name in enumerate(self.powers):
            entry = self.scenario["powers"][name]
            pool = entry["leader_pool"]
            ratings = pools[pool] if isinstance(pool, str) else pool
            first = len(self.leaders)
            for number, (tactical, campaign, elite) in enumerate(ratings, 1):
                self.leaders.append(Leader(f"{name}-{number}", power, tactical, campaign, elite))
            self.pools.append(list(range(first, len(self.leaders))))
            first = len(self.leaders)
            for each in entry.get("named_leaders", ()):
                tactical, campaign = each["rating"]
                turns = tuple(each["turns"])
                self.leaders.append(Leader(each["id"], power, tactical, campaign, each["elite"], turns, each["name"]))
            self.named.append(list(range(first, len(self.leaders))))
        self.side_leader: dict[int, int] = {}
        for side in SPECIAL_LEADERS if self.advanced else STANDARD_LEADERS:
            tactical, campaign = pools["special"][SPECIAL_LEADERS[side]]
            self.side_leader[side] = len(self.leaders)
            self.leaders.append(Leader(SIDE_NAMES[side], side, tactical, campaign, False))
        self.pergamene_leaders: list[int] = []
        """The leaders of Pergamum for a die of 5 and of 6 (17.2)."""
        for word in PERGAMENE_LEADERS if self.advanced else ():
            tactical, campaign = pools["special"][word]
            self.pergamene_leaders.append(len(self.leaders))
            self.leaders.append(Leader(word, PERGAMUM, tactical, campaign, False))
        self._leader_index = {leader.word: number for number, leader in enumerate(self.leaders)}

    def whose(self, event: Event) -> int | None:
        """Events name the Power, or the side that fights; a side that nobody plays is nobody's."""
        power = event.facts.get("power", event.facts.get("side"))
        return self.seat_of[self.powers.index(power)] if isinstance(power, str) and power in self.powers else None

    def chart(self) -> dict[str, Any]:
        """Provinces in play with their Spaces, places, ways, Battle Points, ranges of Stability, cards, Objectives."""
        ids = self.atlas.province_ids
        return {
            "provinces": {ids[p]: self.places(self.atlas.spaces_of[p]) for p in self.open_provinces},
            "transit": list(self.atlas.ids[self.atlas.spaces :]),
            "places": {self.place(node): self._place(node) for node in range(self.atlas.nodes)},
            "links": links(self.atlas),
            "points": dict(zip(UNITS, POINTS, strict=True)),
            "stability": {level: RANGES[stability_range(level)] for level in range(LOWEST, HIGHEST + 1)},
            "cards": described(self.copies, self.held, self.once) if self.advanced else {},
            "objectives": {LETTERS[each]: f"PR-15.4.9-{LETTERS[each]}" for each in self.objective_markers},
        }

    def _place(self, node: int) -> dict[str, Any]:
        """Where a place lies and what is printed there; a Space out of play is ground that nobody uses."""
        place = place_on_map(self.atlas, node)
        if self.open[node]:
            place["open"] = True
        for power, capitals in enumerate(self.capitals):
            if node in capitals:
                place["capital"] = self.powers[power]
        return place

    # What a scenario file says, looked up

    def leader(self, word: str) -> int:
        """The number of the leader of this name."""
        return self._leader_index[word]

    def forces(self) -> list[tuple[str, int, int, int]]:
        """Independents at the start: name, node, stack, kind of site (0 none, 1 Town, 2 City)."""
        return independent_forces(self.scenario, self.tables["independents"], self.atlas, advanced=self.advanced)

    def side_word(self, side: int) -> str:
        """The id of a side, for phrases and views."""
        names = self.powers if side < len(self.powers) else SIDE_NAMES
        return names[side] if side >= 0 else "nobody"

    def place(self, node: int) -> str:
        return self.atlas.ids[node]

    def places(self, nodes: Sequence[int]) -> list[str]:
        return [self.atlas.ids[node] for node in nodes]
