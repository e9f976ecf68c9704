# SPDX-License-Identifier: MIT
"""A language: everything that is heard and said in it, read from one folder of data.

Made once, where the program is put together, and handed down from there: nothing else opens the
files of a language, and no part knows which language it is.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from voice_host.errors import BadRuleset, Told
from voice_host.game.expected import expected_anywhere
from voice_host.game.roles import ROLES
from voice_host.game.rules import MOST_SEATS, Rules
from voice_host.language.catalogue import Messages
from voice_host.language.heard.hear import Unknown, understand
from voice_host.language.heard.sentences import Sentences
from voice_host.language.page_words import PageTexts
from voice_host.language.said.texts import Texts
from voice_host.language.toml_file import bad
from voice_host.language.words import Words

SHIPPED = Path(__file__).parent
"""The folder that holds a folder for each language that comes with the program."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """Words, the sentences that are understood, the texts that are said, those of the pages, and
    what is shown of errors, troubles and commands.

    `lexicon` is the file that tells how words sound, for an acoustic model to read.
    """

    words: Words
    sentences: Sentences
    texts: Texts
    pages: PageTexts
    lexicon: Path
    messages: Messages

    @classmethod
    def read(cls, folder: Path) -> "Language":
        """The language of a folder.

        Raises `BadSentences` with the file and the key of a mistake, or with all that is missing.
        """
        words = Words.read(folder)
        sentences, texts = Sentences.read(folder, words), Texts.read(folder, words)
        pages, messages = PageTexts.read(folder), Messages.read(folder)
        lexicon = folder / "lexicon.toml"
        language = cls(words, sentences, texts, pages, lexicon, messages)
        if lacking := language.lacking():
            raise bad(folder, "; ".join(lacking), None, Told("language.lacking"))
        return language

    def lacking(self) -> list[str]:
        """All that a game may need and the language has not, as «file: keys»."""
        found = {
            "words.toml": self.words.lacking(),
            "sentences.toml": self.sentences.lacking(),
            "texts.toml": self.texts.lacking(),
        }
        return [f"{file}: {', '.join(keys)}" for file, keys in found.items() if keys]

    def at(self, rules: Rules) -> "Language":
        """The language at a table of these rules: roles of its own are named, said and heard.

        Raises `BadRuleset` for a name that already means something.
        """
        if not rules.roles and not rules.names.cases:
            return self
        for role in rules.roles.keys() - ROLES.keys():
            if self._means_something(called := rules.names.roles[role], rules):
                raise BadRuleset("ruleset.name_taken", name=rules.id, role=role, called=called)
        words = self.words.at(rules)
        texts, sentences = replace(self.texts, words=words), self.sentences.at(words)
        return replace(self, words=words, sentences=sentences, texts=texts)

    def _means_something(self, called: str, rules: Rules) -> bool:
        """Is it a side, another role that keeps its own name, or what somebody may say?"""
        said = called.lower()
        others = (
            names for role, names in self.words.roles.items() if role not in rules.names.roles
        )
        sides = ((*side.n, *side.g) for side in self.words.sides.values())
        if any(said in names for names in (*others, *sides)):
            return True
        heard = understand(self.sentences, said, expected_anywhere(), MOST_SEATS)
        return not isinstance(heard, Unknown)
