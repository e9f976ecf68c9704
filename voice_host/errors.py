"""What may go wrong outside the rules of the game, in words a host can act on.

Every error here carries a Russian message (what happened) and a hint (what to do).
The command line prints both and exits with code 2; no traceback reaches a host.
A refusal by the rules is not an error of this kind: see `game.errors.Rejected`.
"""

import errno


class VoiceHostError(Exception):
    """Something the host must be told: `message` says what, `hint` says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    @property
    def line(self) -> str:
        """Message and hint as sentences of one line."""
        return f"{self.message.rstrip('.')}. {self.hint}".rstrip()


class ModelMissing(VoiceHostError):
    """There is no usable recognition model at the given place."""


class AudioUnavailable(VoiceHostError):
    """A microphone, a loudspeaker, a voice or a sound file cannot be used."""


class JournalDamaged(VoiceHostError):
    """A journal holds a line that cannot be read, or cannot be written."""


class JournalEmpty(JournalDamaged):
    """A journal without a whole line: nothing is known of its game."""


class JournalUnopened(JournalDamaged):
    """A journal cannot be opened for writing; `why` says the reason in two or three words."""

    def __init__(self, message: str, hint: str, why: str) -> None:
        super().__init__(message, hint)
        self.why = why


class GameRunning(VoiceHostError):
    """The game of a journal is being played by another copy of the program."""


class BadRuleset(VoiceHostError):
    """A ruleset file is wrong; the message names the file, the key and the value."""


class BadSentences(VoiceHostError):
    """A language file is wrong; the message names the file, the key and the column."""


class BadNames(VoiceHostError):
    """A list of nicknames is wrong; the message names the file and the line."""


class BadScenario(VoiceHostError):
    """A scenario file is wrong; the message names the file and the line."""


_REASONS = {
    errno.EACCES: "нет доступа",
    errno.EPERM: "нет доступа",
    errno.ENOENT: "такого файла нет",
    errno.EEXIST: "такой файл уже есть",
    errno.EISDIR: "это папка",
    errno.ENOTDIR: "на пути к нему не папка",
    errno.ENAMETOOLONG: "слишком длинное имя",
    errno.ENOSPC: "диск заполнен",
    errno.EROFS: "диск только для чтения",
    errno.EIO: "ошибка диска",
    errno.EFBIG: "файл больше, чем можно",
    errno.ELOOP: "ссылка никуда не ведёт",
    errno.ESPIPE: "это канал, а не файл",
    errno.ENXIO: "это сокет, а не файл",
    errno.ENODEV: "это устройство, а не файл",
}


def reason(error: Exception) -> str:
    """Why a file cannot be read or written, in Russian; a rare answer of the system by number."""
    match error:
        case UnicodeDecodeError():
            return f"байт {error.start + 1} — не в кодировке UTF-8"
        case OSError(errno=int(number)):
            return _REASONS.get(number, f"ошибка системы {number}")
        case ValueError() | LookupError():
            return "в нём не то, что должно быть"
        case _:
            return "система отказала"
