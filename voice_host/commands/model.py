"""`voice-host model`: fetch, which, remove.

Names, options and what is printed. What is done is in `enrolling`, `speech_model` and
`model.fetch`; which model is used, in `places`.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from voice_host import places
from voice_host.commands import usage
from voice_host.errors import VoiceHostError, reason
from voice_host.language.language import Language

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from voice_host.model.fetch import Progress

_MEGABYTE = 1_000_000


@click.group("model", cls=usage.Group)
def command() -> None:
    """Модель речи: скачать, узнать, убрать."""


@command.command("fetch")
@click.option("--from", "source", help="Адрес списка моделей.")
@click.pass_obj
def fetch_command(language: Language, source: str | None) -> None:
    """Скачать официальную малую русскую модель Vosk (45 МБ)."""
    from voice_host.model.fetch import LIST, fetch

    with _progress("Скачиваю модель") as progress:
        fetch(places.fetched_folder(), progress, source or LIST)
    tell_which(language)


@contextmanager
def _progress(label: str) -> "Iterator[Progress]":
    """A bar on the error stream that learns its length from the first report."""
    bars: list[ProgressBar[int]] = []

    def report(done: int, total: int) -> None:
        if not bars:
            bars.append(click.progressbar(length=total, label=label, file=sys.stderr))
            bars[0].__enter__()
        bars[0].update(done - bars[0].pos)

    try:
        yield report
    finally:
        for bar in bars:
            bar.render_finish()


@command.command("which")
@click.pass_obj
def which_command(language: Language) -> None:
    """Какая модель слушает, почему, и все ли слова она знает."""
    tell_which(language)


def tell_which(language: Language) -> None:
    from voice_host.enrol.speech_model import best_model, spoken_words, unheard, with_words

    spoken = spoken_words(language)
    chosen, _ = best_model(click.echo, spoken)
    click.echo(f"Модель: {chosen.folder}")
    click.echo(f"Почему она: {chosen.why}; {_size(chosen.folder) / _MEGABYTE:.1f} МБ.")
    if places.visible(places.voice_folder()) and chosen.folder != places.voice_folder():
        click.echo("Настройка на ваш голос сделана для другой модели: voice-host enroll.")
    missing = unheard(language.sentences, with_words(chosen.folder, spoken.words, spoken.lexicon))
    if not missing:
        click.echo("Знает все слова команд.")
        return
    click.echo("Этих слов не знает, их можно печатать:")
    for one in missing:
        click.echo(f"  {one.word}: «{one.sentence}»")


def _size(folder: Path) -> int:
    """Bytes, shared parts counted too."""
    return sum(_size(path) if path.is_dir() else path.stat().st_size for path in folder.iterdir())


@command.command("remove")
@click.pass_obj
def remove_command(language: Language) -> None:
    """Убрать скачанную модель и испорченную; останется та, что с программой."""
    from voice_host.enrol.speech_model import damaged
    from voice_host.model.fetch import forget

    fetched, own = places.fetched_folder(), places.own_model()
    with _removing(fetched):
        found = forget(fetched)
    if places.visible(own) and damaged(own):
        with _removing(own):
            shutil.rmtree(own)
        click.echo(f"Испорченная модель убрана: «{own}».")
    elif places.visible(own):
        click.echo(f"В «{own}» модель, которую положили вы: не нужна — удалите эту папку.")
    click.echo("Скачанная модель убрана." if found else "Скачанной модели и не было.")
    tell_which(language)


@contextmanager
def _removing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise VoiceHostError(f"Не убрать «{folder}»: {reason(error)}.", "Удалите сами.") from error
