# SPDX-License-Identifier: MIT
"""Pages for phones beside a game: opens them, tells where they are, or why there are none.

Whatever fails here costs the phones and never the evening: it is told in one sentence.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event, Thread

import segno

from voice_host import places
from voice_host.audio.microphone import Microphone
from voice_host.audio.phone_microphone import PhoneMicrophone
from voice_host.audio.phone_speaker import PhoneSpeaker
from voice_host.commands.options import MOST_PORT, PORT
from voice_host.commands.setup import Setup
from voice_host.errors import reason
from voice_host.host.inbox import Message, Options
from voice_host.language.language import Language
from voice_host.language.words import Words
from voice_host.ui.web.addresses import reachable
from voice_host.ui.web.app import Web
from voice_host.ui.web.certificate import SHOWN, kept_in
from voice_host.ui.web.doors import Doors
from voice_host.ui.web.faces import Faces
from voice_host.ui.web.forms import forms
from voice_host.ui.web.pages import Pages
from voice_host.ui.web.server import EVERYWHERE, LOOPBACK, Door, Server, listen
from voice_host.ui.web.sound import Ear, Sound
from voice_host.voice.mouth import MouthOptions

Texts = Mapping[str, str]

_SEVERITIES = {"foul": "foul", "remove": "removal", "ppk": "ppk"}
"""Which offences a command may name."""


LOOK_SECONDS = 10.0
"""How often the machine's addresses are looked at: a hotspot comes, a router gives another."""
ALONE_SECONDS = 60.0


class Phones:
    """Pages that are being served, and how to come in.

    `tell` is for the companion's own screen alone: what it is told holds the table's code, and
    `invitation` the host's key.
    """

    def __init__(self, said: Texts, parts: "Parts", tell: Callable[[str], None]) -> None:
        self.faces = parts.faces
        self._said = said
        self._parts = parts
        self._tell = tell
        self._found = reachable()
        self._closing = Event()
        self._watcher = Thread(target=self._watch, name="network", daemon=True)
        self._watcher.start()

    def invitation(self, drawn: bool) -> tuple[str, ...]:
        """Addresses, code and key as they are now; `drawn` with the QR code."""
        self._found = reachable()
        first, *others = self._found or (LOOPBACK,)
        said, parts = self._said, self._parts
        code = qr_lines(f"http://{first}:{parts.plain.port}/#{parts.doors.table_code}")
        lines = [
            *(code if drawn else ()),
            *(() if self._found else (said["loopback"],)),
            *parts.notes,
            *self._addresses(first),
            said["key"].format(key=_spaced(parts.doors.host_key)),
        ]
        if others:
            lines.append(said["others"].format(addresses=", ".join(others)))
        return tuple(lines)

    def close(self) -> None:
        """Let go of phones and ports."""
        self._closing.set()
        self._parts.server.close()

    def _addresses(self, first: str) -> list[str]:
        said, plain, secure = self._said, self._parts.plain, self._parts.secure
        code = self._parts.doors.table_code
        lines = [said["open"].format(address=f"http://{first}:{plain.port}", code=code)]
        if secure is not None and secure.certificate is not None:
            short = secure.certificate.fingerprint[:SHOWN]
            lines.append(said["secure"].format(address=f"https://{first}:{secure.port}"))
            lines.append(said["fingerprint"].format(fingerprint=short))
        return lines

    def _watch(self) -> None:
        """Thread main: tell when the address is another one, and once when nobody comes at all."""
        alone, port = ALONE_SECONDS, self._parts.plain.port
        while not self._closing.wait(LOOK_SECONDS):
            if (now := reachable()) != self._found:
                self._found = now
                for line in self._addresses((now or (LOOPBACK,))[0]):
                    self._tell(line)
            if alone > 0 and not self._parts.doors.guests:
                alone -= LOOK_SECONDS
                if alone <= 0:
                    self._tell(self._said["nobody"].format(port=port))


@dataclass(frozen=True, slots=True)
class Parts:
    """What serves the pages; `notes` say what of it is missing."""

    server: Server
    faces: Faces
    doors: Doors
    plain: Door
    secure: Door | None
    notes: tuple[str, ...]


def open_phones(
    language: Language,
    setup: Setup,
    names: Mapping[int, str],
    post: Callable[[Message], None],
    tell: Callable[[str], None],
    microphone: Microphone | None = None,
) -> Phones | None:
    """Serve the pages on their port and the next one (TLS), or `tell` why they are not served."""
    said, port = language.pages.start, setup.phones or PORT
    try:
        plain = Door(listen(EVERYWHERE, port))
    except (OSError, OverflowError):
        other = port + 10 if port < MOST_PORT - 10 else PORT
        tell(said["no_port"].format(port=port, other=other))
        return None
    secure, notes = _secure(language, port + 1)
    faces, doors = Faces(names), Doors(places.data_folder() / "phones.json")
    sound = sound_of(microphone, setup.mouth)
    pages, offences = page_parts(language, setup.options, sound)
    web = Web(faces, doors, pages, post, offences, sound)
    server = Server(web, faces, (plain,) if secure is None else (plain, secure), sound.ear)
    return Phones(said, Parts(server, faces, doors, plain, secure, notes), tell)


def _secure(language: Language, port: int) -> tuple[Door | None, tuple[str, ...]]:
    """The door with TLS, or why there is none; without it all works but the phone's microphone."""
    try:
        certificate = kept_in(places.certificate_folder(), reachable())
        return Door(listen(EVERYWHERE, port), certificate), ()
    except OSError as error:
        why = language.messages.says(reason(error)).rstrip(".")
        return None, (language.pages.start["no_certificate"].format(why=why),)


def sound_of(microphone: Microphone | None, mouth: MouthOptions) -> Sound:
    """What goes between a phone and the game's ears and mouth."""
    take = microphone.take if isinstance(microphone, PhoneMicrophone) else None
    if not isinstance(mouth.ear, PhoneSpeaker):
        return Sound(take)
    ear = Ear()
    mouth.ear.send = ear.play
    return Sound(take, ear)


def page_parts(language: Language, options: Options, sound: Sound) -> tuple[Pages, frozenset[str]]:
    """The pages in the words of the language, and the offences that a button may name."""
    words = language.words
    shown = language.pages.shown(words, language.sentences.questions())
    return Pages(shown, _facts(words, options, sound)), frozenset(words.offences)


def _facts(words: Words, options: Options, sound: Sound) -> Mapping[str, object]:
    """What the scripts of the pages need to know besides words."""
    offences = {name: one.severity for name, one in words.offences.items()}
    return {
        "forms": forms(),
        "severities": _SEVERITIES,
        "offences": offences,
        "listen": options.listen,
        "microphone": sound.take is not None,
        "ear": sound.ear is not None,
    }


def _spaced(digits: str) -> str:
    """In groups of four, as people read digits out."""
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def qr_lines(text: str) -> tuple[str, ...]:
    """The QR code as lines of half blocks, light on a dark terminal; at most 45 columns."""
    rows = [[not dark for dark in row] for row in segno.make(text, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    marks = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple(
        "".join(marks[above, below] for above, below in zip(*pair, strict=True)) for pair in pairs
    )
