# SPDX-License-Identifier: MIT
"""An evening: all parts of a running game, put together and taken apart.

Built by `play` and `resume`. Each part may be missing: without a microphone the keyboard
serves, without a loudspeaker the captions. One line tells the host of each.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from queue import SimpleQueue
from random import Random

from voice_host import places
from voice_host.audio.microphone import Microphone, open_microphone
from voice_host.audio.phone_microphone import open_with_phone
from voice_host.commands.deal import deal, was_dealt
from voice_host.commands.options import PHONE
from voice_host.commands.setup import Setup
from voice_host.commands.story import read_aloud
from voice_host.commands.teach_in_lobby import taught
from voice_host.enrol.speech_model import Tell, open_model, spoken_words
from voice_host.errors import ModelMissing, Told, VoiceHostError, not_loaded
from voice_host.game.expected import expected
from voice_host.history.session import Names, Session, begin_next
from voice_host.host.clock import SystemClock
from voice_host.host.inbox import Message, Noticed, Quit
from voice_host.host.owner import Host
from voice_host.host.screen import Screen
from voice_host.host.screens import Screens
from voice_host.language.heard.hear import completions, vocabulary
from voice_host.language.language import Language
from voice_host.language.nicknames import Nicknames
from voice_host.ui.terminal.plain import Plain
from voice_host.ui.terminal.window import Terminal, usable
from voice_host.voice.ears import ListeningEars
from voice_host.voice.hearing import Manner, Mode
from voice_host.voice.mouth import open_mouth
from voice_host.voice.protocols import Ears


def spend(
    language: Language,
    sit_down: Callable[[], Session],
    seats: int,
    names: Names,
    setup: Setup,
    recovered: bool = False,
) -> Session:
    """Play until the host leaves; the last game. Returns when every device has been let go.

    A lesson that is asked for in the lobby has the devices to itself; then the same game goes on.
    """
    session = None
    while True:
        begun = sit_down if session is None else partial(_same, session)
        session, lesson = _spend(language, begun, seats, names, setup, recovered)
        if not lesson:
            return session
        told = taught(language, setup)
        setup = replace(setup, tells=() if told is None else (told,))


def _same(session: Session) -> Session:
    return session


def _spend(
    language: Language,
    sit_down: Callable[[], Session],
    seats: int,
    names: Names,
    setup: Setup,
    recovered: bool,
) -> tuple[Session, bool]:
    """The last game, and whether a lesson was asked for, which leaves it open.

    The game is made when the devices are open: without one that was asked for there is no
    journal, which would be taken for a game to go on with.
    """
    inbox: SimpleQueue[Message] = SimpleQueue()
    screen = _screen(language, setup, lambda: host.session)

    def notice(told: Told) -> None:
        # Told by the host when he has greeted: what is labelled as the ear's is said there.
        inbox.put(Noticed(language.messages.line(told)))

    with ExitStack() as opened:
        if setup.mouth.child is not None:
            opened.callback(setup.mouth.child.kill)
        mouth = open_mouth(inbox.put, setup.mouth)
        opened.callback(mouth.close)
        ears, microphone = _ears(language, setup, seats, Nicknames(names), inbox.put, notice)
        if ears is not None:
            opened.callback(ears.close)
        shown = _with_phones(language, screen, setup, names, inbox.put, microphone, opened)
        host = Host(sit_down(), inbox, mouth, shown, SystemClock(), setup.options, language)
        opened.callback(lambda: None if host.leaving.lesson_wanted else host.session.close())
        following = partial(next_game, chance=setup.chance)
        for told in setup.tells:
            notice(told)
        host.begin(
            ears,
            recovered=recovered,
            next_game=following,
            remember=setup.remember,
            protocol=partial(read_aloud, language),
            learns=ears is not None,
        )
        with _leaving_when_told(host):
            _follow(host, screen, microphone)
    return host.session, host.leaving.lesson_wanted


def next_game(over: Session, chance: Random) -> Session:
    """The next game of the evening: same rules, seats and names, a journal of its own."""
    session = begin_next(over, places.new_journal())
    if was_dealt(over):
        deal(session, chance)
    return session


def _screen(language: Language, setup: Setup, current: Callable[[], Session]) -> Terminal | Plain:
    """A terminal where there is one, else plain lines; `current` is the session now."""

    def complete(typed: str) -> list[str]:
        state, called = current().state, Nicknames(current().names)
        return completions(language.sentences, typed, expected(state), state.seats, called)

    if not usable():
        if sys.stdout is None:  # it is when it was closed before the start
            raise VoiceHostError("output.closed")
        return Plain(language.messages)
    talk = setup.options.listen == "push" and setup.microphone != "none"
    return Terminal(
        language.messages,
        complete,
        at_once=setup.keys,
        plain_status=setup.plain,
        talk=talk,
        role_names=language.words.role_names(),
        eyes_free=setup.options.eyes_free,
    )


def _with_phones(
    language: Language,
    screen: Terminal | Plain,
    setup: Setup,
    names: Names,
    post: Callable[[Message], None],
    microphone: Microphone | None,
    opened: ExitStack,
) -> Screen:
    """The companion's own screen, and the pages beside it if they were asked for.

    How to come in is not told as a caption: those go to the pages too, and the host's key is for
    this screen only.
    """
    if setup.phones is None:
        return screen
    tell = partial(screen.caption, secret=True)
    try:
        from voice_host.commands.phones import open_phones  # loaded where a server is wanted
    except ImportError as error:
        what = language.messages.says(not_loaded(error))
        tell(language.pages.start["not_loaded"].format(what=what))
        phones = None
    else:
        phones = open_phones(language, setup, dict(names), post, tell, microphone)
    if phones is None and setup.by_phones:
        raise VoiceHostError("phones.needed")
    if phones is None:
        return screen
    opened.callback(phones.close)
    screen.invite(partial(phones.invitation, drawn=usable() and not setup.plain))
    return Screens(screen, phones.faces)


def _ears(
    language: Language,
    setup: Setup,
    seats: int,
    names: Nicknames,
    post: Callable[[Message], None],
    notice: Tell,
) -> tuple[Ears | None, Microphone | None]:
    """Open ears, or say in one line why there are none.

    A device that was asked for by name must be there; the default one may be missing.
    """
    if setup.microphone == "none":
        return None, None
    wanted = sorted(vocabulary(language.sentences, seats, names))
    try:
        spoken = spoken_words(language, seats, names)
        model = open_model(setup.model, notice, spoken)
        microphone = _microphone(setup.microphone, post)
    except VoiceHostError as error:
        if setup.microphone or (setup.model and isinstance(error, ModelMissing)):
            raise
        notice(error.told)
        return None, None
    if microphone is None:
        notice(Told("evening.no_microphone"))
        return None, None
    unknown = model.missing(wanted)
    if unknown:
        notice(Told("evening.words_missing", words=", ".join(unknown)))
    manner = Manner(Mode(setup.options.listen))
    with ExitStack() as opened:
        opened.callback(microphone.close)
        ears = ListeningEars(model, microphone, post, manner=manner)
        opened.pop_all()
    return ears, microphone


def _microphone(wanted: str | None, post: Callable[[Message], None]) -> Microphone | None:
    """The one meant: a phone's, with a device to fall back on after the colon, or a card's."""
    phone, _, table = (wanted or "").partition(":")
    return open_with_phone(table, post) if phone == PHONE else open_microphone(wanted, post)


@contextmanager
def _leaving_when_told(host: Host) -> Iterator[None]:
    """The system that ends and the terminal that is closed (unless `nohup` says that it does
    not matter) are obeyed as «выход» is."""
    told = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    obeyed = [each for each in told if signal.getsignal(each) is signal.SIG_DFL]
    for each in obeyed:
        signal.signal(each, lambda *_: host.post(Quit()))
    try:
        yield
    finally:
        for each in obeyed:
            signal.signal(each, signal.SIG_DFL)


def _follow(host: Host, screen: Terminal | Plain, microphone: Microphone | None) -> None:
    """The screen needs the main thread, so the host gets one of its own.

    When lines have been piped in, their end is not the end: a recording is heard out, a
    live microphone goes on.
    """
    owner = threading.Thread(target=_own, args=(host, screen), name="host", daemon=True)
    owner.start()
    try:
        with suppress(KeyboardInterrupt):
            screen.run(host.post)
            while owner.is_alive() and microphone is not None and not microphone.finished:
                owner.join(timeout=0.2)
    finally:
        host.post(Quit(politely=True))
        with suppress(KeyboardInterrupt):
            owner.join()


def _own(host: Host, screen: Terminal | Plain) -> None:
    try:
        host.run()
    finally:
        screen.stop()
