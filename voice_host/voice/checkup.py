"""Whether this machine can hear and speak: one line for each thing a game needs of sound.

For `voice-host doctor`. Nothing is played and no game is known.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from voice_host.audio.devices import SoundCard, find_output, inputs, outputs
from voice_host.audio.microphone import Microphone, open_microphone
from voice_host.audio.output import Output
from voice_host.audio.reports import Trouble
from voice_host.errors import AudioUnavailable
from voice_host.voice.child import RenderingChild
from voice_host.voice.messages import Message
from voice_host.voice.speech import NORMAL_RATE

SAMPLE_TEXT = "Доброе утро, город"
SLOW_LATENCY_SECONDS = 0.5
SOUND_SECONDS = 3.0
"""For so long a microphone may take to bring its first sound, on a busy machine."""


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor: `detail` says what was found, `hint` what to do if not ok."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


def sound_checks(hall: str | None = None, mic: str | None = None, voice: str = "") -> list[Check]:
    """Loudspeakers, microphones, latency and the voice, in this order; never raises."""
    return [
        _check("Устройства вывода", lambda: _names(outputs())),
        _check("Микрофоны", lambda: _names(inputs())),
        _check("Колонка", lambda: _loudspeaker(hall)),
        _check("Микрофон", lambda: _microphone(mic)),
        _check("Голос", lambda: _voice(voice)),
    ]


def _check(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, True, look())
    except AudioUnavailable as error:
        return Check(name, False, error.message, error.hint)


def _names(cards: list[SoundCard]) -> str:
    if not cards:
        raise AudioUnavailable("Ни одного.", "Подключите устройство или проверьте звук системы.")
    return "; ".join(f"{card.index} — {card.name}" for card in cards)


def _loudspeaker(wanted: str | None) -> str:
    device = find_output(wanted)
    if device is None:
        raise AudioUnavailable("Колонки нет.", "Всё будет видно на экране.")
    troubles: list[Message] = []
    output = Output(device, "hall", troubles.append)
    while not (output.alive or troubles):
        time.sleep(0.05)
    time.sleep(0.5)
    latency = output.latency
    output.close()
    _raise_first(troubles)
    if latency > SLOW_LATENCY_SECONDS:
        raise AudioUnavailable(
            f"Задержка звука {latency:.2f} с.", "Беспроводная колонка? Проводная отвечает быстрее."
        )
    return f"открывается, задержка звука {latency:.2f} с"


def _microphone(wanted: str | None) -> str:
    troubles: list[Message] = []
    microphone = open_microphone(wanted, troubles.append)
    if microphone is None:
        raise AudioUnavailable("Микрофона нет.", "Команды можно печатать.")
    try:
        _wait_for_sound(microphone, troubles)
    finally:
        microphone.close()
    return f"слышит, {microphone.rate} Гц"


def _wait_for_sound(microphone: Microphone, troubles: list[Message]) -> None:
    """No room is so quiet that its samples are all zero: such a microphone is switched off."""
    came, ends = False, time.monotonic() + SOUND_SECONDS
    while (left := ends - time.monotonic()) > 0:
        block = microphone.read(left)
        _raise_first(troubles)
        came = came or block is not None
        if block is not None and any(block.pcm):
            return
    if came:
        raise AudioUnavailable(
            "С микрофона идёт только цифровая тишина.",
            "Включите его: кнопка на нём самом, громкость записи в системе.",
        )
    raise AudioUnavailable(
        "Микрофон открыт, но звук с него не приходит.",
        "Разрешите программе доступ к микрофону. Если компьютер занят, повторите проверку.",
    )


def _raise_first(troubles: list[Message]) -> None:
    for trouble in troubles:
        if isinstance(trouble, Trouble):
            raise AudioUnavailable(trouble.what, trouble.hint)


def _voice(name: str) -> str:
    child = RenderingChild(name)
    try:
        names = child.start()
        began = time.monotonic()
        speech = child.render(SAMPLE_TEXT, NORMAL_RATE)
        took = time.monotonic() - began
    finally:
        child.kill()
    if len(speech.samples) == 0:
        raise AudioUnavailable("Голос ничего не произнёс.", "Выберите другой: --voice.")
    return f"{', '.join(names)}; фраза готова за {took:.2f} с"
