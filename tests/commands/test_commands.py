# SPDX-License-Identifier: MIT
"""The commands run as a program: exit codes, output, files, signals."""

import json
import os
import shlex
import signal
import subprocess
from pathlib import Path
from typing import NoReturn

import msgspec
import numpy as np
import pytest
import soundfile
from click.testing import CliRunner

from tests import games
from tests.awaited import until
from tests.commands.conftest import PROGRAM, Run
from tests.russian import RU
from voice_host import cli, places, rulesets
from voice_host.cli import main
from voice_host.commands import demo, play
from voice_host.game.commands import Start
from voice_host.history.recovery import recover
from voice_host.history.session import begin

QUIET = ("--mic", "none", "--hall", "none", "--voice", "silent")
HUSH = "стоп\n"
"""So that leaving politely need not wait for what is being said."""
RULES = "wma"
TYPING = b"\x1b[?2004h"
"""What a terminal is told when a line can be typed."""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    games.written(path, seed=3, steps=60)
    return path


def test_play_takes_piped_words_and_keeps_a_journal(run: Run, tmp_path: Path) -> None:
    """Lines in, captions out; «?» reads the keys; the end of the lines is the end."""
    path = tmp_path / "game.jsonl"
    words = "начать игру\nдальше\n?\nстол\nфол номер три\n"
    done = run("play", *QUIET, "--journal", path, given=words + HUSH)
    assert done.returncode == 0
    assert "зал: Фол, игрок номер три." in done.stdout
    assert "Не понял" not in done.stdout
    assert "ухо: Ночь номер ноль, мафия договаривается" in done.stdout
    assert len(path.read_text(encoding="utf-8").splitlines()) == 4


def test_play_deals_by_a_seed(run: Run, tmp_path: Path) -> None:
    """The same seed, the same roles; only who asks is shown one, and a seed alone is refused."""
    shown = []
    for number in (1, 2):
        path = tmp_path / f"{number}.jsonl"
        words = "роль места один\nначать игру\n" + HUSH
        done = run("play", *QUIET, "--deal", "--seed", 7, "--journal", path, given=words)
        assert done.returncode == 0
        shown.append([line for line in done.stdout.splitlines() if "Место" in line])
        assert "зал: Город засыпает. Наденьте маски. Роли уже известны." in done.stdout
    assert shown[0] == shown[1] and len(shown[0]) == 1
    assert run("play", *QUIET, "--seed", 7).returncode == 2


def test_a_table_with_one_laptop_is_told_before_the_deal(run: Run, tmp_path: Path) -> None:
    """Where shots are counted somebody sits out; a screen that keeps lines keeps no secret."""
    for rules, said in (("wma", "кто не играет"), ("city", "не забывает напечатанного")):
        path = tmp_path / f"{rules}.jsonl"
        done = run("play", *QUIET, "--deal", "--rules", rules, "--journal", path, given=HUSH)
        told = done.stderr + done.stdout
        assert done.returncode == 0 and said in told
        assert said not in run("play", *QUIET, "--rules", rules, given=HUSH).stderr


def test_what_a_table_by_phones_agrees_on_is_refused_elsewhere(run: Run) -> None:
    """Shots and judge are for phones, and a choice of shots for rules that count them."""
    assert "только для игры по телефонам" in run("play", *QUIET, "--shots", "choose").stderr
    assert "только для игры по телефонам" in run("play", *QUIET, "--judge", "table").stderr
    alone = ("--no-host", "--phones", "--rules", "city", "--shots", "choose")
    assert "не стреляет по счёту" in run("play", *QUIET, *alone).stderr


def test_play_takes_a_file_of_rules(run: Run, tmp_path: Path) -> None:
    """Three lines over a shipped ruleset, and the journal carries them."""
    own, path = tmp_path / "my.toml", tmp_path / "game.jsonl"
    own.write_text('extends = "lars"\nid = "ours"\n[speech]\nseconds = 45\n', "utf-8")
    words = "начать игру\n" + HUSH
    done = run("play", *QUIET, "--rules", own, "--seats", 6, "--journal", path, given=words)
    assert done.returncode == 0
    head = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert (head["rules"]["id"], head["rules"]["speech"]["seconds"], head["seats"]) == (
        "ours",
        45,
        6,
    )


def test_the_users_folders_have_one_name(run: Run, home: Path) -> None:
    """Journals, models and rendered speech are found, and removed, under one."""
    run("play", "--mic", "none", "--hall", "none", given="начать игру\n" + HUSH)
    others = {".config", "pulse"}  # the synthesiser's and the sound server's
    assert {folder.name for folder in home.iterdir()} - others == {"voice-host"}
    assert {"games", "speech"} <= {folder.name for folder in home.glob("voice-host/*")}


def test_resume_goes_on_with_the_last_game_that_is_not_over(run: Run, home: Path) -> None:
    """A game that never began, or is over, or whose journal is empty, is passed over."""
    run("play", *QUIET, given="начать игру\nдальше\nфол номер три\n" + HUSH)
    (game,) = home.rglob("*.jsonl")
    game = game.rename(game.with_name("2001.jsonl"))
    run("play", *QUIET, given="начать игру\nконец игры\nда\n" + HUSH)
    (game.parent / "3001.jsonl").write_text('{"format"')
    run("play", *QUIET, "--journal", game.with_name("4001.jsonl"), given="")
    done = run("resume", *QUIET, given="продолжить\nфол номер четыре\n" + HUSH)
    assert done.returncode == 0
    assert done.stdout.endswith("Игра сохранена, её продолжит: voice-host resume\n")
    assert "Игра восстановлена" in done.stdout
    assert '"seat":4' in game.read_text(encoding="utf-8")


def test_resume_takes_the_game_that_was_played_last(run: Run, home: Path) -> None:
    """Not the one that began last; and whoever leaves is told the name of any other."""
    folder = home / "voice-host" / "games"
    older, newer = folder / "2001.jsonl", folder / "3001.jsonl"
    folder.mkdir(parents=True)
    for path in (older, newer):
        session = begin(rulesets.load("wma"), 10, path)
        session.submit(Start(), 0.0, "voice")
        session.close()
    done = run("resume", older, *QUIET, given="")
    assert f"её продолжит: voice-host resume {older}\n" in done.stdout
    done = run("resume", older, *QUIET, given="продолжить\nфол номер три\n" + HUSH)
    assert done.stdout.endswith("её продолжит: voice-host resume\n")
    run("resume", *QUIET, given="продолжить\nфол номер пять\n" + HUSH)
    assert older.read_text("utf-8").count('"Foul"') == 2
    assert '"Foul"' not in newer.read_text("utf-8")


@pytest.mark.parametrize("damaged", [1, 3])
def test_resume_never_takes_an_older_game_for_a_damaged_one(
    run: Run, home: Path, damaged: int
) -> None:
    """It goes on from the whole lines and says so; without a first line there is no game to it."""
    older, game = (home / "voice-host" / "games" / f"{name}.jsonl" for name in (2001, 3001))
    for path in (older, game):
        games.written(path, seed=3, steps=20)
    before = older.read_bytes()
    lines = game.read_bytes().split(b"\n")
    lines[damaged - 1] = lines[damaged - 1][:-5]
    game.write_bytes(b"\n".join(lines))
    done = run("resume", *QUIET, given="продолжить\nдальше\n" + HUSH)
    told = f"3001.jsonl» испорчен в строке {damaged}: она не читается как JSON"
    assert older.read_bytes() == before
    if damaged == 1:
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr and "Другую игру продолжит" in done.stderr
    else:
        assert done.returncode == 0
        assert told in done.stdout and "прежний файл сохранён" in done.stdout
        assert game.with_name("3001.jsonl.damaged").read_bytes() == b"\n".join(lines)


def test_resume_goes_on_in_the_lobby_of_a_next_game(run: Run, home: Path) -> None:
    """Who was killed first in the game before is known, so there he opens (S3)."""
    known = {"previous": {"first_killed": 4}, "rules": rules_of("lars"), "seats": 10}
    games = home / "voice-host" / "games"
    games.mkdir(parents=True)
    header = {"format": 1, "language": "ru", "program": "0", "names": []} | known
    (games / "2001.jsonl").write_text(json.dumps(header) + "\n", encoding="utf-8")
    done = run("resume", *QUIET, given="начать игру\n" + "дальше\n" * 12 + HUSH)
    assert done.returncode == 0
    journal = (games / "2001.jsonl").read_text(encoding="utf-8")
    assert '"first_killed":4' in journal.splitlines()[1]


def rules_of(name: str) -> object:
    """A ruleset as it stands in a journal."""
    return msgspec.to_builtins(rulesets.load(name))


def test_resume_without_a_game_says_so(run: Run, home: Path) -> None:
    """No journals at all, or none that can go on."""
    done = run("resume")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Сохранённых игр нет" in done.stderr
    run("play", *QUIET, given="начать игру\nконец игры\nда\n" + HUSH)
    assert "Неоконченных игр нет" in run("resume").stderr


def test_a_named_device_that_is_not_there_ends_it_and_leaves_no_game(
    run: Run, home: Path, tmp_path: Path
) -> None:
    """The error names it; no journal is left, dealt or not, that `resume` would take for a game."""
    own = tmp_path / "own.jsonl"
    for more in ((), ("--deal",), ("--journal", own)):
        done = run("play", "--hall", "none", "--mic", "нету.wav", *more)
        assert done.returncode == 2
        assert "нету.wav" in done.stderr
    assert not own.exists() and not list(home.rglob("*.jsonl"))
    assert "Сохранённых игр нет" in run("resume").stderr


def test_a_game_that_a_missing_device_kept_from_going_on_can_be_resumed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal is let go of, whatever fails in between."""
    path = tmp_path / "game.jsonl"
    games.written(path, seed=3, steps=5)
    line = ["voice-host", "resume", str(path), "--hall", "none", "--mic", "нету.wav"]
    monkeypatch.setattr("sys.argv", line)
    with pytest.raises(SystemExit):
        main()
    recover(path).close()


@pytest.mark.parametrize("damage", ["missing", "folder", "spoiled"])
@pytest.mark.parametrize("command", [["replay"], ["resume"], ["export", "--format", "md"]])
def test_a_journal_that_is_none_is_refused(
    run: Run, tmp_path: Path, command: list[str], damage: str
) -> None:
    """Exit code 2 and what is wrong, without a word on the output."""
    path = tmp_path / "game.jsonl"
    if damage == "folder":
        path.mkdir()
    elif damage == "spoiled":
        path.write_bytes(b"\xff\n")
    done = run(*command, path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Журнал" in done.stderr


def test_replay_says_that_it_agrees_or_the_first_difference(run: Run, journal: Path) -> None:
    """Exit codes 0 and 1."""
    done = run("replay", journal)
    assert (done.returncode, done.stdout) == (0, "Сходится.\n")
    text = journal.read_text(encoding="utf-8")
    journal.write_text(text.replace('"ends_at":', '"ends_at":1', 1), encoding="utf-8")
    done = run("replay", journal)
    assert done.returncode == 1
    assert done.stdout.startswith("строка ")


def test_a_bad_ruleset_is_refused_with_its_place(run: Run, tmp_path: Path) -> None:
    """File, table and key."""
    path = tmp_path / "mine.toml"
    path.write_text('extends = "wma"\n[speech]\nseconds = "час"\n', encoding="utf-8")
    for command in (["rules", path], ["play", *QUIET, "--rules", path]):
        done = run(*command)
        assert done.returncode == 2
        assert "mine.toml" in done.stderr and "seconds" in done.stderr


def test_rules_and_commands_are_listed(run: Run) -> None:
    """Tables for people."""
    assert "wma" in run("rules").stdout
    assert "речь" in run("rules", RULES).stdout.lower()
    everywhere, lobby = run("commands").stdout, run("commands", "--phase", "lobby").stdout
    assert "start" in lobby and "kill" not in lobby and "kill" in everywhere
    assert "только с клавиатуры" in everywhere


def test_a_phase_may_be_named_with_the_role_that_wakes(run: Run) -> None:
    """As scenarios and screens name it; a role that there is not is no phase."""
    doctor = run("commands", "--phase", "night.role.doctor", "--rules", "lars").stdout
    assert "choose" in doctor and "nominate" not in doctor
    assert run("commands", "--phase", "night0.role.doctor").returncode == 0
    done = run("commands", "--phase", "night.role.wizard")
    assert done.returncode == 2 and "night.role.doctor" in done.stderr


def test_rules_are_read_with_their_reasons(run: Run, tmp_path: Path) -> None:
    """Names of roles, «нет», whose text decides; a group's own file too."""
    city = run("rules", "city").stdout
    assert "комиссар 1" in city and "S0: в некоторых правилах доктор не лечит себя" in city
    own = tmp_path / "my.toml"
    own.write_text('extends = "city"\n[why]\n"votes.each" = "Наши: так привыкли"\n', "utf-8")
    assert "Наши: так привыкли" in run("rules", own).stdout


def test_scenarios_end_with_0_or_1_or_2(run: Run, tmp_path: Path) -> None:
    """As written, not as written, no scenario; `--print` shows the game."""
    good, wrong, none = (tmp_path / f"{name}.txt" for name in ("good", "wrong", "none"))
    good.write_text("> начать игру\n? phase night0.deal\n< город засыпает\n", encoding="utf-8")
    wrong.write_text("> начать игру\n? phase over\n", encoding="utf-8")
    none.write_text("здравствуйте\n", encoding="utf-8")
    done = run("scenario", good, "--print")
    assert done.returncode == 0
    assert "зал: Город засыпает." in done.stdout
    done = run("scenario", wrong, good)
    assert done.returncode == 1
    assert f"{wrong}: строка 2: на деле night0.deal" in done.stdout
    assert f"{good}: ok" in done.stdout
    done = run("scenario", none)
    assert done.returncode == 2
    assert "none.txt:1" in done.stderr


@pytest.mark.parametrize("form", ["json", "md", "csv"])
def test_export_prints_the_protocol(run: Run, journal: Path, form: str) -> None:
    """In the form that was asked for, and nothing else."""
    done = run("export", journal, "--format", form)
    assert done.returncode == 0
    if form == "json":
        assert len(json.loads(done.stdout)["players"]) == 10
    else:
        assert done.stdout.splitlines()[0] in (
            "# Протокол: Спортивная мафия, WMA",
            "место;имя;роль;команда;фолы;исход;когда;причины",
        )


# --- sound files ---


def silence(path: Path, rate: int, channels: int) -> None:
    soundfile.write(str(path), np.zeros((rate // 2, channels), np.int16), rate)


@pytest.mark.speech
def test_hear_does_all_files_that_are_sound_and_tells_of_the_rest(run: Run, tmp_path: Path) -> None:
    """44.1 and 48 kHz, stereo; what is no sound gets a line, and exit code 2."""
    good, stereo = tmp_path / "good.wav", tmp_path / "stereo.wav"
    silence(good, 48_000, 1)
    silence(stereo, 44_100, 2)
    bad, empty = tmp_path / "bad.wav", tmp_path / "empty.wav"
    bad.write_text("это не звук")
    empty.write_bytes(b"")
    missing = tmp_path / "missing.wav"
    done = run("hear", good, bad, empty, missing, tmp_path, stereo, "--json")
    assert done.returncode == 2
    heard = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["file"] for line in heard] == [str(good), str(stereo)]
    keys = ["file", "text", "command", "seats", "confidence", "seconds"]
    assert all(list(line) == keys for line in heard)
    told = [line for line in done.stderr.splitlines() if line.strip()]
    for name in ("bad.wav", "empty.wav", "missing.wav", tmp_path.name):
        assert any(name in line for line in told)


@pytest.mark.speech
def test_hear_with_a_grammar_answers_one_of_its_phrases_or_nothing(
    run: Run, tmp_path: Path
) -> None:
    """A file of phrases, one a line; a file without any is refused."""
    sound, phrases = tmp_path / "sound.wav", tmp_path / "phrases.txt"
    silence(sound, 16_000, 1)
    phrases.write_text("Фол номер 3\nдальше\n", encoding="utf-8")
    done = run("hear", sound, "--grammar", phrases)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{sound}: — ")
    phrases.write_text("\n\n", encoding="utf-8")
    assert "нет фраз" in run("hear", sound, "--grammar", phrases).stderr
    phrases.write_bytes(sound.read_bytes())
    done = run("hear", sound, "--grammar", phrases)
    assert done.returncode == 2
    assert "строка 1" in done.stderr and "не произнести" in done.stderr


@pytest.mark.parametrize("word", ["hello", "ъъ"])
@pytest.mark.parametrize("kept", [True, False])
def test_hear_names_a_word_of_its_phrases_that_cannot_be_said(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, kept: bool
) -> None:
    """File, line and word, be there a place for the model that would learn it or not."""
    if not kept:
        (home / "file").write_text("")
        monkeypatch.setenv("XDG_CACHE_HOME", str(home / "file"))
    sound, phrases = tmp_path / "sound.wav", tmp_path / "phrases.txt"
    silence(sound, 16_000, 1)
    phrases.write_text(f"[unk]\n\nфол {word}\n", encoding="utf-8")
    done = run("hear", sound, "--grammar", phrases)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"«{phrases}», строка 3: слово «{word}» не произнести по-русски." in done.stderr


@pytest.mark.speech
def test_names_of_a_journal_that_cannot_be_said_are_typed(run: Run, tmp_path: Path) -> None:
    """Whoever wrote them into it: the ears go without them."""
    path, sound = tmp_path / "game.jsonl", tmp_path / "sound.wav"
    silence(sound, 16_000, 1)
    begin(rulesets.load("wma"), 10, path, ((2, "Bob"), (3, "Ъъ"))).close()
    given = "начать игру\nфол Bob\n" + HUSH
    done = run("resume", path, "--mic", sound, *QUIET[2:], given=given)
    assert done.returncode == 0
    assert "Внутренняя ошибка" not in done.stdout + done.stderr
    assert "игрок номер два" in done.stdout


def test_hear_without_a_model_is_refused(run: Run, tmp_path: Path) -> None:
    """A folder that holds no model."""
    sound = tmp_path / "sound.wav"
    silence(sound, 16_000, 1)
    done = run("hear", sound, "--model", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert str(tmp_path) in done.stderr


def test_say_writes_a_wav_and_prints_nothing(run: Run, tmp_path: Path) -> None:
    """Whatever its synthesiser prints; where it cannot write it says so."""
    path = tmp_path / "said.wav"
    done = run("say", "Доброе утро", "--voice", "silent", "--out", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert soundfile.info(str(path)).duration > 0.3
    for place in (tmp_path, tmp_path / "no" / "folder.wav"):
        done = run("say", "Доброе утро", "--voice", "silent", "--out", place)
        assert done.returncode == 2
        assert str(place) in done.stderr


@pytest.mark.speech
def test_say_with_the_voice_of_the_system_prints_nothing(run: Run, tmp_path: Path) -> None:
    """The engine's own messages stay in its process."""
    path = tmp_path / "said.wav"
    done = run("say", "Доброе утро", "--out", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert soundfile.info(str(path)).duration > 0.5


@pytest.mark.parametrize("text", ["", "  ", "…"])
def test_nothing_to_say_is_told(run: Run, tmp_path: Path, text: str) -> None:
    """No voice makes a sound of it."""
    path = tmp_path / "said.wav"
    done = run("say", text, "--voice", "silent", "--out", path)
    assert (done.returncode, path.exists()) == (2, False)
    assert "Произносить нечего" in done.stderr


def test_an_unknown_voice_is_refused(run: Run, tmp_path: Path) -> None:
    """With the ones there are; a game does not begin, nor go on, without the voice asked for."""
    path, new = tmp_path / "game.jsonl", tmp_path / "new.jsonl"
    games.written(path, seed=3, steps=5)
    for command in (
        ["say", "Да", "--out", tmp_path / "said.wav"],
        ["play", *QUIET[:4], "--journal", new],
        ["resume", path, *QUIET[:4]],
    ):
        done = run(*command, "--voice", "осёл:иа")
        assert (done.returncode, done.stdout) == (2, "")
        assert "Голоса «осёл:иа» нет. " in done.stderr.replace("\n", " ")
    assert not new.exists()


def test_seats_of_a_ruleset_that_has_one_number(run: Run) -> None:
    """No other number is asked for then."""
    done = run("play", *QUIET, "--seats", 11)
    assert done.returncode == 2 and "мест за столом 10, а не 11" in done.stderr
    assert "Уберите --seats" in done.stderr and "другое число" not in done.stderr
    done = run("play", *QUIET, "--rules", "city", "--seats", 99)
    assert "Укажите другое число: --seats." in done.stderr


def test_the_demo_writes_into_no_folder_that_has_to_be_guessed(run: Run, tmp_path: Path) -> None:
    """A slip in `--out` is refused and leaves nothing behind."""
    done = run("demo", "--fast", "--out", tmp_path / "no" / "sound")
    assert (done.returncode, list(tmp_path.glob("no"))) == (2, [])
    assert f"папки «{tmp_path / 'no'}» нет" in done.stderr


@pytest.mark.speech
def test_the_demo_runs_without_devices_and_writes_both_sides(run: Run, tmp_path: Path) -> None:
    """Nothing but captions on the output; three tracks of one length."""
    done = run("demo", "--fast", "--out", tmp_path / "sound")
    assert done.returncode == 0
    assert "услышано" not in done.stdout
    assert "ухо: Фолы: третий один." in done.stdout
    assert "зал: Игра окончена." in done.stdout
    assert "Audio saved" not in done.stdout
    frames = {soundfile.info(str(p)).frames for p in (tmp_path / "sound").glob("*.wav")}
    assert len(list((tmp_path / "sound").iterdir())) == 3
    assert len(frames) == 1
    assert frames.pop() / 16_000 < 240


@pytest.mark.speech
def test_a_demo_that_is_not_heard_says_so(
    monkeypatch: pytest.MonkeyPatch, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a model cannot hear in a synthetic voice is no demonstration: exit code 1."""
    monkeypatch.setattr(demo, "script", lambda _: ("начать игру", "абракадабра"))
    assert not demo.show(RU, fast=True, out=None)
    told = capsys.readouterr().out
    assert "Не расслышано: «абракадабра»." in told and told.count("Не расслышано") == 1


@pytest.mark.parametrize("option", ["--hall", "--ear"])
def test_play_writes_over_no_recording(run: Run, tmp_path: Path, option: str) -> None:
    """Not even with the sound of the game, and least of all the one that it listens to."""
    kept = tmp_path / "keep.wav"
    soundfile.write(kept, np.zeros(16_000), 16_000)
    before = kept.read_bytes()
    done = run("play", *QUIET, "--mic", kept, option, kept, given=HUSH)
    assert (done.returncode, kept.read_bytes()) == (2, before)
    assert "уже есть" in done.stderr


# --- places, pipes, signals ---


def test_a_journal_where_none_can_be_is_refused_before_the_game(run: Run, tmp_path: Path) -> None:
    """An existing file, a folder, a folder under a file."""
    file = tmp_path / "file"
    file.write_text("дневник")
    places = {
        file: "такой файл уже есть",
        tmp_path: "это папка",
        file / "game.jsonl": "не папка",
        tmp_path / "no" / "such" / "game.jsonl": "такой папки нет",
    }
    if Path("/proc/self").exists():
        places[Path("/proc/game.jsonl")] = "файл там не создать"
    for place, why in places.items():
        done = run("play", *QUIET, "--journal", place, given="начать игру\n")
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
        assert "Укажите другое место: --journal." in done.stderr
    assert file.read_text() == "дневник"
    assert not (tmp_path / "no").exists()


def test_a_home_that_cannot_be_written_costs_no_evening(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games are played without a journal, which is told once, and with what to do."""
    file = home / "file"
    file.write_text("")
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(file))
    words = "начать игру\nфол номер три\nотмена\nконец игры\nда\nновая игра\nначать игру\n"
    done = run("play", *QUIET, given=words + HUSH)
    assert done.returncode == 0
    assert done.stdout.count("зал: Город засыпает") == 2
    assert done.stdout.count("Игра идёт без записи") == done.stdout.count("--journal ФАЙЛ") == 1
    assert "Журнал вести негде: на пути к нему не папка" in done.stdout
    assert done.stdout.endswith("Игра шла без записи: сыгранное не сохранено.\n")


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
@pytest.mark.parametrize("command", [["commands"], ["rules", RULES], ["--help"]])
def test_output_that_nobody_reads_is_no_error(home: Path, command: list[str]) -> None:
    """`voice-host commands | head -1`."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*PROGRAM, *command], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=30
    )
    os.close(writer)
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("command", [["rules"], ["rules", RULES], ["commands"]])
def test_output_that_cannot_be_written_is_told(home: Path, command: list[str]) -> None:
    """A full disk is no error of the program."""
    with Path("/dev/full").open("wb") as full:
        line = [*PROGRAM, *command]
        done = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("Вывод не записать: диск заполнен.\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_captions_that_cannot_be_written_end_the_game_with_the_reason(
    home: Path, tmp_path: Path
) -> None:
    """Not without a word; the journal is there to go on with."""
    path = tmp_path / "game.jsonl"
    with Path("/dev/full").open("wb") as full:
        line = [*PROGRAM, "play", *QUIET, "--journal", str(path)]
        done = subprocess.run(
            line, input="", stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 2
    assert done.stderr.startswith("Вывод не записать: диск заполнен.\n")
    assert path.exists()


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
def test_a_game_whose_output_is_closed_does_not_begin(home: Path, tmp_path: Path) -> None:
    """There would be no captions; nothing is made that `resume` would take for a game."""
    path = tmp_path / "game.jsonl"
    line = ["sh", "-c", '"$@" >&-', "sh", *PROGRAM, "play", *QUIET, "--journal", str(path)]
    done = subprocess.run(line, input="", stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("Вывод программы закрыт.\n")
    assert not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
def test_the_command_that_goes_on_with_a_game_can_be_copied(
    run: Run, home: Path, tmp_path: Path
) -> None:
    """Whatever stands in its path."""
    path = tmp_path / "моя игра.jsonl"
    told = run("play", *QUIET, "--journal", path, given="дальше\n" + HUSH).stdout
    arguments = shlex.split(told.rpartition("её продолжит: voice-host ")[2])
    assert arguments == ["resume", str(path)]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "koi8-r"])
def test_an_output_of_another_encoding_is_still_russian(
    home: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    """UTF-8 where there would be no Russian letter; one sign that is missing costs nothing."""
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    done = subprocess.run([*PROGRAM, "rules", RULES], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Спортивная мафия" in done.stdout.decode("koi8-r" if encoding == "koi8-r" else "utf-8")


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_no_output_at_all_is_no_error(home: Path) -> None:
    """Started with input, output and errors closed."""
    line = " ".join(f"'{part}'" for part in PROGRAM) + " rules >&- 2>&- <&-"
    assert subprocess.run(["sh", "-c", line], timeout=30).returncode == 0


def playing(home: Path, path: Path) -> subprocess.Popen[str]:
    """A game on pipes that has begun and waits for words."""
    command = [*PROGRAM, "play", *QUIET, "--journal", str(path)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    process.stdin.write("начать игру\nдальше\nфол номер три\n")
    process.stdin.flush()
    try:
        until(lambda: path.exists() and path.read_bytes().count(b"\n") == 4)
    except AssertionError as late:
        process.kill()
        raise AssertionError(process.communicate()) from late
    return process


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_leaves_quietly(home: Path, tmp_path: Path, name: str) -> None:
    """The journal stays, whoever leaves is told of it, and no traceback."""
    process = playing(home, tmp_path / "game.jsonl")
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=30)
    assert err == ""
    assert f"Игра сохранена, её продолжит: voice-host resume {tmp_path / 'game.jsonl'}\n" in out
    assert process.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_a_terminal_that_is_closed_ends_the_game(home: Path, tmp_path: Path) -> None:
    """As «выход» does; that nobody can be told of it is no error of the program."""
    import pty

    process, terminal = pty.fork()
    if process == 0:
        path = str(tmp_path / "game.jsonl")
        os.execve(
            PROGRAM[0],
            [*PROGRAM, "play", *QUIET, "--journal", path],
            os.environ | {"TERM": "xterm"},
        )
    shown = b""
    while TYPING not in shown:
        shown += os.read(terminal, 1000)
    os.close(terminal)
    _, status = os.waitpid(process, 0)
    assert os.WIFEXITED(status)
    assert not places.log_file().exists()


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_a_killed_game_is_resumed(run: Run, home: Path, tmp_path: Path) -> None:
    """SIGKILL in the middle of an evening, then `resume FILE`."""
    path = tmp_path / "game.jsonl"
    process = playing(home, path)
    process.kill()
    process.communicate(timeout=30)
    done = run("resume", path, *QUIET, given="продолжить\nсколько фолов у третьего\n")
    assert done.returncode == 0
    assert "ухо: У третьего один фол." in done.stdout


def test_a_game_that_is_being_played_is_not_resumed_beside_it(run: Run, home: Path) -> None:
    """Neither by its name nor as the last one; and no older game in its place."""
    folder = home / "voice-host" / "games"
    games.written(folder / "2001.jsonl", seed=3, steps=5)
    path = folder / "3001.jsonl"
    session = begin(rulesets.load("wma"), 10, path)
    session.submit(Start(), 0.0, "voice")
    written = path.read_bytes()
    for name in ([path], []):
        done = run("resume", *name, *QUIET, given="фол номер четыре\n")
        assert (done.returncode, done.stdout) == (2, "")
        assert "Эта игра уже идёт в другом окне" in done.stderr
        assert "3001.jsonl" in done.stderr
    assert path.read_bytes() == written
    session.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")
def test_every_command_that_takes_a_journal_refuses_a_pipe(run: Run, tmp_path: Path) -> None:
    """At once: it would wait for the other end for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for given in (
        ("resume", pipe, *QUIET),
        ("replay", pipe),
        ("export", pipe, "--format", "md"),
        ("play", "--journal", pipe, *QUIET),
    ):
        done = run(*given)
        assert done.returncode == 2
        assert "это канал, а не файл" in done.stderr


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("words", "shown"),
    [([], True), (["--rules", "city"], False), (["--seats", "10"], False), (["--plain"], False)],
)
def test_a_demo_stands_in_for_nothing_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, words: list[str], shown: bool
) -> None:
    """Nobody is there, neither a terminal nor a sound device: what was named is begun."""
    came: list[bool] = []

    def begun(*_: object) -> NoReturn:
        came.append(False)
        raise SystemExit

    def demonstrated(*_: object, **__: object) -> bool:
        came.append(True)
        return True

    monkeypatch.setattr(play, "nothing_to_play_with", lambda *_: True)
    monkeypatch.setattr(play, "show", demonstrated)
    monkeypatch.setattr(play, "set_up", begun)
    CliRunner().invoke(cli.cli, ["play", *words], obj=RU)
    assert came == [shown]
