# SPDX-License-Identifier: MIT
"""An evening that is put together, and one that cannot be: what was opened is let go again."""

from typing import Any

import pytest
from click.testing import CliRunner

from tests.parlour import WMA
from tests.russian import RU
from voice_host import cli
from voice_host.commands import evening, play
from voice_host.commands.setup import Setup
from voice_host.errors import AudioUnavailable
from voice_host.history.session import Session
from voice_host.host.rehearsal import Rehearsal
from voice_host.language.language import Language
from voice_host.voice.mouth import MouthOptions


class Part(Rehearsal):
    """A mouth, a microphone or a child, which notes that it was let go."""

    rate: Any = 16_000
    finished = True
    closed = False

    def close(self) -> None:
        self.closed = True

    kill = close

    def missing(self, words: object) -> tuple[str, ...]:
        return ()


def refuse(*_: object, **__: object) -> Session:
    raise AudioUnavailable("voice.no_answer")


@pytest.mark.parametrize("refusing", ["open_mouth", "open_microphone", "ListeningEars", ""])
def test_what_was_opened_is_closed(monkeypatch: pytest.MonkeyPatch, refusing: str) -> None:
    """Mouth, microphone, ears and the child that renders, at whichever of them it ends."""
    child, mouth, microphone, ears = (Part() for _ in range(4))
    opened = {"open_mouth": mouth, "open_microphone": microphone, "ListeningEars": ears}
    monkeypatch.setattr(evening, "open_model", lambda *_: Part())
    for name, part in opened.items():
        monkeypatch.setattr(evening, name, lambda *_, part=part, **__: part)
    if refusing:
        monkeypatch.setattr(evening, refusing, refuse)
    setup = Setup(mouth=MouthOptions(child=child), microphone="mic")  # type: ignore[arg-type]
    with pytest.raises(AudioUnavailable):
        evening.spend(RU, refuse, 10, (), setup)
    names = list(opened)
    begun = names[: names.index(refusing)] if refusing else ["open_mouth", "ListeningEars"]
    assert child.closed
    assert all(opened[name].closed for name in begun)


@pytest.mark.parametrize("more", [[], ["--plain"]])
def test_a_screen_reader_is_spared_the_seconds(
    monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    """If `--plain` asks for it."""
    made: list[bool] = []

    def spend(
        language: Language, sit_down: object, seats: int, names: object, setup: Setup
    ) -> Session:
        evening._screen(language, setup, lambda: Session(WMA, 10))
        return Session(WMA, 10)

    monkeypatch.setattr(play, "nothing_to_play_with", lambda *_: False)
    monkeypatch.setattr(evening, "usable", lambda: True)
    monkeypatch.setattr(
        evening, "Terminal", lambda *_, plain_status, **__: made.append(plain_status)
    )
    monkeypatch.setattr(play, "spend", spend)
    done = CliRunner().invoke(cli.cli, ["play", "--hall", "none", "--mic", "none", *more], obj=RU)
    assert done.exit_code == 0
    assert made == [bool(more)]
