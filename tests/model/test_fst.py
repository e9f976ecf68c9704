# SPDX-License-Identifier: MIT
"""FST files have OpenFst's bytes and the right look-ahead sets."""

import struct

import numpy as np
import pytest

from voice_host.model.fst import (
    Fst,
    const_acceptor,
    first_labels,
    olabel_lookahead,
    read_symbols,
    symbol_table,
)


def two_words() -> Fst:
    """start → (1 | 2), the second behind a silent arc; the start is a loop."""
    fst = Fst()
    start, middle, end = fst.state(0.0), fst.state(), fst.state()
    fst.arc(start, 5, 2, 0.5, end)
    fst.arc(start, 6, 0, 0.25, middle)
    fst.arc(middle, 7, 1, 0.0, end)
    fst.arc(end, 0, 0, 0.0, start)
    return fst


def test_look_ahead_sees_through_silent_arcs() -> None:
    """The sets hold every label that can come first, and the mark of a final state."""
    reach = first_labels(two_words(), 2)
    assert reach[0] == ((1, 4),)  # 1, 2 and, being final, 3
    assert reach[1] == ((1, 2),)
    assert reach[2] == ((1, 4),)


def test_symbols_come_back_in_order() -> None:
    """Words of a table inside other bytes, Russian ones too."""
    words = ["<eps>", "фол", "третьему", "[unk]"]
    assert read_symbols(b"before" + symbol_table(words) + b"after") == words


def test_without_a_table_there_is_an_error() -> None:
    """No magic number, no words."""
    with pytest.raises(ValueError, match="no symbol table"):
        read_symbols(b"nothing here")


def test_the_acceptor_has_header_table_states_and_arcs() -> None:
    """Sizes and counts of a constant FST with symbols."""
    fst = Fst()
    state = fst.state(0.0)
    fst.arc(state, 2, 2, 1.0, state)
    fst.arc(state, 1, 1, 2.0, state)
    table = symbol_table(["<eps>", "а", "б"])
    data = const_acceptor(fst, ["<eps>", "а", "б"])
    assert data[:9] == struct.pack("<ii", 2125659606, 5) + b"c"
    body = data[data.index(table) + len(table) :]
    assert len(body) == 20 + 2 * 16
    assert struct.unpack_from("<fIIII", body) == (0.0, 0, 2, 0, 0)
    arcs = np.frombuffer(body, "<i4", offset=20).reshape(2, 4)
    assert arcs[:, 0].tolist() == [1, 2]


def test_the_transducer_counts_its_silent_labels_and_sorts_by_output() -> None:
    """Input and output epsilons per state; arcs in order of the output label."""
    data = olabel_lookahead(two_words(), 2)
    assert data[4:8] == struct.pack("<i", len("olabel_lookahead"))
    header = 4 + 4 + 5 + 4 + 8 + 4 + 4 + 8 + 24
    inner = data.index(struct.pack("<i", 446681434)) + 4 + header
    states = [struct.unpack_from("<fIIII", data, inner + 20 * k) for k in range(3)]
    assert [state[1:] for state in states] == [(0, 2, 0, 1), (2, 1, 0, 0), (3, 1, 1, 1)]
    arcs = np.frombuffer(data, "<i4", 16, inner + 60).reshape(4, 4)
    assert arcs[:2, 1].tolist() == [0, 2]


def test_the_add_on_ends_the_file() -> None:
    """Flags, final label and one interval list a state, nothing after it."""
    data = olabel_lookahead(two_words(), 2)
    tail = bytes([1, 0, 1, 0, 0]) + struct.pack("<iq", 3, 3)
    at = data.index(tail) + len(tail)
    sizes = []
    while at < len(data):
        (count,) = struct.unpack_from("<q", data, at)
        at += 8 + 8 * count + 4
        sizes.append(count)
    assert (sizes, at) == ([1, 1, 1], len(data))
