# SPDX-License-Identifier: MIT
"""Buttons of pages: the host's are his words, a seat's are what the rules give the seat."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.game.table import ROLES
from tests.parlour import WMA, Parlour, fouls, speech
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.state import Phase
from voice_host.game.who import CLOCK, HOST, Actor, Seat
from voice_host.history.recovery import recover, replay
from voice_host.history.session import begin
from voice_host.host.inbox import Refusal, Tapped
from voice_host.language import requests as r
from voice_host.language.acts import Act


def number(parlour: Parlour) -> int:
    """The number of the picture that is shown now."""
    parlour.host._face()
    assert parlour.screen.picture is not None
    return parlour.screen.picture.number


def tap(
    parlour: Parlour, act: Act, actor: Actor = HOST, saw: int | None = None, press: str = ""
) -> Refusal | None:
    """What a press got; what it led to has happened."""
    refusal = parlour.host.tap(Tapped(act, actor, saw=saw, id=press))
    parlour.host.pump()
    return refusal


def at_night(*, roles: bool = True) -> Parlour:
    """The don's slot of the first night, with the roles known."""
    parlour = Parlour()
    if roles:
        parlour.host.session.submit(c.SetRoles(ROLES), 0.0, str(CLOCK), CLOCK)
    return parlour.until(Phase.DON)


def test_the_hosts_button_is_read_back_like_his_words() -> None:
    """The hall hears whose foul it is, the ear the count; the journal has where it came from."""
    parlour = speech()
    saw = number(parlour)
    parlour.posts(Tapped(c.Foul(3), saw=saw))
    assert parlour.screen.hall == ["Фол, игрок номер три."]
    assert parlour.screen.ear == ["Третьему первый фол."]
    entry = parlour.host.session.steps[-1].entry
    assert (entry.channel, entry.actor, entry.aimed_at) == ("page", HOST, saw)


def test_the_hosts_button_is_asked_about_and_taken_back_like_his_words() -> None:
    """«Да» and «отмена» may be buttons too."""
    parlour = speech()
    assert tap(parlour, c.Remove(5)) is None
    assert parlour.host.asks and parlour.state.player(5).alive
    tap(parlour, r.Yes())
    assert not parlour.state.player(5).alive
    tap(parlour, r.Undo())
    assert parlour.state.player(5).alive


def test_a_press_that_arrives_twice_counts_once() -> None:
    """By its id and whoever sent it; one without an id is another press."""
    parlour = speech()
    tap(parlour, c.Foul(3), press="a")
    assert tap(parlour, c.Foul(3), press="a") is None
    assert fouls(parlour, 3) == 1 and not parlour.host.asks
    tap(parlour, c.Foul(4), press="b")
    tap(parlour, c.Foul(5))
    assert (fouls(parlour, 4), fouls(parlour, 5)) == (1, 1)


def test_two_pages_may_use_the_same_id() -> None:
    """Each counts for himself."""
    parlour = speech()
    tap(parlour, c.Foul(3), press="a")
    assert tap(parlour, c.EndTurn(), Seat(1), press="a") is None
    assert parlour.state.speaker == 2


def test_an_act_aimed_at_what_is_over_is_refused() -> None:
    """«Дальше» twice, a little apart, ends one speech; the host hears why."""
    parlour = speech()
    saw = number(parlour)
    tap(parlour, c.Next(), saw=saw)
    number(parlour)
    parlour.forget()
    assert tap(parlour, c.Next(), saw=saw) is Refusal.REJECTED
    assert parlour.state.speaker == 2
    assert parlour.screen.ear == ["Игра уже ушла дальше. Посмотрите на экран и нажмите снова."]


def test_an_act_holds_while_nothing_that_it_touches_has_moved() -> None:
    """Another's foul does not stop this one; a state never shown does."""
    parlour = speech()
    saw = number(parlour)
    parlour.hears("фол номер восемь")
    number(parlour)
    assert tap(parlour, c.Foul(3), saw=saw) is None
    assert tap(parlour, c.Foul(8), saw=saw) is Refusal.REJECTED
    assert tap(parlour, c.Foul(4), saw=saw + 1000) is Refusal.REJECTED
    assert (fouls(parlour, 3), fouls(parlour, 8), fouls(parlour, 4)) == (1, 1, 0)


def test_an_undo_takes_back_what_its_page_had_seen_as_the_last_thing() -> None:
    """Not the foul that was heard meanwhile; a question or a pause aims at no moment."""
    parlour = speech()
    tap(parlour, c.Foul(3))
    saw = number(parlour)
    parlour.wait(51)  # the time is called: nothing that anybody did
    number(parlour)
    parlour.hears("фол номер восемь")
    number(parlour)
    assert tap(parlour, r.Undo(), saw=saw) is Refusal.REJECTED
    assert (fouls(parlour, 3), fouls(parlour, 8)) == (1, 1)
    assert tap(parlour, r.Pause(), saw=saw) is None
    assert tap(parlour, r.Undo(), saw=number(parlour)) is None
    assert fouls(parlour, 8) == 0


def test_a_player_ends_his_own_speech_and_nobody_elses() -> None:
    """The refusal stands on his own screen: the hall and the host's ear hear nothing."""
    parlour = speech()
    assert tap(parlour, c.EndTurn(), Seat(2)) is Refusal.REJECTED
    assert parlour.screen.whispered == [(2, "Сейчас не ваша очередь.")]
    assert parlour.screen.hall == parlour.screen.ear == []
    assert tap(parlour, c.EndTurn(), Seat(1)) is None
    assert parlour.state.speaker == 2
    assert parlour.host.session.steps[-1].entry.actor == Seat(1)


@pytest.mark.parametrize("act", [r.Undo(), r.Pause(), r.Yes(), r.ShowRole(3), c.Foul(3), c.Next()])
def test_what_is_the_hosts_is_no_players(act: Act) -> None:
    """Not even his who has the floor; nothing changes, and a question goes on waiting."""
    parlour = speech()
    parlour.hears("удалить номер пять")
    parlour.forget()
    before = parlour.state
    assert tap(parlour, act, Seat(1)) is Refusal.REJECTED
    assert parlour.state is before and parlour.host.asks
    assert parlour.screen.whispered == [(1, "Сейчас не ваша очередь.")]
    assert parlour.screen.ear == parlour.screen.hall == parlour.screen.glimpsed == []


def test_the_don_checks_by_his_own_hand() -> None:
    """In his slot, once."""
    parlour = at_night()
    assert tap(parlour, c.Check(4), Seat(3)) is None
    assert parlour.state.checks == ((1, "don", 4, True),)
    assert tap(parlour, c.Check(5), Seat(3)) is Refusal.REJECTED
    assert len(parlour.state.checks) == 1


def test_by_night_no_phone_is_answered() -> None:
    """Neither the one whose slot it is nor the others: a lit screen would tell who acts."""
    parlour = at_night()
    for seat in range(1, 11):
        tap(parlour, c.Check(4), Seat(seat))
    assert parlour.state.checks == ((1, "don", 4, True),)
    assert parlour.screen.whispered == [] and parlour.screen.hall == []


def test_players_wait_while_the_game_is_on_pause() -> None:
    """Only the host moves a game that stands still."""
    parlour = speech()
    parlour.hears("пауза")
    assert tap(parlour, c.EndTurn(), Seat(1)) is Refusal.REJECTED
    assert parlour.state.speaker == 1
    assert parlour.screen.whispered == [(1, "Сейчас пауза. Подождите, пока игра продолжится.")]


def test_what_a_player_did_is_taken_back_by_the_host() -> None:
    """His «отмена» means the last thing done, whoever did it."""
    parlour = speech()
    tap(parlour, c.Nominate(6), Seat(1))
    assert parlour.state.nominees == (6,)
    parlour.hears("отмена")
    assert parlour.state.nominees == ()


def test_a_game_of_taps_is_gone_on_with(tmp_path: Path) -> None:
    """What pages gave stands in the journal with giver and aim, and comes back as it was."""
    path = tmp_path / "game.jsonl"
    parlour = speech(session=begin(WMA, 10, path))
    tap(parlour, c.Foul(3), saw=number(parlour))
    tap(parlour, c.EndTurn(), Seat(1), saw=number(parlour))
    parlour.host.session.close()
    back = recover(path)
    assert back.trouble is None
    assert back.state == parlour.state
    assert [step.entry for step in back.steps] == [
        step.entry for step in parlour.host.session.steps
    ]
    assert back.steps[-1].entry.actor == Seat(1)
    assert replay(path) is None


def test_replay_finds_an_act_that_was_not_his(tmp_path: Path) -> None:
    """Somebody else's name put under an act of the journal is no game by these rules."""
    path = tmp_path / "game.jsonl"
    session = begin(WMA, 10, path)
    parlour = speech(session=session)
    decision = decide(parlour.state, c.EndTurn(), session.at)
    session.commit(replace(decision, actor=Seat(2)), "page")
    session.close()
    assert replay(path) is not None
