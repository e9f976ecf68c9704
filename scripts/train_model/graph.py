# SPDX-License-Identifier: MIT
"""Rebuilds a model's graph from the lexicon alone: seconds, no training extras.

Decides which words the shipped model knows and what its `[unk]` is made of
(`background.json` beside this file: phone order and decoys, made by
background.py from the training texts).
"""

import argparse
from pathlib import Path

import msgspec

from voice_host.language.language import SHIPPED
from voice_host.model.decoding_graph import Background
from voice_host.model.lexicon import lexicon_of, load_spellings
from voice_host.model.seal import seal
from voice_host.model.vocabulary import write_vocabulary

LEXICON = SHIPPED / "ru" / "lexicon.toml"

BACKGROUND = Path(__file__).parent / "background.json"
MODEL = Path(__file__).parents[2] / "models" / "ru-host"


def host_background() -> Background:
    """The background the shipped model is made with."""
    return msgspec.json.decode(BACKGROUND.read_bytes(), type=Background)


def write_host_graph(model: Path, background: Background | None = None) -> None:
    """Writes `graph/` of a model directory: every word of the lexicon; the model is then whole."""
    spellings = load_spellings(LEXICON)
    lexicon = lexicon_of(spellings, spellings)
    write_vocabulary(model / "graph", lexicon, background or host_background())
    seal(model)


def main() -> None:
    """Command line: `graph [MODEL]`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("model", type=Path, nargs="?", default=MODEL)
    write_host_graph(parser.parse_args().model)


if __name__ == "__main__":
    main()
