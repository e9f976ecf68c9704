# SPDX-License-Identifier: MIT
"""A table of phones in the whole program: it begins, tells nothing, is resumed, plays again."""

from pathlib import Path
from random import Random

from tests.alone.phones import Phones, dealt, unled
from tests.parlour import Parlour
from tests.russian import RU
from voice_host.commands.deal import deal
from voice_host.game import commands as c
from voice_host.game.state import Phase
from voice_host.game.who import Seat
from voice_host.history.recovery import recover
from voice_host.history.session import begin
from voice_host.host.inbox import Tapped
from voice_host.language import requests as r


def test_it_begins_when_every_seat_is_ready() -> None:
    """Nine are not a table; the tenth begins the game, and the hall is told."""
    table = Phones(unled("wma"), 3)
    for seat in range(1, 10):
        table.tap(seat, c.Ready())
    assert table.parlour.state.phase is Phase.LOBBY
    table.parlour.types("где мы")
    assert table.parlour.screen.ear[-1] == "Жду, пока все нажмут «готов»."
    table.tap(10, c.Ready())
    assert table.parlour.state.phase is Phase.DEAL
    assert "Город засыпает" in " ".join(table.parlour.screen.hall)


def test_the_same_people_play_again() -> None:
    """More than half want to: a new lobby, new cards, and it begins like the first."""
    table = Phones(unled("wma"), 4)
    table.play()
    for seat in range(1, 7):
        assert table.parlour.state.phase is Phase.OVER
        table.tap(seat, c.Ready())
    assert table.parlour.state.phase is Phase.LOBBY and table.parlour.state.roles_known
    for seat in table.seats:
        table.tap(seat, c.Ready())
    table.play()


def test_a_page_of_the_last_game_does_nothing_in_the_next() -> None:
    """What it aimed at is gone: it is told so on its own screen, and draws anew."""
    table = Phones(unled("wma"), 4)
    host = table.parlour.host
    table.play(until=Phase.SPEECH)
    host._face()
    assert table.parlour.screen.picture is not None
    old, speaker = table.parlour.screen.picture.number, table.parlour.state.speaker or 0
    table.play()
    for seat in range(1, 7):
        table.tap(seat, c.Ready())
    table.play(until=Phase.SPEECH)
    host._face()
    assert table.parlour.state.speaker == speaker
    before = table.parlour.state
    table.parlour.posts(Tapped(c.Nominate(3), Seat(speaker), saw=old))
    assert table.parlour.state is before
    assert table.parlour.screen.whispered[-1][0] == speaker
    assert table.parlour.screen.whispered[-1][1].startswith("Игра уже ушла дальше")


def test_nobody_who_passes_the_screen_sees_or_undoes_a_secret() -> None:
    """Typed words show no card, end no slot, take nobody's choice back."""
    table = Phones(unled("wma"), 5)
    table.play(until=Phase.SHERIFF)
    parlour = table.parlour
    sheriff = next(p.seat for p in parlour.state.players if p.role == "sheriff")
    table.tap(sheriff, c.Check(1 if sheriff != 1 else 2))
    before = parlour.state
    for words in ("спасибо", "дальше", "отмена", "проверка 1", "стоп таймер", "роль места 3"):
        assert parlour.types(words) is not None or parlour.state is before, words
    assert parlour.state is before
    assert parlour.screen.glimpsed == ["Роли до конца игры не показываю."]
    assert not any(seat.role for seat in parlour.screen.picture.view.seats)  # type: ignore[union-attr]


def test_nobody_speaks_or_types_for_a_seat() -> None:
    """A speech, a foul, a card: whoever says it in the room, only the phone it is for may do it."""
    table = Phones(unled("city"), 5)
    table.play(until=Phase.SPEECH)
    parlour = table.parlour
    before = parlour.state
    for words in ("спасибо", "пас", "дальше", "фол 3", "удалить 3", "ппк 3", "победа мафии"):
        for said in (parlour.types, parlour.hears):
            parlour.forget()
            assert said(words) is not None
            assert parlour.screen.ear == ["Это делает каждый со своего телефона."], words
    assert parlour.state is before and not parlour.host.asks
    assert parlour.types("кто следующий") is None


def test_a_choice_is_no_sound() -> None:
    """What has been foretold goes on sounding, whoever taps: a hush would be heard by all."""
    table = Phones(unled("city"), 6)
    table.play(until=Phase.SHOOTING)
    table.parlour.forget()
    table.parlour.screen.whispered.clear()
    mafia = [p.seat for p in table.parlour.state.players if p.role == "mafia"]
    table.tap(mafia[0], c.Choose(mafia[0]))
    table.tap(mafia[0] % 12 + 1, c.Choose(1))
    assert table.parlour.mouth.notes == [] and table.parlour.screen.whispered == []


def test_a_killed_game_comes_back_with_everybody_by_phone(tmp_path: Path) -> None:
    """The header says who leads; the slot goes on, and any phone lets it."""
    path, rules = tmp_path / "journal.jsonl", unled("wma")
    session = begin(rules, 10, path)
    deal(session, Random(7))
    table = Phones.__new__(Phones)
    table.rng, table.away = Random(7), set()
    table.parlour = Parlour(session, language=RU.at(rules))
    table.play(until=Phase.DON)
    session.close()
    again = Parlour(recover(path), language=RU.at(rules), recovered=True)
    assert again.state.phase is Phase.DON and again.state.rules.led.phones
    again.posts(Tapped(c.Check(1), Seat(2)))
    assert again.state.checks == ()
    table.parlour = again
    again.posts(Tapped(r.Resume(), Seat(5)))
    table.play()
    assert again.state.winner is not None


def test_cards_are_dealt_to_all(tmp_path: Path) -> None:
    """Nobody is without one before the game begins."""
    assert dealt(unled("city"), Random(1)).state.roles_known
