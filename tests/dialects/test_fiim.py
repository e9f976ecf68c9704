# SPDX-License-Identifier: MIT
"""S0's classic game and the federation's edition of 2024: what differs from wma."""

from dataclasses import replace

import pytest

from tests.dialects.evening import seated
from tests.game.table import ROLES, Table, at_day_0
from tests.language.played import Game
from tests.russian import RU
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.refusals import Reason
from voice_host.game.state import Cause, Phase, Timer
from voice_host.game.view import view
from voice_host.game.who import HALL, HOST
from voice_host.language.announcement import hall, host
from voice_host.language.requests import Ask, Question
from voice_host.language.said.answer import answer
from voice_host.language.said.speak import speak

FIIM = rulesets.load("fiim")
NEW = rulesets.load("fiim-2024")


def morning(rules: str, *killed: int, roles: bool = False) -> Table:
    """Day 1 breaks, nobody nominated before."""
    table = at_day_0(rulesets.load(rules), ROLES if roles else ())
    table.until(Phase.RESULT)(*(map(c.Kill, killed) if killed else [c.Miss()]))
    return table


def test_fiim_has_no_best_move() -> None:
    """The first victim speaks at once."""
    assert morning("fiim", 4).state.phase is Phase.KILLED_LAST_WORD


def test_fiim_is_otherwise_as_wma() -> None:
    """No other figure differs."""
    wma = rulesets.load("wma")
    same = replace(FIIM, id="wma", title=wma.title, source="S1", best_move=wma.best_move)
    assert same == wma


def test_everybody_holds_still_before_the_morning() -> None:
    """30 s in the night pose, mandatory."""
    table = Table(NEW).until(Phase.FIRST_PAUSE)
    assert table.state.timer == Timer(30.0)
    table.wait(30)
    assert table.state.phase is Phase.SPEECH


@pytest.mark.parametrize("nominees", [(4, 6, 8), (6, 4)])
def test_the_list_is_not_told(nominees: tuple[int, ...]) -> None:
    """The vote opens without it; the host hears it, and so it is when he asks."""
    game = Game(NEW).do(c.Start()).until(Phase.SPEECH)
    for seat in nominees:
        game.do(c.Nominate(seat), c.Next())
    game.until(Phase.COUNT)
    called, *_ = nominees
    opened, call = game.hall[-2:]
    assert opened == "Переходим к голосованию."
    assert call == speak(RU.texts, hall("vote.call", seat=called))
    assert game.host[-1] == speak(RU.texts, host("answer.nominees", seats=nominees))
    assert answer(Ask(Question.NOMINEES), game.state).audience is HOST


def test_a_lone_nominee_is_not_named_either() -> None:
    """On later days, where he is voted at once; elsewhere the hall is told who it is."""
    for rules, named in ((FIIM, True), (NEW, False)):
        game = Game(rules).do(c.Start()).until(Phase.RESULT).do(c.Miss(), c.Next())
        game.until(Phase.SPEECH).do(c.Nominate(6)).until(Phase.VOTED_LAST_WORD)
        opened = next(text for text in game.hall if text.startswith("Переходим"))
        assert ("шесть" in opened) is named
        assert ("Выставлен шестой." in game.host) is not named


def test_the_public_view_has_no_list() -> None:
    """Nor may a screen for everybody show it; the host's does."""
    game = Game(NEW).do(c.Start()).until(Phase.SPEECH).do(c.Nominate(4))
    assert view(game.state, HALL).nominees == ()
    assert not any(seat.nominated for seat in view(game.state, HALL).seats)
    assert view(game.state, HOST).nominees == (4,)


def test_a_best_move_of_two_numbers_counts() -> None:
    """Extra talk ends it, and the numbers said so far count."""
    table = morning("fiim-2024", 4)
    table(c.BestMove((5, 7)))
    assert table.state.best_move == (5, 7)
    table = morning("fiim-2024", 4)
    assert table.refuses(c.BestMove((5, 5))) is Reason.REPEATED_SEAT
    assert table.refuses(c.BestMove((4,))) is Reason.OWN_SEAT
    assert table.refuses(c.BestMove(())) is Reason.WRONG_NUMBER_OF_SEATS
    assert table.refuses(c.BestMove((5, 6, 7, 8))) is Reason.WRONG_NUMBER_OF_SEATS


def raised(*seats: int) -> Table:
    """Two leave together on day 0."""
    table = at_day_0(NEW).nominated(*enumerate(seats, start=1))
    table(c.Vote(5))
    table.until(Phase.REVOTE)(c.Vote(5), c.Raise(6))
    return table


def test_no_best_move_if_two_left_by_the_first_vote() -> None:
    """Two or more voted out on the first day."""
    table = raised(5, 6).until(Phase.RESULT)
    table(c.Kill(4))
    assert table.state.phase is Phase.KILLED_LAST_WORD


def test_one_who_left_by_the_first_vote_leaves_the_best_move() -> None:
    """One voted out is no bar."""
    table = at_day_0(NEW).nominated((1, 5), (2, 6))
    table(c.Vote(9))
    table.until(Phase.RESULT)(c.Kill(4))
    assert table.state.phase is Phase.BEST_MOVE


def test_the_muted_may_still_nominate() -> None:
    """Third foul: no minute, ten seconds to put somebody up."""
    table = at_day_0(NEW).fouls(2, 3)
    assert table(c.Next())[:1] == (ev.SpeechMissed(2),)
    assert (table.state.speaker, table.state.timer) == (2, Timer(10.0))
    assert table(c.Nominate(7)) == (ev.Nominated(7, 2),)
    assert not table.state.player(2).muted


def few(alive: int) -> Table:
    """Day 1 with so many left, roles unknown."""
    table = at_day_0(NEW).until(Phase.SHOOTING)
    table(*[c.Remove(seat) for seat in range(alive + 1, 11)])
    table.until(Phase.RESULT)(c.Miss())
    return table.until(Phase.SPEECH)


@pytest.mark.parametrize(("alive", "seconds"), [(5, 10), (4, 30), (3, 30)])
def test_the_muted_speak_half_a_minute_when_three_or_four_are_left(
    alive: int, seconds: int
) -> None:
    """At a small table he has 30 s."""
    table = few(alive).fouls(3, 3).speech_of(2)
    table(c.Next())
    assert table.state.speaker == 3
    assert table.state.timer is not None
    assert table.state.timer.ends_at - table.now == seconds
    assert table.has(ev.SpeechShortened) == (seconds == 30)


@pytest.mark.parametrize("killed", [True, False])
def test_the_exclusion_of_a_leaver_cancels_no_vote(killed: bool) -> None:
    """The removed one was killed that night, or is the one voted out."""
    if killed:
        table = morning("fiim-2024", 4).until(Phase.KILLED_LAST_WORD)
    else:
        table = at_day_0(NEW).nominated((1, 4), (2, 6))
        table(c.Vote(9))
    table.fouls(4, 4)
    assert table.state.player(4).out is Cause.FOULS
    if not killed:
        table.until(Phase.RESULT)(c.Miss())
    assert table.state.phase is Phase.SPEECH
    table.nominated((2, 5), (3, 7))
    assert table.state.phase is Phase.COUNT


def test_such_a_foul_is_taken_back_while_last_words_go_on() -> None:
    """Two leave; the second one's exclusion is forgiven before the night."""
    table = raised(4, 6).fouls(6, 4)
    table(c.TakeBackFoul(6))
    assert table.state.player(6).out is Cause.VOTED
    table.fouls(6, 1).until(Phase.SHOOTING)
    assert table.refuses(c.TakeBackFoul(6)) is Reason.TOO_LATE


def test_a_removal_after_the_result_cancels_the_next_day_s_vote() -> None:
    """Removed in another's last word: tomorrow nobody votes."""
    table = at_day_0(NEW).nominated((1, 4), (2, 6))
    table(c.Vote(9), c.Remove(8))
    table.until(Phase.RESULT)(c.Miss())
    table.nominated((2, 5), (3, 7))
    assert table.state.phase is Phase.SHOOTING


def test_the_deciding_leaver_has_his_last_word() -> None:
    """60 s for the one whose vote ends the game; then it is over."""
    table = at_day_0(NEW, ROLES)
    table(c.Remove(1), c.Remove(2))
    table.until(Phase.SHOOTING).until(Phase.RESULT)(c.Miss())
    table.nominated((4, 3))
    assert (table.state.phase, table.state.speaker) == (Phase.VOTED_LAST_WORD, 3)
    table.wait(60)
    assert (table.state.phase, table.state.winner) == (Phase.OVER, "town")


def test_the_deciding_victim_has_his_last_word() -> None:
    """Killed at night, the mafia has won: he speaks first."""
    table = at_day_0(NEW, ROLES)
    table(*[c.Remove(seat) for seat in (8, 9, 10)])
    table.until(Phase.SHOOTING).until(Phase.RESULT)(c.Kill(5))
    assert table.state.phase is Phase.BEST_MOVE
    table(c.Next(), c.Next())
    assert (table.state.phase, table.state.winner) == (Phase.OVER, "mafia")


def test_an_exclusion_that_decides_ends_the_game_at_once() -> None:
    """There is no last word for the excluded."""
    table = at_day_0(NEW, ROLES)
    table(c.Remove(1), c.Remove(2), c.Remove(3))
    assert table.state.phase is Phase.OVER


def test_three_nights_with_the_same_number_are_a_draw() -> None:
    """Nobody left between three nightfalls running."""
    table = at_day_0(NEW).until(Phase.SHOOTING)
    for level in (2, 3):
        table.until(Phase.RESULT)(c.Miss())
        if level == 2:
            table.until(Phase.SHOOTING)
    while table.state.phase is not Phase.OVER:
        table(c.Next())
    assert (table.state.winner, table.state.night) == ("draw", 3)


def test_a_loss_between_them_begins_the_count_anew() -> None:
    """A player less, and it takes three more."""
    table = at_day_0(NEW).until(Phase.SHOOTING)
    table.until(Phase.RESULT)(c.Miss())
    table.until(Phase.SHOOTING)(c.Remove(5))
    table.until(Phase.RESULT)(c.Miss())
    table.until(Phase.SHOOTING)
    assert (table.state.night, table.state.level) == (3, 1)


@pytest.mark.parametrize(
    ("alive", "split", "asked"),
    [(9, (3, 3), False), (6, (2, 2), True), (3, (1, 1), False)],
)
def test_the_raise_question_is_not_asked_of_three_of_nine_nor_of_all(
    alive: int, split: tuple[int, ...], asked: bool
) -> None:
    """Three tied of nine, or the whole table: night without a question; three of six: asked."""
    table = few(alive).until(Phase.RESULT)
    table(c.Miss())
    speakers = list(table.state.alive[2:] + table.state.alive[:2])
    pairs = [(speakers[at % len(speakers)], at + 1) for at in range(3)]
    table.nominated(*pairs)
    table(*[c.Vote(votes) for votes in split])
    table.until(Phase.REVOTE)(*[c.Vote(votes) for votes in split])
    assert (table.state.phase is Phase.RAISE) == asked
    assert table.has(ev.TieKept) == (not asked)


@pytest.mark.parametrize("name", ["tv-dark", "tv-mafia", "tv-parliament"])
def test_the_shows_are_built_on_fiim(name: str) -> None:
    """Speeches, votes and fouls as in S0's classic game."""
    show = rulesets.load(name)
    assert (show.speech, show.votes, show.fouls) == (FIIM.speech, FIIM.votes, FIIM.fouls)
    assert show.reveal == "never"


@pytest.mark.parametrize(("seats", "mafia"), [(9, 2), (10, 3)])
def test_the_show_mafia_has_no_sheriff(seats: int, mafia: int) -> None:
    """Ten play with three mafia cards, nine with two; nobody wakes after the shots."""
    table = seated("tv-mafia", seats, mafia=tuple(range(1, mafia + 1)))
    assert table.until(Phase.SHOOTING).state.roles_known
    table(c.Next())
    assert table.state.phase is Phase.RESULT
    assert seated("tv-mafia", seats).refuses(c.SetRoles(ROLES)) is Reason.BAD_ROLES


def test_the_godfather_s_clan_wakes_and_the_sheriff_is_called_otherwise() -> None:
    """The clan wakes every night; names are the show's own."""
    table = seated("tv-parliament", godfather=1, mafia=(2, 3), sheriff=4)
    table.until(Phase.SHOOTING)
    assert table.refuses(c.Recount()) is Reason.NOT_NOW
    table(c.Choose(7))
    table.until(Phase.SHERIFF)(c.Check(1))
    assert table.events == (ev.Checked("sheriff", 1, True),)
    table.until(Phase.RESULT)(c.Next())
    assert table.state.player(7).out is Cause.KILLED
    assert table.state.rules.names.roles == {"sheriff": "следователь", "citizen": "парламентёр"}
