"""Attention: what the ears are told to listen for, and when they are closed.

Half-duplex: closed while the hall speaks, unless the host holds a key to talk; then the
few words that break in are heard. Owner thread only.
"""

from voice_host.game.expected import expected
from voice_host.game.state import State
from voice_host.inbox import VOICE, Options
from voice_host.language import hear
from voice_host.voice.protocols import Ears


class Attention:
    """The ears under one way of listening; all of it does nothing without ears."""

    def __init__(self, options: Options, ears: Ears | None = None) -> None:
        self._ears = ears
        self._push = options.listen == "push"
        self._call_word = options.call_word if options.listen == "call" else None

    def call_word(self, channel: str) -> str | None:
        """The word that sentences of this channel must begin with."""
        return self._call_word if channel == VOICE else None

    def push(self, held: bool) -> None:
        """The key to talk went down or up."""
        if self._ears is not None:
            self._ears.push(held)

    def turn(self, state: State, hall_sounds: bool) -> None:
        """Listen for what may be said in this state while the hall speaks or is silent."""
        if self._ears is None:
            return
        if hall_sounds and self._push:
            self._ears.listen(hear.barge_in_grammar())
        else:
            kinds = expected(state)
            self._ears.listen(hear.grammar(kinds, state.seats, call_word=self._call_word))
        self._ears.gate(hall_sounds and not self._push)
