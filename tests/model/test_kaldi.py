# SPDX-License-Identifier: MIT
"""Kaldi's binary values survive a round trip, byte for byte."""

import numpy as np
import pytest

from voice_host.model.kaldi import KaldiReader, KaldiWriter, compressed


def test_every_kind_of_value_comes_back() -> None:
    """What the writer wrote the reader reads, to the last byte."""
    matrix = np.random.default_rng(1).normal(size=(5, 3)).astype(np.float32)
    writer = KaldiWriter().token("<A>").integer(-7).real(0.5).double(2.25).boolean(True)
    writer.integers([3, 1, 2]).vector([1.5, -2.0]).matrix(matrix).token("</A>")
    reader = KaldiReader(bytes(writer.buffer))
    reader.expect("<A>")
    assert (reader.integer(), reader.real(), reader.real()) == (-7, 0.5, 2.25)
    assert reader.boolean() is True
    assert reader.integers().tolist() == [3, 1, 2]
    assert reader.vector().tolist() == [1.5, -2.0]
    assert np.array_equal(reader.matrix(), matrix)
    reader.expect("</A>")
    assert reader.at == len(writer.buffer)


def test_the_bytes_are_kaldis() -> None:
    """Size bytes, little-endian numbers, a space after every token."""
    written = bytes(KaldiWriter().token("FV").integer(1).real(1.0).boolean(False).buffer)
    assert written == b"\0BFV \x04\x01\x00\x00\x00\x04\x00\x00\x80?F"


def test_eight_bit_matrices_lose_little() -> None:
    """Compressed weights come back within one percent of their spread."""
    matrix = np.random.default_rng(2).normal(size=(200, 40)).astype(np.float32)
    writer = KaldiWriter().matrix(matrix, eight_bits=True)
    back = KaldiReader(bytes(writer.buffer)).matrix()
    assert len(writer.buffer) < matrix.nbytes / 3
    assert np.sqrt(np.mean((back - matrix) ** 2)) < 0.01


def test_compressing_twice_changes_nothing_more() -> None:
    """A compressed matrix read back compresses to nearly the same values."""
    matrix = np.random.default_rng(2).normal(size=(64, 20)).astype(np.float32)
    once = KaldiReader(b"\0B" + compressed(matrix)).matrix()
    twice = KaldiReader(b"\0B" + compressed(once)).matrix()
    assert np.abs(once - twice).max() < 1e-3


def test_small_and_constant_matrices_are_written_too() -> None:
    """Small ones stay exact; a constant one does not divide by zero."""
    small = np.ones((2, 3), np.float32)
    back = KaldiReader(bytes(KaldiWriter().matrix(small, eight_bits=True).buffer)).matrix()
    assert np.array_equal(back, small)
    constant = np.full((20, 20), 0.25, np.float32)
    back = KaldiReader(bytes(KaldiWriter().matrix(constant, eight_bits=True).buffer)).matrix()
    assert np.allclose(back, 0.25, atol=1e-4)


@pytest.mark.parametrize(
    "data", [b"", b"text", b"\0BFM \x05", b"\0B<Other> ", b"\0BFM \x04\xff\xff\xff\xff\x04\1\0\0\0"]
)
def test_other_bytes_are_refused(data: bytes) -> None:
    """A file that is not what it should be raises ValueError with the place."""
    with pytest.raises(ValueError, match=r"byte|file"):
        KaldiReader(data).matrix()


def test_wherever_a_file_is_cut_it_is_refused() -> None:
    """In a word, a number, an array, between them, or before the last space."""
    writer = KaldiWriter().token("<A>").integer(-7).real(0.5).double(2.25).boolean(True)
    writer.integers([3, 1, 2]).vector([1.5, -2.0]).matrix(np.ones((3, 2)))
    writer.matrix(np.eye(16), eight_bits=True).token("</A>")

    def read(data: bytes) -> None:
        reader = KaldiReader(data)
        reader.expect("<A>")
        reader.integer(), reader.real(), reader.real(), reader.boolean()
        reader.integers(), reader.vector(), reader.matrix(), reader.matrix()
        reader.expect("</A>")

    whole = bytes(writer.buffer)
    read(whole)
    for cut in range(len(whole)):
        with pytest.raises(ValueError):
            read(whole[:cut])


def test_a_letter_is_true_or_false() -> None:
    """Nothing else."""
    with pytest.raises(ValueError, match="T or F"):
        KaldiReader(b"\0Bx").boolean()
