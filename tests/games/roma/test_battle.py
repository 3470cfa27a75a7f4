"""Battle (Gevecht)."""

from __future__ import annotations

import pytest

from games.roma.tables import choices, discards, play, row
from ludi.games.roma import RomaState, position


@pytest.mark.rule("ROMA-BATTLE-EX1", "ROMA-ONAGER", "ROMA-BATTLE-2")
def test_the_onager_example() -> None:
    state = position(rows=[{3: "onager"}, {5: "mercatus"}], unused=[3], dice=[4])
    play(state, "activate:3", "target:5")
    assert row(state, 1)[4] is None
    assert discards(state) == ["mercatus"]


@pytest.mark.rule("ROMA-BATTLE-1")
def test_the_player_on_turn_attacks_with_one_throw() -> None:
    told: list[tuple[str, object]] = []
    state = position(rows=[{1: "legionarius"}, {1: "legionarius"}], unused=[1], dice=[6])
    state.listener = lambda event: told.append((event.kind, event.facts.get("seat")))
    before = state.irrevocable
    play(state, "activate:1")
    assert told == [("activate", 0), ("battle-won", 0)]
    assert state.irrevocable == before + 1
    assert row(state, 0)[0] == "legionarius"
    assert row(state, 1)[0] is None


@pytest.mark.rule("ROMA-BATTLE-2", "ROMA-BATTLE-3", "ROMA-LEGIONARIUS")
@pytest.mark.parametrize(("die", "won"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
def test_the_defence_must_be_reached(die: int, won: bool) -> None:
    state = position(rows=[{2: "legionarius"}, {2: "machina", 3: "forum"}], unused=[2], dice=[die])
    play(state, "activate:2")
    assert (row(state, 1)[1] is None) == won
    assert discards(state) == (["machina"] if won else [])
    assert row(state, 0)[1] == "legionarius", "a lost battle harms nobody"
    assert row(state, 1)[2] == "forum"
    assert state.phase == 3


def defences(state: RomaState, seat: int) -> list[int | None]:
    return [place["defence"] for place in state.view(0)["players"][seat]["row"]]


@pytest.mark.rule("ROMA-BATTLE-4", "ROMA-ESSEDUM", "ROMA-TURRIS")
def test_all_modifiers_count_together() -> None:
    state = position(
        rows=[{1: "essedum", 2: "essedum", 3: "legionarius"}, {3: "forum", 4: "turris", 5: "turris"}],
        unused=[1, 2, 3],
        dice=[3],
    )
    assert defences(state, 1)[2:5] == [5 + 2, 6 + 1, 6 + 1]
    play(state, "activate:1", "activate:2")
    assert defences(state, 1)[2:5] == [5 + 2 - 4, 6 + 1 - 4, 6 + 1 - 4]
    by = state.view(0)["players"][1]["row"][2]["defence_by"]
    assert by == {"printed": 5, "turris": 2, "essedum": -4}
    play(state, "activate:3")  # 3 against 3
    assert row(state, 1)[2] is None


@pytest.mark.rule("ROMA-BATTLE-5")
@pytest.mark.parametrize("card", ["legionarius", "velites", "centurio", "onager"])
def test_these_cards_start_a_battle(card: str) -> None:
    told: list[str] = []
    target = "machina" if card == "onager" else "architectus"
    state = position(rows=[{1: card}, {1: target}], unused=[1], dice=[6])
    state.listener = lambda event: told.append(event.kind)
    play(state, "activate:1")
    if choices(state, "target"):
        play(state, "target:1")
    assert "battle-won" in told


@pytest.mark.rule("ROMA-BATTLE-5", "ROMA-BATTLE-6")
@pytest.mark.parametrize(
    ("card", "target"), [("sicarius", "tribunus-plebis"), ("gladiator", "tribunus-plebis"), ("nero", "forum")]
)
def test_these_act_on_opposing_cards_without_a_battle(card: str, target: str) -> None:
    told: list[str] = []
    # No die is scripted: a throw would be an error. Towers do not help.
    state = position(rows=[{1: card}, {4: target, 5: "turris", 6: "turris"}], unused=[1])
    state.listener = lambda event: told.append(event.kind)
    play(state, "activate:1", "target:4")
    assert row(state, 1)[3] is None
    assert not [kind for kind in told if kind.startswith("battle")]


@pytest.mark.rule("ROMA-BATTLE-5")
@pytest.mark.parametrize(
    "card",
    ["architectus", "consiliarius", "legat", "mercator", "consul", "praetorianus", "haruspex", "senator", "essedum",
     "tribunus-plebis", "aesculapinum", "machina", "forum", "mercatus"],
)  # fmt: skip
def test_no_other_card_starts_a_battle(card: str) -> None:
    told: list[str] = []
    state = position(
        rows=[{1: card}, {1: "machina", 2: "gladiator"}], unused=[1, 2], sestertii=[2, 0], discard=["nero"]
    )
    state.listener = lambda event: told.append(event.kind)
    play(state, "activate:1")
    while state.phase != 3:
        play(state, choices(state)[-1])
    assert not [kind for kind in told if kind.startswith("battle")]


def test_the_chance_of_a_battle_is_told_before() -> None:
    state = position(rows=[{1: "legionarius", 2: "velites"}, {1: "forum", 2: "consul"}], unused=[1, 2])
    book = state.box.game.phrases("en")
    assert book.say(state.label(state.unspell("activate:1"))) == "Use the 1: Legionarius attacks Forum (wins on 2 of 6)"
    play(state, "activate:2")
    assert book.say(state.label(state.unspell("target:2"))) == "Attack Consul at disc 2 (wins on 4 of 6)"
