# SPDX-License-Identifier: MIT
"""What is told of every event: to whom, in which order, and what the clock waits for."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.language.played import Game
from tests.russian import RU
from voice_host.audio.cues import Cue
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game import phone_events as ph
from voice_host.game.rules import Rules
from voice_host.game.state import Cause, Phase, State, Timer, new_game
from voice_host.game.who import HALL, HOST
from voice_host.language.announcement import Announcement
from voice_host.language.said.announce import announce
from voice_host.language.said.keys import KEYS
from voice_host.language.said.speak import closing, speak

SILENT = {
    ev.FirstOpenerSet: "the call of the first speaker tells it",
    ev.RoundBegan: "the calls of the speakers tell it",
    ev.DayOpened: "the call of the first speaker tells it",
    ev.PlayerOut: "when killed or voted out: the morning or the end of the vote tells it",
    ev.PlayerRestored: "when only a last word was given back",
    ev.TimeUp: "at night: what follows tells it",
    ph.SignGiven: "counted when the time is over",
    ph.Aimed: "what it comes to is told, if anything",
    ph.Accused: "the foul tells it",
}
"""Events that may tell nothing."""

SAMPLES: list[ev.Event] = [
    *(ev.PhaseBegan(phase, timer) for phase in Phase for timer in (None, Timer(60.0))),
    *(ev.SpeakerCalled(phase, 5, (), timer) for phase in Phase for timer in (None, Timer(60.0))),
    ev.DayOpened(1),
    ev.SpeechMissed(3),
    ev.RolesSet(((1, "don"),)),
    ev.TimeCalled(10.0),
    ev.TimeUp(),
    ev.TimerChanged(None),
    ev.TimerChanged(Timer(9.0)),
    ev.FoulGiven(3, 1),
    ev.FoulGiven(3, 4, "knock"),
    ev.FoulTakenBack(3, 0),
    ev.Muted(3, on=True),
    ev.Muted(3, on=False),
    *(ev.PlayerOut(3, cause) for cause in Cause),
    ev.PlayerRestored(3),
    ev.PlayerRestored(3, Cause.VOTED),
    ev.GameStopped(3),
    ev.Nominated(5, 3),
    ev.VoteBarred(3),
    *(ev.VoteSkipped(why) for why in ("barred", "no_nominees", "single_nominee")),
    *(
        ev.VoteOpened(phase, candidates)
        for phase in (Phase.COUNT, Phase.REVOTE)
        for candidates in ((5,), (5, 7))
    ),
    ev.VotesCounted(5, 0, 7),
    ev.VotesCounted(5, 3, 7),
    ev.VotesCounted(7, 7, None, rest=True),
    ev.VoteTied((5, 7)),
    ev.RaiseAnswered(5, carried=False),
    ev.RaiseAnswered(6, carried=True),
    ev.VoteClosed((5,)),
    ev.VoteClosed((5, 7)),
    ev.NightFell(1),
    *(ev.Checked(role, 4, found) for role in ("don", "sheriff") for found in (None, True, False)),
    *(ev.DayBroke(day, killed) for day in (0, 1) for killed in ((), (4,), (4, 5))),
    ev.BestMoveNamed(4, (5, 7, 8)),
    ph.SignGiven(4),
    ph.Aimed(4, 7),
    ph.Accused(4, 7, 12.0),
    *(ev.GameEnded(winner) for winner in (None, "town", "mafia", "maniac", "yakuza", "draw")),
    *(ev.PhaseBegan(p, Timer(9.0), "doctor", 9) for p in (Phase.ROLE, Phase.MEETING)),
    ev.FirstOpenerSet(3),
    ev.SpeechesLengthened(10),
    ev.RoundBegan(40),
    ev.SpeechShortened(3),
    *(ev.RoleRevealed(3, role) for role in (None, "don")),
    ev.RoleTurned(3, "mafia"),
    ev.Taken(3, (5,), ()),
    ev.Taken(None, (5, 7), ()),
    ev.Warned(3, 1),
    ev.NextGameMissed(3),
    ev.Pointed(5, 3),
    ev.OwnVoteCounted(5),
    ev.TieKept((5, 7)),
    ev.Chosen("doctor", 5),
    ev.Checked("lunatic", 5, True),
    ev.Checked("lunatic", 5, False),
    *(kind(5, told) for kind in (ev.Saved, ev.KillShared) for told in (True, False)),
    *(ev.CheckTold("sheriff", found) for found in (True, False)),
]


@pytest.fixture
def lobby(rules: Rules) -> State:
    return replace(new_game(rules, 10), candidates=(5, 7), candidate=5)


def test_every_event_is_told_or_silent_for_a_reason(lobby: State) -> None:
    """Each kind of event has its words, and each announcement a text that can be filled."""
    assert {type(event) for event in SAMPLES} == set(ev.Event.__args__)
    silent = set()
    for event in SAMPLES:
        for phase in Phase:
            before = replace(lobby, phase=phase)
            told = announce(before, event, replace(before, phase=getattr(event, "phase", phase)))
            if not told and not isinstance(event, ev.PhaseBegan):
                silent.add(type(event))
            for announcement in told:
                speak(RU.texts, announcement)
                closing(RU.texts, announcement)
                assert announcement.params.keys() <= KEYS[announcement.key], announcement.key
    assert silent == SILENT.keys()


def test_the_host_alone_hears_what_is_his(lobby: State) -> None:
    """Checks, roles, read-backs and prompts never reach the hall."""
    private = ("checked.", "prompt.", "roles.", "timer.", "host.", "foul.host", "foul.back_host")
    for event in SAMPLES:
        for announcement in announce(lobby, event, lobby):
            if announcement.audience is HALL:
                assert not announcement.key.startswith(private)
            if isinstance(event, ev.Checked | ev.RolesSet):
                assert announcement.audience is HOST


def test_first_night(game: Game) -> None:
    """The narrator's script: deal, agreement, don, sheriff, morning, first speaker."""
    game.do(c.Start())
    assert game.hall[0].startswith("Город засыпает")
    assert "дальше" in game.host[0]
    game.do(c.Next())
    assert game.hall == ["Просыпается мафия. У вас минута, чтобы договориться знаками."]
    assert game.told[0].holds_clock
    assert game.wait(50).hall == ["Десять секунд."]
    assert game.told[0].time_call
    assert game.wait(10).hall == [
        "Договорка окончена. Мафия засыпает.",
        "Просыпается дон. Можно осмотреть город.",
    ]
    assert [a.holds_clock for a in game.told] == [False, True]
    game.wait(20)
    assert game.wait(20).hall == [
        "Шериф засыпает.",
        "Доброе утро! Город просыпается, маски можно снять.",
        "Игрок номер один, ваша минута.",
    ]


def test_speeches(game: Game) -> None:
    """A minute each; its end is told with the next call."""
    game.until(Phase.SPEECH)
    game.wait(50)
    assert game.wait(10).hall == ["Время.", "Игрок номер два, ваша минута."]
    assert [(a.time_call, a.holds_clock) for a in game.told] == [(True, False), (False, True)]


def test_foul(game: Game) -> None:
    """A sound and the seat for the hall, seat and count for the host."""
    game.until(Phase.SPEECH).do(c.Foul(3), c.Foul(3))
    assert game.hall == ["Фол, игрок номер три."]
    assert game.told[0].cue == Cue.FOUL
    assert game.host == ["Третьему второй фол."]
    game.do(c.Foul(3, "knock"))
    assert game.host == ["Третьему третий фол за стук."]
    assert game.hall[1] == "Игрок номер три молчит в ближайшую свою речь."
    game.do(c.TakeBackFoul(3))
    assert game.hall == ["С игрока номер три снят фол."]
    assert game.host == [
        "Фол с третьего снят, теперь два фола.",
        "Третий снова говорит в свою минуту.",
    ]
    game.do(c.Foul(3), c.Foul(3))
    assert game.hall[1] == "Игрок номер три покидает игру: четыре фола."
    assert game.host[-1] == "Ближайшее голосование не состоится."


def nominated(game: Game, *pairs: tuple[int, int]) -> Game:
    """Everybody speaks; these put up those."""
    game.until(Phase.SPEECH)
    for by, seat in pairs:
        while game.state.speaker != by:
            game.do(c.Next())
        game.do(c.Nominate(seat))
        assert game.hall[0].endswith(f"ыставлен игрок номер {['', 'один', 'два', 'три'][seat]}.")
    while game.state.phase is Phase.SPEECH:
        game.do(c.Next())
    return game


def test_vote(game: Game) -> None:
    """The candidates in order, each call closed aloud; the last takes the rest uncalled."""
    nominated(game, (1, 1), (2, 2), (3, 3))
    assert game.hall == [
        "Переходим к голосованию. Выставлены игроки номер один, два и три.",
        "Голосуем за игрока номер один.",
    ]
    call = game.told[-1]
    assert closing(RU.texts, call) == "Спасибо."
    assert call.beat == game.state.rules.votes.window
    game.do(c.Vote(0))
    assert game.hall == ["За игрока номер один никого.", "Голосуем за игрока номер два."]
    game.do(c.Vote(3))
    assert game.hall == [
        "За игрока номер два три голоса.",
        "Игроку номер три остальное: семь голосов.",
        "Игрок номер три покидает игру.",
        "Игрок номер три, ваша последняя минута.",
    ]


def test_tie_and_raise(game: Game) -> None:
    """A tie: thirty seconds each, a revote, and the question whether all leave."""
    nominated(game, (1, 1), (2, 2))
    game.do(c.Vote(5))
    assert game.hall[2:] == [
        "Автокатастрофа! Поровну голосов у игроков номер один и два.",
        "Игрок номер один, у вас тридцать секунд.",
    ]
    game.do(c.Next(), c.Next())
    assert game.hall[0] == "Голосуем ещё раз. Выбор между игроками номер один и два."
    game.do(c.Vote(5))
    assert game.hall[2:] == [
        "Снова поровну у игроков номер один и два.",
        "Кто за то, чтобы все они покинули игру?",
    ]
    assert closing(RU.texts, game.told[-1]) == "Спасибо."
    game.do(c.Raise(6))
    assert game.hall == [
        "За уход шесть голосов. Уходят все.",
        "Игру покидают игроки номер один и два.",
        "Игрок номер один, ваша последняя минута.",
    ]


def test_night(with_roles: Game) -> None:
    """Night, the count on its beat after the words, equal slots, and the morning's news."""
    game = with_roles.until(Phase.SHOOTING)
    assert game.hall[1].endswith("Город засыпает.")
    words, count = game.told[-2:]
    assert speak(RU.texts, words) == "Мафия выходит на охоту."
    assert words.holds_clock
    assert not count.holds_clock
    assert (count.count, count.beat) == (tuple(range(1, 11)), 1.5)
    assert game.do(c.Recount()).hall == ["Считаем заново. Мафия выходит на охоту.", ""]
    assert game.wait(100).hall == ["Охота окончена.", "Просыпается дон. Дон ищет шерифа."]
    assert game.do(c.Check(7)).host == ["Седьмой шериф."]
    assert game.hall == []
    game.wait(10)
    assert game.do(c.Check(7)).host == ["Седьмой не мафия."]
    game.wait(10)
    assert game.hall == ["Шериф засыпает."]
    assert game.host == ["Кто убит? Жду «убит» и номер или «промах»."]
    game.do(c.Kill(1))
    assert game.hall == [
        "Доброе утро! Этой ночью убит игрок номер один.",
        "Игрок номер один, у вас двадцать секунд на лучший ход.",
    ]
    game.do(c.BestMove((4, 5, 6)))
    assert game.hall == [
        "Лучший ход игрока номер один: четыре, пять и шесть.",
        "Игрок номер один, ваша последняя минута.",
    ]


def test_ends(game: Game) -> None:
    """ППК without roles asks the host for the winner, who is then told alone."""
    game.until(Phase.SPEECH).do(c.Ppk(5))
    assert game.hall == ["Игра остановлена. ППК у игрока номер пять.", "Игра окончена."]
    asked = "Кто победил? Жду «победа красных» или «победа мафии»."
    assert game.host == [asked]
    assert game.do(c.DeclareWinner("town")).hall == ["Победа красных!"]


def test_the_reason_of_ppk_is_for_the_ear(game: Game) -> None:
    """As with a foul: the hall hears whose it is."""
    game.until(Phase.SPEECH).do(c.Ppk(2, "oath"))
    assert game.hall == ["Игра остановлена. ППК у игрока номер два.", "Игра окончена."]
    assert game.host[0] == "ППК второму за клятву."


def test_known_winner(with_roles: Game) -> None:
    """With roles known the end tells the winner at once, after what led to it."""
    game = with_roles.until(Phase.SPEECH).do(c.Remove(4), c.Remove(5), c.Remove(6))
    assert game.hall[0] == "Игрок номер шесть удалён из игры."
    assert game.hall[-1] == "Игра окончена. Победа красных!"


def test_timer(game: Game) -> None:
    """The host hears what became of his timer; a timer of his own ends aloud."""
    game.until(Phase.SPEECH)
    assert game.do(c.AddTime(10)).host == ["Время изменено."]
    assert game.do(c.StopTimer()).host == ["Таймер остановлен."]
    assert game.do(c.SetTimer(30)).host == ["Таймер пошёл."]
    assert game.hall == []


def test_other_lengths(at: Callable[[Phase], State]) -> None:
    """Times other than a minute are named; without a timer the floor is just given."""
    state = at(Phase.SPEECH)
    slow, timer = state, Timer(40.0)
    told = announce(slow, ev.SpeakerCalled(Phase.SPEECH, 2, (), timer, 40), slow)
    assert speak(RU.texts, told[0]) == "Игрок номер два, у вас сорок секунд."
    told = announce(slow, ev.SpeakerCalled(Phase.SPEECH, 2, (), None), slow)
    assert speak(RU.texts, told[0]) == "Игрок номер два, вам слово."
    assert not told[0].holds_clock
    told = announce(slow, ev.SpeakerCalled(Phase.VOTED_LAST_WORD, 2, (), None), slow)
    assert speak(RU.texts, told[0]) == "Игрок номер два, ваше последнее слово."
    told = announce(state, ev.PhaseBegan(Phase.FIRST_PAUSE, timer, None, 30), state)
    assert speak(RU.texts, told[-1]) == "Все замерли до утра."


def test_cues_are_known() -> None:
    """The names of sounds are those of the mouth."""
    assert Announcement("foul.hall", cue="foul").cue in set(Cue)
