# SPDX-License-Identifier: MIT
"""Nicknames: what the players are called, as a second way to say their seats.

How a name declines is decided by its ending alone (see `declension.py`): it is in no dictionary.
The names are data that are handed on, never a state of the language. Whether a list of
names is good is checked where it is read (`nicknames_file.py`).
"""

from dataclasses import dataclass

from voice_host.language.declension import Case, Declension
from voice_host.text.letters import STRESS

SEATS = frozenset({"seat", "by", "candidate", "seats", "voters"})
"""The slots of sentences and the places of texts that stand for seats."""


@dataclass(frozen=True, slots=True)
class Nicknames:
    """Seats with the names of those who sit there; a stress mark says how one sounds."""

    names: tuple[tuple[int, str], ...] = ()

    def of(self, seat: int) -> str | None:
        """The name as it is read, None if the seat has none."""
        return next((plain(name) for at, name in self.names if at == seat), None)

    def spoken(self, declension: Declension) -> tuple[str, ...]:
        """Every word of every form, with its stress mark where one was given."""
        cases: tuple[Case, ...] = ("n", "g", "d", "a")
        return tuple(
            dict.fromkeys(
                word
                for _, name in self.names
                for case in cases
                for form in declension.of(name, case)
                for word in form.split()
            )
        )


NOBODY = Nicknames()
"""A table without names."""


def plain(name: str) -> str:
    """The name without stress marks."""
    return name.replace(STRESS, "")


def unmarked(name: str) -> str:
    """The name as sentences spell it: lower case, no marks, a hyphen as a gap."""
    return " ".join(plain(name).lower().replace("-", " ").split())
