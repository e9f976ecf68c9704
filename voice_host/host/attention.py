# SPDX-License-Identifier: MIT
"""Attention: what the ears are told to listen for, when they are closed, how words are read.

Half-duplex: closed while the hall speaks, unless the host holds a key to talk; then the
few words that break in are heard. Owner thread only.
"""

from dataclasses import replace

from voice_host.game.expected import expected
from voice_host.game.state import State
from voice_host.host.inbox import VOICE, Options
from voice_host.language.announcement import Announcement, host
from voice_host.language.dialect import meant
from voice_host.language.heard import hear
from voice_host.language.heard.sentences import Sentences
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.said.doubt import doubt
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
        if isinstance(heard, hear.Understood):
            return replace(heard, command=meant(heard.command, text, state.rules))
        return heard

    def doubt(self, text: str, channel: str, state: State) -> Announcement | None:
        """What is answered to words that are no sentence; nothing to what may be table talk."""
        if channel != VOICE:
            return doubt(self._sentences, text, state, self._names)
        return host(self._unheard) if self._push else None

    def push(self, held: bool) -> None:
        """The key to talk went down or up."""
        if self._ears is not None:
            self._ears.push(held)

    def turn(self, state: State, hall_sounds: bool, asked: bool = False) -> None:
        """Listen for what may be said in this state while the hall speaks or is silent.

        While the host is `asked` for «да», only answers are heard: the word is short.
        """
        if self._ears is None:
            return
        # A held key says that he means us, so a few words may break in; without one the
        # loudspeaker's own words would be heard as his.
        if hall_sounds and self._push:
            self._unheard = "host.hall_speaks"
            self._ears.listen(hear.barge_in_grammar(self._sentences))
        elif asked:
            self._unheard = "host.only_answers"
            self._ears.listen(hear.answers_grammar(self._sentences, self._call_word))
        else:
            self._unheard = "host.unknown"
            kinds, names = expected(state), self._names
            found = hear.grammar(
                self._sentences, kinds, state.seats, names=names, call_word=self._call_word
            )
            self._ears.listen(found)
        # After the grammar, so that what opens the gate is heard by the words of now.
        self._ears.gate(hall_sounds and not self._push)
