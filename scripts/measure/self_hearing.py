# SPDX-License-Identifier: MIT
"""Whether the ears hear a command in what the hall says, with the hall's sound in the microphone.

Scripted games through the real host, mouth, ears and Vosk; the hall's loudspeaker is looped
back into the microphone at full level. Open listening closes the ears while the hall
speaks; in push mode the key is held all the time, so that the barge-in words stay open.
"""

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue

from scripts.measure.report import Figure, print_report
from scripts.measure.unseen import Unseen
from tests.at_the_table import Speaker, wait_for
from tests.virtual_sound import VirtualSound
from voice_host import rulesets
from voice_host.audio.microphone import open_microphone
from voice_host.game.expected import expected
from voice_host.history.session import Session
from voice_host.host.clock import SystemClock
from voice_host.host.inbox import Message, Options, Push, Quit, Typed
from voice_host.host.owner import Host
from voice_host.language.heard import hear
from voice_host.language.language import SHIPPED, Language
from voice_host.places import model_folder
from voice_host.voice.ears import ListeningEars
from voice_host.voice.hearing import Manner, Mode
from voice_host.voice.messages import Heard
from voice_host.voice.mouth import MouthOptions, open_mouth
from voice_host.voice.vosk import Model

RU = Language.read(SHIPPED / "ru")
"""The language that is measured."""

GAME = (
    *("начать игру", "дальше", "дальше", "дальше", "дальше"),
    *("выставлен третий", "дальше", "выставлен пятый", "фол номер два", "дальше"),
    *("третий выставляет седьмого", *("дальше",) * 8),
    *("три голоса", "три голоса", "дальше", "дальше", "дальше"),
    *(
        "убит четвёртый",
        "да",
        "лучший ход один два девять",
        "дальше",
        "кто жив",
        "что можно сказать",
    ),
    *("фол номер два", "фол номер девять", "сними фол с девятого", "удалить номер девять", "да"),
    *("конец игры", "да", "победа красных", "да"),
)
"""What is typed; each sentence once the hall is silent. No minute runs out in the meantime."""
MODES = (Mode.OPEN, Mode.PUSH)


class HeardCounter:
    """The host's inbox, with a count of what the ears put there."""

    def __init__(self) -> None:
        self.inbox: SimpleQueue[Message] = SimpleQueue()
        self.host: Host | None = None
        self.heard: list[str] = []
        self.commands: list[str] = []

    def post(self, message: Message) -> None:
        """Count it and pass it on, unless it was heard: the game shall go as written."""
        if not isinstance(message, Heard):
            self.inbox.put(message)
            return
        self.heard.append(message.text)
        assert self.host is not None
        state = self.host.state
        found = hear.understand(
            RU.sentences, message.text, expected(state), state.seats, silent=False
        )
        if message.whole and isinstance(found, hear.Understood):
            self.commands.append(message.text)


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rate", type=int, default=260, help="words a minute")
    options = parser.parse_args()
    counters: dict[Mode, list[HeardCounter]] = {mode: [] for mode in MODES}
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="vh-") as folder:
        sound = VirtualSound(Path(folder))
        sound.start()
        speaker = Speaker(sound, Path(folder))
        try:
            with sound.loopback():
                for number in range(options.games):
                    mode = MODES[number % 2]
                    counters[mode].append(play(GAME, mode, options.rate, Path(folder)))
        finally:
            speaker.leave()
            sound.stop()
    figures = []
    for mode, played in counters.items():
        commands = sum(len(game.commands) for game in played)
        others = sum(len(game.heard) for game in played) - commands
        figures.append(Figure(f"{mode}: commands heard in the hall", commands, "", 0, len(played)))
        figures.append(Figure(f"{mode}: other utterances heard", others, "", None, len(played)))
    heard = [text for played in counters.values() for game in played for text in game.heard]
    notes = [
        f"{options.rate} words a minute, {(time.monotonic() - began) / 60:.0f} minutes, no seed",
        f"model: {model_folder().name}; heard: {heard}",
    ]
    return 0 if print_report("Self-hearing", figures, notes) else 1


def play(script: Sequence[str], mode: Mode, rate: int, folder: Path) -> HeardCounter:
    """One game on the virtual devices."""
    counter = HeardCounter()
    rules = rulesets.load("wma")
    mouth = open_mouth(
        counter.post,
        MouthOptions(
            hall="hall", ear="ear", voice="espeak", words_per_minute=rate, cache=folder / "speech"
        ),
    )
    session = Session(rules, rules.table.seats)
    host = Host(
        session, counter.inbox, mouth, Unseen(), SystemClock(), Options(listen=mode.value), RU
    )
    counter.host = host
    microphone = open_microphone("mic", counter.post)
    assert microphone is not None
    ears = ListeningEars(Model(model_folder()), microphone, counter.post, manner=Manner(mode))
    host.begin(ears)
    owner = threading.Thread(target=host.run, daemon=True)
    owner.start()
    try:
        host.post(Push(True))
        for words in script:
            host.post(Typed(words))
            wait_for(Quiet(host), 60, "quiet hall")
    finally:
        host.post(Quit())
        owner.join(5)
        ears.close()
        mouth.close()
    return counter


class Quiet:
    """True once the hall has been silent for a while, whatever it said before."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._since = time.monotonic()

    def __call__(self) -> bool:
        now = time.monotonic()
        if self._host.narrator.hall_sounds:
            self._since = now
        return now - self._since > 0.6


if __name__ == "__main__":
    sys.exit(main())
