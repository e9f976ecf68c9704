# SPDX-License-Identifier: MIT
"""Sentences said with pauses, and words that begin like others: by real Vosk, in the grammars of
the phases they belong to, on speech that is synthesised and in a room that is quiet."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.russian import RU
from tests.spoken import RATE, model, room, say
from voice_host.game.commands import Ballot, EndTurn, Foul, Kill, Next, Nominate, Vote
from voice_host.game.expected import expected_in
from voice_host.game.state import Phase
from voice_host.language.heard import hear
from voice_host.language.heard.hear import PhaseGrammar, Understood
from voice_host.voice.hearing import Hearing, Manner
from voice_host.voice.offline import decode

pytestmark = pytest.mark.speech

_LOUD = 200


def grammar(phase: Phase) -> PhaseGrammar:
    """What is listened for in a phase of a game that a table of ten plays."""
    return hear.grammar(RU.sentences, expected_in(phase), 10)


def said(text: str, voice: str) -> NDArray[np.int16]:
    """The text without the silence around it, so that a pause is as long as it says."""
    sound = say(text, voice=voice)
    loud = np.flatnonzero(np.abs(sound) > _LOUD)
    return sound[max(0, loud[0] - RATE // 50) : loud[-1] + RATE // 50]


def spoken(parts: str, pause: float, voice: str = "ru") -> NDArray[np.int16]:
    """The parts, which stand between «…», with so long a pause between them, seconds."""
    sounds = [room(0.5)]
    for part in parts.split(" … "):
        sounds += [said(part, voice), room(pause)]
    return np.concatenate([*sounds, room(2.0)])


LISTS = [
    (Phase.COUNT, "голосуют первый … третий … и седьмой"),
    (Phase.COUNT, "голосуют один … три … семь"),
    (Phase.BEST_MOVE, "лучший ход шесть … семь … восемь"),
    (Phase.RESULT, "убиты третий … и пятый"),
    (Phase.SPEECH, "фол номер … три"),
]


@pytest.mark.parametrize(("phase", "parts"), LISTS)
@pytest.mark.parametrize("pause", [0.3, 0.6, 0.9, 1.2])
def test_a_sentence_with_pauses_is_one_command(phase: Phase, parts: str, pause: float) -> None:
    """All its numbers, and nothing before the last of them: half of it is no command."""
    heard = decode(model().recogniser(RATE), spoken(parts, pause), grammar(phase)).heard
    assert [(one.text, one.whole) for one in heard] == [(parts.replace(" … ", " "), True)]


@pytest.mark.parametrize("text", ["дальше", "тринадцать голосов", "тридцать секунд"])
def test_a_word_is_not_taken_for_its_beginning(text: str) -> None:
    """Nor is «дальше» heard as «да» where its quiet end comes late."""
    for found in (hear.answers_grammar(RU.sentences), grammar(Phase.SPEECH), grammar(Phase.COUNT)):
        heard = decode(model().recogniser(RATE), spoken(text, 0.5), found).heard
        assert all(one.text == text for one in heard if one.whole)


@pytest.mark.parametrize("voice", ["ru", "ru+m2", "ru+f2"])
@pytest.mark.parametrize(
    "text",
    ["да", "нет", "четыре голоса", "два голоса", "никого", "отмена", "ага", "не не", "не знаю"],
)
def test_who_and_how_many_answer_a_question_of_nobody(text: str, voice: str) -> None:
    """«За пятого никого?»: votes are heard, and «да» is not taken for «два» by that."""
    kinds = frozenset({Vote, Ballot})
    found = hear.answers_grammar(RU.sentences, kinds=kinds, seats=10)
    heard = decode(model().recogniser(RATE), spoken(text, 0.5, voice), found).heard
    assert [(one.text, one.whole) for one in heard] == [(text, True)]


@pytest.mark.parametrize("voice", ["ru", "ru+m2", "ru+f2"])
@pytest.mark.parametrize(
    ("phase", "text", "means"),
    [
        (Phase.SPEECH, "фол третьему нет пятому", Understood(Foul(5), "foul")),
        (Phase.SPEECH, "фол номер три нет номер пять", Understood(Foul(5), "foul")),
        (Phase.SPEECH, "фол третьему ой пятому", Understood(Foul(5), "foul")),
        (Phase.SPEECH, "выставлен пятый нет шестой", Understood(Nominate(6), "nominate")),
        (Phase.COUNT, "четыре нет пять голосов", Understood(Vote(5), "vote")),
        (Phase.SPEECH, "фол третьему и пятому", hear.Two((Foul(3), Foul(5)))),
        (Phase.SPEECH, "спасибо дальше", hear.Two((EndTurn(), Next()))),
    ],
)
def test_what_one_breath_holds_is_heard_whole(
    phase: Phase, text: str, means: hear.Hearing, voice: str
) -> None:
    """A slip put right, or two commands: never the half of it that was taken back."""
    heard = decode(model().recogniser(RATE), spoken(text, 0.5, voice), grammar(phase)).heard
    assert [(one.text, one.whole) for one in heard] == [(text, True)]
    assert hear.understand(RU.sentences, text, expected_in(phase), 10) == means


@pytest.mark.parametrize("voice", ["ru", "ru+m2", "ru+f2"])
@pytest.mark.parametrize(
    ("phase", "text", "means"),
    [
        (Phase.COUNT, "четыре ой пять голосов", Vote(5)),
        (Phase.RESULT, "убит третий ой пятый", Kill(5)),
        (Phase.SPEECH, "фол третьему точнее пятому", Foul(5)),
    ],
)
def test_a_slip_is_put_right_or_nothing(
    phase: Phase, text: str, means: Vote | Kill | Foul, voice: str
) -> None:
    """The ears listen for few such words here: what they do not hear whole is no command."""
    heard = decode(model().recogniser(RATE), spoken(text, 0.5, voice), grammar(phase)).heard
    for one in heard:
        if one.whole:
            found = hear.understand(RU.sentences, one.text, expected_in(phase), 10)
            assert isinstance(found, Understood) and found.command == means


def _sounds(words: tuple[str, ...]) -> set[str]:
    """All the ways to say some words, as the sounds that the model listens for."""
    ways = [model()._sounds.get(word, [f"{word} "]) for word in words]
    return {"".join(way) for way in product(*ways)}


@pytest.mark.parametrize("phase", Phase)
def test_no_sentence_is_taken_early_while_a_longer_one_begins_with_its_sounds(phase: Phase) -> None:
    """Of all pairs of a phase's grammar, decoys among them: such a sentence is waited for."""
    found = grammar(phase)
    hearing = Hearing(model().recogniser(RATE), Manner())
    hearing._grammar = found
    # What is said after a mark of correction is not waited for: he who stops short says it at once.
    whole = [p for p in found.phrases if found.sentence(tuple(p.split()))]
    by_sound: dict[str, set[str]] = {}
    for phrase in (*whole, *RU.sentences.decoys):
        for way in _sounds(tuple(phrase.split())):
            by_sound.setdefault(way, set()).add(phrase)
    beginnings = {
        way[:end]: phrase
        for way, phrases in by_sound.items()
        for phrase in phrases
        for end in range(len(way))
        if way[end - 1 : end] == " "
    }
    early = Manner().quiet
    for sentence in whole:
        for way in _sounds(tuple(sentence.split())):
            if (longer := beginnings.get(way)) is not None:
                assert hearing._patience(sentence, early) > early, (sentence, longer)
