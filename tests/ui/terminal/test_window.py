# SPDX-License-Identifier: MIT
"""The terminal driven by keys, with what it prints read back."""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event, Thread

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput, Output
from prompt_toolkit.output.vt100 import Vt100_Output

from tests import awaited
from tests.awaited import until
from tests.russian import RU
from voice_host.game.rules import Led
from voice_host.game.state import Phase, Timer, new_game
from voice_host.game.view import View, view
from voice_host.game.who import HOST
from voice_host.host.inbox import Message, Pressed, Push, Quit, Typed
from voice_host.host.screen import Picture
from voice_host.rulesets import load
from voice_host.text.letters import LONGEST
from voice_host.ui.terminal.window import Terminal, usable

CTRL_D = "\x04"
RIGHT, LEFT = "\x1b[C", "\x1b[D"
ENTER = "\r"


@pytest.fixture
def keyboard() -> Iterator[PipeInput]:
    """What is typed."""
    with create_pipe_input() as source:
        yield source


def _picture(phase: Phase = Phase.SPEECH, seats: int = 10, running: bool = True) -> Picture:
    state = replace(new_game(load("wma"), seats), phase=phase, day=1)
    return Picture(view(state, HOST), 41.0, running, False, state)


def _secret(picture: Picture) -> Picture:
    """The same with seat 4 as the don."""
    seats = tuple(replace(s, role="don") if s.seat == 4 else s for s in picture.view.seats)
    shown: View = replace(picture.view, seats=seats)
    return replace(picture, view=shown)


class Tall(Vt100_Output):
    """A terminal with room below the line, which needs not be asked for it."""

    def get_rows_below_cursor_position(self) -> int:
        return 30


class Tried:
    """What one session posted and printed."""

    def __init__(self) -> None:
        self.posted: list[Message] = []
        self.written = io.StringIO()

    @property
    def texts(self) -> list[str]:
        """The words that reached the host."""
        return [message.text for message in self.posted if isinstance(message, Typed)]

    @property
    def output(self) -> Output:
        """An 80-column terminal that keeps what is written."""
        return Tall(self.written, lambda: Size(rows=40, columns=80), enable_cpr=False)


def _use(
    keyboard: PipeInput,
    typed: str,
    picture: Picture | None = None,
    build: Callable[[], Terminal] = lambda: Terminal(RU.messages),
    before: Callable[[Terminal], None] = lambda screen: None,
) -> Tried:
    """Type this, then Ctrl-D on an empty line; `before` happens before the screen runs."""
    tried = Tried()
    keyboard.send_text(typed + CTRL_D)
    with create_app_session(input=keyboard, output=tried.output):
        screen = build()
        screen.show(picture or _picture())
        before(screen)
        screen.run(tried.posted.append)
    return tried


def _use_slowly(
    keyboard: PipeInput, parts: list[str], build: Callable[[], Terminal], picture: Picture
) -> Tried:
    """Type each part when the one before it is drawn; Escape is when it is no prefix any more."""
    tried = Tried()
    with create_app_session(input=keyboard, output=tried.output):
        screen = build()
        screen.show(picture)

        done: list[str] = []
        app = screen._session.app
        app.after_render += lambda _: done.append("drawn")
        app.key_processor.after_key_press += lambda _: done.append("pressed")

        def type_slowly() -> None:
            until(lambda: "drawn" in done)
            for part in parts:
                done.clear()
                keyboard.send_text(part)
                until(lambda: "pressed" in done and done[-1] == "drawn")
            keyboard.send_text(CTRL_D)

        typist = Thread(target=type_slowly)
        typist.start()
        screen.run(tried.posted.append)
        typist.join()
    return tried


def _at_once() -> Terminal:
    return Terminal(RU.messages, at_once=True)


def test_a_typed_line_reaches_the_host_and_leaving_posts_quit(keyboard: PipeInput) -> None:
    """Ctrl-D leaves; the line is echoed in the log."""
    tried = _use(keyboard, "начать игру" + ENTER)
    assert tried.posted == [Typed("начать игру"), Quit()]
    assert "> начать игру" in tried.written.getvalue()


def test_the_word_for_leaving_and_ctrl_c_leave_too(keyboard: PipeInput) -> None:
    """Whatever comes after is not read."""
    for word in ("выход", "выйти", "exit", "Quit"):
        assert _use(keyboard, word + ENTER).posted == [Quit()]
    assert _use(keyboard, "\x03").posted == [Quit()]


def test_ctrl_c_drops_a_half_typed_line_first(keyboard: PipeInput) -> None:
    """Nobody loses a game by it; the next one leaves."""
    tried = _use(keyboard, "удалить пятого\x03стол" + ENTER + "\x03")
    assert tried.posted == [Quit()]
    assert "> стол" in tried.written.getvalue()
    assert "> удалить" not in tried.written.getvalue()


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        (" ", ["пауза"]),
        (RIGHT, ["дальше"]),
        (LEFT, ["назад"]),
        ("?", ["клавиши"]),
        (",", ["клавиши"]),
        ("f3" + ENTER, ["фол номер 3"]),
        ("F0" + ENTER, ["фол номер 10"]),
        ("y", []),
        ("y" + ENTER, ["да"]),
        ("u" + ENTER, ["отмена"]),
        ("5" + ENTER, ["выставлен номер 5"]),
        ("12" + ENTER, ["выставлен номер 12"]),
        ("фол третьему" + ENTER, ["фол третьему"]),
        ("ytn" + ENTER, ["даtn"]),
        (ENTER, []),
        ("дальше\x1b[Dе" + ENTER, ["дальшее"]),
    ],
)
def test_in_line_mode_only_keys_that_begin_no_sentence_act(
    keyboard: PipeInput, typed: str, texts: list[str]
) -> None:
    """Signs and arrows act on an empty line, letters write, digits wait for Enter."""
    tried = _use(keyboard, typed + ("" if texts else "\x15"))
    assert tried.texts == texts


@pytest.mark.parametrize(
    ("phase", "typed", "texts"),
    [
        (Phase.SPEECH, "5", ["выставлен номер 5"]),
        (Phase.SPEECH, "а3", ["фол номер 3"]),
        (Phase.SPEECH, "f3г", ["фол номер 3", "отмена"]),
        (Phase.SPEECH, "f ", ["пауза"]),
        (Phase.COUNT, "40", ["4 голоса", "никого"]),
        (Phase.RESULT, "ь", ["промах"]),
        (Phase.RESULT, "4н", ["убит номер 4", "да"]),
        (Phase.BEST_MOVE, "578", ["лучший ход 5 7 8"]),
        (Phase.BEST_MOVE, "57\x7f80", ["лучший ход 5 8 10"]),
        (Phase.DISCUSSION, "7" + RIGHT, ["7", "дальше"]),
        (Phase.SPEECH, "/кто жив" + ENTER + "5", ["кто жив", "выставлен номер 5"]),
        (Phase.SPEECH, ENTER + "да" + ENTER + "н", ["да", "да"]),
        (Phase.SPEECH, ".дальше" + ENTER, ["дальше"]),
    ],
)
def test_with_keys_every_key_acts_at_once_in_both_layouts(
    keyboard: PipeInput, phase: Phase, typed: str, texts: list[str]
) -> None:
    """A slash or Enter opens a line for a sentence."""
    assert _use(keyboard, typed, _picture(phase), _at_once).texts == texts


def test_at_a_big_table_digits_wait_for_enter(keyboard: PipeInput) -> None:
    """One may be the beginning of twelve."""
    tried = _use(keyboard, "12" + ENTER + "f11" + ENTER, _picture(seats=14), _at_once)
    assert tried.texts == ["выставлен номер 12", "фол номер 11"]
    best = _use(keyboard, "12 7 9" + ENTER, _picture(Phase.BEST_MOVE, 14), _at_once)
    assert best.texts == ["лучший ход 12 7 9"]


def test_a_key_that_means_nothing_is_answered(keyboard: PipeInput) -> None:
    """A host who cannot see must not wonder."""
    assert "нет такой клавиши: x" in _use(keyboard, "x", build=_at_once).written.getvalue()


def test_escape_closes_the_line(keyboard: PipeInput) -> None:
    """What was typed is forgotten, and keys act again."""
    tried = _use_slowly(keyboard, ["/даль", "\x1b", " "], _at_once, _picture())
    assert tried.texts == ["пауза"]


def test_space_resumes_when_the_clock_stands(keyboard: PipeInput) -> None:
    """The same key, by what is shown."""
    assert _use(keyboard, " ", _picture(running=False)).texts == ["продолжить"]


def test_tab_opens_and_closes_the_microphone(keyboard: PipeInput) -> None:
    """A terminal does not tell when a key is let go, so it is pressed twice."""
    tried = _use_slowly(keyboard, ["\t", "\t", "\t"], lambda: Terminal(RU.messages), _picture())
    assert tried.posted == [Push(True), Push(False), Push(True), Quit()]
    assert "микрофон открыт" in tried.written.getvalue()


def test_tab_says_so_where_no_key_opens_the_microphone(keyboard: PipeInput) -> None:
    """In the other ways of listening it does nothing, so nothing is shown as open."""
    tried = _use(keyboard, "\t", build=lambda: Terminal(RU.messages, talk=False))
    assert tried.posted == [Quit()]
    assert "только с --listen push" in tried.written.getvalue()
    assert "микрофон открыт" not in tried.written.getvalue()


def test_tab_in_a_line_completes_the_word(keyboard: PipeInput) -> None:
    """By what the language says may come next."""
    asked: list[str] = []

    def words(typed: str) -> list[str]:
        asked.append(typed)
        return ["номер"] if typed.endswith("но") else []

    tried = _use(keyboard, "фол но\t 3" + ENTER, build=lambda: Terminal(RU.messages, words))
    assert tried.texts == ["фол номер 3"]
    assert asked[0] == "фол но"


def test_captions_are_lines_in_order_with_who_hears_them(keyboard: PipeInput) -> None:
    """In words, not by colour; also those that came before the screen ran."""

    def speak(screen: Terminal) -> None:
        screen.caption("Город засыпает", secret=False)
        screen.caption("третьему\x1b[31m второй фол", secret=True)

    text = _use(keyboard, "", before=speak).written.getvalue()
    assert 0 < text.index("зал: Город засыпает") < text.index("ухо: третьему [31m второй фол")


def test_long_captions_are_broken_between_words(keyboard: PipeInput) -> None:
    """A screen reader reads a row at a time, and half a word is none."""
    words = "фол номер три " * 12
    tried = _use(keyboard, "", before=lambda screen: screen.caption(words, secret=True))
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", tried.written.getvalue())
    rows = [row for row in plain.splitlines() if "фол номер" in row]
    assert len(rows) == 3
    assert all(row.split()[-1] in {"фол", "номер", "три"} for row in rows)


def test_captions_of_another_thread_all_come_in_order(keyboard: PipeInput) -> None:
    """While keys are typed, and after the screen has been left."""
    tried = Tried()
    with create_app_session(input=keyboard, output=tried.output):
        screen = Terminal(RU.messages)

        def host() -> None:
            for number in range(200):
                screen.caption(f"строка {number}.", secret=False)
                screen.show(_picture(running=number % 2 == 0))
            keyboard.send_text("пас" + ENTER + CTRL_D)

        speaker = Thread(target=host)
        speaker.start()
        screen.run(tried.posted.append)
        speaker.join()
        screen.caption("прощание", secret=False)
    text = tried.written.getvalue()
    places = [text.index(f"зал: строка {number}.") for number in range(200)]
    assert places == sorted(places)
    assert "зал: прощание" in text
    assert tried.posted == [Typed("пас"), Quit()]


def test_the_table_is_below_the_line(keyboard: PipeInput) -> None:
    """Phase, time, seats."""
    text = _use(keyboard, "").written.getvalue()
    assert "день 1 · речь · 0:41" in text
    assert "место" in text


def test_roles_are_hidden_until_asked_for(keyboard: PipeInput) -> None:
    """People look over the shoulder."""
    names = {"don": "дон"}

    def build() -> Terminal:
        return Terminal(RU.messages, role_names=names)

    picture = _secret(_picture())
    assert "дон" not in _use(keyboard, "стол" + ENTER, picture, build).written.getvalue()
    shown = _use_slowly(keyboard, ["роли" + ENTER, "r" + ENTER], build, picture)
    assert "дон" in shown.written.getvalue()
    assert shown.texts == []
    quiet = _use(
        keyboard,
        "роли" + ENTER,
        picture,
        lambda: Terminal(RU.messages, plain_status=True, role_names=names),
    )
    assert "роли: 4 дон" in quiet.written.getvalue()


def test_roles_that_are_typed_do_not_stay_on_the_screen(keyboard: PipeInput) -> None:
    """The host gets them; the log only tells that they were given."""
    tried = _use(keyboard, "роли 4 дон" + ENTER)
    assert tried.texts == ["роли 4 дон"]
    assert "> роли …" in tried.written.getvalue()
    assert "> роли 4" not in tried.written.getvalue()


@pytest.mark.parametrize("line", ["роли 4 дон", "спасибо, роли 4 дон", "так, роли 4 дон"])
def test_no_line_that_names_cards_is_kept(keyboard: PipeInput, line: str) -> None:
    """Wherever in it: neither in the log nor under the arrow for the line before."""
    tried = _use_slowly(
        keyboard, [line + ENTER, "\x1b[A", ENTER], lambda: Terminal(RU.messages), _picture()
    )
    assert tried.texts == [line]
    assert "> роли …" in tried.written.getvalue()
    assert "дон" not in tried.written.getvalue().replace(line, "", 1)


def test_what_is_entered_by_night_at_a_laptop_leaves_no_trace(keyboard: PipeInput) -> None:
    """Not drawn while it is typed, not in the log, not under the arrow for the line before.

    By day, at the same table, a line is a line.
    """
    led = replace(load("city"), led=Led(by="laptop"))
    state = replace(new_game(led, 12), phase=Phase.ROLE, waking="doctor", timer=Timer(60.0))
    sleeping = Picture(view(state, HOST), 9.0, True, False, state)
    parts = ["1", "2", ENTER, "\x1b[A", ENTER]
    tried = _use_slowly(keyboard, parts, lambda: Terminal(RU.messages), sleeping)
    assert tried.texts == ["выбор 12"]
    written = tried.written.getvalue()
    assert "выбор 12" not in written and "> 1" not in written
    assert written.count("*") == 2
    with create_pipe_input() as again:
        day = replace(state, phase=Phase.SPEECH, waking=None)
        shown = Picture(view(day, HOST), 9.0, True, False, day)
        by_day = _use(again, "стол 12" + ENTER, shown)
    assert "> стол 12" in by_day.written.getvalue()


def test_roles_of_a_dealt_game_are_refused(keyboard: PipeInput) -> None:
    """«роли» and its key: at such a table nobody may see them."""
    state = replace(new_game(replace(load("city"), led=Led(by="laptop")), 12), phase=Phase.SPEECH)
    dealt = Picture(view(state, HOST), 9.0, True, False, state)
    assert (
        "роли до конца игры не показываю"
        in _use(keyboard, "роли" + ENTER, dealt).written.getvalue()
    )


def test_what_is_shown_for_a_glimpse_goes_with_the_next_key(keyboard: PipeInput) -> None:
    """Below the line, never in the log; a screen that draws nothing there says it instead."""
    picture = _picture()
    for typed in ("д", ENTER, " "):
        screens: list[Terminal] = []

        def glimpse(screen: Terminal, screens: list[Terminal] = screens) -> None:
            screens.append(screen)
            screen.glimpse("Место один: дон.")
            assert "дон" in screen._toolbar()

        _use(keyboard, typed + ENTER, picture, before=glimpse)
        assert "дон" not in screens[0]._toolbar()
    plain = _use(
        keyboard, "", picture, lambda: Terminal(RU.messages, plain_status=True),
        lambda screen: screen.glimpse("Место один: дон."),
    )  # fmt: skip
    assert "на экране: Место один: дон." in plain.written.getvalue()


def test_roles_that_nobody_has_told_are_said_to_be_unknown(keyboard: PipeInput) -> None:
    """Rather than nothing on the screen."""
    assert "роли: не введены" in _use(keyboard, "роли" + ENTER).written.getvalue()


def test_a_plain_status_has_no_table_and_no_seconds(keyboard: PipeInput) -> None:
    """The table is read on demand, a line a seat."""
    quiet = _use(keyboard, "", build=lambda: Terminal(RU.messages, plain_status=True))
    text = quiet.written.getvalue()
    assert "речь" in text
    assert "0:41" not in text
    assert "место" not in text
    asked = _use(keyboard, "t" + ENTER, build=lambda: Terminal(RU.messages, plain_status=True))
    assert "место 10: в игре" in asked.written.getvalue()
    assert asked.texts == ["стол"], "and the ear is told of it too"


def test_bad_input_raises_nothing(keyboard: PipeInput) -> None:
    """Bytes that are no text, an endless line, a paste of many lines."""
    tried = Tried()
    with create_app_session(input=keyboard, output=tried.output):
        screen = Terminal(RU.messages)
        keyboard.send_bytes(b"\xff\xfe\xd0" + ENTER.encode())
        keyboard.send_text("ф" * 3_000 + ENTER)
        keyboard.send_text("\x1b[200~" + "раз\nдва\n" * 500 + "\x1b[201~" + ENTER)
        keyboard.send_text("пас" + ENTER + CTRL_D)
        screen.run(tried.posted.append)
    assert tried.texts[-1] == "пас"
    assert any(len(text) == LONGEST + 1 for text in tried.texts)
    assert all(len(text) <= LONGEST + 1 and text.isprintable() for text in tried.texts)
    "".join(tried.texts).encode()


class Gone(DummyOutput):
    """A terminal that has been closed."""

    gone = False

    def flush(self) -> None:
        if self.gone:
            raise BrokenPipeError

    def get_size(self) -> Size:
        return Size(rows=40, columns=80)


def test_a_terminal_that_has_gone_is_left_quietly(keyboard: PipeInput) -> None:
    """The host is asked to leave; the journal has the game."""
    posted: list[Message] = []
    output = Gone()
    with create_app_session(input=keyboard, output=output):
        screen = Terminal(RU.messages)

        running = Event()
        screen._session.app.after_render += lambda _: running.set()

        def host() -> None:
            assert running.wait(awaited.LONGEST)
            output.gone = True
            screen.caption("раз", secret=False)

        speaker = Thread(target=host)
        speaker.start()
        screen.run(posted.append)
        speaker.join()
        screen.caption("два", secret=False)
    assert posted == [Quit()]


@pytest.mark.parametrize("early", [True, False])
def test_stop_ends_it_from_any_thread(keyboard: PipeInput, early: bool) -> None:
    """Also when it comes before `run`."""
    posted: list[Message] = []
    with create_app_session(input=keyboard, output=DummyOutput()):
        screen = Terminal(RU.messages)

        running = Event()
        screen._session.app.after_render += lambda _: running.set()

        def stop() -> None:
            assert early or running.wait(awaited.LONGEST)
            screen.stop()

        stopper = Thread(target=stop)
        stopper.start()
        if early:
            stopper.join()
        screen.run(posted.append)
        stopper.join()
    assert posted == [Quit()]


def test_what_is_no_terminal_is_not_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipes, closed streams and dumb terminals get the plain screen."""
    monkeypatch.setattr("sys.stdin", None)
    assert not usable()
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert not usable()


@pytest.mark.parametrize("at_once", [False, True])
def test_keys_that_write_nothing_are_counted_by_night(keyboard: PipeInput, at_once: bool) -> None:
    """For a host who sees no screen; by day, for others, and within a line they are as before."""
    page_down, f5 = "\x1b[6~", "\x1b[15~"

    def build() -> Terminal:
        return Terminal(RU.messages, at_once=at_once, plain_status=True, eyes_free=True)

    night = _use(keyboard, " " + page_down + f5, _picture(Phase.DON), build)
    assert night.posted == [Pressed(), Pressed(), Pressed(), Quit()]
    assert Pressed() not in _use(keyboard, " ", _picture(Phase.SPEECH), build).posted
    assert Pressed() not in _use(keyboard, " ", _picture(Phase.DON)).posted
    if not at_once:
        words = _use(keyboard, "проверка 5" + ENTER, _picture(Phase.DON), build)
        assert words.texts == ["проверка 5"]
