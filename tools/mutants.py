"""``make mutants``: break the rules of Pax Romana one by one, and see which test notices.

``tests/mutants/*.toml`` lists small breaks of the code by module and rule, as pairs of an old and a new text; a third
text says why nothing that can happen shows the break. Each mutant is run against the tests that cite its rule only.

The tests are collected once; a child process changes the functions that the mutant concerns and runs the tests. A
mutant of anything but a function's body is written into its file, run by itself and taken out again.

``--record FILE`` writes the table of all mutants and the tests that caught them as Markdown.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "src" / "ludi" / "games" / "pax_romana"
LISTS = ROOT / "tests" / "mutants"
TESTS = ROOT / "tests" / "games" / "pax_romana"
PATIENCE = 60
"""Seconds of processor time after which a test is held to be endless, which is as good as failed."""
ENDLESS = "a test that does not end"


@dataclass(frozen=True)
class Mutant:
    rule: str
    file: Path
    old: str
    new: str
    harmless: str = ""
    """Why nothing that can happen shows it."""

    @property
    def source(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @property
    def broken(self) -> str:
        return self.source.replace(self.old, self.new)

    def __str__(self) -> str:
        return f"{self.rule} {self.file.relative_to(GAME).as_posix()}: {brief(self.old)} -> {brief(self.new)}"


def brief(text: str) -> str:
    return " ".join(text.split()) or "(nothing)"


def listed(wanted: list[str]) -> list[Mutant]:
    """The mutants of all lists, or of the rules that begin with one of those wanted."""
    found = []
    for file in sorted(LISTS.glob("*.toml")):
        for module, rules in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for rule, pairs in rules.items():
                found += [Mutant(rule, GAME / module, *pair) for pair in pairs]
    return [each for each in found if not wanted or any(each.rule.startswith(rule) for rule in wanted)]


def unusable(mutant: Mutant) -> str:
    """Why a mutant cannot be made any more; nothing if it can."""
    if not mutant.file.exists():
        return "its module is gone"
    times = mutant.source.count(mutant.old)
    if times != 1:
        return f"its text stands there {times} times"
    try:
        compile(mutant.broken, str(mutant.file), "exec", dont_inherit=True)
    except SyntaxError as error:
        return f"it is no Python: {error}"
    return ""


# How a function is exchanged


def inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def same_itself(one: CodeType, other: CodeType) -> bool:
    """Whether two pieces of code are the same, apart from the functions and classes in them."""
    plain = [[each for each in code.co_consts if not isinstance(each, CodeType)] for code in (one, other)]
    return (
        (one.co_code, one.co_names, one.co_varnames, one.co_freevars)
        == (other.co_code, other.co_names, other.co_varnames, other.co_freevars)
        and repr(plain[0]) == repr(plain[1])
        and len(inner(one)) == len(inner(other))
    )


def same(one: CodeType, other: CodeType) -> bool:
    return same_itself(one, other) and all(map(same, inner(one), inner(other)))


def exchanges(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions that differ, outermost only."""
    for one, other in zip(inner(old), inner(new), strict=True):
        if one.co_flags & 2:  # a function has fast locals, the body of a class has not
            if not same(one, other):
                yield one, other
        else:
            yield from exchanges(one, other)


def bodies_match(old: CodeType, new: CodeType) -> bool:
    """Whether a module is the same apart from what is in its functions."""
    if not same_itself(old, new):
        return False
    return all(
        (one.co_freevars == other.co_freevars if one.co_flags & 2 else bodies_match(one, other))
        for one, other in zip(inner(old), inner(new), strict=True)
    )


def change_functions(mutant: Mutant) -> bool:
    """Exchange the functions of this process that the mutant concerns; not if more than functions is concerned."""
    name = str(mutant.file)
    old = compile(mutant.source, name, "exec", dont_inherit=True)
    new = compile(mutant.broken, name, "exec", dont_inherit=True)
    if not bodies_match(old, new):
        return False
    pairs = list(exchanges(old, new))
    live: dict[CodeType, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename == name:
            live[each.__code__].append(each)
    if not pairs or not all(one in live for one, _ in pairs):
        return False
    for one, other in pairs:
        for function in live[one]:
            function.__code__ = other
    return True


# How the tests are run


class Trial:
    """A plug-in of pytest: in place of running all tests, each mutant is tried in a child process."""

    def __init__(self, mutants: list[Mutant]) -> None:
        self.mutants = mutants
        self.caught: dict[Mutant, str] = {}
        """The test that caught a mutant; nothing if none did."""
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.unregister(name="terminalreporter")
        citing: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            for rule in dict.fromkeys(str(each) for marker in item.iter_markers("rule") for each in marker.args):
                citing[rule].append(item)
        for mutant in self.mutants:
            items = citing[mutant.rule]
            caught = self.in_a_child(mutant, items)
            if caught is None:
                caught = on_its_own(mutant, items)
            self.caught[mutant] = caught
            print(f"{'caught  ' if caught else 'SURVIVED'} {mutant}  [{caught or f'{len(items)} tests'}]", flush=True)
        return True

    def in_a_child(self, mutant: Mutant, items: list[pytest.Item]) -> str | None:
        """The test that caught a mutant of functions, nothing if none did; None if it is no mutant of functions."""
        ear, mouth = os.pipe()
        child = os.fork()
        if not child:
            os.close(ear)
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            with os.fdopen(mouth, "w") as out:
                json.dump(self.first_failure(mutant, items), out)
            os._exit(0)
        os.close(mouth)
        with os.fdopen(ear) as answer:
            told = answer.read()
        os.waitpid(child, 0)
        if not told:
            return ENDLESS
        found = json.loads(told)
        return None if found is None else str(found)

    def first_failure(self, mutant: Mutant, items: list[pytest.Item]) -> str | None:
        if not change_functions(mutant):
            return None
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        for index, item in enumerate(items):
            after = items[index + 1] if index + 1 < len(items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                return self.failed
        return ""


def on_its_own(mutant: Mutant, items: list[pytest.Item]) -> str:
    """The test that caught a mutant written into its file."""
    if not items:
        return ""
    source, broken = mutant.source, mutant.broken
    names = [item.nodeid for item in items]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--tb=no",
        "-rfE",
        *names,
    ]
    try:
        mutant.file.write_text(broken, encoding="utf-8")
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=5 * PATIENCE)
    except subprocess.TimeoutExpired:
        return ENDLESS
    finally:
        mutant.file.write_text(source, encoding="utf-8")
    if run.returncode == 0:
        return ""
    failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split()[1] if failed else "the code does not start"


def table(caught: dict[Mutant, str]) -> str:
    lines = [
        "# Every rule that was broken, and the test that noticed",
        "",
        "Made by `tools/mutants.py --record`. Each mutant was run against the tests that cite its rule only.",
        "",
        "| rule | module | the code | broken | caught by |",
        "|---|---|---|---|---|",
    ]
    for mutant, test in caught.items():
        code = [f"`{brief(text).replace('|', '¦')}`" for text in (mutant.old, mutant.new)]
        who = test.rpartition("/")[2].replace("::", ": ") if test else f"none: {mutant.harmless or 'a gap'}"
        where = mutant.file.relative_to(GAME).with_suffix("").as_posix()
        lines.append(f"| {mutant.rule} | {where} | {code[0]} | {code[1]} | {who} |")
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("rules", nargs="*", help="only the rules that begin so")
    parser.add_argument("--record", metavar="FILE", help="write the table of mutants and tests as Markdown")
    parser.add_argument("--check", action="store_true", help="only see whether every mutant can still be made")
    arguments = parser.parse_args()
    mutants = listed(arguments.rules)
    stale = [f"{mutant}: {why}" for mutant in mutants if (why := unusable(mutant))]
    for each in stale:
        print("ERROR", each)
    if stale or arguments.check:
        return 1 if stale else 0
    trial = Trial(mutants)
    files = sorted({str(file) for file in TESTS.glob("test_*.py") if any(m.rule in file.read_text() for m in mutants)})
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "-m", "rule", f"--rootdir={ROOT}", *files]
    pytest.main(options, plugins=[trial])
    survived = [mutant for mutant, test in trial.caught.items() if not test and not mutant.harmless]
    print(f"{len(trial.caught)} mutants of {len({each.rule for each in mutants})} rules, {len(survived)} survived")
    if arguments.record:
        Path(arguments.record).write_text(table(trial.caught), encoding="utf-8")
    return 1 if survived or len(trial.caught) != len(mutants) else 0


if __name__ == "__main__":
    sys.exit(main())
