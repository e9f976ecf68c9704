# SPDX-License-Identifier: MIT
"""Which recognised words may be believed.

Decides by confidence and length, and says how much else may have been loud; must not know what
the words mean. A word that is not believed becomes `[unk]`: the utterance is then no whole
sentence, so nothing happens by it, and yet whoever reads it sees that something was said.
"""

from dataclasses import dataclass

from voice_host.voice.vosk import UNKNOWN, Word


@dataclass(frozen=True, slots=True)
class Trust:
    """Bounds for one word; lengths in seconds, confidence from 0 to 1."""

    shortest: float = 0.06
    shortest_a_letter: float = 0.02
    """«И», «с», «у» between other words are shorter than any word by itself."""
    longest: float = 2.0
    confidence: float = 0.6
    evidence: float = 5.0
    """A sentence must be so much likelier than any other speech, log ratio."""
    evidence_a_letter: float = 1.6
    """The shortest words cannot bring as much as that; they need this for every letter."""
    evidence_meant: float = 1.0
    """The same of what is said with the key held: it is hardly anybody else's."""
    beside: float = 0.05
    """More loud sound than this beside its words, seconds, and they are a piece of other talk."""

    def needed(self, text: str) -> float:
        """The evidence, a log ratio, that this sentence needs."""
        return min(self.evidence, self.evidence_a_letter * len(text))

    def believes(self, word: Word, *, first: bool) -> bool:
        """Could a person have said this? The first word's length may hold silence before it."""
        length = word.end - word.start
        # No mouth is so quick: the decoder has fitted such a word into a click or a breath.
        shortest = min(self.shortest, self.shortest_a_letter * len(word.text))
        fits = shortest <= length and (first or length <= self.longest)
        return fits and word.confidence >= self.confidence

    def text(self, words: tuple[Word, ...]) -> str:
        """The words with what is not believed replaced; "" if no word is left."""
        believed = [
            word.text if self.believes(word, first=place == 0) else UNKNOWN
            for place, word in enumerate(words)
        ]
        return " ".join(believed) if any(text != UNKNOWN for text in believed) else ""
