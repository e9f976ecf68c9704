# SPDX-License-Identifier: MIT
"""Announcing what only some dialects have: roles that wake, deaths that bring others, remarks.

Names of roles and sides are those of the ruleset where it has its own.
"""

from typing import assert_never

from voice_host.game import events as ev
from voice_host.game.night import slots
from voice_host.game.night.deeds import chooses
from voice_host.game.night.resolve import holders, known, stopped
from voice_host.game.roles import MAFIA
from voice_host.game.rules import Rules
from voice_host.game.state import Phase, State
from voice_host.language.announcement import Announcement, Param, hall, host, question
from voice_host.language.dialect import role_param, sought
from voice_host.language.said.keys import KEYS

Told = tuple[Announcement, ...]
_SLOTS = frozenset({Phase.SHOOTING, Phase.DON, Phase.SHERIFF, Phase.ROLE})

Dialectal = (
    ev.FirstOpenerSet
    | ev.SpeechesLengthened
    | ev.RoundBegan
    | ev.SpeechShortened
    | ev.RoleRevealed
    | ev.RoleTurned
    | ev.Taken
    | ev.Warned
    | ev.NextGameMissed
    | ev.Pointed
    | ev.OwnVoteCounted
    | ev.TieKept
    | ev.Chosen
    | ev.Saved
    | ev.KillShared
    | ev.CheckTold
)


def entered(event: ev.PhaseBegan, state: State) -> Told:
    """What is said when a phase begins that has no speaker."""
    key = _key("enter", event.phase, event.role, state.rules)
    if key is not None and event.phase is Phase.DEAL:
        key = f"enter.{_deal(state)}"
    if key is None:
        return ()
    role = event.role or ""
    known: dict[str, Param] = {
        "seconds": int(event.seconds),
        "role": role_param(state.rules, role),
        "sought": sought(state.rules, role),
    }
    params = {name: known[name] for name in KEYS[key]}
    return (Announcement(key, params, holds_clock=event.timer is not None),)


def prompted(event: ev.PhaseBegan, state: State) -> Told:
    """What the host is asked to say in this phase."""
    key = f"prompt.{_prompt(event.phase, state)}"
    # Where nobody leads, whoever is to say it sits at the table.
    told = hall if state.rules.led.by == "laptop" else question
    return (told(key),) if key in KEYS else ()


def asked_again(state: State) -> Announcement | None:
    """What is asked once more while the game waits for a word: of the host, in his ear, or of the
    table where nobody leads it."""
    if state.rules.led.phones or state.timer is not None:
        return None
    keys = (f"prompt.{_prompt(state.phase, state)}", f"waits.{state.phase}")
    key = next((key for key in keys if key in KEYS), None)
    if key is None:
        return None
    known: dict[str, Param] = {"seat": state.candidate or 0}
    told = hall if state.rules.led.by == "laptop" else question
    return told(key, **{name: known[name] for name in KEYS[key]})


def _prompt(phase: Phase, state: State) -> str:
    match phase:
        case Phase.DEAL:
            return _deal(state)
        case Phase.RESULT if known(state):
            return "night.chosen"
        case _:
            return phase


def _deal(state: State) -> str:
    """Nobody takes a card where the roles are known before the game."""
    return "night0.dealt" if state.roles_known else "night0.deal"


def left(before: State) -> Told:
    """What is said at the end of a phase."""
    role = before.waking
    key = _key("leave", before.phase, role, before.rules)
    if key is None:
        return ()
    return (hall(key, role=role_param(before.rules, role or "")),) if _named(key) else (hall(key),)


def unused(before: State) -> Told:
    """That a role which could act has let its time go by: the host may have missed its sign."""
    night, role = before.night, before.waking or MAFIA
    slot = slots.checks(before) or slots.chooses(before)
    if before.rules.led.sealed or before.phase not in _SLOTS or not slot:
        return ()
    done = [one.role for one in before.choices if one.night == night]
    done += [by for when, by, _, _ in before.checks if when == night]
    able = set(holders(before, role)) - stopped(before) if before.roles_known else {0}
    if role in done or not able or not slots.turns_left(before, role):
        return ()
    return (host("chosen.none", role=role_param(before.rules, role)),)


def _named(key: str) -> bool:
    return "role" in KEYS[key]


def _key(how: str, phase: Phase, role: str | None, rules: Rules) -> str | None:
    """The text for a phase: its own, or a general one that names the role."""
    special = _special(how, phase, role, rules)
    key = f"{how}.{special or phase}"
    return key if key in KEYS and not (_named(key) and role is None) else None


def _special(how: str, phase: Phase, role: str | None, rules: Rules) -> str | None:
    renamed = role in rules.names.roles
    match phase:
        case Phase.SHOOTING if rules.night.shooting == "wakes":
            return "night.shooting.wakes"
        case Phase.FIRST_DON | Phase.FIRST_SHERIFF if role is not None:
            looks = role in rules.first_night.looks
            if how == "enter" and not looks:
                return _meets(rules)
            return ("night0.looks" if how == "enter" else "night.role") if renamed else None
        case Phase.MEETING if how == "enter":
            return _meets(rules)
        case Phase.DON | Phase.SHERIFF if renamed:
            return "night.seeker" if how == "enter" else "night.role"
        case Phase.ROLE if role is not None and how == "enter" and not chooses(rules, role):
            return "night.seeker"
        case _:
            return None


def _meets(rules: Rules) -> str:
    """A role meets the host, where there is one."""
    return "night0.wakes" if rules.led.sealed else "night0.role"


def announce_dialect(event: Dialectal, state: State) -> Told:
    """Everything to be told of one such event; `state` is the one after it."""
    match event:
        case ev.FirstOpenerSet() | ev.RoundBegan():
            return ()  # the calls of the speakers tell it
        case ev.SpeechesLengthened():
            return (hall("speech.longer"),)
        case ev.SpeechShortened(seat):
            return (hall("floor.shortened", seat=seat),)
        case ev.RoleRevealed(seat, role):
            return (_revealed(seat, role, state.rules),)
        case ev.RoleTurned(seat, role):
            return (host("roles.turned", seat=seat, role=role_param(state.rules, role)),)
        case ev.Taken(_, seats):
            several = len(seats) > 1
            return (hall("out.taken_several", seats=seats) if several
                    else hall("out.taken", seat=seats[0]),)  # fmt: skip
        case ev.Warned() | ev.NextGameMissed():
            return _warned(event)
        case ev.Pointed() | ev.OwnVoteCounted() | ev.TieKept():
            return _voting(event)
        case ev.Chosen() | ev.Saved() | ev.KillShared() | ev.CheckTold():
            return _night(event, state.rules)
        case _:
            assert_never(event)


def _revealed(seat: int, role: str | None, rules: Rules) -> Announcement:
    if role is None:
        return hall("out.card", seat=seat)
    return hall("out.revealed", seat=seat, role=role_param(rules, role))


def _warned(event: ev.Warned | ev.NextGameMissed) -> Told:
    match event:
        case ev.Warned(seat, count):
            told = hall("foul.warned_hall", seat=seat)
            return (told, host("foul.warned_host", seat=seat, count=count))
        case ev.NextGameMissed(seat):
            return (hall("foul.next_game", seat=seat),)


def _voting(event: ev.Pointed | ev.OwnVoteCounted | ev.TieKept) -> Told:
    match event:
        case ev.Pointed(seat, number):
            return (host("nominated.fingers", seat=seat, number=number),)
        case ev.OwnVoteCounted(seat):
            return (hall("vote.own", seat=seat),)
        case ev.TieKept():
            return (hall("vote.kept"),)


def _night(event: ev.Chosen | ev.Saved | ev.KillShared | ev.CheckTold, rules: Rules) -> Told:
    """Choices are for the host; what the morning tells everybody names no seat."""
    match event:
        case ev.Chosen(_, seat):
            noted = host("chosen.nobody") if seat is None else host("chosen.noted", seat=seat)
            return (noted,)
        case ev.Saved(seat, told, role):
            healer = role_param(rules, role)
            saved = host("night.saved", seat=seat, role=healer)
            return (hall("morning.saved", role=healer) if told else saved,)
        case ev.KillShared(seat, told):
            return (hall("morning.shared") if told else host("night.shared", seat=seat),)
        case ev.CheckTold(role, found):
            key = "morning.check_yes" if found else "morning.check_no"
            return (hall(key, role=role_param(rules, role)),)
