# SPDX-License-Identifier: MIT
"""The network: files come back, numpy computes what Vosk computes."""

import json
from pathlib import Path

import numpy as np
import pytest
import vosk

from tests.model.conftest import toy_layers, write_toy
from tests.telling import hint, says
from voice_host.errors import ModelMissing
from voice_host.model.decoding_graph import Background
from voice_host.model.features import mfcc
from voice_host.model.network import Bypass, Dense, Rectify, read_network, scores, write_network
from voice_host.model.pronounce import PHONES
from voice_host.model.transitions import STAY


def total_by_vosk(model: vosk.Model, sound: np.ndarray) -> float:
    """Vosk's score of the best path: acoustic plus 0.9 of the graph's."""
    recognizer = vosk.KaldiRecognizer(model, 16000, '["а"]')
    recognizer.SetMaxAlternatives(1)
    recognizer.AcceptWaveform(sound.tobytes())
    best = json.loads(recognizer.FinalResult())["alternatives"][0]
    assert best["text"].strip() == "а"
    return float(best["confidence"])


def total_by_numpy(layers: list[Dense | Rectify | Bypass], sound: np.ndarray) -> float:
    """The same for one long phone «а»: the only path the toy allows."""
    heard = scores(layers, mfcc(sound.astype(np.float32)))
    place = 2 * PHONES.index("a1")
    later = heard[1:, place + 1]
    return float(heard[0, place] + later.sum() - 0.9 * STAY * len(later))


@pytest.mark.speech
def test_numpy_scores_equal_vosks(tmp_path: Path, wavering: np.ndarray) -> None:
    """Over two lengths of sound the totals differ by one and the same graph constant.

    Vosk leaves 2e-4 a frame on the graph's side, whatever the network.
    """
    layers = toy_layers("a1")
    write_toy(tmp_path / "toy", layers, {"а": [("a1",)]}, Background())
    vosk.SetLogLevel(-1)
    model = vosk.Model(str(tmp_path / "toy"))
    whole, half = wavering, wavering[: wavering.size // 2]
    by_vosk = total_by_vosk(model, whole) - total_by_vosk(model, half)
    by_numpy = total_by_numpy(layers, whole) - total_by_numpy(layers, half)
    assert abs(by_numpy) > 10
    assert by_vosk == pytest.approx(by_numpy, abs=0.02)


def test_layers_come_back_from_the_file(tmp_path: Path) -> None:
    """Kinds, offsets, bypasses and exact weights."""
    layers = toy_layers()
    write_network(tmp_path / "final.mdl", layers, eight_bits=False)
    back = read_network(tmp_path / "final.mdl")
    assert [type(layer) for layer in back] == [type(layer) for layer in layers]
    for one, other in zip(layers, back, strict=True):
        if isinstance(one, Dense) and isinstance(other, Dense):
            assert one.offsets == other.offsets
            assert np.array_equal(one.weights, other.weights)
        elif isinstance(one, Bypass):
            assert other == one


def test_writing_what_was_read_gives_the_same_bytes(tmp_path: Path) -> None:
    """The file is a fixed point of reading and writing."""
    write_network(tmp_path / "a.mdl", toy_layers(), eight_bits=False)
    write_network(tmp_path / "b.mdl", read_network(tmp_path / "a.mdl"), eight_bits=False)
    assert (tmp_path / "a.mdl").read_bytes() == (tmp_path / "b.mdl").read_bytes()


def test_eight_bits_change_the_scores_little(tmp_path: Path) -> None:
    """A quarter of the size, scores within a few percent."""
    layers = toy_layers()
    write_network(tmp_path / "small.mdl", layers)
    features = np.random.default_rng(1).normal(size=(50, 40)).astype(np.float32)
    exact, rounded = (
        scores(layers, features),
        scores(read_network(tmp_path / "small.mdl"), features),
    )
    assert np.abs(exact - rounded).max() < 0.05 * np.abs(exact).max()


@pytest.mark.parametrize("frames", [1, 3, 4, 100])
def test_one_score_for_every_third_frame(frames: int) -> None:
    """Any length, rounded up."""
    features = np.zeros((frames, 40), np.float32)
    assert scores(toy_layers(), features).shape == ((frames + 2) // 3, 2 * len(PHONES))


def test_the_last_layer_must_fit_the_phones(tmp_path: Path) -> None:
    """A network with another number of outputs is not written."""
    with pytest.raises(ValueError, match="outputs"):
        write_network(tmp_path / "x.mdl", [Dense(np.zeros((5, 40), np.float32))])


@pytest.mark.parametrize("data", [b"", b"\0B<TransitionModel> <Other> ", b"text"])
def test_a_foreign_file_is_refused_in_russian(tmp_path: Path, data: bytes) -> None:
    """The host learns which file, and what to do."""
    (tmp_path / "final.mdl").write_bytes(data)
    with pytest.raises(ModelMissing) as caught:
        read_network(tmp_path / "final.mdl")
    assert "final.mdl" in says(caught.value)
    assert hint(caught.value)


def test_a_network_cut_anywhere_is_refused_in_russian(tmp_path: Path) -> None:
    """Also in the middle of a number."""
    path = tmp_path / "final.mdl"
    write_network(path, [Dense(np.ones((2 * len(PHONES), 1), np.float32)), Rectify()])
    whole = path.read_bytes()
    end = whole.index(b"</Nnet3> ") + len(b"</Nnet3> ")
    for cut in range(whole.index(b"<Nnet3>"), end, 3):
        path.write_bytes(whole[:cut])
        with pytest.raises(ModelMissing):
            read_network(path)
