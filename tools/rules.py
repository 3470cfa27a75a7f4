"""``make rules``: which requirements of each game are proved by a passing test, and which are not.

The indexes are ``rules/*.csv``, one requirement per row with a stable id. A test says what it proves with
``@pytest.mark.rule("PAX-BUY-1")``. This runs the tests that carry the mark and counts only those that pass.

``--table FILE`` writes the table of all rules and their tests as Markdown.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def index() -> dict[str, dict[str, str]]:
    """For each game, its requirements by id."""
    games: dict[str, dict[str, str]] = {}
    for file in sorted((ROOT / "rules").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as rows:
            games[file.stem] = {row["id"]: row["requirement"] for row in csv.DictReader(rows)}
    return games


def run_tests() -> tuple[int, dict[str, list[str]]]:
    """Run the tests and tell which rules the passing ones prove."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "proved.json"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "auto",
            f"--rules-report={report}",
            "-m",
            "rule",
            "tests",
        ]
        code = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode
        proved: dict[str, list[str]] = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    return code, proved


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--table", metavar="FILE", help="write the table of rules and tests as Markdown")
    parser.add_argument("--all", action="store_true", help="list every missing id, however many")
    arguments = parser.parse_args()
    games = index()
    code, proved = run_tests()
    known = {each for requirements in games.values() for each in requirements}
    strangers = sorted(set(proved) - known)
    for game, requirements in games.items():
        missing = [each for each in requirements if each not in proved]
        print(f"{game}: {len(requirements) - len(missing)} of {len(requirements)} rules proved by a passing test")
        if missing and (arguments.all or len(missing) <= 40 or len(missing) < len(requirements)):
            print("  not proved: " + ", ".join(missing))
    if strangers:
        print("cited, but in no index: " + ", ".join(strangers))
    if arguments.table:
        write_table(Path(arguments.table), games, proved)
    if code:
        print("Some tests fail; the rules they cite are not counted. Run `make test` to see them.")
    return 1 if code or strangers else 0


def write_table(file: Path, games: dict[str, dict[str, str]], proved: dict[str, list[str]]) -> None:
    lines = ["# Every rule and the tests that prove it", "", "Made by `tools/rules.py --table docs/rules.md`.", ""]
    for game, requirements in games.items():
        if not any(each in proved for each in requirements):
            continue
        lines += [f"## {game}", "", "| rule | requirement | proved by |", "|---|---|---|"]
        for each, requirement in requirements.items():
            names = sorted({test.split("::", 1)[1].split("[")[0] for test in proved.get(each, [])})
            text = requirement.replace("|", "\\|")
            lines.append(f"| {each} | {text} | {', '.join(f'`{name}`' for name in names)} |")
        lines.append("")
    file.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
