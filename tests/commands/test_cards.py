# SPDX-License-Identifier: MIT
"""Role cards and the host's crib: as many as there are seats, in the ruleset's own words."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.russian import RU
from voice_host import cli, rulesets
from voice_host.commands.print_cards import card_sheet
from voice_host.errors import VoiceHostError
from voice_host.game.expected import expected_anywhere
from voice_host.language.heard.hear import Unknown, understand
from voice_host.rulesets import names


def printed(*words: object) -> Result:
    return CliRunner().invoke(cli.cli, ["cards", *map(str, words)], obj=RU)


@pytest.mark.parametrize("name", names())
def test_every_ruleset_has_a_card_a_seat(name: str) -> None:
    """At its smallest table, its usual one and its largest."""
    rules = rulesets.load(name)
    for seats in {rules.table.fewest, rules.table.seats, rules.table.most}:
        assert card_sheet(RU, rules, seats).count('class="card"') == seats


def test_a_card_says_role_team_and_what_is_done_by_night() -> None:
    """In the words of the ruleset."""
    city = card_sheet(RU, rulesets.load("city"), 12)
    assert '<p class="role">комиссар</p>' in city and "Ночью ищет: мафия" in city
    assert "Ночью: лечение" in city and "Ночью спит" in city
    historical = card_sheet(RU, rulesets.load("historical"), 7)
    assert "Команда: синие" in historical and "Команда: красные" in historical


def test_the_crib_has_nothing_that_is_not_understood() -> None:
    """Each wording of it, as it stands there."""
    sheet = card_sheet(RU, rulesets.load("wma"), 10)
    crib = sheet.partition("<tbody>")[2].partition("</tbody>")[0]
    said = [one for row in crib.split("<td>")[1:] for one in row.partition("</td>")[0].split("; ")]
    assert len(said) > 60
    for words in said:
        heard = understand(RU.sentences, words, expected_anywhere(), 10)
        assert not isinstance(heard, Unknown), words


def test_a_file_is_written_and_none_written_over(tmp_path: Path) -> None:
    """A new one only."""
    out = tmp_path / "cards.html"
    assert printed("--rules", "lars", "--seats", 8, "--out", out).exit_code == 0
    assert "мест 8" in out.read_text("utf-8")
    assert isinstance(printed("--out", out).exception, VoiceHostError)


def test_a_table_that_there_is_not_is_refused(tmp_path: Path) -> None:
    """With how large it may be."""
    error = printed("--seats", 40, "--out", tmp_path / "cards.html").exception
    assert isinstance(error, VoiceHostError)
    assert RU.messages.says(error) == "В правилах wma мест 10, а не 40."
