"""Examples in the documentation are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import ludi
from needs import missing, need_research

ROOT = Path(__file__).parent.parent
MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(ludi.__path__, "ludi.")
    if not name.endswith("__main__") and ".migrations" not in name
]


def test_the_example_in_the_readme_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert not result.failed


def test_the_examples_of_pax_romanas_questions_run() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "pax-romana-questions.md"), module_relative=False)
    assert result.attempted > 25
    assert not result.failed


def test_the_examples_for_researchers_run() -> None:
    need_research("pettingzoo", "pyspiel", "matplotlib")
    page = str(ROOT / "docs" / "research.md")
    result = doctest.testfile(page, module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 40
    assert not result.failed


@pytest.mark.parametrize("name", ["ludi", *MODULES])
def test_examples_in_docstrings_run(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if not name.startswith("ludi.research"):
            raise
        missing("research", f"{name}: {error} (make research)")
    assert not doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL).failed


def test_links_in_the_documentation_lead_somewhere() -> None:
    for file in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text(encoding="utf-8")):
            assert (file.parent / target).exists(), f"{file.name} links to {target}"


def test_numbers_are_headed_by_words_and_not_by_what_a_commit_is_called() -> None:
    """Whoever reads them has no checkout at hand; in the interface seeds and commitments look alike."""
    for file in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "bench").glob("*.md")):
        text = re.sub(r'"\w+": "[^"]*"', "", file.read_text(encoding="utf-8"))
        found = [
            each
            for each in re.findall(r"\b[0-9a-f]{7,12}\b", text)
            if re.search(r"\d", each) and re.search("[a-f]", each)
        ]
        assert not found, f"{file.name}: {found}"


def test_every_command_named_in_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in re.findall(r"make ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert re.search(rf"^{command}:", makefile, re.MULTILINE), command
