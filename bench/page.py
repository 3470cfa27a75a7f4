"""How heavy the page is, how soon the first board stands, and how Pax Romana's map moves, on this machine.

Needs Chromium and a built page. Times depend on what else the machine does: its load is told beside them.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from web_tools import PAGE, Person, Server, launch

OPENING_MS = 1500
"""A new window has its own work to do; who opens a page has had one before."""
GLIDE_MS = 350
"""How long the map moves from one scale to the next."""
COUNTERS = 200
CLICKS = 200
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame", "viz", "cc"]
WORK = ("ProxyMain::BeginMainFrame", "Display::DrawAndSwap")
"""What the page and the compositor do for one frame, side by side on two threads."""
REDRAWN = """async (count) => {
  const spaces = [...document.querySelectorAll('.map [data-space]')];
  const took = [];
  for (let index = 0; index < count; index++) {
    const begun = performance.now();
    spaces[(index * 37) % spaces.length].dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(0);
    }));
    took.push(performance.now() - begun);
  }
  return took;
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = launch(playwright)
        weigh_all()
        plain = first_board(browser, server.url, "pax", {"players": 4}, ".board")
        own = first_board(browser, server.url, "pax-romana", {"scenario": "V"}, ".map [data-space]")
        weight = sum(packed(PAGE.parent / name) for name in own - plain)
        print(f"loaded for Pax Romana only, compressed: {weight / 1000:.0f} kB")
        moving_map(browser, server.url, Path(folder))
        browser.close()
        server.close()


def packed(file: Path) -> int:
    return len(gzip.compress(file.read_bytes()))


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def weigh_all() -> None:
    weight = sum(packed(file) for file in PAGE.parent.rglob("*") if file.is_file())
    print(f"all files of the page, compressed: {weight / 1000:.0f} kB")


def sit_down(person: Person, game: str, options: dict[str, Any]) -> str:
    seats = [{"kind": "me"}] + [{"kind": "bot", "level": "random"}] * 3
    match = person.api("/matches", {"game": game, "options": options, "seats": seats})["match"]
    return f"{person.url}/table/{match['id']}"


def first_board(browser: Browser, url: str, game: str, options: dict[str, Any], board: str) -> set[str]:
    """Tell how soon a board stands; what files it took."""
    livia = Person(browser, url)
    table = sit_down(livia, game, options)
    times: list[float] = []
    fresh: list[float] = []
    work: list[float] = []
    files: set[str] = set()
    for _ in range(5):
        known = livia.context.storage_state()
        guest = browser.new_context(viewport={"width": 1440, "height": 900}, storage_state=known)
        page = guest.new_page()
        told = guest.new_cdp_session(page)
        told.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.wait_for_timeout(OPENING_MS)
        for took in (fresh, times):
            page.goto("about:blank")
            page.goto(table, wait_until="commit")
            page.wait_for_selector(board, state="attached")
            took.append(page.evaluate("performance.now()"))
            metrics = {each["name"]: each["value"] for each in told.send("Performance.getMetrics")["metrics"]}
            work.append(metrics["TaskDuration"] * 1000)
            loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
            files |= {found[1] for name in loaded if (found := re.search(r"/(assets/[^?]+)$", name))}
        guest.close()
    livia.close()
    for name, each in (("never seen before", fresh), ("seen before", times)):
        rule = sorted(each)[2]
        print(f"{game}, {name}: first board after {min(each):.0f} ms at best, {rule:.0f} ms as a rule; {load()}")
    print(f"{game}: processor time of the page for it: {min(work):.0f} ms at best, {sorted(work)[5]:.0f} ms as a rule")
    return files


def crowd(message: str | bytes) -> str | bytes:
    """A state with more counters than any game sees."""
    if isinstance(message, bytes) or '"units"' not in message:
        return message
    frame = json.loads(message)
    view = frame.get("state", frame).get("view") or {}
    if "sites" not in view:
        return message
    sides = [each["power"] for each in view["powers"]]
    spaces = [*view["spaces"], *view["sites"], *view["tribes"]]
    have = sum(len(stack) for stacks in view["units"].values() for stack in stacks.values()) + len(view["leaders"])
    kinds = ("heavy", "cavalry", "light")
    for number in range(max(0, COUNTERS - have)):
        space, side = spaces[number % len(spaces)], sides[number % len(sides)]
        view["units"].setdefault(side, {}).setdefault(space, {}).setdefault(kinds[number // len(spaces) % 3], 2)
    return json.dumps(frame)


def pass_on(route: WebSocketRoute) -> None:
    server = route.connect_to_server()
    server.on_message(lambda message: route.send(crowd(message)))


def moving_map(browser: Browser, url: str, folder: Path) -> None:
    """Frames a second while the full map zooms, by Chromium's own trace, and how soon it is redrawn after a click."""
    livia = Person(browser, url, viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    livia.settings(tempo="fast")  # else the map jumps
    page = livia.page
    page.route_web_socket(re.compile("/socket"), pass_on)
    page.goto(sit_down(livia, "pax-romana", {"scenario": "V"}))
    page.wait_for_selector(".map [data-space]")
    page.wait_for_timeout(2000)
    counters = page.evaluate("document.querySelectorAll('.map .stacks .stack').length")
    print(f"the map: {page.locator('.map .place').count()} places, {counters} stacks, {load()}")
    rates: list[float] = []
    work: dict[str, list[float]] = {name: [] for name in WORK}
    for key in "+++---":
        events, begun = glide(browser, page, key, folder / "trace.json")
        inside = [event for event in events if begun <= event.get("ts", 0) <= begun + GLIDE_MS * 1000]
        rates.append(sum(event["name"] == "DrawFrame" for event in inside) * 1000 / GLIDE_MS)
        for event in inside:
            if event["name"] in work and "tdur" in event:
                work[event["name"]].append(event["tdur"] / 1000)
    print(f"zooming: {sum(rates) / len(rates):.0f} frames a second, {min(rates):.0f} at worst; {load()}")
    half = {name: sorted(found)[len(found) // 2] for name, found in work.items() if found}
    told = ", ".join(f"{name} {took:.1f} ms" for name, took in half.items())
    print(f"processor time a frame while it zooms (16.7 ms is 60 frames a second): {told}")
    took = sorted(page.evaluate(REDRAWN, CLICKS))
    rule, last = took[len(took) // 2], took[int(len(took) * 0.99)]
    print(f"from click to redrawn map: {rule:.0f} ms as a rule, {last:.0f} ms for 99 of 100; {load()}")
    livia.close()


def glide(browser: Browser, page: Page, key: str, trace: Path) -> tuple[list[dict[str, Any]], float]:
    """Chromium's trace of the map that glides after a key, and when it begins."""
    page.locator(".map .place[tabindex='0']").focus()
    browser.start_tracing(page=page, path=trace, categories=[*TRACED, "blink.user_timing"])
    page.evaluate(
        "(key) => { performance.mark('glide'); document.querySelector('.map .place[tabindex=\"0\"]')"
        ".dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })) }",
        key,
    )
    page.wait_for_timeout(900)
    browser.stop_tracing()
    events: list[dict[str, Any]] = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    return events, min(event["ts"] for event in events if event.get("name") == "glide")


if __name__ == "__main__":
    main()
