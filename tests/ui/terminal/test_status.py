# SPDX-License-Identifier: MIT
"""The words of the status line and of the table."""

from dataclasses import replace

from tests.russian import RU
from voice_host.game.rules import Led, Names
from voice_host.game.state import Cause, Phase, new_game
from voice_host.game.view import SeatView, View
from voice_host.game.who import HOST
from voice_host.host.screen import Picture
from voice_host.rulesets import load
from voice_host.ui.terminal.status import clock, listing, roles, rows, status

SEAT = SeatView(
    seat=1, alive=True, fouls=0, muted=False, nominated=False, votes=None, out=None, role=None
)
SEATS = (
    replace(SEAT, fouls=2, role="mafia"),
    replace(SEAT, seat=2, alive=False, out=Cause.KILLED, role="sheriff"),
    replace(SEAT, seat=3, muted=True, fouls=3, nominated=True, votes=0, role="don"),
)
VIEW = View(
    viewer=HOST,
    phase=Phase.SPEECH,
    day=1,
    night=1,
    speaker=3,
    candidate=None,
    nominees=(3,),
    ends_at=None,
    winner=None,
    seats=SEATS,
)
PICTURE = Picture(VIEW, 41.2, True, False, new_game(load("wma"), 10))
NAMES = {"mafia": "мафия", "sheriff": "шериф"}
DON = {"don": "дон"}


def test_every_phase_has_a_name() -> None:
    """No phase is shown by its code."""
    assert set(RU.messages.table("screen.phase")) == {phase.name.lower() for phase in Phase}


def test_the_status_tells_day_phase_speaker_and_time() -> None:
    """In this order, in words."""
    assert status(PICTURE, RU.messages) == "день 1 · речь · говорит 3 · 0:42"


def test_the_status_tells_pause_question_and_open_microphone() -> None:
    """What a host must know before he goes on."""
    asked = replace(PICTURE, running=False, asks=True)
    assert status(asked, RU.messages, talking=True).endswith("пауза · ждёт «да» · микрофон открыт")


def test_a_quiet_status_holds_no_seconds() -> None:
    """A screen reader would read every one of them."""
    assert status(PICTURE, RU.messages, ticking=False) == "день 1 · речь · говорит 3"


def test_the_status_names_the_night_the_candidate_and_the_winner() -> None:
    """Night 0 is not a later night; the lobby has no number at all."""
    first = replace(PICTURE, view=replace(VIEW, phase=Phase.FIRST_DON, speaker=None, waking="don"))
    later = replace(PICTURE, view=replace(VIEW, phase=Phase.DON, speaker=None, waking="don"))
    count = replace(PICTURE, view=replace(VIEW, phase=Phase.COUNT, speaker=None, candidate=3))
    over = replace(PICTURE, view=replace(VIEW, phase=Phase.OVER, speaker=None, winner="mafia"))
    assert status(first, RU.messages, False, names=DON) == "ночь 0 · выходит дон"
    assert status(later, RU.messages, False, names=DON) == "ночь 1 · проверяет дон"
    assert status(count, RU.messages, False) == "день 1 · голосование · голоса за 3"
    assert status(over, RU.messages, False) == "игра окончена · победа мафии"


def test_the_clock_counts_the_second_that_has_begun() -> None:
    """0:00 is shown only when the time is over."""
    assert [clock(s) for s in (90.0, 60.0, 59.01, 0.2, 0.0)] == [
        "1:30",
        "1:00",
        "1:00",
        "0:01",
        "0:00",
    ]


def test_the_table_has_only_rows_that_say_something() -> None:
    """Who is out, fouls, silence, nominations, votes; roles are not there unless asked for."""
    assert rows(PICTURE, RU.messages, 80) == [
        "место     1   2   3",
        "выбыл         уби",
        "фолы      2       3",
        "молчит            да",
        "выставлен         да",
        "голоса            0",
    ]
    plain = replace(PICTURE, view=replace(VIEW, seats=(SEAT,)))
    assert rows(plain, RU.messages, 80) == ["место     1"]


def test_roles_are_a_row_of_their_own_when_asked_for() -> None:
    """By their names; an id without a name is shown as it is."""
    assert rows(PICTURE, RU.messages, 80, NAMES)[-1] == "роль      мафия   шериф   don"


def test_a_narrow_screen_breaks_the_table_into_blocks() -> None:
    """No line is wider than the screen, even on an absurdly narrow one."""
    many = tuple(replace(SEAT, seat=n, fouls=1) for n in range(1, 31))
    picture = replace(PICTURE, view=replace(VIEW, seats=many))
    lines = rows(picture, RU.messages, 40)
    assert max(map(len, lines)) <= 40
    assert len([line for line in lines if line.startswith("место")]) == 5
    assert len(rows(picture, RU.messages, 1)) == 60


def test_the_listing_is_a_sentence_a_seat() -> None:
    """For the ear, without roles."""
    assert listing(PICTURE, RU.messages) == [
        "место 1: в игре, фолов 2",
        "место 2: убит",
        "место 3: в игре, фолов 3, молчит, выставлен, голосов 0",
    ]


def test_roles_in_one_line() -> None:
    """Those that are known; else it says that none are."""
    assert roles(PICTURE, RU.messages, NAMES) == "роли: 1 мафия, 2 шериф, 3 don"
    hidden = replace(PICTURE, view=replace(VIEW, seats=(SEAT,)))
    assert roles(hidden, RU.messages, NAMES) == "роли: не введены"


def test_sides_and_roles_are_called_as_the_ruleset_calls_them() -> None:
    """Where the town is blue, «красные» have not won."""
    own = Names({"town": ("синие", "синих")}, {"sheriff": "комиссар"})
    picture = replace(PICTURE, view=replace(VIEW, winner="town", names=own))
    assert "победа синих" in status(picture, RU.messages)
    seeking = replace(picture, view=replace(picture.view, phase=Phase.SHERIFF, waking="sheriff"))
    assert "проверяет комиссар" in status(seeking, RU.messages, names=NAMES)
    assert "2 комиссар" in roles(picture, RU.messages, NAMES)
    assert any("комисса" in line for line in rows(picture, RU.messages, 200, NAMES))


def test_roles_of_a_sealed_table_are_refused() -> None:
    """Where nobody sees them, «роли» says so; over, they may be read."""
    led = Led(by="laptop")
    sealed = new_game(replace(load("city"), led=led), 12)
    assert "не показываю" in roles(replace(PICTURE, state=sealed), RU.messages, NAMES)
    over = replace(sealed, phase=Phase.OVER)
    assert "1 мафия" in roles(replace(PICTURE, state=over), RU.messages, NAMES)
