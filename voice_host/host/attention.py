# SPDX-License-Identifier: MIT
"""Attention: what the ears are told to listen for, and how words are read.

Half-duplex: deaf while the hall sounds, unless the host holds a key to talk; then the few words
that break in are heard. When it sounds the mouth tells, to the sample. Owner thread only.
"""

from dataclasses import replace

from voice_host.game.expected import answers, early, expected
from voice_host.game.state import State
from voice_host.host.inbox import VOICE, Options
from voice_host.language.announcement import Announcement, host
from voice_host.language.dialect import meant
from voice_host.language.heard import hear
from voice_host.language.heard.sentences import Sentences
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.requests import Pause, Resume
from voice_host.language.said.doubt import doubt
from voice_host.voice.messages import Sounds
from voice_host.voice.protocols import Ears


class Attention:
    """The ears under one way of listening; all of it does nothing without ears."""

    def __init__(self, options: Options, sentences: Sentences, names: Nicknames = NOBODY) -> None:
        self._sentences = sentences
        self._ears: Ears | None = None
        self._names = names
        self._push = options.listen == "push"
        self._call_word = sentences.words.call_words[0] if options.listen == "call" else None
        self._unheard = "host.unknown"

    def listen(self, ears: Ears | None) -> None:
        """Through these ears from now on."""
        self._ears = ears

    def understand(self, text: str, channel: str, state: State) -> hear.Hearing:
        """What words of this channel mean now; the voice may have to begin with a call word."""
        # A keyboard needs no call word, and may say what must not be said aloud (roles, checks).
        by_voice = channel == VOICE
        heard = hear.understand(
            self._sentences,
            text,
            expected(state),
            state.seats,
            names=self._names,
            call_word=self._call_word if by_voice else None,
            silent=not by_voice,
        )
        if by_voice and _all_sleep(state) and not _for_the_clock(heard):
            return hear.Unknown()
        if isinstance(heard, hear.Understood):
            return replace(heard, command=meant(heard.command, text, state.rules))
        if isinstance(heard, hear.Two):
            # By such a night one thing is entered in silence; of two, one would be answered aloud,
            # and the answer would tell whether there is anybody who may enter.
            if _all_sleep(state):
                return hear.Unknown()
            first, second = (meant(command, text, state.rules) for command in heard.commands)
            return hear.Two((first, second))
        return heard

    def doubt(
        self, text: str, channel: str, state: State, drowned: bool = False
    ) -> Announcement | None:
        """What is answered to words that are no sentence; nothing to what may be table talk.

        Words that were `drowned` by the hall were a sentence, or might have become one.
        """
        if channel != VOICE:
            return doubt(self._sentences, text, state, self._names)
        if drowned:
            return host("host.hall_speaks" if self._push else "host.drowned")
        return host(self._unheard) if self._push else None

    def push(self, held: bool) -> None:
        """The key to talk went down or up."""
        if self._ears is not None:
            self._ears.push(held)

    def hall(self, sounds: Sounds) -> None:
        """When the hall sounds."""
        if self._ears is not None:
            self._ears.hall(sounds)

    def turn(self, state: State, asked: bool = False, of_nothing: bool = False) -> None:
        """Listen for what may be said in this state.

        While the host is `asked` for «да», only answers are heard: the word is short. Where it is
        asked whether nobody is meant, who and how many are answers too.
        """
        if self._ears is None:
            return
        if asked:
            self._unheard = "host.only_answers"
            found = hear.answers_grammar(
                self._sentences,
                self._call_word,
                kinds=answers(state) if of_nothing else frozenset(),
                seats=state.seats,
                names=self._names,
            )
        else:
            self._unheard = "host.unknown"
            kinds, names = expected(state) | early(state), self._names
            found = hear.grammar(
                self._sentences, kinds, state.seats, names=names, call_word=self._call_word
            )
        # A held key says that he means us, so a few words may break in; without one the
        # loudspeaker's own words would be heard as his.
        self._ears.listen(found, hear.barge_in_grammar(self._sentences) if self._push else None)


def _all_sleep(state: State) -> bool:
    """Is it a slot of a night at which nobody leads? Whatever is said then, a sleeper has said."""
    return state.asleep and state.rules.led.sealed


def _for_the_clock(heard: hear.Hearing) -> bool:
    """A pause is for a fire in the kitchen too."""
    return isinstance(heard, hear.Understood) and isinstance(heard.command, Pause | Resume)
