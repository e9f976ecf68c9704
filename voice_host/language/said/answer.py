# SPDX-License-Identifier: MIT
"""Answers to the host's questions, for his ear only: what the engine knows of a state."""

from typing import assert_never

from voice_host.game.knows import all_open, one_open
from voice_host.game.phases.vote import votes_left
from voice_host.game.refusals import Reason
from voice_host.game.state import State
from voice_host.language.announcement import Announcement, Clause, Clauses, host
from voice_host.language.dialect import role_param
from voice_host.language.requests import Ask, Question, ShowRole
from voice_host.language.said.evening_score import last_winner, score
from voice_host.language.said.whereabouts import (
    Moment,
    comes,
    next_speaker,
    time_left,
    when,
    where,
)

NOW = Moment()
"""A moment at which nothing waits and nothing stands."""

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
    "answer.next_by_pointing": "",
    "answer.next_by_vote": "",
    "answer.next_by_night": "",
    "answer.next_by_over": "",
    "answer.next_is_pointing": "",
    "answer.next_is_vote": "",
    "answer.next_is_night": "",
    "answer.next_is_over": "",
    "answer.when": "what",
    "answer.where": "what",
    "answer.time_left": "what seconds",
    "answer.time_left_paused": "what seconds",
    "answer.time_up": "what",
    "answer.no_timer": "",
    "ahead.comes": "what",
    "ahead.vote": "",
    "ahead.night": "",
    "ahead.pointing": "",
    "ahead.over": "",
    "ahead.word": "",
    "ahead.may": "what",
    "where.day": "day",
    "where.night": "night",
    "where.asks": "what",
    "where.paused": "",
    "where.left": "seconds",
    "where.clock_stands": "",
    "where.time_up": "",
    "where.votes_left": "left",
    "phase.night.chosen": "",
    "phase.lobby.phones": "",
    "phase.night0.phones": "",
    "phase.over.won": "side",
    "phase.over.draw": "",
    "answer.alive_none": "",
    "answer.all_alive": "count",
    "answer.out": "count seats",
    "answer.of_role": "role seats",
    "answer.more": "",
    "answer.votes": "what left",
    "answer.votes_item": "seat votes",
    "answer.votes_none": "",
    "answer.muted": "seats",
    "answer.score": "what",
    "answer.score_item": "side count",
    "answer.score_draw": "count",
    "answer.score_unknown": "count",
    "answer.score_none": "",
    "answer.last_winner": "side",
    "answer.last_draw": "",
    "answer.last_unknown": "",
    "answer.last_none": "",
    "answer.table": "what",
    "answer.role": "seat role",
    "answer.role_none": "",
    "answer.role_hidden": "",
}
"""The keys of all answers, each with the placeholders it is filled with below."""


def answer(ask: Ask, state: State, moment: Moment = NOW) -> Announcement:
    """The answer in this state at this moment."""
    match ask.question:
        case Question.ALIVE:
            return _alive(state)
        case Question.FOULS:
            return _all_fouls(state) if ask.seat is None else _fouls(ask.seat, state)
        case Question.NOMINEES:
            return nominees(state.candidates or state.nominees)
        case Question.SPEAKER:
            return _speaker(state)
        case Question.NEXT_SPEAKER:
            return next_speaker(state)
        case Question.DAY:
            return host("answer.when", what=Clauses((when(state),)))
        case Question.PHASE:
            return where(state, moment)
        case Question.TIME_LEFT:
            return time_left(state, moment)
        case Question.VOTES:
            return _votes(state)
        case Question.TABLE | Question.ROLES | Question.AHEAD:
            return host("answer.table", what=Clauses(_long(ask.question, state, moment)))
        case Question.SCORE | Question.LAST_WINNER:
            told = score if ask.question is Question.SCORE else last_winner
            return told(state, moment.winners)
        case _:
            assert_never(ask.question)


def _long(question: Question, state: State, moment: Moment) -> tuple[Clause, ...]:
    if question is Question.TABLE:
        return table(state, moment)
    return roles(state) if question is Question.ROLES else (comes(state),)


def role_of(ask: ShowRole, state: State) -> Announcement:
    """The role of a seat, for one pair of eyes."""
    if not 1 <= ask.seat <= state.seats:
        return _off_table(ask.seat, state)
    if not one_open(state):
        return host("answer.role_hidden")
    role = state.player(ask.seat).role
    if role is None:
        return host("answer.role_none")
    return host("answer.role", seat=ask.seat, role=role_param(state.rules, role))


def _off_table(seat: int, state: State) -> Announcement:
    return host(f"refused.{Reason.SEAT_OFF_TABLE}", seat=seat, seats=state.seats)


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


def _votes(state: State) -> Announcement:
    if not state.tallies:
        return host("answer.votes_none")
    items = tuple(
        Clause("answer.votes_item", {"seat": t.candidate, "votes": t.votes}) for t in state.tallies
    )
    return host("answer.votes", what=Clauses(items), left=max(0, votes_left(state)))


def table(state: State, moment: Moment) -> tuple[Clause, ...]:
    """What there is to tell of it, sentence by sentence, for whoever sees no table. No roles."""
    asked = {
        Question.PHASE: True,
        Question.FOULS: True,
        Question.NOMINEES: state.nominees or state.candidates,
        Question.VOTES: state.tallies,
    }
    told = [answer(Ask(question), state, moment) for question, any_ in asked.items() if any_]
    told.insert(1, _seated(state))
    if muted := tuple(player.seat for player in state.players if player.alive and player.muted):
        told.append(host("answer.muted", seats=muted))
    return tuple(Clause(one.key, one.params) for one in told)


def _seated(state: State) -> Announcement:
    """Those who are in the game, or those who are not where they are fewer: it is the shorter."""
    out = tuple(player.seat for player in state.players if not player.alive)
    count = len(state.alive)
    if not out:
        return host("answer.all_alive", count=count)
    if len(out) < count:
        return host("answer.out", count=count, seats=out)
    return _alive(state)


def _alive(state: State) -> Announcement:
    if not state.alive:
        return host("answer.alive_none")
    return host("answer.alive", count=len(state.alive), seats=state.alive)


def roles(state: State) -> tuple[Clause, ...]:
    """Who is who, a role a sentence, those of the filler last; for the host's ear alone."""
    if not all_open(state):
        return (Clause("answer.role_hidden"),)
    by_role: dict[str, list[int]] = {}
    for player in state.players:
        if player.role is not None:
            by_role.setdefault(player.role, []).append(player.seat)
    filler = state.rules.table.filler
    rest = {filler: by_role.pop(filler)} if filler in by_role else {}
    told = tuple(
        Clause("answer.of_role", {"role": role_param(state.rules, role), "seats": tuple(seats)})
        for role, seats in (by_role | rest).items()
    )
    return told or (Clause("answer.role_none"),)
