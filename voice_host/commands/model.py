# SPDX-License-Identifier: MIT
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
from voice_host.errors import Told, VoiceHostError, reason
from voice_host.language.language import Language
from voice_host.ui.command_line import usage

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from voice_host.model.fetch import Progress

_MEGABYTE = 1_000_000


@click.group("model", cls=usage.Group)
def command() -> None:
    """Fetch, tell and remove models of speech."""


@command.command("fetch")
@click.option("--from", "source")
@click.pass_obj
def fetch_command(language: Language, /, source: str | None) -> None:
    """Fetch the official small model."""
    from voice_host.model.fetch import LIST, fetch

    with _progress(language.messages.text("model.fetching")) as progress:
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
def which_command(language: Language, /) -> None:
    """Tell which model listens and why."""
    tell_which(language)


def tell_which(language: Language) -> None:
    """Which model listens, why, and which words it does not know."""
    from voice_host.enrol.speech_model import best_model, spoken_words, unheard, with_words

    tell = usage.teller(language.messages)
    spoken = spoken_words(language)
    chosen, _ = best_model(tell, spoken)
    tell(Told("model.chosen", folder=chosen.folder))
    size = _size(chosen.folder) / _MEGABYTE
    tell(Told("model.chosen_why", why=chosen.why, megabytes=size))
    if places.visible(places.voice_folder()) and chosen.folder != places.voice_folder():
        tell(Told("model.voice_of_another"))
    missing = unheard(language.sentences, with_words(chosen.folder, spoken.words, spoken.lexicon))
    if not missing:
        tell(Told("model.knows_all"))
        return
    tell(Told("model.lacks_words"))
    for one in missing:
        tell(Told("model.word_lacking", word=one.word, sentence=one.sentence))


def _size(folder: Path) -> int:
    """Bytes, shared parts counted too."""
    return sum(_size(path) if path.is_dir() else path.stat().st_size for path in folder.iterdir())


@command.command("remove")
@click.pass_obj
def remove_command(language: Language, /) -> None:
    """Remove a fetched model and a spoiled one."""
    from voice_host.enrol.speech_model import damaged
    from voice_host.model.fetch import forget

    tell = usage.teller(language.messages)
    fetched, own = places.fetched_folder(), places.own_model()
    with _removing(fetched):
        found = forget(fetched)
    if places.visible(own) and damaged(own):
        with _removing(own):
            shutil.rmtree(own)
        tell(Told("model.spoiled_removed", folder=own))
    elif places.visible(own):
        tell(Told("model.own_kept", folder=own))
    tell(Told("model.removed" if found else "model.nothing_to_remove"))
    tell_which(language)


@contextmanager
def _removing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise VoiceHostError("model.not_removed", folder=folder, why=reason(error)) from error
