# SPDX-License-Identifier: MIT
"""What was repeated in a lesson that was broken off, kept until it is taken up again.

Decides where it lies and for which model and phrases it counts; knows no dialogue.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from voice_host import places
from voice_host.errors import ModelMissing
from voice_host.model.adapt import Repetition


def put_by(model: Path, said: Sequence[Repetition]) -> None:
    """Keep these repetitions for the next lesson with this model; none: forget those there are."""
    file = _file()
    # A lesson that cannot be kept is begun anew; it is not worth breaking off what goes well.
    with suppress(OSError, ModelMissing):
        file.unlink(missing_ok=True)
        if said:
            file.parent.mkdir(parents=True, exist_ok=True)
            sounds = {f"sound{number}": one.sound for number, one in enumerate(said)}
            texts = np.array([one.text for one in said])
            stamp = np.array(places.stamp(model))
            np.savez(file, allow_pickle=False, stamp=stamp, texts=texts, **sounds)


def taken_up(model: Path, phrases: Sequence[str]) -> list[Repetition]:
    """What was repeated before, as far as it is of this lesson and of this model."""
    try:
        with np.load(_file(), allow_pickle=False) as kept:
            if str(kept["stamp"]) != places.stamp(model):
                return []
            texts = [str(text) for text in kept["texts"]]
            return [
                Repetition(np.asarray(kept[f"sound{number}"], np.float32), text)
                for number, text in enumerate(texts)
                if text in phrases
            ]
    except (OSError, ValueError, KeyError, ModelMissing):
        return []


def _file() -> Path:
    return places.data_folder() / "lesson.npz"
