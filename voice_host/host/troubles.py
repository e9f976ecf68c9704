# SPDX-License-Identifier: MIT
"""What the host is told, in his ear, when a part fails, works again, or the journal lags.

Owner thread only, called by `moves.py` and `owner.py`; how the game goes on without the part is
not decided here.
"""

from dataclasses import replace

from voice_host.audio.cues import Cue
from voice_host.audio.reports import Recovered, Trouble
from voice_host.errors import JournalDamaged, Told
from voice_host.host.narrator import Narrator
from voice_host.language.announcement import clause, host
from voice_host.language.catalogue import Messages

_LISTENING = ("microphone", "ears")
"""Parts whose loss makes the game deaf; they have sounds of their own."""


class Troubles:
    """Tells of every trouble, and of the journal's only when it is a new one."""

    def __init__(self, narrator: Narrator, messages: Messages) -> None:
        self._narrator = narrator
        self._messages = messages
        self._reported: Told | None = None

    def failed(self, trouble: Trouble) -> None:
        """A part is lost: what happened and what to do."""
        self._narrator.earbud(trouble.part, there=False)
        what, hint = self._messages.says(trouble.what), self._messages.hint(trouble.what)
        told = host("host.trouble", what=what.rstrip("."), hint=hint)
        deaf = trouble.part in _LISTENING
        self._narrator.tell(replace(told, cue=Cue.MICROPHONE_LOST.value) if deaf else told)

    def works(self, recovered: Recovered) -> None:
        """A part that was lost is back."""
        told = host("host.works_again", what=clause(f"part.{recovered.part}"))
        hears = recovered.part in _LISTENING
        self._narrator.tell(replace(told, cue=Cue.MICROPHONE_BACK.value) if hears else told)
        self._narrator.earbud(recovered.part, there=True)

    def journal(self, trouble: JournalDamaged | None) -> None:
        """Tell once that the journal lags, and again only after it has caught up."""
        told = None if trouble is None else trouble.told
        # Each move tries the disk again and fails again; the host needs to hear of it once.
        if told is not None and told != self._reported:
            self.failed(Trouble("journal", told))
        self._reported = told
