# SPDX-License-Identifier: MIT
"""The acoustic network: layers ↔ final.mdl, and the same arithmetic in numpy.

Decides how a chain of layers is spelt as a Kaldi nnet3 network and read back.
Scores are per 30 ms: the network looks at every third frame.  It must not
know words, and it never trains.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_host.errors import ModelMissing, reason
from voice_host.model.features import COEFFICIENTS
from voice_host.model.kaldi import KaldiReader, KaldiWriter
from voice_host.model.transitions import OUTPUTS, skip_transitions, write_transitions

Array = NDArray[np.float32]
SUBSAMPLING = 3


@dataclass(frozen=True, slots=True)
class Dense:
    """y(t) = Σ weights[k] · x(t + offsets[k]) + bias; `weights` is (out, taps · in)."""

    weights: Array
    bias: Array | None = None
    offsets: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class Rectify:
    """y = max(x, 0)."""


@dataclass(frozen=True, slots=True)
class Bypass:
    """y = x + scale · (what stood `layers` layers before x)."""

    layers: int
    scale: float


Layer = Dense | Rectify | Bypass
Layers = list[Layer]


def scores(layers: Layers, features: Array) -> Array:
    """Network outputs, shape (ceil(frames / 3), outputs); edge frames are repeated outside."""
    reach = sum(max(map(abs, layer.offsets)) for layer in layers if isinstance(layer, Dense))
    x = np.pad(features, ((reach, reach), (0, 0)), "edge")
    first = -reach
    stages = [(first, x)]
    for layer in layers:
        first, x = _applied(layer, stages)
        stages.append((first, x))
    return np.ascontiguousarray(x[-first : -first + len(features) : SUBSAMPLING])


def _applied(layer: Layer, stages: list[tuple[int, Array]]) -> tuple[int, Array]:
    """Value of one layer as (time of its first row, rows)."""
    first, x = stages[-1]
    if isinstance(layer, Rectify):
        return first, np.maximum(x, 0)
    if isinstance(layer, Bypass):
        earlier, saved = stages[-1 - layer.layers]
        start = first - earlier
        return first, x + np.float32(layer.scale) * saved[start : start + len(x)]
    low, high = min(layer.offsets), max(layer.offsets)
    count = len(x) - (high - low)
    taps = [x[offset - low : offset - low + count] for offset in layer.offsets]
    y = np.concatenate(taps, axis=1) @ layer.weights.T
    return first - low, y if layer.bias is None else y + layer.bias


def write_network(path: Path, layers: Layers, eight_bits: bool = True) -> None:
    """final.mdl with our transition model and these layers."""
    writer = KaldiWriter()
    write_transitions(writer)
    config, components = _spelt(layers)
    writer.token("<Nnet3>").raw(b"\n" + "\n".join(config).encode() + b"\n\n")
    writer.token("<NumComponents>").integer(len(components))
    for name, layer, width in components:
        writer.token("<ComponentName>", name)
        _write_component(writer, layer, width, eight_bits)
    writer.token("</Nnet3>", "<LeftContext>").integer(0).token("<RightContext>").integer(0)
    writer.token("<Priors>").vector([])  # contexts are computed anew when loaded
    path.write_bytes(writer.buffer)


def _spelt(layers: Layers) -> tuple[list[str], list[tuple[str, Layer, int]]]:
    """Config lines, and (name, layer, output width) of every component."""
    config = [f"input-node name=input dim={COEFFICIENTS}"]
    components: list[tuple[str, Layer, int]] = []
    names, width = ["input"], COEFFICIENTS
    for number, layer in enumerate(layers, 1):
        name = f"{type(layer).__name__.lower()}{number}"
        source = names[-1]
        if isinstance(layer, Dense):
            width = layer.weights.shape[0]
        elif isinstance(layer, Bypass):
            source = f"Sum(Scale({layer.scale:.6g}, {names[-1 - layer.layers]}), {source})"
        config.append(f"component-node name={name} component={name} input={source}")
        components.append((name, layer, width))
        names.append(name)
    config.append(f"output-node name=output input={names[-1]} objective=linear")
    if width != OUTPUTS:
        raise ValueError(f"the network ends in {width} outputs, the phones need {OUTPUTS}")
    return config, components


def _write_component(writer: KaldiWriter, layer: Layer, width: int, eight_bits: bool) -> None:
    if isinstance(layer, Bypass):
        writer.token("<NoOpComponent>", "<Dim>").integer(width)
        writer.token("<BackpropScale>").real(1.0).token("</NoOpComponent>")
    elif isinstance(layer, Rectify):
        writer.token("<RectifiedLinearComponent>", "<Dim>").integer(width)
        writer.token("<ValueAvg>").vector([]).token("<DerivAvg>").vector([])
        writer.token("<Count>").double(0).token("<OderivRms>").vector([])
        writer.token("<OderivCount>").double(0).token("<NumDimsSelfRepaired>").double(0)
        writer.token("<NumDimsProcessed>").double(0).token("</RectifiedLinearComponent>")
    else:
        bias = np.zeros(0, np.float32) if layer.bias is None else layer.bias
        writer.token("<TdnnComponent>", "<LearningRate>").real(0.001)
        writer.token("<TimeOffsets>").integers(layer.offsets).token("<LinearParams>")
        writer.matrix(layer.weights, eight_bits).token("<BiasParams>").vector(bias)
        writer.token("<OrthonormalConstraint>").real(0).token("<UseNaturalGradient>")
        writer.boolean(False).token("<NumSamplesHistory>").real(2000)
        writer.token("<AlphaInOut>").real(4, 4).token("<RankInOut>").integer(20, 80)
        writer.token("</TdnnComponent>")


def read_network(path: Path) -> Layers:
    """Layers of a final.mdl that `write_network` wrote; 8-bit weights come back rounded.

    Raises ModelMissing if the file is absent or not of this project.
    """
    try:
        return _read(KaldiReader(path.read_bytes()))
    except (OSError, ValueError) as error:
        raise ModelMissing(
            "model.network_not_read",
            path=path,
            why=reason(error),
        ) from error


def _read(reader: KaldiReader) -> Layers:
    skip_transitions(reader)
    reader.expect("<Nnet3>")
    config = reader.until(b"\n\n").decode()
    reader.expect("<NumComponents>")
    layers: Layers = []
    for number in range(1, reader.integer() + 1):
        reader.expect("<ComponentName>")
        layers.append(_read_component(reader, reader.token(), config, number))
    reader.expect("</Nnet3>")
    return layers


def _read_component(reader: KaldiReader, name: str, config: str, number: int) -> Layer:
    kind = reader.token()
    if kind == "<NoOpComponent>":
        reader.until(b"</NoOpComponent> ")
        source = re.search(rf"name={name} .*Sum\(Scale\(([^,]+), [a-z]*(\d*)\)", config)
        if source is None:
            raise ValueError(f"component {name} adds nothing")
        return Bypass(number - 1 - int(source[2] or 0), float(source[1]))
    if kind == "<RectifiedLinearComponent>":
        reader.until(b"</RectifiedLinearComponent> ")
        return Rectify()
    if kind != "<TdnnComponent>":
        raise ValueError(f"component {kind} is not of this project")
    reader.expect("<LearningRate>")
    reader.real()
    reader.expect("<TimeOffsets>")
    offsets = tuple(int(offset) for offset in reader.integers())
    reader.expect("<LinearParams>")
    weights = reader.matrix()
    reader.expect("<BiasParams>")
    bias = reader.vector()
    reader.until(b"</TdnnComponent> ")
    return Dense(weights, bias if bias.size else None, offsets)
