# SPDX-License-Identifier: MIT
"""What strangers' speech is like: phone order and common words, for `[unk]`.

Decides the contents of `background.json`: how often each phone follows each
other one inside words of ordinary Russian (silence standing for the word's
edge), and the commonest words that are no commands and do not sound like one.
"""

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from scripts.train_model.graph import BACKGROUND
from scripts.train_model.stress import Stresses
from scripts.train_model.texts import ordinary_sentences
from voice_host.language.language import SHIPPED
from voice_host.model.decoding_graph import Background
from voice_host.model.lexicon import Pronunciation, lexicon_of, load_spellings
from voice_host.model.pronounce import PHONES, SILENCE

LEXICON = SHIPPED / "ru" / "lexicon.toml"

SHORTEST, NEAREST = 4, 2


def distance(one: Pronunciation, other: Pronunciation) -> int:
    """Edit distance in phones."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b)))
    return row[-1]


def background(cache: Path, decoys: int, costs: Background) -> Background:
    """Phone order and decoy words of the fortunes; costs are taken from `costs`."""
    counts = Counter(word for text in ordinary_sentences() for word in text.split())
    stresses = Stresses(cache)
    stresses.learn(counts)
    place = {phone: index for index, phone in enumerate(PHONES)}
    follow = np.zeros((len(PHONES), len(PHONES)))
    for word, count in counts.items():
        chain = [place[phone] for phone in (SILENCE, *stresses.phones(word), SILENCE)]
        np.add.at(follow, (chain[:-1], chain[1:]), min(count, 50))
    follow /= np.maximum(follow.sum(1, keepdims=True), 1)
    spellings = load_spellings(LEXICON)
    commands = {said for ways in lexicon_of(spellings, spellings).values() for said in ways}
    chosen: list[Pronunciation] = []
    for word, _ in counts.most_common():
        said = stresses.phones(word)
        if len(said) < SHORTEST or word in spellings or said in chosen:
            continue
        if all(
            abs(len(said) - len(c)) >= NEAREST or distance(said, c) >= NEAREST for c in commands
        ):
            chosen.append(said)
        if len(chosen) == decoys:
            break
    rounded = [[round(float(share), 4) for share in row] for row in follow]
    return replace(costs, follow=rounded, decoys=chosen)


def main() -> None:
    """Command line: `background CACHE [--decoys N]`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("cache", type=Path, help="stress.json of the training data")
    parser.add_argument("--decoys", type=int, default=1500)
    arguments = parser.parse_args()
    made = background(arguments.cache, arguments.decoys, Background())
    BACKGROUND.write_bytes(msgspec.json.encode(made))


if __name__ == "__main__":
    main()
