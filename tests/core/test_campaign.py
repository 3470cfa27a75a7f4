"""A campaign: which match belongs to which level, and which level is open."""

from __future__ import annotations

from ludi.core import Campaign, Feat, Phrase

CAMPAIGN = Campaign("level", (1, 2, 3), {"players": 1}, lambda account: Feat((account["points"],), Phrase("feat")))


def test_a_match_belongs_to_a_level_if_all_its_other_options_do() -> None:
    assert CAMPAIGN.level_of({"players": 1, "level": 2, "start": "random"}) == 2
    assert CAMPAIGN.level_of({"players": 2, "level": 2}) is None
    assert CAMPAIGN.level_of({"players": 1, "level": 4}) is None
    assert CAMPAIGN.level_of({"players": 1}) is None
    assert CAMPAIGN.level_of(CAMPAIGN.options(3)) == 3


def test_the_first_level_that_was_not_won_is_open() -> None:
    assert CAMPAIGN.open_level([]) == 1
    assert CAMPAIGN.open_level([1]) == 2
    assert CAMPAIGN.open_level([2, 3]) == 1
    assert CAMPAIGN.open_level([1, 2, 3]) == 3
