"""How heavy the page is, and how soon the first board stands, on this machine (needs Chromium and a built page)."""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from web_tools import PAGE, Person, Server, launch


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = launch(playwright)
        livia = Person(browser, server.url)
        seats = [{"kind": "me"}] + [{"kind": "bot"}] * 3
        match = livia.api("/matches", {"game": "pax", "options": {"players": 4}, "seats": seats})["match"]
        times = []
        for _ in range(5):
            livia.page.goto("about:blank")
            livia.page.goto(f"{server.url}/table/{match['id']}", wait_until="commit")
            livia.page.wait_for_selector(".board", state="visible")
            times.append(livia.page.evaluate("performance.now()"))
        livia.close()
        browser.close()
        server.close()
    weight = sum(len(gzip.compress(file.read_bytes())) for file in PAGE.parent.rglob("*") if file.is_file())
    print(f"all files of the page, compressed: {weight / 1000:.0f} kB")
    print(f"first board after navigation: {min(times):.0f} ms at best, {sorted(times)[2]:.0f} ms as a rule")


if __name__ == "__main__":
    main()
