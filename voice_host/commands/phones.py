"""Pages for phones beside a game: opens them, tells where they are, or why there are none.

Whatever fails here costs the phones and never the evening: it is told in one sentence.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import segno

from voice_host import places
from voice_host.audio.microphone import Microphone
from voice_host.audio.phone_microphone import PhoneMicrophone
from voice_host.audio.phone_speaker import PhoneSpeaker
from voice_host.commands.options import PORT
from voice_host.errors import reason
from voice_host.host.inbox import Message, Options
from voice_host.language.language import Language
from voice_host.language.words import Words
from voice_host.ui.web.addresses import reachable
from voice_host.ui.web.app import Web
from voice_host.ui.web.certificate import Certificate, kept_in
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


@dataclass(frozen=True, slots=True)
class Phones:
    """Pages that are being served. `lines` tell how to come in, `code` draws the address.

    Both hold the host's key and the table's code: for the companion's own screen alone.
    """

    server: Server
    faces: Faces
    lines: tuple[str, ...]
    code: tuple[str, ...]

    def close(self) -> None:
        """Let go of phones and ports."""
        self.server.close()


def open_phones(
    language: Language,
    port: int,
    names: Mapping[int, str],
    post: Callable[[Message], None],
    options: Options,
    sound: Sound | None = None,
) -> Phones | str:
    """Serve the pages on this port and the next one (TLS), or say why they are not served."""
    found = reachable()
    where = EVERYWHERE if found else LOOPBACK
    said = language.pages.start
    try:
        plain = Door(listen(where, port))
    except (OSError, OverflowError):
        return said["no_port"].format(port=port, other=port + 10 if port < 65000 else PORT)
    faces = Faces(names)
    doors = Doors(places.data_folder() / "phones.json")
    secure, why = _secure(said, where, port + 1, found)
    listening = (plain,) if secure is None else (plain, secure)
    sound = sound or Sound()
    pages, offences = page_parts(language, options, sound)
    web = Web(faces, doors, pages, post, offences, sound)
    server = Server(web, faces, listening, sound.ear)
    lines = _lines(said, doors, found or (LOOPBACK,), plain, secure)
    notes = () if found else (said["loopback"],)
    address = f"http://{(found or (LOOPBACK,))[0]}:{plain.port}/#{doors.table_code}"
    return Phones(server, faces, (*notes, *why, *lines), qr_lines(address))


def folder() -> Path:
    """Where key and certificate are kept."""
    return places.data_folder() / "phones"


def _secure(
    said: Texts, where: str, port: int, found: tuple[str, ...]
) -> tuple[Door | None, tuple[str, ...]]:
    """The door with TLS, or why there is none; without it all works but the phone's microphone."""
    try:
        certificate: Certificate = kept_in(folder(), found)
        return Door(listen(where, port), certificate), ()
    except OSError as error:
        return None, (said["no_certificate"].format(why=reason(error)),)


def _lines(
    said: Texts, doors: Doors, addresses: tuple[str, ...], plain: Door, secure: Door | None
) -> tuple[str, ...]:
    first, *others = addresses
    lines = [said["open"].format(address=f"http://{first}:{plain.port}", code=doors.table_code)]
    if secure is not None and secure.certificate is not None:
        lines.append(said["secure"].format(address=f"https://{first}:{secure.port}"))
        short = secure.certificate.fingerprint[:23]
        lines.append(said["fingerprint"].format(fingerprint=short))
    lines.append(said["key"].format(key=_spaced(doors.host_key)))
    if others:
        lines.append(said["others"].format(addresses=", ".join(others)))
    return tuple(lines)


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
    return Pages(language.pages.shown(words), _facts(words, options, sound)), frozenset(
        words.offences
    )


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
