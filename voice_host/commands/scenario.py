# SPDX-License-Identifier: MIT
"""Scenarios: a game as plain text, played through the real host on a manual clock.

Words → hear → command → rules → announcements, with no sound and no waiting. One act a
line: see `docs/scenarios.md`. Used by `voice-host scenario` and by the tests of the rules.
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import click

from voice_host import rulesets
from voice_host.commands.facts import fact_difference
from voice_host.commands.options import FILE
from voice_host.errors import BadScenario, Told, VoiceHostError, reason
from voice_host.game.commands import SetRoles
from voice_host.game.refusals import Rejected
from voice_host.game.rules import Rules
from voice_host.history.recovery import recover
from voice_host.history.session import Session, begin, begin_next
from voice_host.host.clock import ManualClock
from voice_host.host.inbox import KEYBOARD, Message, Options, Refusal
from voice_host.host.owner import Host
from voice_host.host.rehearsal import Rehearsal, let_pass
from voice_host.language.catalogue import Messages
from voice_host.language.language import Language
from voice_host.text.door import tidy_lines
from voice_host.text.letters import STRESS, fold
from voice_host.ui.command_line import usage
from voice_host.voice.messages import Spoken
from voice_host.voice.protocols import Utterance

Echo = Callable[[str], None]

UNTIL_LIMIT = 100
"""How many times `until` says «дальше» before it gives up."""


class Failed(VoiceHostError):
    """The game did not go as the scenario says: the first difference."""


@dataclass(frozen=True, slots=True)
class Act:
    """One line of a scenario: its number, its mark and what follows it."""

    line: int
    mark: str
    rest: str


_MARKS = re.compile(r"(<ear|[<>+!?]|rules|seats|roles|until|undo|crash)(?:\s+|$)(.*)", re.S)


def parse(path: Path) -> tuple[Act, ...]:
    """The acts of a file. Raises `BadScenario` with the line that is no act."""
    try:
        lines = tidy_lines(path)
    except OSError as error:
        raise BadScenario("scenario.not_read", path=path, why=reason(error)) from None
    acts = []
    for number, line in enumerate(lines, start=1):
        bare = line.split("#", 1)[0].strip()
        if not bare:
            continue
        match = _MARKS.fullmatch(bare)
        if match is None:
            raise BadScenario(
                "scenario.bad_line",
                path=path,
                number=number,
                bare=bare,
            )
        acts.append(Act(number, match[1], match[2].strip()))
    if not acts:
        raise BadScenario("scenario.empty", path=path)
    return tuple(acts)


class _Lines(Rehearsal):
    """Stands for mouth and screen: all lines told, spoken the moment they are asked for."""

    def __init__(self, messages: Messages, echo: Echo) -> None:
        self._messages = messages
        self.hall: list[str] = []
        self.ear: list[str] = []
        self.post: Callable[[Message], None] = lambda _: None
        self._echo = echo

    def caption(self, text: str, secret: bool) -> None:
        (self.ear if secret else self.hall).append(text)
        shown = self._messages.text("demo.ear" if secret else "demo.hall", text=text)
        self._echo(f"  {shown}")

    def heard(self, text: str) -> None:
        """Nothing: what is said stands in the scenario."""

    def glimpse(self, text: str) -> None:
        self.caption(text, secret=True)

    def say(self, utterance: Utterance) -> None:
        self.post(Spoken(utterance.id))


class Play:
    """One scenario being played."""

    def __init__(self, language: Language, journal: Path, echo: Echo) -> None:
        self._language = language
        self._path = journal
        self._clock = ManualClock()
        self._lines = _Lines(language.messages, echo)
        self._rules: Rules = rulesets.load("wma")
        self._seats: int | None = None
        self._host: Host | None = None
        self._recovered = False
        self._refused: Act | None = None
        self._refusal: str | None = None

    def act(self, act: Act) -> None:
        """Do one act. Raises `Failed` with what is different."""
        if act.mark != "!":
            self.finish()
        _ACTS[act.mark](self, act)

    def finish(self) -> None:
        """After the last act: words that were refused must have been expected to be."""
        if self._refused is not None:
            raise Failed("scenario.refused", refusal=self._refusal, words=self._refused.rest)

    @property
    def host(self) -> Host:
        """The host, who sits down at the first act that needs one."""
        if self._host is None:
            seats = self._rules.table.seats if self._seats is None else self._seats
            return self._sit(begin(self._rules, seats, self._path))
        return self._host

    def _sit(self, session: Session, recovered: bool = False) -> Host:
        inbox: SimpleQueue[Message] = SimpleQueue()
        self._lines.post = inbox.put
        self._host = Host(
            session, inbox, self._lines, self._lines, self._clock, Options(), self._language
        )
        self._host.begin(recovered=recovered, next_game=self._next_game)
        self._host.pump()
        return self._host

    def _next_game(self, over: Session) -> Session:
        """«Новая игра»: a fresh journal, which a crash is recovered from."""
        self._path = self._path.with_name(f"next-{self._path.name}")
        return begin_next(over, self._path)

    def rules(self, act: Act) -> None:
        """`rules NAME`."""
        self._before_the_game()
        self._rules = rulesets.load(act.rest)
        self._language = self._language.at(self._rules)

    def seats(self, act: Act) -> None:
        """`seats N`."""
        self._before_the_game()
        number, table = _whole(act.rest), self._rules.table
        if not table.fewest <= number <= table.most:
            raise Failed("scenario.seats", bounds=table.bounds, number=number)
        self._seats = number

    def _before_the_game(self) -> None:
        if self._host is not None:
            raise Failed("scenario.too_late")

    def close(self) -> None:
        """Let go of the journal."""
        if self._host is not None:
            self._host.session.close()

    def roles(self, act: Act) -> None:
        """`roles 4 5 = mafia mafia; 7 = sheriff`: entered silently."""
        pairs: list[tuple[int, str]] = []
        for part in act.rest.split(";"):
            seats, _, names = part.partition("=")
            if len(seats.split()) != len(names.split()):
                raise Failed("scenario.uneven", part=part.strip())
            pairs += [(_whole(s), n) for s, n in zip(seats.split(), names.split(), strict=True)]
        try:
            self.host.session.submit(SetRoles(tuple(pairs)), self.host.clock.read(), KEYBOARD)
        except Rejected as refusal:
            raise Failed("scenario.roles_refused", reason=refusal.reason) from None

    def words(self, act: Act) -> None:
        """`> words`."""
        refusal = self.host.say(act.rest)
        self.host.pump()
        self._refused, self._refusal = (act, refusal.value) if refusal else (None, None)

    def refused(self, act: Act) -> None:
        """`! reason`."""
        if self._refusal != act.rest:
            came = self._refusal or Told("scenario.accepted")
            raise Failed("scenario.wanted_refusal", wanted=act.rest, came=came)
        self._refused = None

    def time(self, act: Act) -> None:
        """`+ seconds`; after a crash the host first goes on, as he would."""
        seconds = _number(act.rest)
        if self._recovered and self.host.clock.held:
            self._say("resume")
        self._recovered = False
        let_pass(self.host, seconds, self._clock)

    def hall(self, act: Act) -> None:
        """`< text`."""
        _expect("scenario.not_in_hall", act.rest, self._lines.hall)

    def ear(self, act: Act) -> None:
        """`<ear text`."""
        _expect("scenario.not_in_ear", act.rest, self._lines.ear)

    def fact(self, act: Act) -> None:
        """`? fact`."""
        difference = fact_difference(act.rest, self.host.state, self.host.clock.read())
        if difference is not None:
            raise Failed(difference)

    def until(self, act: Act) -> None:
        """`until PHASE`."""
        for _ in range(UNTIL_LIMIT):
            if self.host.state.phase_name == act.rest:
                return
            refusal = self._say("next")
            if self.host.asks:
                refusal = self._say("yes")
            self.host.pump()
            if refusal is not None:
                break
        phase = self.host.state.phase_name
        raise Failed("scenario.no_way", wanted=act.rest, phase=phase)

    def undo(self, act: Act) -> None:
        """`undo`: as if the host said «отмена», and «да» if he is asked."""
        self.words(Act(act.line, ">", self._language.sentences.example("undo")))

    def _say(self, name: str) -> Refusal | None:
        """The shortest words of a command, by its name."""
        return self.host.say(self._language.sentences.example(name))

    def crash(self, _act: Act) -> None:
        """`crash`: all memory is lost; the journal brings the game back, on pause."""
        self.host.session.close()
        self._host = None
        self._sit(recover(self._path), recovered=True)
        self._recovered = True


_ACTS: dict[str, Callable[[Play, Act], None]] = {
    "rules": Play.rules,
    "seats": Play.seats,
    "roles": Play.roles,
    ">": Play.words,
    "!": Play.refused,
    "+": Play.time,
    "<": Play.hall,
    "<ear": Play.ear,
    "?": Play.fact,
    "until": Play.until,
    "undo": Play.undo,
    "crash": Play.crash,
}


def _number(text: str) -> float:
    """A number that is no fewer than 0; seconds may have a fraction."""
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", text) is None:
        raise Failed("scenario.number", text=text)
    return float(text)


def _whole(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,6}", text) is None:
        raise Failed("scenario.whole_number", text=text)
    return int(text)


def _plain(text: str) -> str:
    """Case, ё/е and stress marks do not count."""
    return fold(text.lower()).replace(STRESS, "")


def _expect(code: str, wanted: str, lines: list[str]) -> None:
    """The first line not passed yet that has the text; those before it are passed too."""
    for at, line in enumerate(lines):
        if _plain(wanted) in _plain(line):
            del lines[: at + 1]
            return
    said = "; ".join(f"«{line}»" for line in lines) or Told("scenario.nothing")
    raise Failed(code, wanted=wanted, said=said)


def run(language: Language, path: Path, echo: Echo = lambda _: None) -> Told | None:
    """Play a scenario; the first difference with its line, None if it goes as written.

    `echo` gets every act and every line told. Raises `BadScenario` if the file is none.
    """
    acts = parse(path)
    folder = Path(tempfile.mkdtemp(prefix="voice-host-"))
    play = Play(language, folder / "game.jsonl", echo)
    try:
        return _play(play, acts, echo)
    finally:
        play.close()
        shutil.rmtree(folder, ignore_errors=True)


def _play(play: Play, acts: Iterable[Act], echo: Echo) -> Told | None:
    line = 0
    try:
        for act in acts:
            line = act.line
            echo(f"{act.mark} {act.rest}".rstrip())
            play.act(act)
        play.finish()
    except VoiceHostError as error:
        return Told("scenario.difference", line=line, what=error.told)
    return None


@click.command(cls=usage.Command)
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--print", "aloud", is_flag=True)
@click.pass_obj
def command(language: Language, /, files: tuple[Path, ...], aloud: bool) -> None:
    """Play scenarios; exit code 1 at the first difference."""
    failed = False
    for path in files:
        difference = run(language, path, click.echo if aloud else lambda _: None)
        failed = failed or difference is not None
        click.echo(f"{path}: {'ok' if difference is None else language.messages.line(difference)}")
    sys.exit(failed)
