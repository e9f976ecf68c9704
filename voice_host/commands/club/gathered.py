# SPDX-License-Identifier: MIT
"""The games of folders of journals, one after another, in the order in which they were played.

Decides which files are games, which are the same game, and which evening is the last. What cannot
be read is told of and passed over: one bad file must not hide an evening. Games are handed on one
by one, so that ten thousand of them need no more memory than one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from voice_host.errors import JournalEmpty, Told, VoiceHostError, reason
from voice_host.game.state import Phase
from voice_host.history.chronicle import Chronicle
from voice_host.history.chronicler import chronicle
from voice_host.history.recovery import load
from voice_host.history.session import Session
from voice_host.history.sittings import last_played_first

Tell = Callable[[Told], None]


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of a journal. `id` is the same wherever the journal is copied to.

    `evening` is one of those of its folder; a game of an older version is one by itself.
    """

    id: str
    path: Path
    evening: str
    game: Chronicle

    @property
    def over(self) -> bool:
        """Has it come to its end?"""
        return self.game.phase is Phase.OVER


def gathered(folders: Iterable[Path], tell: Tell) -> Iterator[KeptGame]:
    """Every game that has begun, once. Raises `VoiceHostError` where a folder cannot be read."""
    seen: set[str] = set()
    for folder in folders:
        for path in reversed(last_played_first(_journals(folder))):
            kept = _read(path, tell)
            if kept is not None and kept.id not in seen:
                seen.add(kept.id)
                yield kept


def last_evening(folders: Iterable[Path], tell: Tell) -> tuple[KeptGame, ...]:
    """The games of the evening that was played last, () where none has begun."""
    found: tuple[KeptGame, ...] = ()
    for folder in folders:
        games: list[KeptGame] = []
        for path in last_played_first(_journals(folder)):
            kept = _read(path, tell)
            if kept is None:
                continue
            # Games of one evening follow each other, unless an older one was gone on with since.
            if games and kept.evening != games[0].evening:
                break
            games.append(kept)
        found += tuple(reversed(games))
    return found


def _journals(folder: Path) -> tuple[Path, ...]:
    try:
        if not folder.is_dir():
            raise VoiceHostError("club.no_folder", folder=folder)
        return tuple(folder.glob("*.jsonl"))
    except OSError as error:
        raise VoiceHostError("club.not_read", folder=folder, why=reason(error)) from None


def _read(path: Path, tell: Tell) -> KeptGame | None:
    """The game of a file, None where none has begun or none can be read."""
    try:
        session = load(path)
    except JournalEmpty:
        return None
    except VoiceHostError as error:
        tell(Told("club.passed_over", why=error.told))
        return None
    if not session.steps:
        return None
    evening = str(session.evening.began or path.stem)
    return KeptGame(_id(path, session), path, f"{path.parent}:{evening}", chronicle(session))


def _id(path: Path, session: Session) -> str:
    """Its own; of an older one what never changes in it, with the name, which is its date."""
    if session.evening.game:
        return session.evening.game
    first = repr((path.name, session.names, session.state.seats, session.steps[0].entry))
    return sha256(first.encode()).hexdigest()[:16]
