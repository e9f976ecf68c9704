# SPDX-License-Identifier: MIT
"""Graphs that real Vosk loads: grammars at run time, [unk], word times."""

import json
from pathlib import Path

import numpy as np
import pytest
import vosk

from tests.model.conftest import SHIPPED, toy_layers, write_toy
from tests.russian import LEXICON
from tests.spoken import RATE, say
from voice_host.model.decoding_graph import UNKNOWN, Background, build
from voice_host.model.fst import first_labels
from voice_host.model.lexicon import Lexicon, lexicon_of, load_spellings
from voice_host.model.transitions import enter, kaldi_phone, stay, word_phones

WORDS: Lexicon = {"да": [("d", "a1")], "дай": [("d", "a1", "j")], "нет": [("n'", "e1", "t")]}


def speak(text: str, voice: str = "ru") -> bytes:
    """eSpeak's voice at 16 kHz in a quiet room, with a pause before and after."""
    said = np.pad(say(text, voice=voice, speed=145), (RATE * 4 // 10, RATE * 6 // 10))
    noise = np.random.default_rng(0).normal(0, 3, said.size)
    return np.clip(said + noise, -32768, 32767).astype(np.int16).tobytes()


def hear(model: vosk.Model, grammar: list[str], sound: bytes) -> dict[str, object]:
    """Vosk's result for one utterance, with word times."""
    recognizer = vosk.KaldiRecognizer(model, 16000, json.dumps(grammar, ensure_ascii=False))
    recognizer.SetWords(True)
    recognizer.AcceptWaveform(sound)
    result: dict[str, object] = json.loads(recognizer.FinalResult())
    return result


@pytest.fixture(scope="module")
def shipped() -> vosk.Model:
    """The model of the repository."""
    vosk.SetLogLevel(-1)
    return vosk.Model(str(SHIPPED))


def test_words_are_numbered_along_the_prefix_tree() -> None:
    """So every state looks ahead to few intervals."""
    fst, words = build(WORDS, Background())
    assert sorted(words[1:]) == sorted([*WORDS, UNKNOWN])
    assert max(len(reach) for reach in first_labels(fst, len(words) - 1)) <= 3


def test_a_word_is_a_chain_of_transition_ids() -> None:
    """The label stands where the word is first certain, self-loops on every phone."""
    fst, words = build({"нет": [("n'", "e1", "t")]}, Background())
    number = words.index("нет")
    first = word_phones(("n'", "e1", "t"))[0]
    arcs = [arc for arc in fst.arcs[1] if arc[:2] == (enter(first), number)]
    assert len(arcs) == 1
    assert (stay(first), 0) in {arc[:2] for arc in fst.arcs[arcs[0][3]]}


def test_positions_number_the_phones() -> None:
    """Four Kaldi phones for each of ours, silence first."""
    assert kaldi_phone("SIL", 0) == 1
    assert len({kaldi_phone("t", k) for k in range(4)}) == 4
    assert len(word_phones(("a1",))) == 1


def test_decoys_share_the_name_of_the_unknown() -> None:
    """Decoy words add arcs, never words."""
    plain, words = build(WORDS, Background())
    more, same = build(WORDS, Background(decoys=[("s", "t", "o1", "l")]))
    assert words == same
    assert len(more.arcs) > len(plain.arcs)


def test_unlikely_phones_do_not_follow() -> None:
    """With a phone order the free run has only its likely steps."""
    follow = [[1.0 / 49] * 49 for _ in range(49)]
    follow[1] = [0.0] * 48 + [1.0]
    free, _ = build(WORDS, Background())
    ordered, _ = build(WORDS, Background(follow=follow))
    assert sum(map(len, ordered.arcs)) < sum(map(len, free.arcs))


@pytest.mark.speech
def test_vosk_loads_a_toy_and_decodes_without_a_grammar(
    tmp_path: Path, wavering: np.ndarray
) -> None:
    """Any words in any order: Gr.fst is used."""
    vosk.SetLogLevel(-1)
    folder = write_toy(tmp_path / "toy", toy_layers("a1"), {"а": [("a1",)]}, Background())
    recognizer = vosk.KaldiRecognizer(vosk.Model(str(folder)), 16000)
    recognizer.AcceptWaveform(wavering.tobytes())
    assert set(json.loads(recognizer.FinalResult())["text"].split()) <= {"а", UNKNOWN}


@pytest.mark.speech
@pytest.mark.parametrize(
    "text", ["лучший ход пять семь восемь", "третий выставляет пятого", "победа мафии", "никого"]
)
def test_the_shipped_model_hears_commands(shipped: vosk.Model, text: str) -> None:
    """Real Vosk, a synthetic voice, a grammar made at run time."""
    grammar = [
        "лучший ход пять семь восемь", "третий выставляет пятого", "победа мафии", "никого",
        "отмена", UNKNOWN,
    ]  # fmt: skip
    assert hear(shipped, grammar, speak(text))["text"] == text


@pytest.mark.speech
def test_ordinary_sentences_are_unknown(shipped: vosk.Model) -> None:
    """What is no command gives [unk], never a whole command."""
    grammar = ["лучший ход пять семь восемь", "третий выставляет пятого", UNKNOWN]
    heard = hear(shipped, grammar, speak("сегодня была замечательная погода"))["text"]
    assert UNKNOWN in str(heard).split()


@pytest.mark.speech
def test_words_have_times_and_confidences(shipped: vosk.Model) -> None:
    """Times rise, lie within the sound, and are as long as words are."""
    result = hear(shipped, ["победа мафии", UNKNOWN], speak("победа мафии"))["result"]
    assert isinstance(result, list)
    times = [time for word in result for time in (word["start"], word["end"])]
    assert times == sorted(times)
    assert 0.2 < times[0] < 0.8
    assert all(0.1 < word["end"] - word["start"] < 1.0 for word in result)
    assert all(0 < word["conf"] <= 1 for word in result)


@pytest.mark.speech
def test_the_grammar_may_change_between_utterances(shipped: vosk.Model) -> None:
    """SetGrammar after a result: the new words are heard, the old ones no more."""
    recognizer = vosk.KaldiRecognizer(shipped, 16000, '["отмена", "[unk]"]')
    recognizer.AcceptWaveform(speak("отмена"))
    assert json.loads(recognizer.FinalResult())["text"] == "отмена"
    recognizer.SetGrammar('["победа мафии", "[unk]"]')
    recognizer.AcceptWaveform(speak("победа мафии"))
    assert json.loads(recognizer.FinalResult())["text"] == "победа мафии"


def test_every_word_of_the_lexicon_is_in_the_shipped_model() -> None:
    """The graph was rebuilt after the lexicon changed."""
    from voice_host.model.vocabulary import read_vocabulary

    spellings = load_spellings(LEXICON)
    lexicon, _ = read_vocabulary(SHIPPED / "graph")
    assert lexicon == lexicon_of(spellings, spellings), "run scripts/train_model/graph.py"
