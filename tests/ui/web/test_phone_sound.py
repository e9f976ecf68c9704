# SPDX-License-Identifier: MIT
"""The host's phone is his microphone, key and ear: a real browser, hearing, and a spoken wav."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.at_the_table import wait_for
from tests.russian import RU
from tests.spoken import RATE, room, say
from tests.ui.web.conftest import come_in, launch
from tests.ui.web.served import served
from voice_host.audio.phone_microphone import AWAY_SECONDS, PhoneMicrophone
from voice_host.audio.phone_speaker import RATE as EAR_RATE
from voice_host.audio.phone_speaker import PhoneSpeaker
from voice_host.enrol.speech_model import open_model, spoken_words
from voice_host.game.state import Phase
from voice_host.history.session import begin
from voice_host.host.inbox import Options, Typed
from voice_host.rulesets import load
from voice_host.ui.web.sound import Ear, Sound
from voice_host.voice.ears import ListeningEars
from voice_host.voice.hearing import Manner, Mode

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
FAKE_MICROPHONE = [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    "--autoplay-policy=no-user-gesture-required",
]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Silence, then «фол номер три», once."""
    path = tmp_path_factory.mktemp("said") / "foul.wav"
    sound = np.concatenate((room(2.0), say("фол номер три"), room(4.0)))
    soundfile.write(path, np.repeat(sound, 3), RATE * 3)  # as a phone's microphone gives it
    return path


@pytest.fixture
def speaking(playwright: Playwright, said: Path) -> Iterator[BrowserContext]:
    """A browser whose microphone is the wav file."""
    opened = launch(
        playwright, *FAKE_MICROPHONE, f"--use-file-for-fake-audio-capture={said}%noloop"
    )
    context = opened.new_context(permissions=["microphone"])
    context.set_default_timeout(8000)
    yield context
    opened.close()


def switch_on(page: Page, button: str) -> None:
    page.locator("details").nth(1).evaluate("one => one.open = true")
    page.click(button)
    expect(page.locator(button)).to_have_attribute("aria-pressed", "true")


@pytest.mark.speech
def test_a_foul_said_to_the_phone_stands_in_the_journal(
    speaking: BrowserContext, tmp_path: Path
) -> None:
    """From the browser's microphone over the network to the ears, the rules and the file; the host
    reads it back on the same face. When the phone goes, he is told."""
    told: list[object] = []
    phone = PhoneMicrophone(None, told.append)
    model = open_model(None, told.append, spoken_words(RU, 10))
    rules = load("wma")
    session = begin(rules, 10, tmp_path / "game.jsonl")
    with served(session=session, sound=Sound(phone.take)) as table:
        ears = ListeningEars(model, phone, table.host.post, manner=Manner(Mode.OPEN))
        table.host.begin(ears)
        for words in ("начать игру", *["дальше"] * 4):
            table.host.post(Typed(words))
        wait_for(lambda: table.host.state.phase is Phase.SPEECH, 5, "speech")
        page = come_in(speaking, table, "host")
        switch_on(page, "#mic")
        expect(page.locator("#log")).to_contain_text("Третьему первый фол.", timeout=15_000)
        page.close()
        wait_for(lambda: bool(told), AWAY_SECONDS + 1.5, "word of the phone that has gone")
        ears.close()
    session.close()
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_bytes().splitlines()]
    fouls = [e for line in lines for e in line.get("events", ()) if e["kind"] == "FoulGiven"]
    assert [(foul["seat"], foul["count"]) for foul in fouls] == [(3, 1)]


def test_pieces_come_whole_and_at_the_right_pitch(speaking: BrowserContext) -> None:
    """What the browser's 48 kHz become is the same speech at 16 kHz, without a gap."""
    got: dict[int, bytes] = {}

    def take(run: str, at: int, pcm: bytes) -> bool:
        got[at] = pcm
        return True

    with served(sound=Sound(take)) as table:
        page = come_in(speaking, table, "host")
        switch_on(page, "#mic")
        wait_for(lambda: sum(map(len, got.values())) > 2 * RATE * 5, 12, "five seconds of sound")
    end = 0
    for at, pcm in sorted(got.items()):
        assert at == end
        end = at + len(pcm) // 2
    heard = np.frombuffer(b"".join(pcm for _, pcm in sorted(got.items())), "<i2").astype(float)
    wanted = say("фол номер три").astype(float)
    size = len(heard) + len(wanted)
    match = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(np.fft.rfft(wanted, size)))
    place = int(np.argmax(match[: len(heard) - len(wanted)]))
    part = heard[place : place + len(wanted)]
    assert np.corrcoef(part, wanted)[0, 1] > 0.9


def test_the_ear_sounds_in_the_phone(speaking: BrowserContext) -> None:
    """What is for the ear reaches the phone's audio as loud as it was made."""
    ear = Ear()
    speaker = PhoneSpeaker()
    speaker.send = ear.play
    with served(sound=Sound(ear=ear)) as heard:
        page = come_in(speaking, heard, "host")
        page.evaluate(
            "() => { window.peak = 0; const A = AudioWorkletNode; window.AudioWorkletNode ="
            " class extends A { connect(to) { const a = this.context.createAnalyser();"
            " super.connect(a); setInterval(() => { const d = new Float32Array(2048);"
            " a.getFloatTimeDomainData(d); window.peak = Math.max(window.peak, ...d); }, 20);"
            " return super.connect(to); } }; }"
        )
        switch_on(page, "#ear")
        wait_for(lambda: bool(ear.listeners), 5, "listener")
        tone = 0.5 * np.sin(np.arange(EAR_RATE) * 2 * np.pi * 440 / EAR_RATE).astype(np.float32)
        for at in range(0, len(tone), 480):
            speaker.write(tone[at : at + 480])
            time.sleep(0.02)
        page.wait_for_function("window.peak > 0.4")
        assert page.evaluate("window.peak") < 0.6


def test_the_button_is_the_key_to_talk(phone: BrowserContext) -> None:
    """Down and up reach the ears, by finger and by key; a page that goes to sleep lets go."""
    with served(options=Options(listen="push")) as table:
        page = come_in(phone, table, "host")
        talk = page.locator("#talk")
        talk.dispatch_event("pointerdown")
        wait_for(lambda: table.ears.pushed == [True], 3, "key down")
        talk.dispatch_event("pointerup")
        wait_for(lambda: table.ears.pushed == [True, False], 3, "key up")
        talk.focus()
        page.keyboard.down("Space")
        wait_for(lambda: len(table.ears.pushed) == 3, 3, "key down")
        page.evaluate(
            "() => { Object.defineProperty(document, 'visibilityState', {value: 'hidden'});"
            " document.dispatchEvent(new Event('visibilitychange')); }"
        )
        wait_for(lambda: table.ears.pushed == [True, False, True, False], 3, "key up")


WATCHED = """
  window.contexts = [];
  window.tracks = [];
  const Own = AudioContext;
  window.AudioContext = class extends Own {
    constructor(...given) { super(...given); window.contexts.push(this); }
  };
  const ask = MediaDevices.prototype.getUserMedia;
  MediaDevices.prototype.getUserMedia = async function (wanted) {
    const stream = await ask.call(this, wanted);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
"""
"""Keeps what a page makes of sound, so that it can be broken as phones do."""


def test_sound_that_a_phone_stops_is_begun_anew(speaking: BrowserContext) -> None:
    """A track that ends, headphones that come or go, a context that is interrupted and runs again
    only by a touch: each time pieces come again, as a recording of its own."""
    runs: list[str] = []

    def take(run: str, at: int, pcm: bytes) -> bool:
        if run not in runs:
            runs.append(run)
        return True

    speaking.add_init_script(WATCHED)
    with served(sound=Sound(take)) as table:
        page = come_in(speaking, table, "host")
        switch_on(page, "#mic")
        wait_for(lambda: len(runs) == 1, 5, "the first recording")
        for number, breaks in enumerate(
            (
                "window.tracks.at(-1).dispatchEvent(new Event('ended'))",
                "window.tracks.at(-1).dispatchEvent(new Event('mute'))",
                "navigator.mediaDevices.dispatchEvent(new Event('devicechange'))",
                "window.contexts.at(-1).suspend()",
                "window.contexts.at(-1).close()",
            ),
            start=2,
        ):
            page.evaluate(breaks)
            if "contexts" in breaks:
                expect(page.locator("#note")).to_contain_text("замолчал")
                page.mouse.click(5, 5)
            wait_for(lambda number=number: len(runs) == number, 6, breaks)  # type: ignore[misc]
        expect(page.locator("#mic")).to_have_attribute("aria-pressed", "true")


def test_a_page_without_tls_says_where_the_microphone_is_given(phone: BrowserContext) -> None:
    """Plain http works for all the rest."""
    phone.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    with served(sound=Sound(lambda run, at, pcm: True)) as table:
        page = come_in(phone, table, "host")
        page.locator("details").nth(1).evaluate("one => one.open = true")
        page.click("#mic")
        expect(page.locator("#note")).to_contain_text("начинается с https")
        page.click("button[data-kind=start]")
        expect(page.locator("#log")).to_contain_text("Город засыпает")


@pytest.mark.parametrize(
    ("query", "size", "status"),
    [
        ("run=a&at=0", 2560, 204),
        ("run=a&at=0", 2561, 400),
        ("run=a&at=-1", 2560, 400),
        ("run=a&at=99999999999", 2560, 400),
        ("run=&at=0", 2560, 400),
        ("at=0", 2560, 400),
        ("run=a", 2560, 400),
        ("run=a&at=0", 80_000, 413),
    ],
)
def test_what_is_no_piece_of_sound_is_refused(query: str, size: int, status: int) -> None:
    """By its shape, before anybody listens; and without the host's token all of it is."""
    with served(sound=Sound(lambda run, at, pcm: True)) as table:
        kind = {"Content-Type": "application/octet-stream"}
        cookie, path = table.enter("host"), f"/host/mic?{query}"
        assert table.ask(path, cookie=cookie, headers=kind, body=bytes(size))[0] == status
        assert table.ask(path, headers=kind, body=bytes(2560))[0] in (401, 413)
        assert table.ask("/host/ear", cookie=cookie)[0] == 404
