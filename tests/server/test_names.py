"""Names: everybody at a table has one that can be seen and told apart, and joining always ends."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter, ValidationError

from ludi.server.app import make_app
from ludi.server.names import LONGEST, AccountName, PersonName, account_key, one_line, readable, told_apart
from ludi.server.settings import Settings, database_url
from server_tools import TWO_OPEN, Browser, House

THREE = {"game": "pax", "options": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}

_person: TypeAdapter[str] = TypeAdapter(PersonName)
_account: TypeAdapter[str] = TypeAdapter(AccountName)


def test_joining_with_the_longest_name_twice_does_not_hang_the_server(house: House, ann: Browser, ben: Browser) -> None:
    name = "A" * LONGEST
    seats = [{"kind": "me", "name": name}, {"kind": "open"}, {"kind": "open"}]
    match = ann.create({**THREE, "seats": seats}, listed=True)
    began = time.monotonic()
    for person in (ben, house.browser("Cyn")):
        person.call("POST", f"/api/matches/{match['id']}/join", {"name": name})
    assert time.monotonic() - began < 60
    names = [seat["name"] for seat in ann.call("GET", f"/api/matches/{match['id']}")["seats"]]
    assert len(set(names)) == 3
    assert names == [name, "A" * 37 + " II", "A" * 36 + " III"]


def test_a_double_click_on_join_takes_one_seat(house: House, ann: Browser, ben: Browser) -> None:
    match = ann.create(THREE, listed=True)
    path = f"/api/matches/{match['id']}/join"
    with ThreadPoolExecutor(4) as clicks:
        answers = list(clicks.map(lambda _: ben.raw("POST", path, {}), range(4)))
    assert [answer.status_code for answer in answers] == [200] * 4
    assert {tuple(answer.json()["seats"]) for answer in answers} == {(1,)}
    assert sorted(len(answer.json()["tokens"]) for answer in answers) == [0, 0, 0, 1], "the token is told once"
    assert ben.call("POST", path, {"seat": 1})["seats"] == [1], "the seat is his already"
    assert ben.raw("POST", path, {"seat": 2}).json()["code"] == "taken"
    assert ann.call("POST", path, {})["seats"] == [0], "neither does the host sit down twice"
    invite = match["invite"].replace("/join/", "/api/invites/")
    assert ben.call("POST", f"{invite}/join", {})["seats"] == [1]
    house.browser("Cyn").call("POST", path, {})
    assert ben.call("POST", path, {})["match"]["status"] == "live", "the last click came after the deal"


def test_a_seat_left_and_taken_by_another_of_the_same_name_is_told_apart_in_a_rematch(
    house: House, ann: Browser, ben: Browser
) -> None:
    match = ann.create(TWO_OPEN)
    ben.join(match)
    ann.call("POST", f"/api/matches/{match['id']}/concede", {})
    again = ann.call("POST", f"/api/matches/{match['id']}/rematch")["match"]
    ann.call("POST", f"/api/matches/{again['id']}/leave", {})
    house.browser("Ben").join(again, seat=0)
    taken = ben.call("POST", f"/api/matches/{match['id']}/rematch")["match"]
    assert [seat["name"] for seat in taken["seats"]] == ["Ben", "Ben II"]


@pytest.mark.parametrize(
    "names", [["Ann", "Ann", "Ann 1"], ["x" * 40, "x" * 40, "x" * 37 + " 1"], ["Ann 1", "Ann", "Ann"]]
)
def test_numbered_names_are_no_third_name_of_the_table(ann: Browser, names: list[str]) -> None:
    match = ann.create({**THREE, "seats": [{"kind": "me", "name": name} for name in names]})
    shown = [seat["name"] for seat in match["seats"]]
    assert len(set(shown)) == 3
    assert max(map(len, shown)) <= LONGEST


def test_telling_apart_always_ends_and_never_grows() -> None:
    taken: list[str] = []
    for _ in range(64):
        name = told_apart("A" * LONGEST, taken)
        assert name not in taken
        assert len(name) <= LONGEST
        taken.append(name)
    assert told_apart("Julia", taken) == "Julia"


UNSEEN = (
    "\u200b\u200d\u2060\ufeff\u00ad\u202a\u202e\u2066\u2069\u200f\u061c\u034f\u115f\u3164\u2800\ufe0f\U000e0041\u2028"
)


@pytest.mark.parametrize("unseen", list(UNSEEN))
def test_invisible_and_turning_characters_are_taken_out_of_names(unseen: str) -> None:
    assert _person.validate_python(f"An{unseen}n") in ("Ann", "An n")
    with pytest.raises(ValidationError):
        _person.validate_python(unseen * 3)
    assert _person.validate_python(f"{unseen}Ann{unseen}") == "Ann"


@pytest.mark.parametrize(
    "name", ["\ud800", "a\0b", "a\nb", "\x7f", "  ", "\u0301\u0302", "ﬃ" * 41, "\ufb2c" * 40, 7, None]
)
def test_what_is_no_name_is_refused(name: object) -> None:
    with pytest.raises(ValidationError):
        _person.validate_python(name)


@pytest.mark.parametrize(
    "name", ["Ann", "Žofie", "李雷", "محمد", "Ἀσπασία", "O'Brien-Łukasz", "🦁 Leo", "हिन्दी", "ﬃ" * 40]
)
def test_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    assert _person.validate_python(name) == name


def test_two_spellings_of_a_name_are_one() -> None:
    assert _person.validate_python("Zoe\u0308") == "Zoë"
    assert readable("  Ann \u00a0 Bee ") == "Ann Bee"
    assert account_key("\uff3aoë") == account_key("zoe\u0308")
    stacked = _person.validate_python("Z" + "\u0301\u0316\u0302\u0317" * 9)
    assert len(stacked) <= 5, "marks are not piled up over the neighbours"


@pytest.mark.parametrize("account", ["ann\u200b", "an\u200dn", "ann\u202e", "ﷺ" * 20, "\ud800ab", "a\0b", "a"])
def test_account_names_can_be_seen_and_stored(account: str) -> None:
    with pytest.raises(ValidationError):
        _account.validate_python(account)


def test_what_is_said_keeps_its_letters_and_its_direction() -> None:
    assert one_line("a\u202eb\0c\nd") == "abc d"
    assert one_line("👩\u200d🚀") == "👩\u200d🚀"


def test_an_account_with_a_name_that_grows_is_stored_or_refused_with_a_sentence(database: str) -> None:
    """Letters that become three when the case is folded: 40 of them do not fit into 80."""
    settings = Settings(database=database_url(database), workers=1, limits=False, url="http://testserver")
    with ExitStack() as stack:
        house = House(stack, settings, stack.enter_context(TestClient(make_app(settings))))
        ann, secret = house.browser("Ann"), "correct horse battery"
        refused = ann.raw("POST", "/api/account/register", {"account": "ﬃ" * 40, "password": secret})
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
        for account in ("ﬃ" * 20, "ΐ" * 40, "İ" * 40):
            person = house.browser("Ben")
            answer = person.raw("POST", "/api/account/register", {"account": account, "password": secret})
            assert answer.status_code in (200, 422), answer.text
            if answer.status_code == 200:
                other = house.browser("Cyn")
                assert other.call("POST", "/api/account/login", {"account": account, "password": secret})["account"]
