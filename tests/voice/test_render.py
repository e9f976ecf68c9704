# SPDX-License-Identifier: MIT
"""The render cache: memory, disk, urgency, failures."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.voice.conftest import FAKE
from voice_host.errors import AudioUnavailable
from voice_host.voice.child import RenderingChild
from voice_host.voice.protocols import FASTEST, SLOWEST
from voice_host.voice.render import Renderer

DEAD = ("/nonexistent/python",)


def test_once_in_memory(child: RenderingChild) -> None:
    """The same text at the same rate is rendered once, trimmed and levelled."""
    renderer = Renderer(child=child)
    speech = renderer.request("десять букв").result(3)
    assert speech is not None and speech.rate == 8000
    assert np.abs(speech.samples).max() == pytest.approx(0.5)
    assert len(speech.samples) / 8000 == pytest.approx(0.11 + 0.03, abs=0.003)
    assert renderer.request("десять букв").result(0) is speech
    renderer.faster(1)
    assert renderer.request("десять букв").result(3) is not speech
    renderer.close()


def test_the_second_start_speaks_at_once(tmp_path: Path, child: RenderingChild) -> None:
    """What was rendered is on disk: the next start needs no engine for it."""
    first = Renderer(folder=tmp_path / "cache", child=child)
    made = first.request("доброе утро").result(3)
    first.close()
    second = Renderer(folder=tmp_path / "cache", child=RenderingChild("", command=DEAD))
    found = second.request("доброе утро").result(3)
    second.close()
    assert made is not None and found is not None
    np.testing.assert_allclose(found.samples, made.samples, atol=1e-4)


@pytest.mark.parametrize("damage", [lambda sound: b"spoilt", lambda sound: sound[:-100]])
def test_a_damaged_file_is_rendered_again(
    tmp_path: Path, child: RenderingChild, damage: Callable[[bytes], bytes]
) -> None:
    """Spoilt, or cut short by a disk that was full or went away."""
    first = Renderer(folder=tmp_path, child=child)
    made = first.request("текст").result(3)
    first.close()
    (kept,) = tmp_path.glob("*.wav")
    kept.write_bytes(damage(kept.read_bytes()))
    second = Renderer(folder=tmp_path, child=child)
    again = second.request("текст").result(3)
    second.close()
    assert made is not None and again is not None
    assert len(again.samples) == len(made.samples)


def test_a_folder_that_cannot_be_is_done_without(tmp_path: Path, child: RenderingChild) -> None:
    """Where a file stands in its way."""
    (tmp_path / "file").write_text("")
    renderer = Renderer(folder=tmp_path / "file" / "cache", child=child)
    assert renderer.request("текст").result(3) is not None
    renderer.close()


def test_a_folder_that_may_not_be_looked_into_is_done_without(
    tmp_path: Path, child: RenderingChild, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A locked folder costs the cache, not the voice."""
    locked = tmp_path / "cache"

    def forbid(name: str) -> None:
        allowed = getattr(Path, name)

        def guarded(path: Path, *rest: Any, **how: Any) -> object:
            if locked in path.parents:
                raise PermissionError(13, "Permission denied")
            return allowed(path, *rest, **how)

        monkeypatch.setattr(Path, name, guarded)

    for name in ("stat", "open", "replace"):
        forbid(name)
    renderer = Renderer(folder=locked, child=child)
    assert renderer.request("текст").result(3) is not None
    assert renderer.request("текст").result(0) is not None
    renderer.close()


class Hanging:
    """A disk that does not come back until it is let go: every look and every write stands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.free, self.asked = threading.Event(), threading.Event()
        for name in ("mkdir", "stat", "open", "replace", "glob"):
            monkeypatch.setattr(Path, name, self._standing(getattr(Path, name), folder))
        monkeypatch.setattr("soundfile.write", self._standing(soundfile.write, folder))

    def _standing(self, call: Callable[..., Any], folder: Path) -> Callable[..., Any]:
        def stand(path: Path | str | bytes, *rest: Any, **how: Any) -> Any:
            named = Path(os.fsdecode(path))
            if folder in (named, *named.parents):
                self.asked.set()
                assert self.free.wait(60)
            return call(path, *rest, **how)

        return stand


def test_a_disk_that_hangs_makes_nobody_wait(
    tmp_path: Path, child: RenderingChild, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither whoever asks, at the start or later, nor what is spoken: it is rendered anew."""
    disk = Hanging(monkeypatch, tmp_path / "cache")
    began = time.monotonic()
    renderer = Renderer(folder=tmp_path / "cache", child=child)
    renderer.prepare(f"заранее {number}" for number in range(50))
    speech = renderer.request("доброе утро")
    assert time.monotonic() - began < 0.2
    assert speech.result(10) is not None
    assert disk.asked.is_set()
    assert renderer.request("доброе утро").result(0) is not None
    renderer.close()
    disk.free.set()


def test_a_write_that_hangs_makes_nobody_wait(
    tmp_path: Path, child: RenderingChild, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sound is given out before it is kept, and others are asked for while that stands."""
    renderer = Renderer(folder=tmp_path / "cache", child=child)
    assert renderer.request("раз").result(10) is not None
    disk = Hanging(monkeypatch, tmp_path / "cache")
    assert renderer.request("два").result(10) is not None
    assert disk.asked.wait(10)
    began = time.monotonic()
    asked = renderer.request("три")
    assert time.monotonic() - began < 0.2
    assert asked.result(10) is not None
    disk.free.set()
    renderer.close()
    monkeypatch.undo()
    assert len(list((tmp_path / "cache").glob("*.wav"))) == 3


def test_the_urgent_goes_first(child: RenderingChild) -> None:
    """A phrase that is wanted now does not wait for all that is being prepared."""
    renderer = Renderer(child=child)
    prepared = [f"заранее {number}" for number in range(200)]
    renderer.prepare(prepared)
    assert renderer.request("сейчас").result(3) is not None
    assert not renderer.request(prepared[-1]).done()
    renderer.close()


def test_a_voice_that_is_missing(tmp_path: Path) -> None:
    """It is told once, each phrase fails at once, and nothing hangs."""
    told: list[AudioUnavailable | None] = []
    renderer = Renderer(failed=told.append, child=RenderingChild("", command=(*FAKE, "missing")))
    assert renderer.request("раз").result(3) is None
    began = time.monotonic()
    assert renderer.request("два").result(3) is None
    assert time.monotonic() - began < 2  # the engine is not waited for
    renderer.close()
    assert [error and error.code for error in told] == ["voice.no_russian"]


def test_a_program_that_cannot_be_run() -> None:
    """The same holds when there is no such program."""
    renderer = Renderer(child=RenderingChild("", command=DEAD))
    assert renderer.request("раз").result(3) is None
    renderer.close()


def test_close_answers_everybody(child: RenderingChild) -> None:
    """What was still wanted when it closes is None, not a wait for ever."""
    renderer = Renderer(child=child)
    waiting = [renderer.request("зависни"), renderer.request("потом")]
    renderer.close()
    assert [future.result(1) for future in waiting] == [None, None]


def test_pace_has_bounds(child: RenderingChild) -> None:
    """Faster and slower move by 10 % and stop at what can be understood."""
    renderer = Renderer(child=child, words_per_minute=170)
    renderer.faster(1)
    assert renderer.words_per_minute == 187
    renderer.faster(50)
    assert renderer.words_per_minute == FASTEST
    renderer.faster(-50)
    assert renderer.words_per_minute == SLOWEST
    renderer.close()


def test_killed_from_another_thread(child: RenderingChild, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is rendering meanwhile hears that the engine is gone, whatever it was doing."""

    def started_and_killed() -> list[str]:
        names = RenderingChild.start(child)
        child.kill()
        return names

    monkeypatch.setattr(child, "start", started_and_killed)
    with pytest.raises(AudioUnavailable):
        child.render("текст", 170)
    monkeypatch.undo()
    child.start()
    assert child._process is not None and child._process.stdin is not None
    child._process.stdin.close()
    with pytest.raises(AudioUnavailable):
        child.render("текст", 170)
    assert child.render("текст", 170).rate == 8000
    child.kill()
