# SPDX-License-Identifier: MIT
"""`voice-host doctor`: is everything there for an evening, and what to do if it is not."""

import sys
from collections.abc import Callable, Iterator

import click

from voice_host import places
from voice_host.commands.options import PORT
from voice_host.errors import Told, VoiceHostError, not_loaded
from voice_host.language.heard.hear import vocabulary
from voice_host.language.language import Language
from voice_host.ui.command_line import usage
from voice_host.voice.finding import Check


def report(language: Language, echo: Callable[[str], None]) -> bool:
    """Print every check with its hint; are all well?"""
    well, messages = True, language.messages
    for check in _checks(language):
        well = well and check.ok
        mark = messages.text("doctor.there" if check.ok else "doctor.missing")
        echo(f"{mark:4}  {messages.says(check.name)}: {messages.says(check.detail)}")
        hint = messages.hint(check.detail)
        if hint and not check.ok:
            echo(f"      {hint}")
    return well


def _checks(language: Language) -> Iterator[Check]:
    yield from _whole("check.sound", lambda: _sound(language))
    yield from _whole("doctor.model", lambda: [_model(language)])
    yield from _whole("doctor.phones", lambda: [_phones()])
    yield _journals()


def _whole(name: str, look: Callable[[], list[Check]]) -> list[Check]:
    """What was found; a package that is missing is a finding like any other."""
    try:
        return look()
    except ImportError as error:
        return [Check(Told(name), False, not_loaded(error))]


def _sound(language: Language) -> list[Check]:
    from voice_host.voice.checkup import sound_checks

    return sound_checks(language.messages.text("doctor.sample"))


def _journals() -> Check:
    folder, name = places.games_folder(), Told("doctor.journals")
    if places.writable(folder):
        return Check(name, True, Told("doctor.folder", folder=folder))
    return Check(name, False, Told("doctor.journals_not_written", folder=folder))


def _model(language: Language) -> Check:
    from voice_host.enrol.speech_model import best_model, spoken_words

    name, spoiled = Told("doctor.model"), list[Told]()
    try:
        chosen, model = best_model(spoiled.append, spoken_words(language))
    except VoiceHostError as error:
        return Check(name, False, error.told)
    if spoiled:
        passed_over = " ".join(map(language.messages.says, spoiled))
        return Check(name, False, Told("doctor.models_spoiled", passed_over=passed_over))
    if missing := model.missing(sorted(vocabulary(language.sentences))):
        lacks = Told("doctor.words_missing", folder=chosen.folder, words=", ".join(missing))
        return Check(name, False, lacks)
    return Check(name, True, Told("doctor.folder", folder=chosen.folder))


def _phones() -> Check:
    """Where phones would come in; a game that is running holds the port, and is no fault."""
    import voice_host.commands.phones  # noqa: F401 - with all that the pages need
    from voice_host.ui.web.addresses import reachable
    from voice_host.ui.web.certificate import SHOWN, look
    from voice_host.ui.web.server import EVERYWHERE, listen

    name, found = Told("doctor.phones"), reachable()
    if not found:
        return Check(name, True, Told("doctor.phones_no_network"))
    try:
        for port in (PORT, PORT + 1):
            listen(EVERYWHERE, port).close()
    except OSError:
        return Check(name, False, Told("doctor.phones_port_taken", port=PORT, other=PORT + 10))
    certificate, kept = look(places.certificate_folder()), places.certificate_folder()
    if certificate is None and not places.writable(kept):
        return Check(name, False, Told("doctor.phones_no_certificate", folder=kept))
    address, others = f"{found[0]}:{PORT}", ", ".join(found[1:]) or "—"
    if certificate is None:
        return Check(name, True, Told("doctor.phones_first", address=address, others=others))
    shown = certificate.fingerprint[:SHOWN]
    told = Told("doctor.phones_ready", address=address, others=others, fingerprint=shown)
    return Check(name, True, told)


@click.command(cls=usage.Command)
@click.pass_obj
def command(language: Language, /) -> None:
    """Look at devices, voices and the model."""
    sys.exit(not report(language, click.echo))
