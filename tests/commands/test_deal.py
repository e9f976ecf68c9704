# SPDX-License-Identifier: MIT
"""The program deals: by the ruleset's composition, by chance, in silence, game after game."""

from collections import Counter
from pathlib import Path
from random import Random, SystemRandom

import pytest

from tests.parlour import Parlour
from voice_host import places, rulesets
from voice_host.commands import evening
from voice_host.commands.deal import deal, was_dealt
from voice_host.commands.setup import Setup
from voice_host.game.composition import cards, fits
from voice_host.game.state import Phase
from voice_host.history.recovery import replay
from voice_host.history.session import Session, begin
from voice_host.host.inbox import VOICE, Refusal
from voice_host.voice.protocols import Channel


def dealt(name: str, seats: int, chance: Random) -> Session:
    session = Session(rulesets.load(name), seats)
    deal(session, chance)
    return session


def roles(session: Session) -> list[str]:
    return [str(player.role) for player in session.state.players]


@pytest.mark.parametrize("name", rulesets.names())
def test_every_table_gets_the_cards_of_its_ruleset(name: str) -> None:
    """At every size; the system's chance gives the same cards as any other."""
    rules = rulesets.load(name)
    for seats in range(rules.table.fewest, rules.table.most + 1):
        session = dealt(name, seats, SystemRandom())
        assert Counter(roles(session)) == Counter(cards(rules, seats))
        assert fits(rules, Counter(roles(session)))
        assert session.state.phase is Phase.LOBBY


def test_a_seed_gives_the_same_deal_and_another_one_another() -> None:
    """For tests; without one nobody can know."""
    first, again, other = (roles(dealt("wma", 10, Random(seed))) for seed in (1, 1, 2))
    assert first == again != other
    assert len({tuple(roles(dealt("wma", 10, SystemRandom()))) for _ in range(8)}) > 1


def test_every_seat_can_get_every_card() -> None:
    """Chance plays no favourites: over many deals each seat is the don about as often."""
    chance = Random(5)
    dons = Counter(roles(dealt("wma", 10, chance)).index("don") for _ in range(600))
    assert all(30 < dons[seat] < 90 for seat in range(10))


def test_the_deal_is_in_the_journal_and_no_undo_takes_it(tmp_path: Path) -> None:
    """Nobody has given it; a replay takes it as it was drawn."""
    path = tmp_path / "game.jsonl"
    session = begin(rulesets.load("wma"), 10, path)
    deal(session, Random(1))
    assert session.undo() is None
    assert was_dealt(session)
    session.close()
    assert replay(path) is None


def test_a_role_is_shown_silently_and_to_nobody_else() -> None:
    """One seat at a time, when asked for: it does not sound, stay or come back."""
    parlour = Parlour(dealt("wma", 10, Random(1)))
    assert "Роли розданы" in parlour.screen.ear[-1]
    parlour.forget()
    assert parlour.types("роль места 1") is None
    assert parlour.screen.glimpsed == ["Место один: мирный."]
    assert not parlour.mouth.said and not parlour.screen.hall and not parlour.screen.ear
    parlour.types("повтори")
    assert "мирный" not in " ".join((*parlour.screen.ear, *parlour.screen.hall))
    assert parlour.hears("роль места один") is Refusal.UNKNOWN


def test_the_hall_never_hears_what_was_dealt() -> None:
    """A whole night 0 on: no word in the hall differs from another deal's."""

    def heard(seed: int) -> list[str]:
        parlour = Parlour(dealt("city", 12, Random(seed)))
        for _ in range(30):
            parlour.host.say("дальше", VOICE)
            parlour.host.pump()
        return [u.text for u in parlour.mouth.said if u.channel is Channel.HALL]

    assert heard(1) == heard(2)


def test_the_next_game_is_dealt_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the first one was; a table that plays with cards goes on with cards."""
    paths = iter(tmp_path / f"{number}.jsonl" for number in range(9))
    monkeypatch.setattr(places, "new_journal", lambda: next(paths))
    chance = Random(3)
    first = begin(rulesets.load("wma"), 10, places.new_journal(), ((2, "Марина"),))
    deal(first, chance)
    second = evening.next_game(first, chance)
    assert second.names == first.names and second.state.rules == first.state.rules
    assert second.state.roles_known and roles(second) != roles(first)
    third = evening.next_game(begin(rulesets.load("wma"), 10, places.new_journal()), chance)
    assert not third.state.roles_known
    assert isinstance(Setup().chance, SystemRandom)


def test_a_dealt_game_is_not_dealt_twice(tmp_path: Path) -> None:
    """«Начать игру» asks for no cards, and the roles cannot be typed over."""
    parlour = Parlour(dealt("wma", 10, Random(1)))
    parlour.types("начать игру")
    assert parlour.screen.hall == ["Город засыпает. Наденьте маски. Роли уже известны."]
    assert parlour.screen.ear[-1] == "Когда все в масках, жду «дальше»."
    assert parlour.types("роли 1 мафия 2 мафия 3 дон 4 шериф") is Refusal.NOT_NOW
