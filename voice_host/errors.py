# SPDX-License-Identifier: MIT
"""What may go wrong outside the rules of the game: a code, and what fills its places.

No sentence stands here or where an error is raised: `language/ru/messages.toml` says for each
code what happened and what to do, and whoever shows an error asks the language for it. The
command line prints both and exits with code 2; no traceback reaches a host.
A refusal by the rules is not an error of this kind: see `game.refusals.Rejected`.
"""

import errno
from dataclasses import dataclass, field
from pathlib import Path
from typing import Union

Param = Union[str, int, float, Path, "Told", None]


@dataclass(frozen=True, slots=True, init=False)
class Told:
    """Something to be told: its code in `messages.toml`, and what fills the places there.

    A place may be filled by another of its kind, such as the reason why a file is not read.
    """

    code: str
    params: dict[str, Param] = field(hash=False)

    def __init__(self, code: str, /, **params: Param) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "params", params)

    def __str__(self) -> str:
        """For the log, which is not for hosts: code and params."""
        if not self.params:
            return self.code
        shown = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code}({shown})"


class VoiceHostError(Exception):
    """Something the host must be told."""

    def __init__(self, told: Told | str, /, **params: Param) -> None:
        """With a code and its params, or with what was `Told` elsewhere."""
        self.told = Told(told, **params) if isinstance(told, str) else told
        super().__init__(str(self.told))

    @property
    def code(self) -> str:
        """What it is called in `messages.toml`."""
        return self.told.code


def not_loaded(error: ImportError) -> Told:
    """A package that is not installed, or not whole: which one, and why, in its own words."""
    name = error.name
    if name is None and (last := error.__traceback__) is not None:
        while last.tb_next is not None:
            last = last.tb_next
        name = str(last.tb_frame.f_globals.get("__name__", ""))
    return Told("part.not_loaded", package=(name or "?").partition(".")[0], why=str(error))


class ModelMissing(VoiceHostError):
    """There is no usable recognition model at the given place."""


class RecognitionUnavailable(VoiceHostError):
    """The library that recognises speech cannot be loaded; no model would help."""


class AudioUnavailable(VoiceHostError):
    """A microphone, a loudspeaker, a voice or a sound file cannot be used."""


class JournalDamaged(VoiceHostError):
    """A journal holds a line that cannot be read, or cannot be written."""


class JournalEmpty(JournalDamaged):
    """A journal without a whole line: nothing is known of its game."""


class JournalUnopened(JournalDamaged):
    """A journal cannot be opened for writing; its param `why` says the reason."""

    @property
    def why(self) -> Param:
        """The reason alone, for what is told of a game without a journal."""
        return self.told.params["why"]


class GameRunning(VoiceHostError):
    """The game of a journal is being played by another copy of the program."""


class BadRuleset(VoiceHostError):
    """A ruleset file is wrong; the params name the file, the key and the value."""


class BadSentences(VoiceHostError):
    """A language file is wrong; the params name the file, the key and the column."""


class BadNames(VoiceHostError):
    """A list of nicknames is wrong; the params name the file and the line."""


class BadScenario(VoiceHostError):
    """A scenario file is wrong; the params name the file and the line."""


_NO_ACCESS = Told("reason.no_access")
_REASONS = {
    errno.EACCES: _NO_ACCESS,
    errno.EPERM: _NO_ACCESS,
    errno.ENOENT: Told("reason.no_file"),
    errno.EEXIST: Told("reason.there_already"),
    errno.EISDIR: Told("reason.folder"),
    errno.ENOTDIR: Told("reason.no_folder_on_the_way"),
    errno.ENAMETOOLONG: Told("reason.name_too_long"),
    errno.ENOSPC: Told("reason.disk_full"),
    errno.EROFS: Told("reason.read_only"),
    errno.EIO: Told("reason.disk_error"),
    errno.EFBIG: Told("reason.file_too_large"),
    errno.ELOOP: Told("reason.link_to_nowhere"),
    errno.ESPIPE: Told("reason.pipe"),
    errno.ENXIO: Told("reason.socket"),
    errno.ENODEV: Told("reason.device"),
}


def reason(error: Exception) -> Told:
    """Why a file cannot be read or written; a rare answer of the system by its number."""
    match error:
        case UnicodeDecodeError():
            return Told("reason.not_utf8", byte=error.start + 1)
        case OSError(errno=int(number)):
            return _REASONS.get(number) or Told("reason.number", number=number)
        case ValueError() | LookupError():
            return Told("reason.other_content")
        case _:
            return Told("reason.refused")
