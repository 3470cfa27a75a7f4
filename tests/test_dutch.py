"""Dutch says je, and the words of the rulebooks: nothing that players read falls back into words that were given up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
EVERYWHERE = {
    "u": "je",
    "uw": "je",
    "uwe": "de jouwe",
    "aan zet": "aan de beurt",
}
GIVEN_UP = {
    "pax": {
        "welvaart": "Rijkdom",
        "uitstalling": "display",
        "uitspelen": "spelen",
        "kostbaarste": "meest waardevolle",
        "boven rome": "sterker dan Rome",
    },
    "roma": {
        "overwinningspunten": "zegepunten",
        "gevechtsdobbelsteen": "vechtdobbelsteen",
        "sestertiën": "sestercen",
        "afgelegd": "afgeworpen",
        "afgelegde": "afgeworpen",
        "overkant": "van de tegenstander",
        "de ander": "de tegenstander",
    },
    "pax-romana": {
        "ruimte": "veld",
        "ruimten": "velden",
        "ruimtes": "velden",
        "aanvoerder": "veldheer",
        "aanvoerders": "veldheren",
        "gelukszoeker": "avonturier",
        "lichting": "werving",
        "gelicht": "geworven",
        "ontwijken": "uitwijken",
        "beroering": "oproer",
        "bp": "MP",
        "machten": "mogendheden",
        "activatie": "activering",
        "cavalerie": "ruiterij",
        "verwijderingsfase": "opruimfase",
        "thuisgebied": "thuisland",
    },
}
FILES = sorted(
    [
        *(HOME / "src/ludi").glob("**/text/nl.toml"),
        *(HOME / "web/src/i18n").glob("**/nl.json"),
        *(HOME / "web/src/boards").glob("**/nl.json"),
    ]
)


def name(file: Path) -> str:
    return file.relative_to(HOME).as_posix()


@pytest.mark.parametrize("file", FILES, ids=name)
def test_dutch_keeps_to_its_words(file: Path) -> None:
    games = {part.replace("_", "-") for part in file.relative_to(HOME).parts} & GIVEN_UP.keys()
    instead = {**EVERYWHERE, **{old: new for game in games for old, new in GIVEN_UP[game].items()}}
    # The keys to type at the terminal ("  u   take back") are no words.
    whole = re.sub(r"^  \S+ {2,}", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    text = " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', whole)).lower()
    text = re.sub(r"\{[^}]*\}", " ", text)
    found = {old: new for old, new in instead.items() if re.search(rf"(?<![\w-]){old}(?![\w-])", text)}
    assert not found, found


def test_all_dutch_texts_are_looked_at() -> None:
    assert len(FILES) > 10
