# SPDX-License-Identifier: MIT
"""Answers to the host's questions, for his ear only: what the engine knows of a state."""

import math
from typing import assert_never

from voice_host.game.phases.vote import votes_left
from voice_host.game.refusals import Reason
from voice_host.game.state import Phase, State
from voice_host.language.announcement import Announcement, Clause, Clauses, host
from voice_host.language.dialect import role_param
from voice_host.language.requests import Ask, Question, ShowRole
from voice_host.language.said.reply import phase_called

ANSWERS = {
    "answer.alive": "count seats",
    "answer.fouls": "seat count",
    "answer.fouls_all": "what",
    "answer.fouls_item": "seat count",
    "answer.fouls_none": "",
    "answer.nominees": "seats",
    "answer.nominee": "seat",
    "answer.nominees_none": "",
    "answer.speaker": "seat",
    "answer.speaker_none": "",
    "answer.candidate": "seat",
    "answer.next_speaker": "seat",
    "answer.next_speaker_none": "",
    "answer.day": "day",
    "answer.night": "night",
    "answer.phase": "what",
    "answer.time_left": "seconds",
    "answer.time_up": "",
    "answer.no_timer": "",
    "answer.votes": "what left",
    "answer.votes_item": "seat votes",
    "answer.votes_none": "",
    "answer.muted": "seats",
    "answer.table": "what",
    "answer.role": "seat role",
    "answer.role_none": "",
    "answer.role_hidden": "",
}
"""The keys of all answers, each with the placeholders it is filled with below."""


def answer(ask: Ask, state: State, now: float) -> Announcement:
    """The answer in this state at game second `now`."""
    match ask.question:
        case Question.ALIVE:
            return host("answer.alive", count=len(state.alive), seats=state.alive)
        case Question.FOULS:
            return _all_fouls(state) if ask.seat is None else _fouls(ask.seat, state)
        case Question.NOMINEES:
            return nominees(state.candidates or state.nominees)
        case Question.SPEAKER:
            return _speaker(state)
        case Question.NEXT_SPEAKER:
            return _next_speaker(state)
        case Question.DAY:
            by_night = state.phase.value.startswith("night")
            return _number("night", state.night) if by_night else _number("day", state.day)
        case Question.PHASE:
            return host("answer.phase", what=phase_called(state))
        case Question.TIME_LEFT:
            return _time_left(state, now)
        case Question.VOTES:
            return _votes(state)
        case Question.TABLE:
            return _table(state, now)
        case _:
            assert_never(ask.question)


def role_of(ask: ShowRole, state: State) -> Announcement:
    """The role of a seat, for one pair of eyes."""
    if not 1 <= ask.seat <= state.seats:
        return _off_table(ask.seat, state)
    led, before = state.rules.led, state.phase is Phase.LOBBY
    if state.phase is not Phase.OVER and (led.phones or (led.sealed and not before)):
        return host("answer.role_hidden")
    role = state.player(ask.seat).role
    if role is None:
        return host("answer.role_none")
    return host("answer.role", seat=ask.seat, role=role_param(state.rules, role))


def _off_table(seat: int, state: State) -> Announcement:
    return host(f"refused.{Reason.SEAT_OFF_TABLE}", seat=seat, seats=state.seats)


def _number(what: str, number: int) -> Announcement:
    return host("answer.night", night=number) if what == "night" else host("answer.day", day=number)


def _fouls(seat: int, state: State) -> Announcement:
    if not 1 <= seat <= state.seats:
        return _off_table(seat, state)
    return host("answer.fouls", seat=seat, count=state.player(seat).fouls)


def _all_fouls(state: State) -> Announcement:
    items = tuple(
        Clause("answer.fouls_item", {"seat": p.seat, "count": p.fouls})
        for p in state.players
        if p.fouls
    )
    return host("answer.fouls_all", what=Clauses(items)) if items else host("answer.fouls_none")


def nominees(seats: tuple[int, ...]) -> Announcement:
    """Who has been put up."""
    if not seats:
        return host("answer.nominees_none")
    if len(seats) == 1:
        return host("answer.nominee", seat=seats[0])
    return host("answer.nominees", seats=seats)


def _speaker(state: State) -> Announcement:
    if state.speaker is not None:
        return host("answer.speaker", seat=state.speaker)
    if state.candidate is not None:
        return host("answer.candidate", seat=state.candidate)
    return host("answer.speaker_none")


def _next_speaker(state: State) -> Announcement:
    """The first of the queue that may speak; in the day's round a muted seat is passed over."""
    for seat in state.queue:
        skipped = state.phase is Phase.SPEECH and (
            state.player(seat).muted or not state.player(seat).alive
        )
        if state.may_speak(seat) and not skipped:
            return host("answer.next_speaker", seat=seat)
    return host("answer.next_speaker_none")


def _time_left(state: State, now: float) -> Announcement:
    if state.timer is None:
        return host("answer.no_timer")
    left = math.ceil(state.timer.ends_at - now)
    return host("answer.time_left", seconds=left) if left > 0 else host("answer.time_up")


def _votes(state: State) -> Announcement:
    if not state.tallies:
        return host("answer.votes_none")
    items = tuple(
        Clause("answer.votes_item", {"seat": t.candidate, "votes": t.votes}) for t in state.tallies
    )
    return host("answer.votes", what=Clauses(items), left=max(0, votes_left(state)))


def _table(state: State, now: float) -> Announcement:
    """What there is to tell of it in one line, for whoever sees no table. No roles."""
    playing = state.phase not in (Phase.LOBBY, Phase.OVER)
    asked = {
        Question.DAY: playing,
        Question.PHASE: True,
        Question.SPEAKER: state.speaker or state.candidate,
        Question.TIME_LEFT: state.timer,
        Question.ALIVE: True,
        Question.FOULS: True,
        Question.NOMINEES: state.nominees or state.candidates,
        Question.VOTES: state.tallies,
    }
    told = [answer(Ask(question), state, now) for question, any_ in asked.items() if any_]
    if muted := tuple(player.seat for player in state.players if player.alive and player.muted):
        told.append(host("answer.muted", seats=muted))
    return host("answer.table", what=Clauses(tuple(Clause(one.key, one.params) for one in told)))
