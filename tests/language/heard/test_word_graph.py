# SPDX-License-Identifier: MIT
"""The word graph: what it accepts, what it captures, what can follow, what covers it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.russian import RU
from voice_host.language.heard.slot_values import SLOTS, Entry, Lexicon
from voice_host.language.heard.template import Node, Slot, parse_template
from voice_host.language.heard.word_graph import Graph
from voice_host.text.letters import fold


def graph(text: str, seats: int = 30) -> Graph:
    node: Node = parse_template(text, Path("t.toml"), "k")

    def lexicon(slot: Slot) -> Lexicon:
        return SLOTS[slot.name][slot.form](RU.words, seats)

    return Graph(node, lexicon, "и")


def spelled(said: list[str]) -> list[tuple[str, ...]]:
    """Words as a line has them: each may be one thing only."""
    return [(fold(word),) for word in said]


def values(text: str, said: str) -> list[list[object]]:
    return sorted(
        [value for _, value, _ in found] for found in graph(text).parse(spelled(said.split()))
    )


@pytest.mark.parametrize(
    ("text", "said", "captured"),
    [
        ("фол [номер] {seat}", "фол номер три", [[3]]),
        ("фол [номер] {seat}", "фол двадцать один", [[21]]),
        ("{seat:d} фол", "четвёртому фол", [[4]]),
        ("{seat:d} фол", "четвертому фол", [[4]]),
        ("{seat:d} фол", "четвёртого фол", []),
        ("{by:n} выставляет {seat:a}", "третий выставляет пятого", [[3, 5]]),
        ("{seats}", "пять", [[5]]),
        ("{seats}", "пять и семь и восемь", [[5, 7, 8]]),
        ("{seats}", "двадцать один", [[20, 1], [21]]),
        ("{seats}", "пять и", []),
        ("{seats:three}", "пять семь", []),
        ("{seats:three}", "пять семь и восемь", [[5, 7, 8]]),
        ("{seats:three}", "пять семь восемь девять", []),
        ("{votes}", "двадцать один голос", [[21]]),
        ("{votes}", "двадцать два голоса", [[22]]),
        ("{votes}", "двадцать два голосов", []),
        ("{votes}", "никого", [[0]]),
        ("{seconds}", "сто пять секунд", [[105]]),
        ("{seconds}", "минуту", [[60]]),
        ("{seconds:bare}", "сто пять", [[105]]),
        ("{seconds:bare}", "сто шесть", []),
        ("победа {side:g}", "победа мафии", [["mafia"]]),
        ("за {offence:foul}", "за стук по столу", [["knock"]]),
        ("за {offence:removal}", "за стук", []),
        ("{roles}", "четыре мафия и шесть дон", [[(4, "mafia"), (6, "don")]]),
        ("{roles:role}", "мафия двадцать пять", [[(25, "mafia")]]),
    ],
)
def test_parse(text: str, said: str, captured: list[list[object]]) -> None:
    """All captures of a whole sentence; none when it is not one."""
    assert values(text, said) == captured


def test_complete_and_following() -> None:
    """A sentence may be whole and still go on."""
    votes = graph("{votes}", 4)
    assert votes.complete(["четыре"])
    assert votes.following(["четыре"]) == ("голоса",)
    assert votes.following(["четыре", "голоса"]) == ()
    assert votes.following(["голоса"]) == ()
    assert not votes.complete(["четыре", "голос"])
    assert graph("четвёртый").following([]) == ("четвёртый",)


def test_lists_share_the_words_that_they_begin_with() -> None:
    """«двадцать» of 20, 21 … 29 after «двадцать» is one state, so graphs stay small."""
    assert len(graph("{seat}")._edges) == 3


def test_words() -> None:
    """Every word, as it is spelled."""
    assert graph("фол {seat:d}", 4).words() == {
        "фол", "первому", "второму", "третьему", "четвёртому",
    }  # fmt: skip


def pairs_of(graph: Graph) -> set[tuple[str, str]]:
    """Every word pair of the automaton, straight from its edges; "" at both ends."""
    pairs = {("", word) for word in graph._edges[0]}
    for out in graph._edges:
        for word, targets in out.items():
            for target, _ in targets:
                pairs |= {(word, follower) for follower in graph._edges[target]}
                if target in graph._finals:
                    pairs.add((word, ""))
    return pairs


def assert_covered(graph: Graph) -> None:
    phrases = graph.phrases()
    covered: set[tuple[str, str]] = set()
    for phrase in phrases:
        assert graph.complete(phrase), phrase
        said = [fold(word) for word in phrase]
        covered |= set(zip(["", *said], [*said, ""], strict=True))
    assert covered == pairs_of(graph)


def test_phrases_cover_every_word_pair_of_every_sentence() -> None:
    """A bigram recogniser given these phrases can hear every sentence of the file."""
    for sentence in RU.sentences.sentences:
        assert_covered(sentence.graph(10))


TEMPLATES = st.recursive(
    st.sampled_from(["а", "б", "ё", "{seat}", "{seats}", "{votes}"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(" ".join),
        st.tuples(inner, inner).map("|".join).map("({})".format),
        inner.map("а [{}]".format),
    ),
    max_leaves=6,
)


@given(TEMPLATES)
def test_phrases_cover_any_template(text: str) -> None:
    """Every word pair, and nothing but whole sentences."""
    assert_covered(graph(text, 3))


@given(TEMPLATES, st.data())
def test_every_walk_is_a_sentence(text: str, data: st.DataObject) -> None:
    """Following the offered words always leads on, and parse agrees with complete."""
    automaton = graph(text, 3)
    said: list[str] = []
    for _ in range(8):
        assert bool(automaton.parse(spelled(said))) == automaton.complete(said)
        following = automaton.following(said)
        if not following:
            assert automaton.complete(said)
            break
        said.append(data.draw(st.sampled_from(following)))


def test_entry_is_a_value() -> None:
    """Entries compare by content."""
    assert Entry(("а",), 1) == Entry(("а",), 1)
