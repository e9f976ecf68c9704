# SPDX-License-Identifier: MIT
"""The host when something fails: crashes, devices, disks, mistakes of our own."""

import threading
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.parlour import WMA, Lines, Mouth, Parlour, fouls, run_once, speech
from tests.russian import RU
from voice_host.audio.cues import Cue
from voice_host.audio.reports import Recovered, Trouble
from voice_host.errors import Told
from voice_host.game.state import Phase
from voice_host.history.recovery import recover
from voice_host.history.session import Session, begin
from voice_host.host.clock import SystemClock
from voice_host.host.inbox import Message, Options, Quit, Refusal, Typed
from voice_host.host.owner import Host
from voice_host.language.heard import hear

# --- recovery ---


def crashed(path: Path, parlour: Parlour, **how: object) -> Parlour:
    parlour.host.session.close()
    return Parlour(recover(path), recovered=True, **how)  # type: ignore[arg-type]


def test_a_recovered_game_waits_on_pause_without_music(tmp_path: Path) -> None:
    """It says where it is; the night brings the music back when it goes on."""
    path = tmp_path / "game.jsonl"
    before = Parlour(begin(WMA, 10, path)).until(Phase.AGREEMENT)
    before.wait(50)
    assert before.left == 10
    after = crashed(path, before)
    assert after.screen.ear == [
        "Игра восстановлена. Мафия договаривается. Жду команды «продолжить»."
    ]
    assert after.screen.picture is not None and not after.screen.picture.running
    after.hears("фол номер три")
    assert not after.mouth.music_on
    after.wait(60)
    assert after.left == 10
    after.hears("продолжить")
    assert after.mouth.music_on
    after.wait(12)
    assert after.state.phase is Phase.FIRST_DON


def test_a_game_killed_after_an_undo_goes_on_at_the_second_undone_to(tmp_path: Path) -> None:
    """Not at the second of the step before it."""
    path = tmp_path / "game.jsonl"
    before = Parlour(begin(WMA, 10, path)).until(Phase.SPEECH)
    before.wait(20)
    before.hears("спасибо", "отмена")
    assert before.left == 40
    after = crashed(path, before)
    after.hears("продолжить")
    assert after.left == 40


def test_a_count_broken_by_a_crash_begins_anew(tmp_path: Path) -> None:
    """On «продолжить», in its whole length."""
    path = tmp_path / "game.jsonl"
    before = Parlour(begin(WMA, 10, path)).until(Phase.SHOOTING)
    before.wait(7)
    after = crashed(path, before)
    assert not any(u.count for u in after.mouth.said)
    after.hears("продолжить")
    assert any(len(u.count) == 10 for u in after.mouth.said)
    assert after.left == 16.5


def test_lines_that_are_gone_are_told_once_at_the_start(tmp_path: Path) -> None:
    """With what to do; the game is there, on pause, and goes on."""
    path = tmp_path / "game.jsonl"
    before = Parlour(begin(WMA, 10, path)).until(Phase.SPEECH)
    before.hears("фол номер три", "фол номер четыре", "фол номер пять")
    before.host.session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-2], lines[-1]]))
    after = Parlour(recover(path), recovered=True)
    told = f"В журнале строка {len(lines) - 1} изменена, или строки перед ней пропали"
    assert sum(told in line for line in after.screen.ear) == 1
    after.hears("продолжить", "фол номер шесть")
    assert [fouls(after, seat) for seat in (3, 4, 5, 6)] == [1, 0, 1, 1]
    assert sum("изменена" in line for line in after.screen.ear) == 1


# --- trouble ---


def test_a_part_that_fails_is_told_and_the_game_goes_on() -> None:
    """Its loss and its return, in Russian, in the ear; going deaf has sounds of its own."""
    parlour = speech()
    parlour.posts(
        Trouble(
            "microphone", Told("audio.no_such_input", wanted="USB", there=Told("audio.no_devices"))
        )
    )
    parlour.posts(Trouble("hall", Told("model.does_not_open", model="M")))
    assert parlour.screen.ear == [
        "Микрофон «USB» не найден. "
        "Устройств нет вовсе: подключите его или проверьте звуковую службу.",
        "Модель «M» не открывается. Скачайте её заново или уберите её папку: слушать будет другая.",
    ]
    parlour.posts(Recovered("microphone"))
    for part in ("ears", "mouth", "hall", "ear"):
        parlour.posts(Recovered(part))
    assert [line.split(":")[0] for line in parlour.screen.ear[2:]] == [
        "Микрофон", "Слух", "Голос", "Колонка", "Наушник",
    ]  # fmt: skip
    cues = [u.cue for u in parlour.mouth.said if u.cue]
    assert cues == [Cue.MICROPHONE_LOST, Cue.MICROPHONE_BACK, Cue.MICROPHONE_BACK]


def test_a_journal_that_lags_is_told_once_until_it_has_caught_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not at every move; again when it fails anew; never again once all is written."""
    path = tmp_path / "game.jsonl"
    parlour = Parlour(begin(WMA, 10, path)).until(Phase.SPEECH)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    def complaints() -> int:
        return sum("Журнал не пишется: диск заполнен" in line for line in parlour.screen.ear)

    for expected_number in (1, 2):
        with monkeypatch.context() as patched:
            patched.setattr("os.write", full)
            parlour.hears("спасибо", "фол номер три")
            parlour.hears("отмена")
        assert complaints() == expected_number
        parlour.hears("спасибо")
        assert complaints() == expected_number
    parlour.host.session.close()
    assert recover(path).state == parlour.state


def test_a_journal_that_could_not_be_begun_is_told_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk costs no evening."""

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.write", full)
        session = begin(WMA, 10, tmp_path / "game.jsonl")
        parlour = Parlour(session)
    assert "диск заполнен" in parlour.screen.ear[1]
    session.close()


# --- the owner thread ---


def test_quit_leaves_at_once() -> None:
    """Whatever still sounds."""
    parlour = speech(instant=False)
    parlour.hears("дальше")
    run_once(parlour)
    assert parlour.mouth.sounding


def test_a_polite_quit_waits_for_what_is_being_said_in_the_hall() -> None:
    """And for nothing else."""
    parlour = speech(instant=False)
    parlour.mouth.finish()
    parlour.host.pump()
    parlour.host.post(Typed("дальше"))
    parlour.host.post(Quit(politely=True))
    owner = threading.Thread(target=parlour.host.run, daemon=True)
    owner.start()
    owner.join(0.2)
    assert owner.is_alive()
    parlour.mouth.finish()
    owner.join(5)
    assert not owner.is_alive()


def test_a_polite_quit_in_silence_leaves_at_once() -> None:
    """Nothing sounds, nothing is waited for."""
    parlour = speech()
    parlour.host.post(Quit(politely=True))
    parlour.host.run()


def test_an_error_of_our_own_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told once for a burst of them, and the next words work."""
    parlour = speech()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a mistake of ours")

    with monkeypatch.context() as patched:
        patched.setattr(hear, "understand", fail)
        run_once(parlour, Typed("фол номер три"), Typed("фол номер три"))
    assert parlour.screen.ear == ["Внутренняя ошибка. Игра продолжается, повторите команду."]
    run_once(parlour, Typed("фол номер три"))
    assert fouls(parlour, 3) == 1
    assert not parlour.host.clock.held


def test_an_error_in_what_is_due_stops_the_clock_instead_of_repeating_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game then stands on pause until the host goes on."""
    parlour = speech()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a mistake of ours")

    with monkeypatch.context() as patched:
        patched.setattr(parlour.host.session, "commit", fail)
        parlour.clock.advance(61)
        parlour.host.post(Typed("кто жив"))
        owner = threading.Thread(target=parlour.host.run, daemon=True)
        owner.start()
        owner.join(0.3)
        run = len(parlour.screen.ear)
    parlour.host.post(Quit())
    owner.join(5)
    assert run < 5
    assert parlour.host.clock.held


def test_the_loop_wakes_for_the_clock_by_itself() -> None:
    """With real time and nothing on the inbox, a timer still ends."""
    inbox: SimpleQueue[Message] = SimpleQueue()
    screen = Lines()
    rules = replace(WMA, first_night=replace(WMA.first_night, agreement=1))
    host = Host(Session(rules, 10), inbox, Mouth(inbox.put), screen, SystemClock(), Options(), RU)
    host.begin()
    owner = threading.Thread(target=host.run, daemon=True)
    owner.start()
    for words in ("начать игру", "дальше"):
        host.post(Typed(words))
    for _ in range(300):
        if host.state.phase is Phase.FIRST_DON:
            break
        owner.join(0.02)
    host.post(Quit())
    owner.join(5)
    assert host.state.phase is Phase.FIRST_DON
    assert screen.picture is not None and screen.picture.seconds_left is not None


def test_two_meanings_are_asked_about() -> None:
    """Ambiguous words do nothing."""
    parlour = speech()
    ambiguous = hear.Ambiguous(())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(hear, "understand", lambda *_, **__: ambiguous)
        assert parlour.types("что угодно") is Refusal.AMBIGUOUS
    assert parlour.screen.ear[-1].startswith("Уточните")
