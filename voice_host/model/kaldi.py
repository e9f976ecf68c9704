# SPDX-License-Identifier: MIT
"""Kaldi's binary format: tokens, numbers, vectors, matrices.

Decides the bytes (Kaldi io-funcs, kaldi-matrix.cc, compressed-matrix.cc), all
little-endian; int32 and floats carry a size byte.  Weight matrices may be
stored in 8 bits a value ("CM": per column four percentiles and a piecewise
linear scale between them).  It must not know what the values mean.
"""

import struct

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float32]
HEADER = b"\0B"
_SMALLEST_COMPRESSED = 256


class KaldiWriter:
    """Appends values to a byte buffer; every method returns the writer."""

    def __init__(self) -> None:
        self.buffer = bytearray(HEADER)

    def token(self, *names: str) -> "KaldiWriter":
        """ASCII words, each followed by one space."""
        for name in names:
            self.buffer += name.encode("ascii") + b" "
        return self

    def raw(self, data: bytes) -> "KaldiWriter":
        """Bytes as they are."""
        self.buffer += data
        return self

    def integer(self, *values: int) -> "KaldiWriter":
        """int32 each."""
        for value in values:
            self.buffer += struct.pack("<bi", 4, value)
        return self

    def real(self, *values: float) -> "KaldiWriter":
        """float32 each."""
        for value in values:
            self.buffer += struct.pack("<bf", 4, value)
        return self

    def double(self, value: float) -> "KaldiWriter":
        """float64."""
        self.buffer += struct.pack("<bd", 8, value)
        return self

    def boolean(self, value: bool) -> "KaldiWriter":
        """One letter, no space."""
        self.buffer += b"T" if value else b"F"
        return self

    def integers(self, values: ArrayLike) -> "KaldiWriter":
        """std::vector<int32>."""
        array = np.asarray(values, "<i4")
        self.buffer += struct.pack("<bi", 4, array.size) + array.tobytes()
        return self

    def vector(self, values: ArrayLike) -> "KaldiWriter":
        """Vector<float>."""
        array = np.ascontiguousarray(values, "<f4")
        self.token("FV").integer(array.size)
        self.buffer += array.tobytes()
        return self

    def matrix(self, values: ArrayLike, eight_bits: bool = False) -> "KaldiWriter":
        """Matrix<float>, row-major; large ones compressed if `eight_bits`."""
        array = np.ascontiguousarray(values, "<f4")
        if eight_bits and array.size >= _SMALLEST_COMPRESSED:
            return self.raw(compressed(array))
        self.token("FM").integer(*array.shape)
        self.buffer += array.tobytes()
        return self


def _percentiles(array: NDArray[np.float64], low: float, span: float) -> NDArray[np.int64]:
    """Four 16-bit percentiles of each column, strictly rising as Kaldi requires."""
    rows = array.shape[0]
    quarter = max(rows // 4, 1)
    ordered = np.sort(array, axis=0)
    places = [0, min(quarter, rows - 1), min(3 * quarter, rows - 1), rows - 1]
    marks = np.rint((ordered[places].T - low) / span * 65535.0).astype(np.int64)
    marks[:, 0] = np.minimum(marks[:, 0], 65532)
    for k in (1, 2, 3):
        marks[:, k] = np.minimum(np.maximum(marks[:, k], marks[:, k - 1] + 1), 65532 + k)
    return marks


def compressed(array: Array) -> bytes:
    """A matrix in 8 bits a value with column headers (kOneByteWithColHeaders)."""
    low = float(np.float32(array.min()))
    span = float(np.float32(max(float(array.max()) - low, 1e-5) * (1 + 1e-6)))
    values = array.astype(np.float64)
    marks = _percentiles(values, low, span)
    p0, p1, p2, p3 = (low + span * marks[:, k : k + 1] / 65535.0 for k in range(4))
    columns = values.T
    below = np.clip(np.rint((columns - p0) / (p1 - p0) * 64), 0, 64)
    middle = np.clip(64 + np.rint((columns - p1) / (p2 - p1) * 128), 64, 192)
    above = np.clip(192 + np.rint((columns - p2) / (p3 - p2) * 63), 192, 255)
    steps = np.where(columns < p1, below, np.where(columns < p2, middle, above))
    header = b"CM " + struct.pack("<ffii", low, span, *array.shape)
    return header + marks.astype("<u2").tobytes() + steps.astype(np.uint8).tobytes()


class KaldiReader:
    """Reads what KaldiWriter writes; every method raises ValueError on other bytes."""

    def __init__(self, data: bytes) -> None:
        if data[:2] != HEADER:
            raise ValueError("not a binary Kaldi file")
        self.data, self.at = data, 2

    def token(self) -> str:
        """The next word."""
        while self.data[self.at : self.at + 1].isspace():
            self.at += 1
        end = self.at
        while not self._bytes(end, 1).isspace():
            end += 1
        word = self.data[self.at : end].decode("ascii", "replace")
        self.at = end + 1
        return word

    def expect(self, *words: str) -> None:
        """The next words must be these."""
        for word in words:
            found = self.token()
            if found != word:
                raise ValueError(f"expected {word}, found {found!r} at byte {self.at}")

    def until(self, end: bytes) -> bytes:
        """Bytes up to `end`, which is skipped."""
        stop = self.data.index(end, self.at)
        piece = self.data[self.at : stop]
        self.at = stop + len(end)
        return piece

    def integer(self) -> int:
        """int32."""
        (value,) = self._sized("<i", 4)
        return int(value)

    def real(self) -> float:
        """float32 or float64."""
        wide = self._bytes(self.at, 1) == b"\x08"
        (value,) = self._sized("<d" if wide else "<f", 8 if wide else 4)
        return float(value)

    def boolean(self) -> bool:
        """T or F."""
        letter = self._bytes(self.at, 1)
        if letter not in b"TF":
            raise ValueError(f"expected T or F at byte {self.at}")
        self.at += 1
        return letter == b"T"

    def integers(self) -> NDArray[np.int32]:
        """std::vector<int32>."""
        (count,) = self._sized("<i", 4)
        return self._array("<i4", int(count)).astype(np.int32)

    def vector(self) -> Array:
        """Vector<float>."""
        self.expect("FV")
        return self._array("<f4", self.integer()).astype(np.float32)

    def matrix(self) -> Array:
        """Matrix<float>, plain or in 8 bits."""
        kind = self.token()
        if kind == "FM":
            rows, columns = self.integer(), self.integer()
            return self._array("<f4", rows * columns).astype(np.float32).reshape(rows, columns)
        if kind != "CM":
            raise ValueError(f"expected a matrix, found {kind!r} at byte {self.at}")
        low, span, rows, columns = struct.unpack("<ffii", self._bytes(self.at, 16))
        self.at += 16
        marks = self._array("<u2", columns * 4).reshape(columns, 4)
        steps = self._array("u1", columns * rows).reshape(columns, rows).astype(np.float32)
        p0, p1, p2, p3 = (low + span * marks[:, k : k + 1] / np.float32(65535) for k in range(4))
        below, middle = p0 + (p1 - p0) * steps / 64, p1 + (p2 - p1) * (steps - 64) / 128
        above = p2 + (p3 - p2) * (steps - 192) / 63
        columns_of = np.where(steps <= 64, below, np.where(steps <= 192, middle, above))
        return np.ascontiguousarray(columns_of.T, np.float32)

    def _sized(self, form: str, size: int) -> tuple[float, ...]:
        if self._bytes(self.at, 1)[0] != size:
            raise ValueError(f"expected a number of {size} bytes at byte {self.at}")
        values = struct.unpack(form, self._bytes(self.at + 1, size))
        self.at += 1 + size
        return values

    def _array(self, kind: str, count: int) -> NDArray[np.generic]:
        type_ = np.dtype(kind)
        array = np.frombuffer(self._bytes(self.at, count * type_.itemsize), type_)
        self.at += array.nbytes
        return array

    def _bytes(self, start: int, count: int) -> bytes:
        piece = self.data[start : start + count]
        if len(piece) != count:
            raise ValueError(f"the file is cut off: expected {count} bytes at byte {start}")
        return piece
