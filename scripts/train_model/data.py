# SPDX-License-Identifier: MIT
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call,unused-ignore"
"""The training sounds: recordings and synthetic voices, gathered into stores.

Decides which sources are used and how much of each.  Sources: eSpeak NG with
its variants, Festival's festvox-ru voice, the human recordings inside
festvox-ru, Debian's Asterisk prompts without `digits/`, and optionally a
folder of Opus files with `synthetic.tsv` (`--corpus`) and one of recorded people,
noises and rooms with `manifest.tsv` (`--people`).  Some of all that goes through
real telephone codecs once more.  retro-ru-tts and every clip kept for tests stay
out.  Needs the Debian packages named in docs/model.md; never needed at run time.
"""

import argparse
import csv
import gzip
import random
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from math import gcd
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray
from scipy.signal import resample_poly

from scripts.train_model.store import RATE, Store
from scripts.train_model.texts import Speaker, clean
from voice_host.audio.samples import rounded
from voice_host.language.language import SHIPPED, Language

RU = Language.read(SHIPPED / "ru")
"""The language that is measured."""

Sound = NDArray[np.float32]
FESTVOX = Path("/usr/share/festival/voices/russian/msu_ru_nsh_clunits")
ASTERISK = Path("/usr/share/asterisk/sounds/ru_RU_f_IvrvoiceRU")
ASTERISK_TEXTS = Path("/usr/share/doc/asterisk-core-sounds-ru/core-sounds-ru.txt.gz")
STRANGERS = ("en_US_f_Allison", "es_MX_f_Allison", "fr_CA_f_June", "it_IT_m_Carlo")
GO_ON = {"espeak", "festival"}
"""Sources that skip what their store holds already; the others are quick and begin anew."""
_UNNATURAL = """
whisper whisperf demonic robosoft7 fast announcer storm unirobot tweaky adam boris zac
"""


def at_rate(sound: NDArray[np.generic], rate: int) -> Sound:
    """Resampled to 16 kHz, int16 scale kept."""
    samples = np.asarray(sound, np.float32)
    if rate == RATE:
        return samples
    common = gcd(rate, RATE)
    return np.asarray(resample_poly(samples, RATE // common, rate // common), np.float32)


def trimmed(sound: Sound, margin: float = 0.12, threshold: float = 40.0) -> Sound:
    """Without leading and trailing silence, but for `margin` seconds."""
    loud = np.flatnonzero(np.abs(sound) > threshold)
    if not loud.size:
        return sound
    keep = int(margin * RATE)
    return sound[max(0, loud[0] - keep) : loud[-1] + keep]


def read_sound(source: Path) -> Sound:
    """A mono 16 kHz sound in int16 scale from any file soundfile reads."""
    samples, rate = soundfile.read(source, dtype="float32")
    if samples.ndim > 1:
        samples = samples.mean(axis=1)
    return at_rate(samples * 32768, rate)


def espeak_voices() -> list[str]:
    """Names of eSpeak NG's voice variants that sound at all like a person."""
    command = ["espeak-ng", "--voices=variant"]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = re.findall(r"!v/(.*?)\s{2,}", listing)
    return sorted({name for name in names if name.lower() not in _UNNATURAL.split()})


def add_espeak(store: Store, count: int, seed: int) -> None:
    """`count` utterances by random variants, speeds (words a minute) and pitches."""
    speaker = Speaker(seed)
    voices = espeak_voices()
    for index in range(count):
        text, voice = speaker.text(), speaker.random.choice(voices)
        speed, pitch = speaker.random.randint(115, 230), speaker.random.randint(15, 85)
        if index < len(store):
            continue
        store.add(_espoken(text, voice, speed, pitch), text, f"espeak-{voice}")


def _espoken(text: str, voice: str, speed: int, pitch: int) -> Sound:
    command = ["espeak-ng", "-v", f"ru+{voice}", "-s", str(speed), "-p", str(pitch), "--stdout"]
    wav = subprocess.run([*command, text], capture_output=True, check=True).stdout
    at = wav.find(b"data")
    samples = np.frombuffer(wav[at + 8 : len(wav) - (len(wav) - at) % 2], np.int16)
    return trimmed(at_rate(samples, 22050))


def add_festival(store: Store, count: int, seed: int) -> None:
    """`count` utterances by Festival's Russian unit-selection voice, fifty to a process."""
    speaker = Speaker(seed)
    texts = [speaker.text(ordinary=0.25) for _ in range(count)]
    for start in range(len(store), count, 50):
        with tempfile.TemporaryDirectory() as folder:
            say = '(utt.save.wave (utt.synth (Utterance Text "{}.")) "{}/{}.wav" \'riff)\n'
            script = "(voice_msu_ru_nsh_clunits)\n" + "".join(
                say.format(text, folder, i) for i, text in enumerate(texts[start : start + 50])
            )
            scheme = Path(folder) / "say.scm"
            scheme.write_text(script, encoding="utf-8")
            subprocess.run(["festival", "-b", str(scheme)], capture_output=True, check=False)
            for i, text in enumerate(texts[start : start + 50]):
                wav = Path(folder) / f"{i}.wav"
                sound = trimmed(read_sound(wav)) if wav.exists() else np.zeros(1, np.float32)
                store.add(sound, text, "festival-nsh")


def add_festvox(store: Store) -> None:
    """The recordings of a man that the festvox-ru voice was cut from; "+" marks some stresses."""
    pattern = re.compile(r'\( (\S+) "(.*)" \)')
    for line in (FESTVOX / "etc" / "txt.done.data").read_text(encoding="utf-8").splitlines():
        found = pattern.match(line)
        if found and not re.search(r"[a-zA-Z0-9]", found[2]):
            text = " ".join(re.findall(r"[а-яё+]+", found[2].lower()))
            store.add(trimmed(read_sound(FESTVOX / "wav" / f"{found[1]}.wav")), text, "festvox-nsh")


def add_asterisk(store: Store) -> None:
    """Telephone prompts of one woman; `digits/` is a test set and stays out."""
    for line in gzip.decompress(ASTERISK_TEXTS.read_bytes()).decode("utf-8").splitlines():
        name, _, text = line.partition(": ")
        path = ASTERISK / f"{name}.g722"
        spelled = re.sub(r"\b\d\b", lambda m: RU.words.cardinal(int(m[0])), text)
        if name.startswith("digits/") or not path.exists() or re.search(r"[a-zA-Z0-9*\[]", spelled):
            continue
        sound = read_g722(path)
        if 0.1 * RATE < sound.size < 12 * RATE and clean(spelled):
            store.add(trimmed(sound), clean(spelled), "asterisk-f")


def read_g722(path: Path) -> Sound:
    """A telephone prompt."""
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-f", "s16le", "-ar", str(RATE), "-"]
    raw = subprocess.run(command, capture_output=True, check=True).stdout
    return np.frombuffer(raw, np.int16).astype(np.float32)


def add_strangers(store: Store) -> None:
    """Prompts in other languages: people who only ever talk in the background."""
    for voice in STRANGERS:
        for path in sorted((ASTERISK.parent / voice).rglob("*.g722")):
            sound = trimmed(read_g722(path))
            if sound.size > RATE // 2 and np.abs(sound).max() > 500:
                store.add(sound, "", voice)


def add_corpus(store: Store, corpus: Path) -> None:
    """A folder with `synthetic.tsv`: file, start sample at 16 kHz, samples, text, voice."""
    opened: dict[str, Sound] = {}
    with (corpus / "synthetic.tsv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["file"] not in opened:
                opened = {row["file"]: read_sound(corpus / row["file"])}
            start, length = int(row["start_sample"]), int(row["samples"])
            sound = opened[row["file"]][start : start + length]
            store.add(sound, clean(row["text"]), f"corpus-{row['voice']}")


def add_people(store: Store, people: Path) -> None:
    """Russians whose recordings come with their words."""
    for path, text, speaker, language in _people(people):
        plain = clean(text)
        if language == "ru" and plain and not re.search(r"[a-zA-Z0-9]", text):
            store.add(trimmed(read_sound(people / path)), plain, speaker)


def add_others(store: Store, people: Path) -> None:
    """People of other languages, and Russians whose words nobody wrote down: background only."""
    for path, text, speaker, language in _people(people):
        if language not in ("", "-") and not (language == "ru" and text):
            sound = trimmed(read_sound(people / path))
            if sound.size > RATE // 4 and np.abs(sound).max() > 300:
                store.add(sound, "", speaker)


def add_noises(store: Store, people: Path) -> None:
    """Recorded noise and music, in pieces of at most ten seconds."""
    for path, _, _, _ in _people(people):
        if path.startswith("noise/"):
            sound = read_sound(people / path)
            for start in range(0, max(1, sound.size - RATE), 10 * RATE):
                if np.abs(piece := sound[start : start + 10 * RATE]).max() > 30:
                    store.add(piece, "", "noise")


def add_rooms(store: Store, people: Path) -> None:
    """Recorded impulse responses from their first peak on, 0.6 s at most; that peak is 10,000."""
    for path, _, _, _ in _people(people):
        if path.startswith("rir/"):
            response = read_sound(people / path)
            peak = int(np.abs(response).argmax())
            kept = response[peak : peak + int(0.6 * RATE)]
            store.add(kept / np.abs(kept).max() * 10_000, "", "room")


def _people(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """Path, text, speaker and language of every recording."""
    with (folder / "manifest.tsv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["path"], row["text"], row["speaker"], row["language"]


def add_pairs(store: Store, count: int, seed: int) -> None:
    """`count` numerals of two words: their second word is what is lost most often."""
    draw = random.Random(seed)
    voices = espeak_voices()
    for index in range(count):
        number = draw.choice([n for n in range(21, 100) if n % 10])
        text, voice = RU.words.cardinal(number), draw.choice(voices)
        speed, pitch = draw.randint(100, 210), draw.randint(5, 95)
        if index >= len(store):
            store.add(_espoken(text, voice, speed, pitch), text, f"espeak-{voice}")


def add_coded(store: Store, folder: Path, count: int, seed: int) -> None:
    """`count` utterances of the other stores after a telephone's codec: GSM, or Opus at 8 kb/s."""
    draw = random.Random(seed)
    others = [Store(folder, name) for name in ("corpus", "festvox", "asterisk", "people", "espeak")]
    others = [other for other in others if len(other)]
    for codec in CODECS:
        for _ in range(count // len(CODECS) // 40):
            chosen = [(other, draw.randrange(len(other))) for other in draw.choices(others, k=40)]
            sounds = [other.sound(index).astype(np.float32) for other, index in chosen]
            for (other, index), sound in zip(chosen, coded(sounds, codec), strict=True):
                said = other.utterances[index]
                store.add(sound, said.text, said.voice)


CODECS = {"gsm": ("-ar", "8000", "-c:a", "libgsm"), "opus": ("-c:a", "libopus", "-b:a", "8k")}
_APART = RATE // 4


def coded(sounds: Sequence[Sound], codec: str) -> list[Sound]:
    """Each sound after the codec, same lengths; one run of ffmpeg for all."""
    gap = np.zeros(_APART, np.float32)
    joined = np.concatenate([part for sound in sounds for part in (sound, gap)])
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / f"coded.{codec}"
        raw = ("-f", "s16le", "-ar", str(RATE), "-ac", "1")
        there = ["ffmpeg", "-v", "error", *raw, "-i", "-", *CODECS[codec], str(file)]
        subprocess.run(there, input=rounded(joined).tobytes(), check=True)
        back = ["ffmpeg", "-v", "error", "-i", str(file), *raw, "-"]
        samples = np.frombuffer(
            subprocess.run(back, capture_output=True, check=True).stdout, np.int16
        )
    heard = np.pad(samples, (0, max(0, joined.size - samples.size))).astype(np.float32)
    starts = np.cumsum([0, *(sound.size + _APART for sound in sounds)])
    return [heard[at : at + sound.size] for at, sound in zip(starts, sounds, strict=False)]


def gather(folder: Path, corpus: Path | None, people: Path | None = None, seed: int = 1) -> None:
    """Fills every store under `folder` that is missing or unfinished; may be stopped any time."""
    folder.mkdir(parents=True, exist_ok=True)
    sources: dict[str, Callable[[Store], None]] = {
        "asterisk": add_asterisk,
        "strangers": add_strangers,
        "festvox": add_festvox,
        "espeak": lambda store: add_espeak(store, 6000, seed + 12),
        "festival": lambda store: add_festival(store, 1500, seed + 13),
    }
    if people:
        sources |= {
            "people": lambda store: add_people(store, people),
            "others": lambda store: add_others(store, people),
            "noises": lambda store: add_noises(store, people),
            "rooms": lambda store: add_rooms(store, people),
        }
    sources["pairs"] = lambda store: add_pairs(store, 1200, seed + 14)
    sources["coded"] = lambda store: add_coded(store, folder, 1600, seed + 15)
    if corpus:
        sources = {"corpus": lambda store: add_corpus(store, corpus), **sources}
    for name, fill in sources.items():
        done = folder / f"{name}.done"
        if done.exists():
            continue
        store = Store(folder, name)
        if name not in GO_ON:
            store.clear()
        fill(store)
        hours = sum(utterance.seconds for utterance in store.utterances) / 3600
        done.write_text(f"{len(store)} utterances, {hours:.2f} h\n", encoding="utf-8")
        print(f"{name}: {len(store)} utterances, {hours:.2f} h", flush=True)


def main() -> None:
    """Command line: `data FOLDER [--corpus DIR] [--people DIR] [--seed N]`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--people", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    gather(arguments.folder, arguments.corpus, arguments.people, arguments.seed)


if __name__ == "__main__":
    main()
