"""Whole games in the browser: against bots, by invite link, at one screen, watched."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from patience import tries
from web_tools import CHOICE, Person, Server

NewPerson = Callable[..., Person]


def steady(words: list[str]) -> str:
    """A way to play PAX that always comes to an end: never pass, end the turn once something was played."""
    for wanted in ("draw", "hand", "under"):
        if wanted in words:
            return wanted
    played = [word for word in words if word.startswith(("play:", "keep:", "pick:", "lay:"))]
    return played[0] if played else next(word for word in words if word != "pass")


def short(words: list[str]) -> str:
    """A way to play Roma that soon comes to an end: empty discs cost points."""
    return "end" if "end" in words else words[0]


def test_a_newcomer_plays_pax_within_two_clicks_and_to_the_reckoning(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/")
    page.get_by_role("button", name="Without a guide: PAX", exact=True).click()
    page.wait_for_selector(CHOICE)
    assert re.search(r"/table/\w+$", page.url)
    expect(page).to_have_title(re.compile("Your turn"))

    # What is lit on the board can be clicked there.
    before = livia.version()
    page.locator(".board .lit").first.click()
    page.wait_for_function("before => document.querySelector('[data-version]').dataset.version !== before", arg=before)

    decisions = 0
    while livia.wait_for_turn_or_end():
        livia.choose(steady)
        decisions += 1
        assert decisions < 300

    reckoning = page.locator(".reckoning")
    expect(reckoning.get_by_role("heading", name="Who holds each category")).to_be_visible()
    expect(reckoning.locator("tbody").first.locator("tr")).to_have_count(7)
    verdict = reckoning.locator(".verdict").inner_text()
    counted = 1 if "The revolt holds four categories" in verdict else 0
    expect(reckoning.get_by_role("row", name=re.compile("most money"))).to_have_count(counted)
    page.get_by_role("button", name="Check the deal").click()
    expect(page.locator(".proof")).to_contain_text("it fits the fingerprint")
    expect(page.locator(".proof .good")).to_have_count(2)
    expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.startswith("pax-")

    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector(CHOICE)


def test_two_friends_play_roma_by_invite_link_with_a_reload_in_mid_turn(person: NewPerson) -> None:
    livia, marcus = person(), person()
    page = livia.go("/setup?game=roma")
    page.get_by_label("Who sits in seat 2").select_option("open")
    page.get_by_role("button", name="Sit down").click()
    link = page.get_by_label("Invite link").input_value()

    other = marcus.page
    other.goto(link)
    other.get_by_label("Your name").fill("Marcus")
    other.get_by_role("button", name="Take a seat").click()
    other.wait_for_selector(CHOICE)
    page.wait_for_selector(CHOICE)
    expect(page.get_by_role("list", name="Players")).to_contain_text("Marcus")

    reloaded = False
    for _ in tries(120, pause=0.03):
        due = next((each for each in (livia, marcus) if each.choices().count()), None)
        if due is None:
            if page.locator("#reckoning").count():
                break
            continue
        due.choose(short)
        if (
            not reloaded
            and due is livia
            and due.choices().count()
            and "dice" in (page.locator(".prompt").text_content() or "")
        ):
            words = page.eval_on_selector_all(CHOICE, "all => all.map(each => each.dataset.word)")
            page.reload()
            page.wait_for_selector(CHOICE)
            assert page.eval_on_selector_all(CHOICE, "all => all.map(each => each.dataset.word)") == words
            reloaded = True
    expect(page.locator("#reckoning")).to_be_visible()
    expect(other.locator("#reckoning")).to_be_visible()
    assert page.locator(".verdict").text_content() == other.locator(".verdict").text_content()


def test_at_one_screen_a_curtain_falls_between_the_players(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/setup?game=pax")
    page.get_by_label("Number of seats").select_option("2")
    page.get_by_label("Name in seat 1").fill("Livia")
    page.get_by_label("Who sits in seat 2").select_option("hot")
    page.get_by_label("Name in seat 2").fill("Marcus")
    page.get_by_role("button", name="Sit down").click()

    first = page.get_by_role("dialog")
    expect(first).to_contain_text("Livia")
    assert page.locator(".board").count() == 0
    page.get_by_role("button", name="I am Livia").click()
    page.wait_for_selector(CHOICE)
    dealt = page.locator(CHOICE).all_text_contents()
    page.locator(CHOICE).first.click()

    expect(page.get_by_role("dialog")).to_contain_text("Hand over to Marcus")
    assert page.locator(".board").count() == 0
    assert not any(text.split(maxsplit=1)[-1] in (page.locator("body").text_content() or "") for text in dealt)
    page.get_by_role("button", name="I am Marcus").click()
    page.wait_for_selector(CHOICE)
    page.reload()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_spectator_sees_public_facts_and_may_speak(person: NewPerson) -> None:
    livia, visitor = person(), person()
    page = livia.go("/")
    page.get_by_role("button", name="Without a guide: PAX", exact=True).click()
    page.wait_for_selector(CHOICE)
    livia.choose()

    seen = visitor.page
    seen.goto(page.url)
    expect(seen.locator(".board")).to_be_visible()
    assert seen.locator(CHOICE).count() == 0
    assert "only you" not in (seen.get_by_role("log").text_content() or "")
    expect(page.get_by_role("list", name="Players")).to_contain_text("1 watching")
    seen.get_by_role("tab", name="Chat").click()
    seen.get_by_label("Say something").fill("Ave!")
    seen.get_by_role("button", name="Send").click()
    page.get_by_role("tab", name=re.compile("Chat")).click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Ave!")


def test_by_keyboard_alone_with_undo_reasons_and_a_second_tab_in_step(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/")
    page.get_by_role("button", name="Without a guide: PAX", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(CHOICE)
    page.keyboard.press("1")
    page.wait_for_selector(f"{CHOICE}[data-word='draw']")
    page.keyboard.press("Tab")
    page.locator(CHOICE).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{CHOICE}[data-word='hand']")
    assert page.evaluate("document.activeElement.dataset.word"), "the focus stays among the choices"
    while not page.locator(f"{CHOICE}[data-word='draw']").count():
        livia.choose(lambda words: "done" if "done" in words else words[0])
        page.wait_for_selector(CHOICE)

    page.locator(CHOICE).first.focus()
    page.keyboard.press("?")
    expect(page.locator(".bubble")).to_contain_text("PAX-TURN-2")
    page.keyboard.press("Escape")
    expect(page.locator(".bubble")).to_have_count(0)

    # Why not? The card in hand cannot be played before drawing.
    page.locator(".board [data-thing^='hand:']").first.click(button="right")
    expect(page.locator(".bubble")).to_contain_text("not now")
    expect(page.locator(".bubble")).to_contain_text("Drawing cards comes first")
    page.keyboard.press("Escape")

    tab = livia.open()
    tab.goto(page.url)
    tab.wait_for_selector(CHOICE)
    while not page.get_by_role("button", name="Take back").is_visible():
        livia.choose(lambda words: "draw" if "draw" in words else words[-1] if words[-1] != "done" else words[0])
    before = tab.locator(CHOICE).all_text_contents()
    page.keyboard.press("u")
    expect(tab.locator(".ask")).to_be_visible()
    expect(tab.locator(CHOICE).first).to_be_visible()
    expect(tab.locator(CHOICE)).not_to_have_text(before)

    # Looking back, and back to now.
    page.get_by_role("log").locator("a").first.click()
    page.get_by_role("button", name="Back to the present").click()
    expect(page.locator(CHOICE).first).to_be_visible()


def test_notes_stay_private_and_the_table_waits_in_my_list(person: NewPerson) -> None:
    livia = person()
    heard: list[str] = []
    livia.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    page = livia.go("/")
    page.get_by_role("button", name="Without a guide: Roma").click()
    page.wait_for_selector(CHOICE)
    page.get_by_role("tab", name="Notes").click()
    page.get_by_label("Notes").last.fill("Forum beside the Basilica")
    for _ in tries(5, pause=0):
        if any("Forum beside the Basilica" in frame for frame in heard):
            break  # the server has it
        page.wait_for_timeout(50)
    page.reload()
    page.wait_for_selector(CHOICE)
    page.get_by_role("tab", name="Notes").click()
    expect(page.get_by_role("textbox", name="Notes")).to_have_value("Forum beside the Basilica")
    page.get_by_role("link", name=re.compile("My tables")).click()
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
    page.get_by_role("link", name="To the table").first.click()
    page.wait_for_selector(CHOICE)


def test_the_page_finds_its_server_again_after_a_crash(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    livia = Person(chromium, server.url)
    page = livia.go("/")
    page.get_by_role("button", name="Without a guide: PAX", exact=True).click()
    livia.choose()
    page.wait_for_selector(CHOICE)
    words = page.eval_on_selector_all(CHOICE, "all => all.map(each => each.dataset.word)")
    server.kill()
    expect(page.locator(".lost")).to_be_visible()
    assert page.locator(CHOICE).count() == 0, "nothing can be chosen without a server"
    server = Server(tmp_path, server.port)
    expect(page.locator(".lost")).to_have_count(0)
    assert page.eval_on_selector_all(CHOICE, "all => all.map(each => each.dataset.word)") == words
    livia.choose(steady)
    livia.close()
    server.close()


def test_events_are_told_one_by_one_and_can_be_skipped(person: NewPerson) -> None:
    livia = person(reduced_motion="no-preference")
    livia.settings(tempo="slow")
    page = livia.go("/")
    page.get_by_role("button", name="Without a guide: PAX", exact=True).click()
    told: list[str] = []
    while not told:
        page.wait_for_selector(f"{CHOICE}, .telling")
        if page.locator(CHOICE).count():
            page.locator(CHOICE).last.click()
            page.wait_for_timeout(150)
        # Read in one step: on a busy machine all may have been told between two looks.
        told = page.eval_on_selector_all(".telling", "all => all.map(each => each.innerText)")
    assert told[0].strip()
    for _ in tries(10, pause=0.1):
        page.keyboard.press("Escape")
        if page.locator(CHOICE).count():
            break
    expect(page.locator(CHOICE).first).to_be_visible()


def test_a_seat_is_taken_along_to_another_device(person: NewPerson) -> None:
    livia, elsewhere = person(), person()
    page = livia.go("/")
    page.get_by_role("button", name="Without a guide: Roma").click()
    page.wait_for_selector(CHOICE)
    words = page.eval_on_selector_all(CHOICE, "all => all.map(each => each.dataset.word)")
    page.get_by_role("tab", name="Table").click()
    page.get_by_text("Play this seat on another device").click()
    link = page.locator("#seat").input_value()
    other = elsewhere.page
    other.goto(link)
    other.wait_for_selector(CHOICE)
    assert other.eval_on_selector_all(CHOICE, "all => all.map(each => each.dataset.word)") == words
    assert "key" not in other.url


def test_when_the_time_is_up_a_bot_stands_in_until_the_player_returns(person: NewPerson) -> None:
    livia = person()
    clock = {"kind": "move", "seconds": 1.5}
    # Against a bot that takes its time: two quick ones would be done with the game before she returns.
    seats = [{"kind": "me"}, {"kind": "bot", "level": "master"}]
    match = livia.api("/matches", {"game": "roma", "seats": seats, "clock": clock})["match"]
    page = livia.go(f"/table/{match['id']}")
    players = page.get_by_role("list", name="Players")
    expect(players).to_contain_text("0:0")
    expect(players).to_contain_text("a bot stands in")
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Take your seat back").click()
    expect(players).not_to_contain_text("a bot stands in")


def test_a_table_with_an_open_seat_can_begin_with_bots(person: NewPerson) -> None:
    livia = person()
    match = livia.api("/matches", {"game": "roma", "seats": [{"kind": "me"}, {"kind": "open"}]})["match"]
    page = livia.go(f"/table/{match['id']}")
    page.get_by_role("button", name="Start now, bots for the rest").click()
    expect(page.locator(".board")).to_be_visible()


def test_a_table_that_does_not_exist_says_so(person: NewPerson) -> None:
    livia = person()
    with livia.page.expect_response("**/board?*") as answer:
        page = livia.go("/table/aaaaaaaaaaaa")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    assert answer.value.status == 404
    livia.complaints.clear()  # the browser's own words about that answer
