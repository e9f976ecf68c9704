# SPDX-License-Identifier: MIT
"""What is typed wrong is answered in Russian, with exit code 2 and where to read on."""

import re
from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner

from tests.russian import RU
from voice_host import cli, places
from voice_host.cli import main
from voice_host.ui.command_line import usage

ENGLISH = re.compile(r"\b(Usage|Error|Options|Commands|Try|Missing|Invalid|No such|Show|default)\b")


def answered(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str) -> str:
    """What `main` prints to the error output for a line that it refuses."""
    monkeypatch.setattr("sys.argv", ["voice-host", *line.split()])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert not ENGLISH.search(err)
    return err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("танцуй", "Команды «танцуй» нет. Есть: cards, commands, demo,"),
        ("--tango", "Параметра --tango нет."),
        ("play --tango", "Параметра --tango нет."),
        ("play --seats много", "--seats: такого значения не бывает. Нужно целое число."),
        ("play --listen never", "--listen: такого значения не бывает. Бывает: open, call, push."),
        ("play --rate 5", "--rate: такого значения не бывает. Нужно число от 80 до 360."),
        ("play --beat nan", "--beat: такого значения не бывает. Нужно число от 0.8 до 3.0."),
        ("play --beat 9", "--beat: такого значения не бывает. Нужно число от 0.8 до 3.0."),
        ("play --rules", "Параметру --rules нужно значение."),
        ("play --keys=1", "Параметр --keys пишется без значения."),
        ("play лишнее слово", "Лишнее: лишнее слово."),
        ("replay", "Не хватает: ФАЙЛ."),
        (
            "export --format ода",
            "--format: такого значения не бывает. Бывает: json, md, csv, html,",
        ),
        ("hear", "Не хватает: WAV…."),
        ("commands --phase lunch", "--phase: такого значения не бывает. Бывает: lobby,"),
        ("rules нету", "Нет правил «нету»."),
        ("play --rules нету", "Нет правил «нету»."),
        ("play --seats 99", "мест за столом 10, а не 99."),
        ("replay нет.jsonl", "Журнал «нет.jsonl» не прочесть: такого файла нет."),
        ("export нет.jsonl --format md", "такого файла нет"),
        ("resume нет.jsonl", "такого файла нет"),
        ("scenario нет.txt", "Сценарий «нет.txt» не читается: такого файла нет."),
        ("replay .", "Журнал «.» не прочесть: это папка."),
    ],
)
def test_wrong_lines_are_explained(
    home: object,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    told: str,
) -> None:
    """The first line says what is wrong."""
    assert told in answered(capsys, monkeypatch, line)


def test_the_hint_names_the_command(
    home: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its help is."""
    assert "Справка: voice-host play --help" in answered(capsys, monkeypatch, "play --tango")


COMMANDS = sorted(cli.COMMANDS)


@pytest.mark.parametrize("line", [[], ["--help"], *([name, "-h"] for name in COMMANDS)])
def test_help_is_in_russian(line: list[str]) -> None:
    """Every command's, and with no command at all."""
    result = CliRunner().invoke(cli.cli, line, prog_name="voice-host", obj=RU)
    assert result.exit_code == 0
    assert not ENGLISH.search(result.output)
    assert "Как писать: voice-host" in result.output


def test_the_commands_are_those_that_others_call() -> None:
    """The names are fixed."""
    assert set(COMMANDS) >= {
        "play", "demo", "resume", "replay", "scenario", "hear", "say", "rules", "commands",
        "doctor", "export",
    }  # fmt: skip


def test_the_version_is_told() -> None:
    """Name and number."""
    result = CliRunner().invoke(cli.cli, ["--version"])
    assert re.fullmatch(r"voice-host \d+\.\d+\.\d+\n", result.output)


def failing(error: BaseException) -> Callable[..., None]:
    def fail(**_: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "code"),
    [(KeyboardInterrupt(), 130), (BrokenPipeError(), 0), (RuntimeError("a mistake"), 2)],
)
def test_nothing_ends_in_a_traceback(
    home: object,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
) -> None:
    """Ctrl-C, a closed pipe, and a mistake of our own, which is written down."""
    monkeypatch.setattr(cli, "cli", failing(error))
    if isinstance(error, KeyboardInterrupt):
        monkeypatch.setattr(cli, "cli", failing(click.exceptions.Abort()))
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == code
    _, err = capsys.readouterr()
    assert "Traceback" not in err
    if code == 2:
        assert "errors.log" in err
        assert "a mistake" in places.log_file().read_text(encoding="utf-8")


def test_a_home_that_cannot_be_written_does_not_matter_to_most(
    home: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Errors are then kept nowhere, and everything else works."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    monkeypatch.setattr("sys.argv", ["voice-host", "rules"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0
    assert "wma" in capsys.readouterr().out


def test_what_click_may_say_some_day_is_passed_on() -> None:
    """A complaint without a parameter is printed as it is."""

    def complaint(error: click.ClickException) -> str:
        return usage.complaint(error, RU.messages)

    assert complaint(click.UsageError("Так нельзя.")).startswith("Так нельзя.\n")
    assert complaint(click.ClickException("")).endswith("Справка: voice-host --help")
    assert complaint(click.BadParameter("")).startswith("ПАРАМЕТР")


def test_what_a_command_does_is_told_to_the_end() -> None:
    """In the list of commands too, whose lines are narrow."""
    told = CliRunner().invoke(cli.cli, ["--help"], terminal_width=60, obj=RU).output
    assert "..." not in told
    assert "слушает настоящий Vosk." in " ".join(told.split())
