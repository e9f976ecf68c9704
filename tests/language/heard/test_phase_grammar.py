# SPDX-License-Identifier: MIT
"""The grammar of every phase: exact, unambiguous, small and quick."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.expected import expected, expected_in
from voice_host.game.state import Phase, State
from voice_host.language.acts import REQUESTS
from voice_host.language.heard.grammar import (
    PhaseGrammar,
    answers_grammar,
    barge_in_grammar,
    grammar,
    vocabulary,
)
from voice_host.language.heard.hear import Ambiguous, Two, Understood, Unknown, understand
from voice_host.language.heard.sentences import Sentence
from voice_host.language.heard.word_graph import Graph
from voice_host.language.requests import Hush, Pause
from voice_host.text.letters import fold

DESTRUCTIVE = {c.Remove, c.Ppk, c.Kill, c.KillAll, c.Take, c.DeclareWinner, c.EndGame}
ASKED = {sentence.text for sentence in RU.sentences.sentences if sentence.asked}
"""Answers, which are heard only while a question waits: «не знаю» is table talk at other times."""
PHASES = [
    Phase.LOBBY, Phase.DEAL, Phase.BEST_MOVE, Phase.SPEECH, Phase.COUNT, Phase.RAISE,
    Phase.SHOOTING, Phase.DON, Phase.RESULT, Phase.OVER, Phase.REVENGE, Phase.NOMINATION,
    Phase.ROLE, Phase.TIE_SPEECH,
]  # fmt: skip
"""One phase for every different set of expected commands."""
MEANT_TO_BE_ASKED = {frozenset({c.Remove, c.TakeBackFoul})}
"""«снять третьего» is said of a foul and of a player: the host is asked which."""

Step = tuple[int, int]


def joint(a: Graph, b: Graph) -> Iterator[tuple[Step, tuple[str, ...]]]:
    """Every pair of states that both graphs reach by the same words, with those words."""
    seen: set[Step] = {(0, 0)}
    queue: list[tuple[Step, tuple[str, ...]]] = [((0, 0), ())]
    for (at_a, at_b), said in queue:
        yield (at_a, at_b), said
        for word, targets in a._edges[at_a].items():
            for step in ((x, y) for x, _ in targets for y, _ in b._edges[at_b].get(word, ())):
                if step not in seen:
                    seen.add(step)
                    queue.append((step, (*said, word)))


def same_meaning(a: Sentence, b: Sentence) -> bool:
    return a.name == b.name and a.fixed == b.fixed


def together(a: Sentence, b: Sentence, kinds: frozenset[type[c.Command]]) -> bool:
    return {a.kind, b.kind} <= kinds | REQUESTS


@pytest.mark.parametrize("seats", [10, 30])
@pytest.mark.parametrize("phase", PHASES)
def test_no_sentence_is_two_commands(
    phase: Phase, seats: int, at: Callable[[Phase], State]
) -> None:
    """Within a phase the sentences of two commands share nothing, but for one on purpose."""
    kinds = expected(at(phase))
    for a, b in combinations(RU.sentences.sentences, 2):
        if together(a, b, kinds) and not same_meaning(a, b):
            ga, gb = a.graph(seats), b.graph(seats)
            shared = [said for (x, y), said in joint(ga, gb) if x in ga._finals and y in gb._finals]
            assert not shared or frozenset({a.kind, b.kind}) in MEANT_TO_BE_ASKED, shared


def test_a_destructive_command_does_not_begin_another_sentence() -> None:
    """So it cannot be cut out of something else that was being said."""
    for a in RU.sentences.sentences:
        for b in RU.sentences.sentences:
            if a.kind in DESTRUCTIVE and a.kind is not b.kind:
                ga, gb = a.graph(30), b.graph(30)
                for (x, y), said in joint(ga, gb):
                    assert x not in ga._finals or not gb._edges[y], said


def seats_of(sentence: Sentence, said: tuple[str, ...]) -> set[object]:
    """The seats that these words name as this sentence; none if they are not one."""
    return {
        getattr(sentence.act(f), "seat", None)
        for f in sentence.graph(20).parse([(fold(word),) for word in said])
    }


@pytest.mark.long
def test_a_destructive_command_does_not_begin_one_for_another_seat() -> None:
    """At a table of twenty no longer sentence names another seat; above, numerals do so."""
    destructive = [s for s in RU.sentences.sentences if s.kind in DESTRUCTIVE]
    for whole in destructive:
        for phrase in whole.graph(20).phrases():
            for end in range(1, len(phrase)):
                for shorter in destructive:
                    if shorter.kind is whole.kind:
                        assert seats_of(shorter, phrase[:end]) <= seats_of(whole, phrase)


@pytest.mark.parametrize("phase", PHASES)
def test_every_phrase_is_understood(phase: Phase, at: Callable[[Phase], State]) -> None:
    """What the recogniser may hear is one command of this phase, a decoy, or asked about."""
    kinds = expected(at(phase))
    found = grammar(RU.sentences, kinds, 10)
    for phrase in found.phrases:
        heard = understand(RU.sentences, phrase, kinds, 10, silent=False)
        if not found.complete(phrase):
            # A sentence that is asked about cannot be put right: it may be two things as it is.
            put_right = {" нет ", " ой ", " и "} & {f" {word} " for word in phrase.split()}
            assert phrase in RU.sentences.decoys or put_right, phrase
            assert not isinstance(heard, Understood) or phrase in ASKED, phrase
        elif not phrase.startswith("снять "):
            # What is put right may be asked about: «один два нет один».
            one = found.sentence(tuple(phrase.split()))
            assert isinstance(heard, Understood if one else Understood | Ambiguous | Two), phrase


@pytest.mark.parametrize("phase", PHASES)
def test_complete_agrees_with_understand(phase: Phase, at: Callable[[Phase], State]) -> None:
    """The grammar of one phase takes no sentence of another."""
    kinds = expected(at(phase))
    found = grammar(RU.sentences, kinds, 10)
    for kind in c.Command.__args__:
        for sentence in RU.sentences.sentences:
            if sentence.kind is kind:
                said = sentence.example()
                heard = understand(RU.sentences, said, kinds, 10, silent=False)
                taken = not isinstance(heard, Unknown) and kind in kinds and not sentence.silent
                assert found.complete(said) or not taken, said


def test_the_phases_tested_stand_for_all(at: Callable[[Phase], State]) -> None:
    """No phase expects anything that none of the tested ones does."""
    assert {expected(at(phase)) for phase in PHASES} == {expected(at(phase)) for phase in Phase}


def test_decoys_mean_nothing_but_where_they_are_commands(at: Callable[[Phase], State]) -> None:
    """«Спасибо» ends a speech; in the vote it is offered so that nothing else is made of it."""
    for phase in PHASES:
        found, called = (
            grammar(RU.sentences, expected(at(phase)), 10),
            grammar(RU.sentences, expected(at(phase)), 10, call_word="ведущий"),
        )
        for decoy in RU.sentences.decoys:
            heard = understand(RU.sentences, decoy, expected(at(phase)), 10, silent=False)
            assert found.possible(decoy) and called.possible(f"ведущий {decoy}"), decoy
            assert found.complete(decoy) is (isinstance(heard, Understood) and decoy not in ASKED)


def test_seats_of_the_table_only(at: Callable[[Phase], State]) -> None:
    """The recogniser hears no eleventh player at a table of ten; typed, he is refused later."""
    found = grammar(RU.sentences, expected(at(Phase.SPEECH)), 10)
    assert not found.complete("фол номер одиннадцать")
    assert found.complete("фол номер десять")


@pytest.mark.parametrize(
    ("phase", "secret"), [(Phase.DON, "проверка четыре"), (Phase.DEAL, "роли четыре мафия")]
)
def test_secrets_are_not_for_the_voice(
    at: Callable[[Phase], State], phase: Phase, secret: str
) -> None:
    """Checks and roles are in the grammar only when it is asked to be silent."""
    kinds = expected(at(phase))
    assert not grammar(RU.sentences, kinds, 10).complete(secret)
    assert grammar(RU.sentences, kinds, 10, silent=True).complete(secret)
    assert "проверка" not in vocabulary(RU.sentences)


def test_the_beginning_of_table_talk_may_go_on(at: Callable[[Phase], State]) -> None:
    """«я думаю» is waited with, «я думаю что» is whole, «я думаю так» is nothing."""
    found = grammar(RU.sentences, expected(at(Phase.SPEECH)), 10)
    said = ["я думаю", "я думаю что", "я думаю так"]
    assert [found.extendable(words) for words in said] == [True, False, False]
    assert [found.possible(words) for words in said] == [False, True, False]


@pytest.mark.parametrize("said", ["ппк второму за клятву", "ппк номер пять за подсказку из зала"])
def test_ppk_may_be_given_its_reason_aloud(at: Callable[[Phase], State], said: str) -> None:
    """With the offences of its weight; for others there is the keyboard."""
    spoken = grammar(RU.sentences, expected(at(Phase.SPEECH)), 10)
    assert spoken.complete(said)
    assert not spoken.complete("ппк второму за стук")


@pytest.mark.parametrize(
    "said",
    [
        "спасибо", "пас", "дальше", "промах", "убит четвёртый", "убит номер четыре",
        "выставлен пятый", "третий выставляет пятого", "победа мафии", "победа красных",
        "конец игры", "стоп таймер", "отмена", "назад", "пауза", "повтори", "продолжаем",
        "четыре голоса", "за пятого четыре голоса", "минута", "добавь десять секунд",
        "подтверждаю", "тихо", "тише",
    ],
)  # fmt: skip
def test_frequent_commands_need_not_wait(said: str, at: Callable[[Phase], State]) -> None:
    """They are the beginning of no other sentence, so they can be taken at once."""
    taken = [grammar(RU.sentences, expected(at(phase)), 10) for phase in Phase]
    taken = [found for found in taken if found.complete(said)]
    assert taken
    assert not any(found.extendable(said) for found in taken)


@pytest.mark.parametrize("said", ["", "фол", "фол номер три", "за", "четыре", "да", "да ну"])
def test_extendable(said: str, at: Callable[[Phase], State]) -> None:
    """More words may follow, of a sentence or of a decoy."""
    found = grammar(RU.sentences, expected(at(Phase.COUNT)), 10)
    assert found.extendable(said) is (said != "да ну")


def test_call_word(at: Callable[[Phase], State]) -> None:
    """With a call word every sentence begins with it."""
    kinds = expected(at(Phase.SPEECH))
    found = grammar(RU.sentences, kinds, 10, call_word="ведущий")
    assert found.complete("ведущий спасибо")
    assert not found.complete("спасибо")
    assert not found.complete("ведущий")
    assert found.extendable("ведущий")
    assert found.extendable("")
    assert not found.extendable("спасибо")
    assert not found.extendable("ведущий спасибо")
    decoys = set(RU.sentences.decoys)
    assert all(p.startswith("ведущий ") or p in decoys for p in found.phrases)
    assert understand(
        RU.sentences, "ведущий спасибо", kinds, 10, call_word="ведущий"
    ) == Understood(c.EndTurn(), "end_turn")
    assert understand(RU.sentences, "спасибо", kinds, 10, call_word="ведущий") == Unknown()
    assert understand(RU.sentences, "ведущий", kinds, 10, call_word="ведущий") == Unknown()


def test_call_of_two_words(at: Callable[[Phase], State]) -> None:
    """A call may be more than one word; half of it can go on."""
    found = grammar(RU.sentences, expected(at(Phase.SPEECH)), 10, call_word="эй ведущий")
    assert found.extendable("эй")
    assert not found.extendable("эй мафия")
    assert found.complete("эй ведущий пас")


def test_barge_in() -> None:
    """While the hall speaks only the words that silence it are heard."""
    found = barge_in_grammar(RU.sentences)
    said = [p for p in found.phrases if p not in RU.sentences.decoys]
    assert sorted(said) == sorted(RU.sentences.barge_in) == ["пауза", "стоп", "тихо"]
    acts = [understand(RU.sentences, phrase, frozenset(), 10) for phrase in RU.sentences.barge_in]
    assert {type(heard.command) for heard in acts if isinstance(heard, Understood)} == {
        Hush, Pause,
    }  # fmt: skip


def test_grammars_are_kept(at: Callable[[Phase], State]) -> None:
    """The same question gives the same grammar."""
    kinds = expected(at(Phase.SPEECH))
    assert grammar(RU.sentences, kinds, 10) is grammar(RU.sentences, kinds, 10)
    assert grammar(RU.sentences, kinds, 10) is not grammar(RU.sentences, kinds, 9)


@pytest.mark.parametrize("seats", [10, 30])
def test_small(seats: int, at: Callable[[Phase], State]) -> None:
    """A few thousand phrases at most, so that a recogniser is soon ready."""
    found: PhaseGrammar = grammar(RU.sentences, expected(at(Phase.COUNT)), seats)
    assert len(found.phrases) < (1800 if seats == 10 else 4000)


def test_vocabulary_is_small() -> None:
    """A command model must know these words and no more."""
    words = vocabulary(RU.sentences, 10)
    assert {"фол", "четвёртому", "ведущий", "ппк", "шериф"} <= words
    assert len(words) < 600
    assert all(word.isalpha() and word == word.lower() for word in words)


@pytest.mark.parametrize("phase", [Phase.SHOOTING, Phase.SPEECH, Phase.RESULT, Phase.REVENGE])
def test_no_sentence_is_two_commands_in_any_dialect(phase: Phase) -> None:
    """Also where a phase takes all that it can in some ruleset."""
    kinds = expected_in(phase)
    for a, b in combinations(RU.sentences.sentences, 2):
        if together(a, b, kinds) and not same_meaning(a, b):
            ga, gb = a.graph(10), b.graph(10)
            shared = [said for (x, y), said in joint(ga, gb) if x in ga._finals and y in gb._finals]
            assert not shared or frozenset({a.kind, b.kind}) in MEANT_TO_BE_ASKED, shared


def test_an_answer_competes_with_few_words() -> None:
    """While a question waits only answers are heard, so that the short «да» comes through."""
    found = answers_grammar(RU.sentences)
    assert found.complete("да") and found.complete("нет") and found.complete("подтверждаю")
    assert not found.complete("фол номер три")
    assert found.possible("дальше") and not found.complete("дальше")
    assert len(found.phrases) < 40
    assert answers_grammar(RU.sentences, "ведущий").complete("ведущий да")


def test_a_call_word_that_is_begun_may_go_on() -> None:
    """With a call of two words the first of them is no end, and another word is no beginning."""
    called = grammar(RU.sentences, frozenset({c.Next}), 10, call_word="господин ведущий")
    assert called.extendable("господин") and not called.extendable("дальше")
    assert called.complete("господин ведущий дальше") and not called.complete("дальше")


def test_some_answers_are_listened_for_only_while_a_question_waits(
    at: Callable[[Phase], State],
) -> None:
    """«Ага» is said all the time; then it would be «нечего подтверждать», and cost besides."""
    answers = answers_grammar(RU.sentences)
    said = grammar(RU.sentences, expected(at(Phase.COUNT)), 10)
    for words in ("ага", "угу", "не не", "не знаю", "ничего"):
        assert answers.complete(words) and not said.complete(words)
    assert answers.complete("да") and said.complete("да")
