# SPDX-License-Identifier: MIT
"""How much of what the host is told unasked: in full, in fewer words, or with a sound alone.

Decides which sentences are shorter or left out at which level; what he has asked for, and what he
could not know otherwise, is said whole at each. Knows no words and no sound.
"""

from dataclasses import replace

from voice_host.language.announcement import Announcement
from voice_host.language.requests import Level

SHORT = frozenset(
    {
        "checked.noted", "chosen.noted", "chosen.nobody", "foul.back_host", "foul.host",
        "foul.host_offence", "foul.warned_host", "host.drowned", "host.no_answer",
        "host.only_answers", "host.unknown", "host.welcome", "nominated.fingers", "out.barred",
        "prompt.day.revenge", "prompt.night.chosen", "prompt.night.result", "prompt.night0.deal",
        "prompt.night0.dealt", "prompt.winner", "confirm.foul", "confirm.foul_again",
        "confirm.foul_again_out", "confirm.remove", "confirm.ppk", "confirm.kill",
        "confirm.kill_all", "confirm.take", "confirm.no_votes", "confirm.no_raise",
        "confirm.no_kill", "confirm.no_nominees", "confirm.declare_winner", "confirm.end_game",
        "confirm.undo", "confirm.other",
    }
)  # fmt: skip
"""Keys that have fewer words too, under `brief`."""
_UNSAID = {
    Level.FULL: frozenset[str](),
    Level.BRIEF: frozenset(
        {
            "host.faster", "host.louder", "host.paused", "host.quieter", "host.resumed",
            "host.slower", "over.why", "timer.changed", "timer.set", "timer.stopped",
        }
    ),
    Level.VITAL: frozenset(
        {
            "foul.back_host", "foul.host", "foul.host_offence", "foul.unmuted",
            "foul.warned_host", "host.dropped", "host.welcome", "nominated.fingers", "out.barred",
            "prompt.night.chosen", "prompt.night0.deal", "prompt.night0.dealt", "roles.set",
        }
    ),
}  # fmt: skip
"""At each level what is left out besides what the levels before it leave out."""


def at_level(announcement: Announcement, level: Level) -> Announcement | None:
    """What is said of it at this level; None: nothing, a sound stands for it."""
    levels = list(Level)
    if any(announcement.key in _UNSAID[one] for one in levels[: levels.index(level) + 1]):
        return None
    if level is Level.FULL or announcement.key not in SHORT:
        return announcement
    return replace(announcement, key=f"brief.{announcement.key}")
