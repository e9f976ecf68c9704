# SPDX-License-Identifier: MIT
"""What the pages cost and how quick they are: a real program, a real browser, real hearing.

Start with and without `--phones`; processor and memory of the companion with twelve phones and two
screens; how soon a line that is told is drawn; how much later a command is on the inbox when it is
said to a phone instead of a wired microphone. `--utterances` says how many, `--seconds` how long
the phones listen.
"""

import argparse
import os
import re
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue

import numpy as np
import soundfile
from playwright.sync_api import Playwright, sync_playwright

from scripts.measure.report import Figure, print_report
from tests.at_the_table import Program, wait_for
from tests.russian import RU
from tests.spoken import RATE, room, say
from tests.ui.web.conftest import come_in, launch
from tests.ui.web.served import Served
from voice_host.audio.devices import WavFile
from voice_host.audio.microphone import FileMicrophone, Microphone
from voice_host.audio.phone_microphone import PhoneMicrophone
from voice_host.enrol.speech_model import open_model, spoken_words
from voice_host.game.expected import expected
from voice_host.game.state import Phase
from voice_host.host.inbox import Message, Typed
from voice_host.language.heard.hear import grammar
from voice_host.ui.web.sound import Sound
from voice_host.voice.ears import ListeningEars
from voice_host.voice.messages import Heard

PORT = 8931
SILENT = ("--mic", "none", "--hall", "none", "--ear", "none", "--voice", "silent")
COUNTS = ("один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять")
_TICKS = os.sysconf("SC_CLK_TCK")
_MARKS = """
  window.marks = [];
  const Own = AudioWorkletNode;
  window.AudioWorkletNode = class extends Own {
    constructor(...given) {
      super(...given);
      this.port.addEventListener("message", (event) => window.marks.push(
        [event.data.at + event.data.sound.length, performance.timeOrigin + performance.now()]));
    }
  };
"""
"""When the page had each sample, by the machine's clock (ms)."""


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--utterances", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--starts", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vh-") as name:
        folder = Path(name)
        figures = [*starts(folder, options.starts), *crowd(folder, options.seconds)]
        with sync_playwright() as playwright:
            figures += [painted(playwright), *drawn(playwright)]
            figures += heard(playwright, folder, options.utterances)
    return 0 if print_report("Pages", figures) else 1


def starts(folder: Path, number: int) -> list[Figure]:
    """How much longer the start takes."""
    took: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(number):
        for phones in took:
            with program(folder, phones) as running:
                took[phones].append(running.told("я готов", 60) - running.started_at)
    more = float(np.median(took[True]) - np.median(took[False]))
    return [Figure("start with --phones, later by", more, "s", 1.5, number)]


def crowd(folder: Path, seconds: float) -> list[Figure]:
    """What twelve phones and two screens cost while a game goes on."""
    with program(folder, phones=True) as running:
        running.told("я готов", 60)
        running.type("начать игру")
        for _ in range(5):
            running.type("дальше")
        time.sleep(2)
        before = cost(running.process.pid, seconds)
        code = next(re.search(r"стола (\d+)", line) for line in running.lines if "стола" in line)
        assert code is not None
        streams = [watch(code[1]) for _ in range(14)]
        time.sleep(1)
        after = cost(running.process.pid, seconds)
        for stream in streams:
            stream.close()
    return [
        Figure("14 pages: of one core", 100 * (after[0] - before[0]), "%", 5.0),
        Figure("14 pages: memory", (after[1] - before[1]) / 2**20, "MiB", 30.0),
    ]


def watch(code: str) -> socket.socket:
    """A table's face that listens."""
    body = f'{{"code": "{code}"}}'
    host = f"127.0.0.1:{PORT}"
    with socket.create_connection(("127.0.0.1", PORT)) as door:
        door.sendall(
            f"POST /table/enter HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        found = re.search(rb"table=([\w-]+)", door.recv(4096))
    assert found is not None
    stream = socket.create_connection(("127.0.0.1", PORT))
    cookie = found[1].decode()
    asked = f"GET /table/events HTTP/1.1\r\nHost: {host}\r\nCookie: table={cookie}\r\n\r\n"
    stream.sendall(asked.encode())
    return stream


def cost(process: int, seconds: float) -> tuple[float, int]:
    """Share of one core over this time, and resident bytes at its end."""
    began = ticks(process)
    time.sleep(seconds)
    used = (ticks(process) - began) / _TICKS / seconds
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return used, pages * os.sysconf("SC_PAGE_SIZE")


def ticks(process: int) -> int:
    """Processor time so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@contextmanager
def program(folder: Path, phones: bool) -> Iterator[Program]:
    """The companion without devices."""
    more = ("--phones", str(PORT)) if phones else ()
    running = Program("play", *SILENT, *more, folder=folder)
    try:
        yield running
        running.leave()
    finally:
        running.kill()


def painted(playwright: Playwright) -> Figure:
    """First contentful paint on a phone four times slower, over slow 3G (400 kbit/s, 400 ms)."""
    table = Served()
    browser = launch(playwright)
    took = []
    try:
        for _ in range(3):
            page = browser.new_context(bypass_csp=True).new_page()
            tools = page.context.new_cdp_session(page)
            rate = 400_000 / 8
            tools.send("Network.enable")
            tools.send(
                "Network.emulateNetworkConditions",
                {
                    "offline": False,
                    "latency": 400,
                    "downloadThroughput": rate,
                    "uploadThroughput": rate,
                },
            )
            tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            page.goto(f"{table.address}/host")
            page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
            entry = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
            took.append(page.evaluate(entry) / 1000)
    finally:
        browser.close()
        table.close()
    return Figure("first paint, slow phone on slow 3G", float(np.median(took)), "s", 1.0, len(took))


def drawn(playwright: Playwright) -> list[Figure]:
    """From a line that the owner thread tells to the page that shows it."""
    table = Served()
    browser = launch(playwright)
    took = []
    try:
        page = come_in(browser.new_context(bypass_csp=True), table, "host")
        page.evaluate(
            "() => { window.drawn = {}; new MutationObserver((all) => all.forEach((one) =>"
            " one.addedNodes.forEach((node) => window.drawn[node.textContent] ="
            " performance.timeOrigin + performance.now())))"
            ".observe(document.getElementById('log'), {childList: true}); }"
        )
        for number in range(100):
            began = time.time()
            table.faces.caption(f"{number}.", secret=True)
            page.wait_for_function(
                f"Object.keys(window.drawn).some((t) => t.endsWith(' {number}.'))"
            )
            at = page.evaluate(
                f"Object.entries(window.drawn).find(([t]) => t.endsWith(' {number}.'))[1]"
            )
            took.append(at - 1000 * began)
    finally:
        browser.close()
        table.close()
    return [
        Figure("told to drawn, median", float(np.median(took)), "ms", 50.0, len(took)),
        Figure("told to drawn, p95", float(np.percentile(took, 95)), "ms", None, len(took)),
    ]


def heard(playwright: Playwright, folder: Path, number: int) -> list[Figure]:
    """End of speech to inbox, wired and by phone."""
    said = [say(f"фол номер {COUNTS[n % len(COUNTS)]}") for n in range(number)]
    sound = np.concatenate([part for one in said for part in (room(0.8), one, room(1.4))])
    path = folder / "said.wav"
    soundfile.write(path, np.repeat(sound, 3), RATE * 3)
    seconds = len(sound) / RATE
    wired = listen(FileMicrophone(WavFile(path)), seconds + 2)
    by_wire = [posted - one.ended_at for posted, one in wired]
    by_phone = spoken_to_a_phone(playwright, path, seconds + 6)
    more = [float(np.percentile(by_phone, p) - np.percentile(by_wire, p)) for p in (50, 95)]
    return [
        Figure(
            "wired: end of speech to inbox, median",
            float(np.median(by_wire)),
            "s",
            None,
            len(by_wire),
        ),
        Figure(
            "phone: end of speech to inbox, median",
            float(np.median(by_phone)),
            "s",
            None,
            len(by_phone),
        ),
        Figure("phone later by, median", more[0], "s", 0.15, len(by_phone)),
        Figure("phone later by, p95", more[1], "s", 0.15, len(by_phone)),
        Figure("not heard by phone", number - len(by_phone), "", number * 0.05, number),
    ]


def listen(microphone: Microphone, seconds: float) -> list[tuple[float, Heard]]:
    """Whole sentences in a speech's phase, with the moment at which each was posted."""
    inbox: SimpleQueue[tuple[float, Message]] = SimpleQueue()
    table = Served()
    for words in ("начать игру", *["дальше"] * 4):
        table.host.post(Typed(words))
    wait_for(lambda: table.host.state.phase is Phase.SPEECH, 10, "speech")
    model = open_model(None, print, spoken_words(RU, 10))
    ears = ListeningEars(model, microphone, lambda one: inbox.put((time.monotonic(), one)))
    ears.listen(grammar(RU.sentences, expected(table.host.state), 10))
    time.sleep(seconds)
    ears.close()
    table.close()
    return list(whole(inbox))


def whole(inbox: "SimpleQueue[tuple[float, Message]]") -> Iterator[tuple[float, Heard]]:
    """The whole sentences among what was posted."""
    try:
        while True:
            at, message = inbox.get_nowait()
            if isinstance(message, Heard) and message.whole:
                yield at, message
    except Empty:
        return


def spoken_to_a_phone(playwright: Playwright, path: Path, seconds: float) -> list[float]:
    """The same through a browser: from the moment at which the page had the last of the speech."""
    taken: list[tuple[int, float]] = []
    phone = PhoneMicrophone(None, lambda report: None)

    def take(run: str, at: int, pcm: bytes) -> bool:
        taken.append((at, time.monotonic()))
        return phone.take(run, at, pcm)

    fake = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
    browser = launch(playwright, *fake, f"--use-file-for-fake-audio-capture={path}%noloop")
    table = Served(sound=Sound(take))
    try:
        context = browser.new_context(permissions=["microphone"])
        context.add_init_script(_MARKS)
        page = come_in(context, table, "host")
        page.locator("details").nth(1).evaluate("one => one.open = true")
        page.click("#mic")
        found = listen(phone, seconds)
        marks = np.array(page.evaluate("window.marks"))
    finally:
        browser.close()
        table.close()
    offset = time.time() - time.monotonic()
    captured: Callable[[float], float] = lambda sample: float(  # noqa: E731
        np.interp(sample, marks[:, 0], marks[:, 1] / 1000 - offset)
    )
    return [posted - captured(phone.sample_at(one.ended_at)) for posted, one in found]


if __name__ == "__main__":
    sys.exit(main())
