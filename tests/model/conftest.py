# SPDX-License-Identifier: MIT
"""A toy network of random weights, small enough to decode at once."""

from pathlib import Path

import numpy as np
import pytest

from voice_host.model.decoding_graph import Background
from voice_host.model.lexicon import Lexicon
from voice_host.model.network import Bypass, Dense, Layers, Rectify, write_network
from voice_host.model.pronounce import PHONES
from voice_host.model.transitions import OUTPUTS
from voice_host.model.vocabulary import write_vocabulary

REPOSITORY = Path(__file__).parents[2]
SHIPPED = REPOSITORY / "models" / "ru-host"
MFCC = "--use-energy=false\n--num-mel-bins=40\n--num-ceps=40\n--low-freq=20\n--high-freq=7600\n"
DECODER = (
    "--min-active=200\n--max-active=3000\n--beam=200.0\n--lattice-beam=1.0\n"
    "--acoustic-scale=1.0\n--frame-subsampling-factor=3\n--endpoint.silence-phones=1\n"
)
WIDTH, NARROW = 64, 16


def toy_layers(favourite: str | None = None, seed: int = 7) -> Layers:
    """Random layers of every kind; `favourite` is a phone preferred in every frame."""
    rng = np.random.default_rng(seed)

    def weights(rows: int, columns: int, scale: float = 1.0) -> np.ndarray:
        return np.asarray(scale * rng.normal(size=(rows, columns)) / np.sqrt(columns), np.float32)

    def bias(rows: int) -> np.ndarray:
        return rng.normal(0, 0.1, rows).astype(np.float32)

    last = bias(OUTPUTS)
    if favourite:
        last -= 60
        place = 2 * PHONES.index(favourite)
        last[place : place + 2] += 60
        last[place] -= 4  # entering costs more than staying: one long phone
    return [
        Dense(weights(WIDTH, 120, 0.05), bias(WIDTH), (-1, 0, 1)),
        Rectify(),
        Dense(weights(NARROW, 2 * WIDTH), None, (-1, 0)),
        Dense(weights(WIDTH, 2 * NARROW), bias(WIDTH), (0, 1)),
        Rectify(),
        Bypass(3, 0.66),
        Dense(weights(NARROW, 2 * WIDTH), None, (-3, 0)),
        Dense(weights(WIDTH, 2 * NARROW), bias(WIDTH), (0, 3)),
        Rectify(),
        Bypass(3, 0.66),
        Dense(weights(OUTPUTS, WIDTH, 0.3), last),
    ]


def write_toy(folder: Path, layers: Layers, lexicon: Lexicon, background: Background) -> Path:
    """A whole toy model, without dither, so its scores are exact."""
    for part in ("am", "conf"):
        (folder / part).mkdir(parents=True)
    write_network(folder / "am" / "final.mdl", layers, eight_bits=False)
    (folder / "conf" / "mfcc.conf").write_text(MFCC + "--dither=0\n")
    (folder / "conf" / "model.conf").write_text(DECODER)
    write_vocabulary(folder / "graph", lexicon, background)
    return folder


@pytest.fixture
def wavering() -> np.ndarray:
    """1.4 s of wavering noise, int16."""
    rng = np.random.default_rng(3)
    count = 22400
    wave = rng.normal(0, 1500, count) * (1 + np.sin(np.arange(count) / 3000))
    return np.asarray(np.clip(wave, -32000, 32000), np.int16)
