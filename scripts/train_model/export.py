# SPDX-License-Identifier: MIT
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call,unused-ignore"
"""Checkpoints → Vosk model directory, and the weights of one back again.

Decides storage (8-bit weights), how several checkpoints become one network, and
the recogniser's settings; the graph is made by graph.py.  It must not know how
the weights were learnt.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from scripts.train_model.graph import write_host_graph
from scripts.train_model.trunk import BYPASS, STEPS
from voice_host.model.network import (
    Bypass,
    Dense,
    Layers,
    Rectify,
    read_network,
    write_network,
)

MFCC = """--use-energy=false
--num-mel-bins=40
--num-ceps=40
--low-freq=20
--high-freq=7600
--dither=1.0
--allow-upsample=true
--allow-downsample=true
"""
DECODER = """--min-active=200
--max-active=2000
--beam=10.0
--lattice-beam=3.0
--acoustic-scale=1.0
--frame-subsampling-factor=3
--frames-per-chunk=30
--endpoint.silence-phones=1
--endpoint.rule2.min-trailing-silence=0.5
--endpoint.rule3.min-trailing-silence=1.0
--endpoint.rule4.min-trailing-silence=2.0
"""


SILENCE = 0.15
"""Silence is scored so much lower, natural-log units a frame: a word in noise is not lost in it."""


def layers(sources: Sequence[Path]) -> Layers:
    """The networks of checkpoints and model directories, averaged in equal parts, in numpy."""
    networks = [
        weights(source) if source.is_dir() else torch.load(source)["average"] for source in sources
    ]

    def array(name: str) -> NDArray[np.float32]:
        parts = [one[name].float().numpy() for one in networks]
        return np.asarray(np.mean(parts, axis=0), np.float32)

    bias = array("output_bias")
    bias[:2] -= SILENCE  # phone 0: its first frame and those after it
    chain: Layers = [Dense(array("first"), array("first_bias"), (-1, 0, 1)), Rectify()]
    for index, before in enumerate(STEPS):
        after = tuple(-offset for offset in reversed(before))
        chain.append(Dense(array(f"down.{index}"), None, before))
        chain.append(Dense(array(f"up.{index}"), array(f"bias.{index}"), after))
        chain += [Rectify(), Bypass(3, BYPASS)]
    chain.append(Dense(array("last_down")))
    chain += [Dense(array("last_up"), array("last_bias")), Rectify()]
    chain.append(Dense(array("output"), bias))
    return chain


def weights(model: Path) -> dict[str, torch.Tensor]:
    """What a model directory was exported from, by name; 8-bit weights come back rounded."""
    chain = read_network(model / "am" / "final.mdl")
    dense = [layer for layer in chain if isinstance(layer, Dense)]
    names = ["first"]
    for index in range(len(STEPS)):
        names += [f"down.{index}", f"up.{index}"]
    out: dict[str, torch.Tensor] = {}
    for name, layer in zip([*names, "last_down", "last_up", "output"], dense, strict=True):
        out[name] = torch.tensor(layer.weights)
        if layer.bias is not None:
            out[_BIASES.get(name, name.replace("up.", "bias."))] = torch.tensor(layer.bias)
    out["output_bias"][:2] += SILENCE
    return out


_BIASES = {"first": "first_bias", "last_up": "last_bias", "output": "output_bias"}


def export(sources: Sequence[Path], model: Path, eight_bits: bool = True) -> None:
    """Writes am/ and conf/ of a model directory; it may be one of the sources."""
    chain = layers(sources)
    for part in ("am", "conf"):
        (model / part).mkdir(parents=True, exist_ok=True)
    write_network(model / "am" / "final.mdl", chain, eight_bits)
    (model / "conf" / "mfcc.conf").write_text(MFCC)
    (model / "conf" / "model.conf").write_text(DECODER)


def main() -> None:
    """Command line: `export SOURCE [SOURCE …] MODEL`; sources are checkpoints or models of ours."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("model", type=Path)
    arguments = parser.parse_args()
    export(arguments.sources, arguments.model)
    write_host_graph(arguments.model)


if __name__ == "__main__":
    main()
