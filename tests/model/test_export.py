# SPDX-License-Identifier: MIT
"""Checkpoints become models and come back: going on and averaging rest on it."""

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from scripts.train_model import manifest as papers
from scripts.train_model.export import SILENCE, export, layers, weights
from scripts.train_model.store import Store
from scripts.train_model.trunk import STEPS, Factored, Network, Trunk
from voice_host.model.network import Bypass, Dense, Rectify
from voice_host.model.seal import MANIFEST
from voice_host.model.transitions import OUTPUTS


def network(seed: int) -> Network:
    """Of every layer that there is, each as small as can be, but for the output."""
    rng = np.random.default_rng(seed)

    def random(*shape: int) -> np.ndarray:
        return rng.normal(size=shape).astype(np.float32)

    factored = [Factored(random(2, 3), random(3, 2), random(3)) for _ in STEPS]
    last = Factored(random(2, 3), random(3, 2), random(3))
    torch.manual_seed(seed)
    return Network(Trunk(random(3, 4), random(3), factored, last), OUTPUTS)


def checkpoint(path: Path, seed: int) -> Path:
    """As the trainer writes it, as far as it is read here."""
    facts = {"step": 10 * seed, "audio": 3600.0 * seed, "seeds": [seed]}
    torch.save({"average": network(seed).state_dict(), **facts}, path)
    return path


def test_a_network_comes_back_from_its_model(tmp_path: Path) -> None:
    """Every weight under its name: it can be gone on with."""
    export([checkpoint(tmp_path / "a.pt", 1)], tmp_path / "model", eight_bits=False)
    back, other = weights(tmp_path / "model"), network(2)
    other.load_state_dict(back)
    for name, value in network(1).state_dict().items():
        assert np.allclose(other.state_dict()[name], value, atol=1e-6), name


def test_the_chain_is_the_networks(tmp_path: Path) -> None:
    """Offsets mirrored, a bypass a factored layer, silence scored lower."""
    chain = layers([checkpoint(tmp_path / "a.pt", 1)])
    dense = [layer for layer in chain if isinstance(layer, Dense)]
    assert dense[0].offsets == (-1, 0, 1)
    for before, down, up in zip(STEPS, dense[1:-3:2], dense[2:-3:2], strict=True):
        assert down.offsets == before
        assert up.offsets == tuple(sorted(-offset for offset in before))
    assert sum(isinstance(layer, Bypass) for layer in chain) == len(STEPS)
    assert sum(isinstance(layer, Rectify) for layer in chain) == len(STEPS) + 2
    head = chain[-1]
    assert isinstance(head, Dense) and head.bias is not None
    assert head.bias[:3] == pytest.approx([-SILENCE, -SILENCE, 0])


def test_networks_are_averaged_in_equal_parts(tmp_path: Path) -> None:
    """Checkpoints and models alike; silence is scored lower once, not twice."""
    one, two = (checkpoint(tmp_path / f"{seed}.pt", seed) for seed in (1, 2))
    export([two], tmp_path / "two", eight_bits=False)
    export([one, tmp_path / "two"], tmp_path / "mean", eight_bits=False)
    second = network(2).state_dict()
    back = weights(tmp_path / "mean")
    for name, value in network(1).state_dict().items():
        assert np.allclose(back[name], (value + second[name]) / 2, atol=1e-6), name


def test_a_manifest_tells_data_training_and_sums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a checkpoint its own figures, of a model what was averaged in it."""
    monkeypatch.setattr(papers, "_PACKAGES", ("numpy",))
    (tmp_path / "data").mkdir()
    store = Store(tmp_path / "data", "x")
    quiet = np.zeros(16000 * 36, np.float32)
    store.add(quiet, "раз", "a").add(quiet, "два", "b")
    source = checkpoint(tmp_path / "a.pt", 3)
    model = tmp_path / "model"
    export([source], model)
    learnt = papers.learnt(source)
    assert learnt == {"seeds": [3], "steps": 30, "hours_of_augmented_sound": 3.0}
    rows = tmp_path / "rows.json"
    row = {"name": "clips", "good": 2, "count": 3, "gate": "", "misses": []}
    rows.write_text(json.dumps([row]), encoding="utf-8")
    made = papers.manifest(model, tmp_path / "data", [learnt], rows)
    assert made["data"] == {"x": {"utterances": 2, "hours": 0.02, "voices": 2}}
    assert made["figures"] == [{"name": "clips", "good": 2, "count": 3, "gate": ""}]
    assert list(made["versions"]) == ["numpy"]
    assert sorted(made["sha256"]) == ["am/final.mdl", "conf/mfcc.conf", "conf/model.conf"]
    (model / MANIFEST).write_text(json.dumps(made), encoding="utf-8")
    assert papers.learnt(model) == {"average_of": [learnt]}
