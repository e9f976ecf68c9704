# SPDX-License-Identifier: MIT
"""The simplest grammar: a list of phrases."""

from dataclasses import dataclass

from voice_host.voice.vosk import UNKNOWN


@dataclass(frozen=True, slots=True)
class PhraseList:
    """A grammar that is a plain list of phrases: the answer is one of them or nothing."""

    phrases: tuple[str, ...]

    def words(self) -> set[str]:
        """Every word of the phrases."""
        return {word for phrase in self.phrases for word in phrase.split()} - {UNKNOWN}

    def complete(self, words: str) -> bool:
        """See `protocols.Grammar`."""
        return words in self.phrases and words != UNKNOWN

    def possible(self, words: str) -> bool:
        """See `protocols.Grammar`."""
        return self.complete(words)

    def extendable(self, words: str) -> bool:
        """See `protocols.Grammar`."""
        return any(phrase.startswith(f"{words} ") for phrase in self.phrases)

    def begun(self, words: str) -> bool:
        """The same: a list holds no table talk."""
        return self.extendable(words)

    def listing(self, words: str) -> bool:
        """A list of phrases has none that goes on for ever."""
        return False

    def instead(self, words: str) -> frozenset[str]:
        """The words that could be said in the place of the last one."""
        given = words.split()[:-1]
        spoken = [phrase.split() for phrase in self.phrases]
        return frozenset(
            one[len(given)]
            for one in spoken
            if len(one) > len(given) and one[: len(given)] == given
        )
