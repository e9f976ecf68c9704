# SPDX-License-Identifier: MIT
"""OpenFst containers, byte for byte as Vosk 0.3.45 loads them.

Decides headers, the constant FST, symbol tables and the look-ahead add-on of
`olabel_lookahead` (OpenFst 1.8 fst.h, const-fst.h, add-on.h, label-reachable.h;
little-endian).  Labels are given in an order that needs no relabelling.  It
must not know what states and labels mean.
"""

import math
import struct
from collections.abc import Iterable, Iterator

import numpy as np

_FST_MAGIC, _SYMBOL_MAGIC, _ADDON_MAGIC = 2125659606, 2125658996, 446681434
_EXPANDED, _ACCEPTOR, _NOT_ACCEPTOR = 0x1, 0x10000, 0x20000
_INPUT_SORTED, _OUTPUT_SORTED = 0x10000000, 0x40000000
_WEIGHTED, _NOT_STRING, _CYCLIC = 0x100000000, 0x200000000, 0x400000000
_HAS_SYMBOLS = 2
_STATE = np.dtype(
    [("weight", "<f4"), ("at", "<u4"), ("n", "<u4"), ("ieps", "<u4"), ("oeps", "<u4")]
)
_ARC = np.dtype([("ilabel", "<i4"), ("olabel", "<i4"), ("weight", "<f4"), ("next", "<i4")])
Intervals = tuple[tuple[int, int], ...]


class Fst:
    """A tropical transducer under construction: `arcs[s]` holds (in, out, weight, next)."""

    def __init__(self) -> None:
        self.arcs: list[list[tuple[int, int, float, int]]] = []
        self.final: list[float] = []

    def state(self, final: float = math.inf) -> int:
        """A new state; state 0 is the start."""
        self.arcs.append([])
        self.final.append(final)
        return len(self.arcs) - 1

    def arc(self, source: int, ilabel: int, olabel: int, weight: float, target: int) -> None:
        """A new arc."""
        self.arcs[source].append((ilabel, olabel, weight, target))


def _string(text: str) -> bytes:
    encoded = text.encode()
    return struct.pack("<i", len(encoded)) + encoded


def _header(kind: str, version: int, flags: int, properties: int, *counts: int) -> bytes:
    numbers = struct.pack("<iiQqqq", version, flags, properties, *counts)
    return struct.pack("<i", _FST_MAGIC) + _string(kind) + _string("standard") + numbers


def symbol_table(words: list[str]) -> bytes:
    """Symbols numbered by their place; `words[0]` is <eps>."""
    head = struct.pack("<i", _SYMBOL_MAGIC) + _string("words")
    entries = (_string(word) + struct.pack("<q", key) for key, word in enumerate(words))
    return head + struct.pack("<qq", len(words), len(words)) + b"".join(entries)


def read_symbols(data: bytes) -> list[str]:
    """Words of the symbol table inside an FST, in order; ValueError if it is not there whole."""
    at = data.find(struct.pack("<i", _SYMBOL_MAGIC))
    if at < 0:
        raise ValueError("no symbol table")
    try:
        return list(_symbols(data, at))
    except struct.error:
        raise ValueError("the symbol table is cut short") from None


def _symbols(data: bytes, at: int) -> Iterator[str]:
    (size,) = struct.unpack_from("<i", data, at + 4)
    at += 8 + size
    (count,) = struct.unpack_from("<q", data, at + 8)
    at += 16
    for _ in range(count):
        (size,) = struct.unpack_from("<i", data, at)
        yield data[at + 4 : at + 4 + size].decode()
        at += 4 + size + 8


def _body(fst: Fst, by_output: bool) -> bytes:
    """States and arcs of a constant FST, arcs sorted by one label."""
    arcs = [arc for state in fst.arcs for arc in sorted(state, key=lambda a: a[by_output])]
    table = np.array(arcs, _ARC)
    counts = np.array([len(state) for state in fst.arcs], np.uint32)
    states = np.zeros(len(fst.arcs), _STATE)
    states["weight"], states["n"] = fst.final, counts
    ends = np.cumsum(counts, dtype=np.uint32)
    states["at"] = ends - counts
    owner = np.repeat(np.arange(len(counts)), counts)
    for field, label in (("ieps", "ilabel"), ("oeps", "olabel")):
        states[field] = np.bincount(owner[table[label] == 0], minlength=len(counts))
    return states.tobytes() + table.tobytes()


def const_acceptor(fst: Fst, words: list[str]) -> bytes:
    """A constant acceptor sorted by label, its words inside (Gr.fst)."""
    properties = _EXPANDED | _WEIGHTED | _CYCLIC | _NOT_STRING
    properties |= _ACCEPTOR | _INPUT_SORTED | _OUTPUT_SORTED
    arcs = sum(map(len, fst.arcs))
    header = _header("const", 2, _HAS_SYMBOLS, properties, 0, len(fst.arcs), arcs)
    return header + symbol_table(words) + _body(fst, by_output=False)


def olabel_lookahead(fst: Fst, labels: int) -> bytes:
    """A transducer sorted by output label with look-ahead data (HCLr.fst); labels from 1 on."""
    properties = _EXPANDED | _WEIGHTED | _CYCLIC | _NOT_STRING | _NOT_ACCEPTOR | _OUTPUT_SORTED
    arcs = sum(map(len, fst.arcs))
    outer = _header("olabel_lookahead", 1, 0, properties, -1, 0, 0)
    inner = _header("const", 2, 0, properties, 0, len(fst.arcs), arcs) + _body(fst, by_output=True)
    flags = bytes([1, 0, 1, 0, 0])  # add-on: no input data, output data, forward, no relabelling
    reach = [struct.pack("<iq", labels + 1, len(fst.arcs))]
    packed: dict[Intervals, bytes] = {}
    for intervals in first_labels(fst, labels):
        if intervals not in packed:
            pairs = b"".join(struct.pack("<ii", *interval) for interval in intervals)
            total = sum(end - begin for begin, end in intervals)
            packed[intervals] = struct.pack("<q", len(intervals)) + pairs + struct.pack("<i", total)
        reach.append(packed[intervals])
    return outer + struct.pack("<i", _ADDON_MAGIC) + inner + flags + b"".join(reach)


def _united(intervals: Iterable[tuple[int, int]]) -> Intervals:
    """Half-open intervals joined where they touch."""
    out: list[tuple[int, int]] = []
    for begin, end in sorted(intervals):
        if out and begin <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((begin, end))
    return tuple(out)


def first_labels(fst: Fst, labels: int) -> list[Intervals]:
    """For every state the output labels that can come first from it, as half-open intervals.

    Label `labels` + 1 stands for a final state reached without any output.
    """
    count = len(fst.arcs)
    own: list[Intervals] = []
    silent: list[list[int]] = []
    sources: list[list[int]] = [[] for _ in range(count)]
    for state, arcs in enumerate(fst.arcs):
        found = {(olabel, olabel + 1) for _, olabel, _, _ in arcs if olabel}
        if fst.final[state] != math.inf:
            found.add((labels + 1, labels + 2))
        own.append(_united(found))
        silent.append([target for _, olabel, _, target in arcs if not olabel and target != state])
        for target in silent[-1]:
            sources[target].append(state)
    reach = list(own)
    pending = list(range(count - 1, -1, -1))
    while pending:  # propagate backwards along arcs without output until nothing changes
        following: dict[int, None] = {}
        for state in pending:
            targets = {reach[target] for target in silent[state]}
            if not targets:
                continue
            if len(targets) == 1 and not own[state]:
                new = next(iter(targets))
            else:
                new = _united([*own[state], *(pair for target in targets for pair in target)])
            if new != reach[state]:
                reach[state] = new
                following.update(dict.fromkeys(sources[state]))
        pending = list(following)
    return reach
