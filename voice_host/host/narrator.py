# SPDX-License-Identifier: MIT
"""The narrator: announcements become speech, captions and held clocks.

Keeps what is still sounding, so that game time stands while a prompt is spoken and the
ears can be closed to the hall. Decides nothing about the game. Owner thread only.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count as counter

from voice_host.audio.cues import Cue
from voice_host.game.who import HALL, HOST, Seat
from voice_host.host.clock import GameClock
from voice_host.host.inbox import Options
from voice_host.host.screen import Screen
from voice_host.language.announcement import Announcement, host
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.requests import Level
from voice_host.language.said.amount import at_level
from voice_host.language.said.pieces import seconds
from voice_host.language.said.secrets import is_secret
from voice_host.language.said.speak import captioned, closing, count_words, speak
from voice_host.language.said.texts import Texts
from voice_host.voice.protocols import Channel, Mouth, Rank, Utterance


class Narrator:
    """Tells announcements, one after another.

    With `assist` the host speaks the script himself: the hall then hears only the time,
    and a count when he asks for it; the rest is shown to him as a caption. Captions tell
    the `names` of the players too. `level` is how much the host's ear is told unasked.
    Where he is `eyes_free` and has no `earbud`, his lines are heard softly in the hall, and
    secrets wait for one. `asleep` tells whether all have their eyes closed.
    """

    def __init__(
        self,
        mouth: Mouth,
        screen: Screen,
        clock: GameClock,
        texts: Texts,
        options: Options,
        names: Nicknames = NOBODY,
        asleep: Callable[[], bool] = lambda: False,
    ) -> None:
        self.level: Level = options.talk
        self.eyes_free = options.eyes_free
        self.pace = options.pace
        self._earbud = options.earbud
        self._asleep = asleep
        self._secrets: list[Announcement] = []
        self._mouth = mouth
        self._screen = screen
        self._clock = clock
        self._texts = texts
        self._assist = options.assist
        self._names = names
        self._ids = counter(1)
        self.told = 0
        self._sounding: dict[int, Channel] = {}
        self._foretold: list[Announcement] = []
        self._aside = self._latest = 0
        self._music = False
        self.last: Announcement | None = None

    @property
    def speaks(self) -> bool:
        """Is anything being said that must be heard out before everybody leaves?"""
        return bool(self._sounding)

    @property
    def learns_sounds(self) -> bool:
        """Who sees no screen is told what the sounds mean, until he wants fewer words."""
        return self.eyes_free and self.level is Level.FULL

    @property
    def without_earbud(self) -> bool:
        """Are the lines of a host without a screen heard in the hall?"""
        return self.eyes_free and not self._earbud

    @property
    def hall_sounds(self) -> bool:
        """Does anything sound, or wait to sound, in the hall?"""
        return Channel.HALL in self._sounding.values()

    def tell(self, announcement: Announcement, *, whole: bool = False) -> None:
        """Say it to its audience and show it as a caption; a seat reads it on its own screen.

        The host hears as much of it as he wants to hear unasked, all of it where it is `whole`.
        """
        # Before anything else looks at it: a seat's line has no voice, is never repeated and
        # must not come near the caption that all at the table can read.
        if isinstance(announcement.audience, Seat):
            seat = announcement.audience.number
            self._screen.whisper(seat, captioned(self._texts, announcement, self._names))
            return
        hall = announcement.audience is HALL
        told = announcement if hall or whole else at_level(announcement, self.level)
        # «Повтори» wants words, and all of them; a bare beep between is not what he missed.
        self.last = announcement if speak(self._texts, announcement) else self.last
        if not hall and self._withheld(announcement):
            return
        if told is None:
            self._show_unsaid(announcement)
            return
        announcement, text = told, speak(self._texts, told)
        if text and not self._ear_alone(announcement):
            self._screen.caption(captioned(self._texts, announcement, self._names), secret=not hall)
        # It sounds already, on its second; saying it again would be an echo. Only the caption was
        # due.
        if announcement in self._foretold:
            self._foretold.remove(announcement)
            return
        # He speaks it himself; the caption above is his prompter.
        his_own = hall and self._assist and announcement.script
        if his_own:
            text = ""
        if text or announcement.cue:
            self._say_text(announcement, text)
        if announcement.count and not his_own:
            words = count_words(self._texts, announcement.count)
            self._say(Utterance(next(self._ids), "", count=words, beat=announcement.beat))

    def earbud(self, part: str, there: bool) -> None:
        """If this part is his own loudspeaker it is lost, or back: what waited for it is told."""
        if part != "ear":
            return
        self._earbud = there
        if there:
            waiting, self._secrets = self._secrets, []
            for announcement in waiting:
                self.tell(announcement)

    def _withheld(self, announcement: Announcement) -> bool:
        """Nobody but him may hear it, and he has nothing to hear it with: it waits."""
        if self._earbud or not self._ear_alone(announcement):
            return False
        self._secrets.append(announcement)
        self._say_text(host("host.secret_waits"), speak(self._texts, host("host.secret_waits")))
        return True

    def _ear_alone(self, announcement: Announcement) -> bool:
        """A secret of a host without a screen: those who see it are others, or hear it read."""
        ears = self.eyes_free and announcement.audience is HOST
        return ears and is_secret(announcement, self._asleep())

    def _show_unsaid(self, announcement: Announcement) -> None:
        """A sound stands for the words; who looks at the screen may read them."""
        self.show_silently(announcement)
        self.cue(Cue(announcement.cue) if announcement.cue else Cue.ACCEPTED)

    def again(self) -> bool:
        """Say the last line again, to whom it was said; False if there is none."""
        if self.last is None:
            return False
        # The words only: said again, a call must not hold the clock, count shots or beep anew.
        bare = replace(self.last, holds_clock=False, count=(), closing=None, cue=None)
        self.tell(bare, whole=True)
        return True

    def ask(self, question: Announcement) -> None:
        """Tell a question; whatever he says answers it or drops it, and cuts it if it sounds."""
        self.tell(question)
        self._aside = self._latest

    def aside(self, announcement: Announcement, *, shown: bool) -> None:
        """Say it in the host's ear until he says something himself: the last one is cut by it.

        `shown` False: on no screen, and never repeated.
        """
        self.cut_short()
        if self._withheld(announcement):
            return
        if shown and not self._ear_alone(announcement):
            self.last = announcement
            self._screen.caption(captioned(self._texts, announcement, self._names), secret=True)
        text = speak(self._texts, announcement)
        aloud = self._may_be_aloud(announcement)
        utterance = Utterance(next(self._ids), text, channel=Channel.EAR, aloud=aloud)
        self._aside = utterance.id
        self._say(utterance)

    def lasts(self, announcement: Announcement) -> float:
        """About how many seconds it takes to say in the host's ear, at its pace."""
        return seconds(self._texts, speak(self._texts, announcement)) / self.pace

    def cut_short(self) -> None:
        """Break off what was said aside, if it has not ended."""
        if self._aside in self._sounding:
            self._mouth.drop(self._aside)

    def show_silently(self, announcement: Announcement) -> None:
        """Show it to who looks at the screen now; it is neither said nor repeated."""
        self._screen.glimpse(captioned(self._texts, announcement, self._names))

    def show_nothing(self) -> None:
        """Take what was shown silently off the screen."""
        self._screen.glimpse("")

    def foretell(self, announcement: Announcement, at: float) -> None:
        """Have a time call sound at real second `at`; `tell` then only shows it."""
        self._foretold.append(announcement)
        self._say_text(announcement, speak(self._texts, announcement), at)

    def unsay(self) -> None:
        """Take back what has been foretold: it will not be so."""
        # With all else that sounds: out of what the mixer has been given no single clip can be
        # picked.
        if self._foretold:
            self.hush()

    def prepare(self, announcements: Iterable[Announcement]) -> None:
        """Have these ready to sound without delay."""
        texts = [
            (
                speak(self._texts, one),
                closing(self._texts, one),
                *count_words(self._texts, one.count),
            )
            for one in announcements
        ]
        self._mouth.prepare(tuple(text for group in texts for text in group if text))

    def _say_text(self, announcement: Announcement, text: str, at: float | None = None) -> None:
        """The text alone: a count after it must not hold the clock that times it."""
        last = closing(self._texts, announcement)
        rank = Rank.FLOOR if announcement.floor else Rank.SCRIPT
        utterance = Utterance(
            next(self._ids),
            text,
            channel=Channel.HALL if announcement.audience is HALL else Channel.EAR,
            rank=Rank.TIME if announcement.time_call else rank,
            cue=Cue(announcement.cue) if announcement.cue else None,
            count=(last,) if last else (),
            beat=announcement.beat if last else 0.0,
            at=at,
            aloud=self._may_be_aloud(announcement),
        )
        # From now, not from its first sound: while the call for a minute still waits its turn to
        # be said, the minute must not run.
        if announcement.holds_clock:
            self._clock.hold(utterance.id)
        self._say(utterance)

    def _may_be_aloud(self, announcement: Announcement) -> bool:
        ears = self.eyes_free and announcement.audience is HOST
        return ears and not self._ear_alone(announcement)

    def _say(self, utterance: Utterance) -> None:
        self.told += 1
        self._latest = utterance.id
        in_hall = utterance.aloud and not self._earbud
        self._sounding[utterance.id] = Channel.HALL if in_hall else utterance.channel
        self._mouth.say(utterance)

    def cue(self, cue: Cue) -> None:
        """A short sound in the host's ear."""
        own = Utterance(next(self._ids), "", channel=Channel.EAR, cue=cue, aloud=self.eyes_free)
        self._say(own)

    def spoken(self, utterance_id: int) -> None:
        """The mouth has finished an utterance: the clock it held runs again."""
        # What was hushed may be answered for after a new game has begun: neither line minds one
        # that it does not know.
        self._sounding.pop(utterance_id, None)
        self._clock.release(utterance_id)

    def hush(self) -> None:
        """Silence at once; the mouth answers with `Spoken` for what it drops."""
        self._foretold.clear()
        self._mouth.hush()

    def music(self, on: bool) -> None:
        """Start or stop the music, if that changes anything."""
        if on != self._music:
            self._music = on
            self._mouth.music(on)

    def volume(self, step: int) -> None:
        """Louder or quieter."""
        self._mouth.volume(step)

    def rate(self, step: int, channel: Channel | None = None) -> None:
        """Faster or slower, on this channel or on both."""
        if channel is not Channel.HALL:
            self.pace *= 1.1**step
        self._mouth.rate(step, channel)
