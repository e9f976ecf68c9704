# SPDX-License-Identifier: MIT
"""The word graph of a sentence: a finite automaton over words, with captured values.

Made from a template tree; has no empty transitions, state 0 is the start. Answers what a
row of words means, whether it is whole, whether it can go on, and which phrases cover
every pair of neighbouring words (a bigram recogniser needs no more). Words are compared
with «ё» as «е». Knows nothing of commands.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from voice_host.language.figures import figure
from voice_host.language.heard.slot_values import Entry, Lexicon, Value
from voice_host.language.heard.template import Choice, Node, Slot, Word
from voice_host.language.heard.template import Sequence as Seq
from voice_host.text.letters import fold

Captured = tuple[tuple[str, Value, bool], ...]
"""(slot, value, whether it is an item of a list), in order."""

Edge = tuple[int, tuple[str, Value, bool] | None]
Pair = tuple[str, str]
Ways = tuple[str, ...]
"""What a word that was typed may be, «ё» as «е»."""
_Chain = tuple["_Chain", tuple[str, Value, bool]] | None
"""What was captured before, and the last of it: a list that shares its beginnings."""
_LONGEST_COVER = 12
_MOST_WAYS = 8


class Graph:
    """An automaton that accepts the sentences of one template."""

    def __init__(
        self,
        node: Node,
        lexicon: Callable[[Slot], Lexicon],
        joiner: str,
        in_digits: Mapping[str, int] | None = None,
    ) -> None:
        """`in_digits`: the number words that may be digits where the template itself has them."""
        self._edges: list[dict[str, list[Edge]]] = [{}]
        self._spelling: dict[str, str] = {}
        self._lists: set[int] = set()
        self._slots: list[tuple[frozenset[int], Slot, int]] = []
        self._lexicon, self._joiner = lexicon, joiner
        self._in_digits = in_digits or {}
        self._finals = self._add(node, frozenset({0}))

    # --- building: from a set of source states to the set where the part ends ---

    def _state(self) -> int:
        self._edges.append({})
        return len(self._edges) - 1

    def _link(self, sources: Iterable[int], word: str, edge: Edge) -> None:
        self._spelling.setdefault(fold(word), word)
        for source in sources:
            self._edges[source].setdefault(fold(word), []).append(edge)

    def _add(self, node: Node, sources: frozenset[int]) -> frozenset[int]:
        match node:
            case Word(text):
                end = self._state()
                self._link(sources, text, (end, None))
                if text in self._in_digits:
                    self._link(sources, figure(self._in_digits[text]), (end, None))
                return frozenset({end})
            case Choice(options):
                return frozenset(s for option in options for s in self._add(option, sources))
            case Seq(parts):
                for part in parts:
                    sources = self._add(part, sources)
                return sources
            case Slot():
                return self._add_slot(node, sources)

    def _add_slot(self, slot: Slot, sources: frozenset[int]) -> frozenset[int]:
        lexicon = self._lexicon(slot)
        end = self._items(slot.name, lexicon, sources)
        for _ in range(1, lexicon.exactly or 1):
            end = self._items(slot.name, lexicon, self._joined(end))
        if lexicon.listed and lexicon.exactly is None:
            self._items(slot.name, lexicon, self._joined(end), end)
            self._lists.add(end)
        self._slots.append((sources, slot, end))
        return frozenset({end})

    def _joined(self, end: int) -> frozenset[int]:
        """After an item the next one follows at once or after «и»."""
        joint = self._state()
        self._link((end,), self._joiner, (joint, None))
        return frozenset({end, joint})

    def _items(
        self, name: str, lexicon: Lexicon, sources: frozenset[int], end: int | None = None
    ) -> int:
        end = self._state() if end is None else end
        heads: dict[str, int] = {}
        for entry in lexicon.entries:
            self._item(entry, sources, (end, (name, entry.value, lexicon.listed)), heads)
        return end

    def _item(
        self, entry: Entry, sources: frozenset[int], last: Edge, heads: dict[str, int]
    ) -> None:
        """One phrase; phrases that begin alike share their states (`heads` by beginning)."""
        said = ""
        at: Iterable[int] = sources
        for word in entry.phrase[:-1]:
            said = f"{said} {word}"
            if said not in heads:
                heads[said] = self._state()
                self._link(at, word, (heads[said], None))
            at = (heads[said],)
        self._link(at, entry.phrase[-1], last)

    # --- asking ---

    def parse(self, said: Sequence[Ways]) -> frozenset[Captured]:
        """What is captured on every way that takes these words as a whole sentence.

        «Двадцать пять двадцать пять …» may be cut into numbers in more ways than there is time
        for. That there are several is all that is asked, so few are kept at each state.
        """
        live: dict[int, list[_Chain]] = {0: [None]}
        for ways in said:
            after: dict[int, list[_Chain]] = {}
            for state, chains in live.items():
                for target, got in self._out(state, ways):
                    found = after.setdefault(target, [])
                    room = _MOST_WAYS - len(found)
                    found += chains[:room] if got is None else [(c, got) for c in chains[:room]]
            live = after
        return frozenset(
            _captured(chain) for state in live.keys() & self._finals for chain in live[state]
        )

    def reach(self, said: Sequence[Ways]) -> int:
        """How many of these words, from the first, a sentence can begin with."""
        live = {0}
        for at, ways in enumerate(said):
            live = {target for state in live for target, _ in self._out(state, ways)}
            if not live:
                return at
        return len(said)

    def _out(self, state: int, ways: Ways) -> Iterator[Edge]:
        out = self._edges[state]
        for word in ways:
            yield from out.get(word, ())

    def first(self) -> frozenset[str]:
        """What a sentence may begin with, «ё» as «е»."""
        return frozenset(self._edges[0])

    def _after(self, words: Sequence[str]) -> set[int]:
        live = {0}
        for word in words:
            live = {t for s in live for t, _ in self._edges[s].get(fold(word), ())}
            if not live:
                break
        return live

    def complete(self, words: Sequence[str]) -> bool:
        """Are these words a whole sentence?"""
        return not self._finals.isdisjoint(self._after(words))

    def listing(self, words: Sequence[str]) -> bool:
        """Are these words a whole sentence whose last item another one may follow?"""
        return not (self._lists & self._finals).isdisjoint(self._after(words))

    def following(self, words: Sequence[str]) -> tuple[str, ...]:
        """The words that may come next."""
        return tuple(
            dict.fromkeys(self._spelling[w] for s in self._after(words) for w in self._edges[s])
        )

    def endings(self) -> Iterator[tuple[list[tuple[str, ...]], frozenset[str]]]:
        """For each slot that may end a sentence: what may stand in it, and the last words of that.

        Each value alone, and after the word that leads to it: «пять», «номер пять».
        """
        leads: dict[int, set[str]] = {}
        for out in self._edges:
            for word, targets in out.items():
                for target, got in targets:
                    if got is None:
                        leads.setdefault(target, set()).add(self._spelling[word])
        for sources, slot, end in self._slots:
            phrases = [entry.phrase for entry in self._lexicon(slot).entries]
            if end in self._finals - self._lists and phrases:
                led = {word for source in sources for word in leads.get(source, ())}
                items = phrases + [(word, *phrases[0]) for word in sorted(led)]
                yield items, frozenset(phrase[-1] for phrase in phrases)

    def words(self) -> frozenset[str]:
        """Every word of the graph, as it is spelled."""
        return frozenset(self._spelling.values())

    def phrases(self) -> tuple[tuple[str, ...], ...]:
        """Whole sentences in which every pair of neighbouring words occurs at least once."""
        return tuple(_Cover(self._edges, self._finals, self._spelling).phrases())


def said_again(graph: Graph, marks: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Sentences whose end is said once more: every pair of words that a mark makes is in one.

    «Фол третьему нет пятому», «фол третьему нет номер пять», «фол третьему и пятому».
    """
    for items, ends in graph.endings():
        whole = [phrase for phrase in graph.phrases() if phrase[-1] in ends]
        for mark in marks:
            for at in range(max(len(whole), len(items)) if whole else 0):
                yield (*whole[at % len(whole)], mark, *items[at % len(items)])


def _captured(chain: _Chain) -> Captured:
    found: list[tuple[str, Value, bool]] = []
    while chain is not None:
        chain, got = chain
        found.append(got)
    return tuple(reversed(found))


class _Cover:
    """Finds few sentences that between them hold every word pair, ends included ("")."""

    def __init__(
        self,
        edges: list[dict[str, list[Edge]]],
        finals: frozenset[int],
        spelling: dict[str, str],
    ) -> None:
        self._edges, self._finals, self._spelling = edges, finals, spelling
        self._covered: set[Pair] = set()
        self._incoming: list[list[tuple[int, str]]] = [[] for _ in edges]
        for state, out in enumerate(edges):
            for word, targets in out.items():
                for target, _ in targets:
                    self._incoming[target].append((state, word))
        self._before, self._after = self._prefixes(), self._suffixes()

    def _prefixes(self) -> dict[int, tuple[str, ...]]:
        """The shortest way from the start to each state."""
        found: dict[int, tuple[str, ...]] = {0: ()}
        queue = deque([0])
        while queue:
            state = queue.popleft()
            for word, targets in self._edges[state].items():
                for target, _ in targets:
                    if target not in found:
                        found[target] = (*found[state], word)
                        queue.append(target)
        return found

    def _suffixes(self) -> dict[int, tuple[str, ...]]:
        """The shortest way from each state to the end of a sentence."""
        found: dict[int, tuple[str, ...]] = dict.fromkeys(sorted(self._finals), ())
        queue = deque(found)
        while queue:
            state = queue.popleft()
            for source, word in self._incoming[state]:
                if source not in found:
                    found[source] = (word, *found[state])
                    queue.append(source)
        return found

    def phrases(self) -> Iterator[tuple[str, ...]]:
        for state in range(len(self._edges)):
            for source, word in self._incoming[state] or [(0, "")]:
                for follower in (*self._edges[state], *([""] if state in self._finals else [])):
                    if (word, follower) not in self._covered:
                        yield self._phrase(source, word, state, follower)

    def _phrase(self, source: int, word: str, state: int, follower: str) -> tuple[str, ...]:
        words = [*self._before[source], word] if word else []
        if follower:
            words.append(follower)
            words.extend(self._rest(self._edges[state][follower][0][0], follower, len(words)))
        self._covered.update(zip(["", *words], [*words, ""], strict=True))
        return tuple(self._spelling[w] for w in words)

    def _rest(self, state: int, word: str, length: int) -> Iterator[str]:
        """Go on over pairs not yet covered while there are any, then the shortest way."""
        seen: set[Pair] = set()
        while length < _LONGEST_COVER:
            following = self._fresh(state, word, seen)
            if following is None:
                break
            seen.add((word, following))
            yield following
            state, word = self._edges[state][following][0][0], following
            length += 1
        yield from self._after[state]

    def _fresh(self, state: int, word: str, seen: set[Pair]) -> str | None:
        """A word that makes a pair not yet covered."""
        for following in self._edges[state]:
            if (word, following) not in self._covered and (word, following) not in seen:
                return following
        return None
