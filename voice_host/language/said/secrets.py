# SPDX-License-Identifier: MIT
"""Which of the host's lines nobody else may hear: roles, and whatever names a seat by night.

Asked where the host has no loudspeaker of his own and what is no secret may be heard by all. Knows
keys and places of texts, no words; when in doubt, a line is a secret.
"""

from collections.abc import Iterable

from voice_host.language.announcement import Announcement, Clause, Clauses, Param

_SECRET = (
    "answer.of_role", "answer.role", "checked.", "chosen.", "entry.", "night.", "said.check",
    "said.choose", "said.set_roles", "roles.turned",
)  # fmt: skip
"""What keys begin with that tell of roles and deeds, by day too."""
_SEATS = frozenset({"seat", "seats", "speaker", "voters"})


def is_secret(announcement: Announcement, asleep: bool) -> bool:
    """May the table not hear it? `asleep`: all have their eyes closed now."""
    return _secret(announcement.key.removeprefix("brief."), announcement.params.items(), asleep)


def _secret(key: str, params: Iterable[tuple[str, Param]], asleep: bool) -> bool:
    if key.startswith(_SECRET):
        return True
    for name, value in params:
        if isinstance(value, Clauses):
            if any(_clause(one, asleep) for one in value.clauses):
                return True
        elif asleep and name in _SEATS and value:
            return True
    return False


def _clause(clause: Clause, asleep: bool) -> bool:
    return _secret(clause.key, clause.params.items(), asleep)
