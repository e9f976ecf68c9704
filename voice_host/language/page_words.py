# SPDX-License-Identifier: MIT
"""The words of the pages (pages.toml), found by group and key; `{places}` are filled by who shows.

Knows no page and no transport.
"""

from dataclasses import dataclass
from pathlib import Path

from voice_host.language.toml_file import read_toml
from voice_host.language.words import Words

Groups = dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True, eq=False)
class PageTexts:
    """All groups; `start` is what the companion's own screen says of the pages."""

    groups: Groups

    @classmethod
    def read(cls, folder: Path) -> "PageTexts":
        """Those of a language's folder. Raises `BadSentences`."""
        return cls(read_toml(folder / "pages.toml", Groups))

    @property
    def start(self) -> dict[str, str]:
        """How the pages are announced, or that there are none."""
        return self.groups["start"]

    def shown(self, words: Words, questions: dict[str, str]) -> Groups:
        """What a page shows: its own texts, roles, offences and how to ask `questions`, by id."""
        offences = {name: one.says[0] for name, one in words.offences.items()}
        own = {group: texts for group, texts in self.groups.items() if group != "start"}
        asked = {name: said[:1].upper() + said[1:] for name, said in questions.items()}
        return {**own, "roles": words.role_names(), "offences": offences, "questions": asked}
