"""The command line: names and options, and which part does the work. Errors are in Russian.

A `VoiceHostError` is printed as message and hint, exit code 2; nothing prints a traceback.
What takes long to import (sound, speech, the terminal) is imported by the commands that
need it, so that the others answer at once.
"""

import errno
import json
import logging
import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, replace
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from voice_host import __version__, export, model_commands, places, resuming, rulesets, usage
from voice_host import session as sessions
from voice_host.error_log import ErrorLog, keep_errors
from voice_host.errors import VoiceHostError, reason
from voice_host.game.expected import expected_anywhere, expected_in
from voice_host.game.roles import ROLES
from voice_host.game.rules import Rules
from voice_host.game.state import Phase
from voice_host.inbox import Options
from voice_host.language.hear import commands_table
from voice_host.language.words import words
from voice_host.rulesets.describe import described
from voice_host.voice.protocols import FASTEST, SLOWEST

if TYPE_CHECKING:
    from voice_host.evening import Setup

FILE = click.Path(path_type=Path)
PHASES = {phase.value: phase for phase in Phase} | {
    f"{phase}.{role}": phase for phase in (Phase.MEETING, Phase.ROLE) for role in ROLES
}
"""Phases by name; where a role wakes also with the role: night.role.doctor."""
PHASE = click.option(
    "--phase",
    type=click.Choice(list(PHASES)),
    metavar="ФАЗА",
    help="Слова фазы: lobby, day.speech, night.role.doctor…",
)
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system answers when output is sent to a file and cannot be written."""
_PACE = click.IntRange(SLOWEST, FASTEST)
_RULES = "Имя или файл .toml."


@click.group(
    cls=usage.Group,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(
    __version__, prog_name="voice-host", message="%(prog)s %(version)s", help="Показать версию."
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Голосовой ведущий «Мафии»: слушает, считает, помнит. Без сети."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _evening_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that `play` and `resume` share."""
    for option in (
        click.option("--assist", is_flag=True, help="Сценарий говорит человек."),
        click.option("--rate", type=_PACE, help="Скорость речи, слов в минуту."),
        click.option("--voice", default="", help="Голос: имя, espeak, recorded:ПАПКА, silent."),
        click.option("--model", type=FILE, help="Папка модели Vosk."),
        click.option("--ear", help="Наушник ведущего: устройство, файл .wav или none."),
        click.option("--hall", help="Колонка: устройство, файл .wav или none."),
        click.option("--mic", help="Микрофон: устройство, файл .wav или none."),
        click.option("--plain", is_flag=True, help="Без таблицы и бегущих секунд: для диктора."),
        click.option("--keys", is_flag=True, help="Каждая клавиша действует сразу."),
        click.option(
            "--listen", type=click.Choice(["open", "call", "push"]), default="open",
            show_default=True, help="Слушать всегда, после слова «ведущий» или по клавише.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def _setup(**given: Any) -> "Setup":
    from voice_host.evening import Setup, started
    from voice_host.voice.mouth import MouthOptions

    ear = None if given["ear"] == "none" else given["ear"]
    cache, voice = places.speech_folder(), given["voice"]
    child = started(voice) if voice else None
    mouth = MouthOptions(hall=given["hall"], ear=ear, voice=voice, cache=cache, child=child)
    if given["rate"]:
        mouth = replace(mouth, words_per_minute=given["rate"])
    options = Options(assist=given["assist"], listen=given["listen"])
    return Setup(options, mouth, given["mic"], given["model"], given["keys"], given["plain"])


@cli.command()
@click.option("--rules", "rules_name", default="wma", show_default=True, help=_RULES)
@click.option("--seats", type=int, help="Сколько мест за столом.")
@click.option("--beat", type=usage.Numbers(0.8, 3.0), help="Шаг ночного счёта, секунд.")
@click.option("--names", type=FILE, help="Файл имён: «2 — Марина», по строке на место.")
@click.option("--journal", type=FILE, help="Файл журнала.")
@click.option("--deal", "dealing", is_flag=True, help="Роли раздаёт программа, карт не нужно.")
@click.option("--seed", type=int, help="Число, по которому роли раздаются одинаково.")
@_evening_options
def play(
    rules_name: str,
    seats: int | None,
    beat: float | None,
    journal: Path | None,
    names: Path | None,
    dealing: bool,
    seed: int | None,
    **given: Any,
) -> None:
    """Провести игру."""
    from voice_host import demo
    from voice_host.deal import deal
    from voice_host.evening import spend

    if seed is not None and not dealing:
        raise VoiceHostError("--seed без --deal ничего не значит.", "Добавьте --deal.")
    rules = _rules(rules_name, beat)
    at_table = _seats(rules, seats)
    called = _names(names, at_table)
    if demo.nothing_to_play_with(given["mic"], given["hall"]):
        sys.exit(not demo.show(fast=False, out=None))
    setup = _setup(**given)
    if seed is not None:
        setup = replace(setup, chance=Random(seed))

    def sit_down() -> sessions.Session:
        if journal is not None:
            session = sessions.begin(rules, at_table, journal, called)
        else:
            session = sessions.begin_anyhow(rules, at_table, places.new_journal(), called)
        if dealing:
            deal(session, setup.chance)
        return session

    resuming.farewell(spend(sit_down, at_table, called, setup), click.echo)


def _rules(name: str, beat: float | None = None) -> Rules:
    rules = rulesets.load(name)
    return rules if beat is None else replace(rules, night=replace(rules.night, beat=beat))


def _names(file: Path | None, seats: int) -> sessions.Names:
    if file is None:
        return ()
    from voice_host.names_file import read_names

    return read_names(file, seats).names


def _seats(rules: Rules, seats: int | None) -> int:
    table = rules.table
    if seats is not None and not table.fewest <= seats <= table.most:
        one = table.fewest == table.most
        raise VoiceHostError(
            f"По правилам «{rules.id}» мест за столом {table.bounds}, а не {seats}.",
            "Уберите --seats или возьмите другие правила: --rules."
            if one
            else "Укажите другое число: --seats.",
        )
    return table.seats if seats is None else seats


@cli.command()
@click.argument("file", metavar="[ФАЙЛ]", type=FILE, required=False)
@_evening_options
def resume(file: Path | None, **given: Any) -> None:
    """Продолжить прерванную игру (без имени — последнюю неоконченную)."""
    session = sessions.recover(file or resuming.last_unfinished())
    from voice_host.evening import spend

    with closing(session):
        seats, names = session.state.seats, session.names
        left = spend(lambda: session, seats, names, _setup(**given), recovered=True)
    resuming.farewell(left, click.echo)


@cli.command("demo")
@click.option("--fast", is_flag=True, help="Не ждать в реальном времени.")
@click.option("--out", type=FILE, help="Папка для записей wav.")
def demo_command(fast: bool, out: Path | None) -> None:
    """Короткий вечер без устройств: говорит синтезатор, слушает настоящий Vosk.

    Код 1, если что-то из сказанного не расслышано.
    """
    from voice_host import demo

    sys.exit(not demo.show(fast=fast, out=out))


@cli.command()
@click.argument("file", metavar="ФАЙЛ", type=FILE)
def replay(file: Path) -> None:
    """Проверить журнал: те же команды, те же события?"""
    difference = sessions.replay(file)
    click.echo("Сходится." if difference is None else difference)
    sys.exit(difference is not None)


@cli.command("scenario")
@click.argument("files", metavar="ФАЙЛ…", type=FILE, nargs=-1, required=True)
@click.option("--print", "aloud", is_flag=True, help="Показать ход игры.")
def scenario_command(files: tuple[Path, ...], aloud: bool) -> None:
    """Сыграть сценарии; код 1 и первое расхождение, если вышло не так."""
    from voice_host import scenario

    failed = False
    for path in files:
        difference = scenario.run(path, click.echo if aloud else lambda _: None)
        failed = failed or difference is not None
        click.echo(f"{path}: {'ok' if difference is None else difference}")
    sys.exit(failed)


@cli.command()
@click.argument("files", metavar="WAV…", type=FILE, nargs=-1, required=True)
@click.option("--grammar", type=FILE, help="Файл: по одной фразе в строке.")
@PHASE
@click.option("--rules", "rules_name", default="wma", show_default=True, help=_RULES)
@click.option("--model", type=FILE, help="Папка модели Vosk.")
@click.option("--json", "as_json", is_flag=True, help="По объекту JSON в строке.")
@click.option("--realtime", is_flag=True, help="В темпе речи; показать задержку.")
def hear(files: tuple[Path, ...], phase: str | None, as_json: bool, **given: Any) -> None:
    """Что слышно в записях; без --phase и --grammar — любая команда."""
    from voice_host import hearing

    tell = partial(click.echo, err=True)
    listener = hearing.Listener(phase=PHASES[phase] if phase else None, tell=tell, **given)
    failed = False
    for path in files:
        try:
            heard = listener.hear(path)
        except VoiceHostError as error:
            failed = True
            click.echo(error.line, err=True)
            continue
        line = json.dumps(asdict(heard), ensure_ascii=False) if as_json else heard.line()
        click.echo(line)
    sys.exit(2 if failed else 0)


@cli.command()
@click.argument("text", metavar="ТЕКСТ")
@click.option("--out", type=FILE, help="Записать в файл .wav.")
@click.option("--voice", default="", help="Голос: имя, espeak, recorded:ПАПКА.")
def say(text: str, out: Path | None, voice: str) -> None:
    """Произнести текст."""
    if not any(map(str.isalnum, text)):
        raise VoiceHostError(
            "Произносить нечего: в тексте ни букв, ни цифр.",
            'Напишите его в кавычках: voice-host say "Добрый вечер"',
        )
    from voice_host.voice.say import say_aloud, say_to_file

    if out is None:
        say_aloud(text, voice)
    else:
        say_to_file(text, out, voice)


@cli.command("rules")
@click.argument("name", metavar="[ПРАВИЛА]", required=False)
def rules_command(name: str | None) -> None:
    """Правила словами, у каждого выбора причина; без имени — какие есть."""
    if name is None:
        for known in rulesets.names():
            click.echo(f"{known:14} {rulesets.load(known).title}")
    else:
        rules, why = rulesets.load(name), rulesets.reasons(name)
        click.echo(described(rules, why, words().role_names()))


@cli.command()
@PHASE
@click.option("--rules", "rules_name", default="wma", show_default=True, help=_RULES)
def commands(phase: str | None, rules_name: str) -> None:
    """Что можно сказать."""
    rulesets.load(rules_name)
    kinds = expected_in(PHASES[phase]) if phase else expected_anywhere()
    for row in commands_table(kinds):
        typed = "  (только с клавиатуры)" if row.silent else ""
        click.echo(f"{row.name:16} {', '.join(row.examples)}{typed}")


@cli.command("doctor")
def doctor_command() -> None:
    """Проверить устройства, голоса, модель."""
    from voice_host import doctor

    sys.exit(not doctor.report(click.echo))


@cli.command("export")
@click.argument("file", metavar="ФАЙЛ", type=FILE)
@click.option("--format", "form", type=click.Choice(["json", "md", "csv"]), required=True)
def export_command(file: Path, form: str) -> None:
    """Протокол игры."""
    click.echo(export.exported(sessions.load(file), form), nl=False)


cli.add_command(model_commands.enroll_command)
cli.add_command(model_commands.model_group)


def main() -> NoReturn:
    """Run the command line; a host never sees a traceback."""
    log = keep_errors()
    try:
        _speak_russian(sys.stdout, sys.stderr)
        cli(prog_name="voice-host", standalone_mode=False)
        _leave(0)
    except VoiceHostError as error:
        _leave(2, error.message, error.hint)
    except click.exceptions.Abort:
        _leave(130)
    except click.ClickException as error:
        _leave(2, usage.complaint(error), usage.hint(error))
    except BrokenPipeError:
        _leave(0)
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in _NO_ROOM:
            _leave(2, *_no_output(error))
        logging.getLogger(__name__).exception("main thread")
        _leave(2, "Внутренняя ошибка программы.", _where_kept(log))


def _where_kept(log: ErrorLog) -> str:
    if log.kept:
        return f"Она записана в «{log.baseFilename}»."
    return f"Записать её в «{log.baseFilename}» не удалось: проверьте место на диске и права."


def _leave(code: int, *lines: str) -> NoReturn:
    """Say these lines and end; output that nobody reads any more is forgotten."""
    with suppress(OSError):  # the terminal is gone
        for line in filter(None, lines):
            click.echo(line, err=True)
    try:
        if sys.stdout is not None:  # it is when it was closed before the start
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _no_output(error: OSError) -> tuple[str, str]:
    return f"Вывод не записать: {reason(error)}.", "Направьте его в другое место."


def _speak_russian(*streams: TextIO | None) -> None:
    """Output in an encoding without Russian letters is UTF-8; a sign that one lacks becomes «?»."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            try:
                "Ж".encode(stream.encoding)
                stream.reconfigure(errors="replace")
            except UnicodeEncodeError:
                stream.reconfigure(encoding="utf-8")
