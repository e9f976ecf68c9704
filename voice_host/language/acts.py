# SPDX-License-Identifier: MIT
"""The stable name of every command and request, as sentences and journals use it.

One list read both ways. A new command is one line here.
"""

from voice_host.game import commands as c
from voice_host.language import requests as r

Act = c.Command | r.Request
Kind = type[Act]
Kinds = frozenset[Kind]

KINDS: dict[str, Kind] = {
    "start": c.Start,
    "next": c.Next,
    "end_turn": c.EndTurn,
    "foul": c.Foul,
    "take_back_foul": c.TakeBackFoul,
    "remove": c.Remove,
    "ppk": c.Ppk,
    "nominate": c.Nominate,
    "fingers": c.Fingers,
    "longer_speeches": c.LongerSpeeches,
    "vote": c.Vote,
    "ballot": c.Ballot,
    "raise": c.Raise,
    "recount": c.Recount,
    "check": c.Check,
    "choose": c.Choose,
    "kill": c.Kill,
    "kill_all": c.KillAll,
    "take": c.Take,
    "reveal": c.Reveal,
    "miss": c.Miss,
    "best_move": c.BestMove,
    "ready": c.Ready,
    "hand": c.Hand,
    "set_timer": c.SetTimer,
    "add_time": c.AddTime,
    "stop_timer": c.StopTimer,
    "declare_winner": c.DeclareWinner,
    "end_game": c.EndGame,
    "set_roles": c.SetRoles,
    "tick": c.Tick,
    "undo": r.Undo,
    "new_game": r.NewGame,
    "leave": r.Leave,
    "protocol": r.Protocol,
    "learn": r.Learn,
    "pause": r.Pause,
    "resume": r.Resume,
    "repeat": r.Repeat,
    "help": r.Help,
    "help_about": r.HelpAbout,
    "more": r.More,
    "keys": r.Keys,
    "hush": r.Hush,
    "volume": r.Volume,
    "rate": r.Rate,
    "ear_rate": r.EarRate,
    "talk": r.Talk,
    "yes": r.Yes,
    "no": r.No,
    "ask": r.Ask,
    "show_role": r.ShowRole,
}
"""Kind by name."""
UNSAID = frozenset({"tick", "ready", "hand"})
"""What comes from the clock or a player's own phone and has no sentence."""

REQUESTS: frozenset[Kind] = frozenset(
    {
        r.Undo, r.NewGame, r.Leave, r.Protocol, r.Learn, r.Pause, r.Resume, r.Repeat, r.Help,
        r.HelpAbout, r.More, r.Keys, r.Hush, r.Volume, r.Rate, r.EarRate, r.Talk, r.Yes, r.No,
        r.Ask, r.ShowRole,
    }
)  # fmt: skip
"""Kinds that may be said at any time."""

_NAMES: dict[Kind, str] = {kind: name for name, kind in KINDS.items()}


def name_of(act: Act) -> str:
    """The name of a command or request."""
    return _NAMES[type(act)]


def kind_name(kind: Kind) -> str:
    """The name of a kind."""
    return _NAMES[kind]
