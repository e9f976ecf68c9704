# SPDX-License-Identifier: MIT
"""Where ordinary words are stressed, as eSpeak NG says them.

Decides the pronunciations of training transcripts: lexicon words by the
lexicon, words with a "+" mark by the mark, all others by eSpeak's stress and
our own letter rules, so training and run time share one set of rules.
Answers are cached in a JSON file.
"""

import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from voice_host.language.language import SHIPPED
from voice_host.model.lexicon import load_spellings
from voice_host.model.pronounce import ACUTE, VOWEL_LETTERS, phones

LEXICON = SHIPPED / "ru" / "lexicon.toml"

_IPA_VOWELS = set("ɑaʌoɔɵeɛiɪyuʊʉæəɨ")


class Stresses:
    """Pronunciations of training words; `trust_lexicon=False` follows eSpeak alone."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._spelling: dict[str, str] = {}
        if cache.exists():
            self._spelling = json.loads(cache.read_text(encoding="utf-8"))
        self._lexicon = load_spellings(LEXICON)

    def learn(self, words: Iterable[str]) -> None:
        """Asks eSpeak for the stress of every new word and saves the answers."""
        new = sorted({word for word in words if word not in self._spelling and "+" not in word})
        for start in range(0, len(new), 400):
            chunk = new[start : start + 400]
            for word, ipa in zip(chunk, _espeak(chunk), strict=True):
                self._spelling[word] = _marked(word, ipa)
        if new:
            partial = self._cache.with_suffix(".partial")  # it may be stopped at any time
            partial.write_text(json.dumps(self._spelling, ensure_ascii=False), encoding="utf-8")
            partial.replace(self._cache)

    def phones(self, word: str, trust_lexicon: bool = True) -> tuple[str, ...]:
        """Phones of a learnt word; "+" before a vowel marks its stress."""
        if "+" in word:
            return phones(re.sub(r"\+(.)", rf"\g<1>{ACUTE}", word).replace("+", ""))
        if trust_lexicon and word in self._lexicon:
            return phones(self._lexicon[word][0])
        return phones(self._spelling[word])


def _espeak(words: list[str]) -> list[str]:
    command = ["espeak-ng", "-v", "ru", "-q", "--ipa", "--sep=_"]
    text = ".\n\n".join(words) + ".\n"
    said = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    lines = [line for line in said.splitlines() if line.strip()]
    if len(lines) == len(words):
        return lines
    run = subprocess.run
    return [run([*command, w], capture_output=True, text=True, check=True).stdout for w in words]


def _marked(word: str, ipa: str) -> str:
    """The word with a stress mark where eSpeak stresses it, if the vowels can be matched."""
    sounds = [unit for unit in ipa.replace(" ", "_").split("_") if _IPA_VOWELS & set(unit)]
    letters = [i for i, letter in enumerate(word) if letter in VOWEL_LETTERS]
    if "ё" in word or len(letters) < 2:
        return word if any("ˈ" in unit for unit in sounds) or len(letters) != 1 else "-" + word
    stressed = [k for k, unit in enumerate(sounds) if "ˈ" in unit]
    if not stressed:
        return word
    nth = stressed[-1] if len(sounds) == len(letters) else stressed[-1] - len(sounds)
    if not -len(letters) <= nth < len(letters):
        return word
    return word[: letters[nth] + 1] + ACUTE + word[letters[nth] + 1 :]
