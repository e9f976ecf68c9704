# SPDX-License-Identifier: MIT
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call,unused-ignore"
"""The network in PyTorch, started from a network that knows human speech.

Decides the architecture: the TDNN-F trunk of vosk-model-small-ko-0.22 with
its i-vector input set to zero and every normalisation folded into the weights
(scale into the matrix, offset pushed through the bypass into later biases),
and a new output layer of two outputs a phone every 30 ms.  It must not know
about losses or data.
"""

import re
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

Array = NDArray[np.float32]
WIDTH, BOTTLENECK, COEFFICIENTS, BYPASS = 768, 64, 40, 0.66
STEPS = ((-1, 0), (-1, 0), (-1, 0), (0,), *[(-3, 0)] * 10)
"""Time offsets of each factored layer's first half; the second half mirrors them."""
CONTEXT = 34
_SUBSAMPLED = 2  # the factored layer after which only every third frame is needed
_MATRIX = struct.Struct("<BiBi")


@dataclass(frozen=True, slots=True)
class Factored:
    """One layer: x → bottleneck → relu, all normalisation folded in."""

    down: Array
    up: Array
    bias: Array


@dataclass(frozen=True, slots=True)
class Trunk:
    """Folded weights of the pretrained network, without its output."""

    first: Array
    first_bias: Array
    layers: list[Factored]
    last: Factored


def _fields(block: bytes) -> dict[str, Array]:
    """Matrices, vectors and floats of one component, by tag."""
    out: dict[str, Array] = {}
    for tag in re.finditer(rb"<(\w+)> ", block):
        name, at = tag[1].decode(), tag.end()
        if block[at : at + 3] == b"FM ":
            _, rows, _, columns = _MATRIX.unpack_from(block, at + 3)
            out[name] = np.frombuffer(block, "<f4", rows * columns, at + 13).reshape(rows, columns)
        elif block[at : at + 3] == b"FV ":
            (size,) = struct.unpack_from("<i", block, at + 4)
            out[name] = np.frombuffer(block, "<f4", size, at + 8)
        elif block[at : at + 1] == b"\x04" and name in {"TargetRms", "Epsilon"}:
            out[name] = np.frombuffer(block, "<f4", 1, at + 1)
    return out


def read_components(path: Path) -> dict[str, dict[str, Array]]:
    """Arrays of every component of a binary nnet3 model, by component name."""
    raw = path.read_bytes()
    starts = [found.start() for found in re.finditer(rb"<ComponentName> ", raw)]
    ends = [*starts[1:], raw.index(b"</Nnet3>")]
    blocks = [raw[a:b].removeprefix(b"<ComponentName> ") for a, b in zip(starts, ends, strict=True)]
    return {block.split(b" ", 1)[0].decode(): _fields(block.split(b" ", 1)[1]) for block in blocks}


class _Normal:
    """Batch normalisation of the pretrained network as y = scale · x + offset."""

    def __init__(self, part: dict[str, Array]) -> None:
        self.scale: Array = part["TargetRms"] / np.sqrt(part["StatsVar"] + part["Epsilon"])
        self.offset: Array = -part["StatsMean"] * self.scale


def _taps(matrix: Array, width: int) -> Array:
    """A matrix over several frames as one over their sum."""
    return np.asarray(sum(np.split(matrix, matrix.shape[1] // width, 1)), np.float32)


def folded(path: Path) -> Trunk:
    """The trunk of the Korean model, up to its last hidden layer."""
    parts = read_components(path)
    lda, affine = parts["lda"], parts["tdnn1.affine"]
    normal = _Normal(parts["tdnn1.batchnorm"])
    first = affine["LinearParams"] @ lda["LinearParams"][:, : 3 * COEFFICIENTS]
    first_bias = affine["LinearParams"] @ lda["BiasParams"] + affine["BiasParams"]
    constant = normal.offset  # what all inputs of a layer have in common, pushed onwards
    layers = []
    for index in range(2, 16):
        down, up = parts[f"tdnnf{index}.linear"], parts[f"tdnnf{index}.affine"]
        pushed = _taps(down["LinearParams"], WIDTH) @ constant
        bias = up["BiasParams"] + _taps(up["LinearParams"], BOTTLENECK) @ pushed
        after = _Normal(parts[f"tdnnf{index}.batchnorm"])
        rows = after.scale[:, None]
        layers.append(Factored(down["LinearParams"], up["LinearParams"] * rows, bias * after.scale))
        constant = BYPASS * constant + after.offset
    last_down, last_up = parts["prefinal-l"]["Params"], parts["prefinal-chain.affine"]
    after = _Normal(parts["prefinal-chain.batchnorm1"])
    bias = last_up["BiasParams"] + last_up["LinearParams"] @ (last_down @ constant)
    last = Factored(last_down, last_up["LinearParams"] * after.scale[:, None], bias * after.scale)
    return Trunk(first * normal.scale[:, None], first_bias * normal.scale, layers, last)


def _weight(array: Array) -> nn.Parameter:
    return nn.Parameter(torch.tensor(np.ascontiguousarray(array), dtype=torch.float32))


class Network(nn.Module):
    """Features (batch, frames, 40) → scores (batch, ceil(frames / 3), outputs)."""

    def __init__(self, trunk: Trunk, outputs: int, dropout: float = 0.05) -> None:
        super().__init__()
        self.first, self.first_bias = _weight(trunk.first), _weight(trunk.first_bias)
        self.down = nn.ParameterList([_weight(layer.down) for layer in trunk.layers])
        self.up = nn.ParameterList([_weight(layer.up) for layer in trunk.layers])
        self.bias = nn.ParameterList([_weight(layer.bias) for layer in trunk.layers])
        self.last_down, self.last_up = _weight(trunk.last.down), _weight(trunk.last.up)
        self.last_bias = _weight(trunk.last.bias)
        self.output = nn.Parameter(torch.randn(outputs, WIDTH) * 0.02)
        self.output_bias = nn.Parameter(torch.zeros(outputs))
        self.dropout = dropout

    def trunk_parameters(self) -> list[nn.Parameter]:
        """Every weight that came from the pretrained network."""
        return [p for name, p in self.named_parameters() if not name.startswith("output")]

    def head_parameters(self) -> list[nn.Parameter]:
        """The new output layer."""
        return [self.output, self.output_bias]

    def forward(self, features: Tensor, frozen: int = 0) -> Tensor:
        """Scores; the first layer and `frozen` - 1 factored ones get no gradient."""
        learning = torch.is_grad_enabled()
        wanted = (features.shape[1] + 2) // 3
        left = features[:, :1].expand(-1, CONTEXT, -1)
        right = features[:, -1:].expand(-1, CONTEXT, -1)
        x = torch.cat([left, features, right], 1)
        with torch.set_grad_enabled(learning and not frozen):
            x = torch.cat([x[:, :-2], x[:, 1:-1], x[:, 2:]], 2)
            x = functional.relu(functional.linear(x, self.first, self.first_bias))
        for index in range(len(self.down)):
            with torch.set_grad_enabled(learning and index + 1 >= frozen):
                x = self._factored(x, index, wanted)
        x = functional.linear(functional.linear(x, self.last_down), self.last_up, self.last_bias)
        return functional.linear(functional.relu(x), self.output, self.output_bias)

    def _factored(self, x: Tensor, index: int, wanted: int) -> Tensor:
        bypass = x
        if len(STEPS[index]) == 1:
            hidden = functional.linear(x, self.down[index])
        else:
            pairs = torch.cat([x[:, :-1], x[:, 1:]], 2)
            hidden = functional.linear(pairs, self.down[index])
            if index == _SUBSAMPLED:  # from here on one frame in three, 10 of them each side
                start = CONTEXT - 4 - 30
                at = start + 3 * torch.arange(wanted + 20)
                at = at.clamp(max=hidden.shape[1] - 2)
                bypass, hidden = x[:, at + 1], torch.cat([hidden[:, at], hidden[:, at + 1]], 2)
            else:
                bypass, hidden = x[:, 1:-1], torch.cat([hidden[:, :-1], hidden[:, 1:]], 2)
        y = functional.relu(functional.linear(hidden, self.up[index], self.bias[index]))
        if self.training:  # one mask for all frames of a sound: as good, and cheap to draw
            y = y * functional.dropout(y.new_ones(len(y), 1, y.shape[2]), self.dropout)
        return y + BYPASS * bypass
