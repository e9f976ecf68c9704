# SPDX-License-Identifier: MIT
"""Facts: what a scenario may ask about a state, one line each, and what differs from it."""

from collections.abc import Callable, Mapping

from voice_host.errors import Told
from voice_host.game.expected import expected
from voice_host.game.seat_facts import Fact
from voice_host.game.state import FACTS, State
from voice_host.language.acts import kind_name

Seats = tuple[int, ...]
Ask = Callable[[list[str], State], Told | None]


def fact_difference(text: str, state: State, now: float) -> Told | None:
    """None if the fact holds, else what holds instead. `now` is the game second."""
    name, _, rest = text.partition(" ")
    wanted = rest.split()
    if name == "timer":
        return _timer(wanted, state, now)
    if name == "expects":
        kinds = sorted(kind_name(kind) for kind in expected(state))
        return None if set(wanted) <= set(kinds) else Told("fact.expects", kinds=" ".join(kinds))
    if name not in _FACTS:
        known = ("timer", "expects", *_FACTS)
        return Told("fact.unknown", name=name, known=" ".join(known))
    return _FACTS[name](wanted, state)


def _timer(wanted: list[str], state: State, now: float) -> Told | None:
    left = None if state.timer is None else state.timer.ends_at - now
    if wanted == ["none"]:
        return None if left is None else Told("fact.timer", left=left)
    try:
        same = left is not None and abs(left - float(wanted[0])) < 0.05
    except (ValueError, IndexError):
        return Told("fact.timer_wants")
    if same:
        return None
    return Told("fact.no_timer") if left is None else Told("fact.timer", left=left)


def _same(wanted: list[str], found: object) -> Told | None:
    text = "none" if found is None else str(found)
    return None if wanted == [text] else _in_fact(text)


def _ordered(wanted: list[str], found: Seats) -> Told | None:
    texts = [str(seat) for seat in found] or ["none"]
    return None if wanted == texts else _in_fact(*texts)


def _among(wanted: list[str], found: Seats) -> Told | None:
    """Are these seats among them? `none` asks that there is nobody."""
    texts = {str(seat) for seat in found} or {"none"}
    return None if wanted and set(wanted) <= texts else _in_fact(*sorted(texts))


def _figures(wanted: list[str], found: Mapping[int, object]) -> Told | None:
    """Pairs seat=value; seats that are not named do not count, unless `none` is asked."""
    if wanted == ["none"]:
        return None if not any(found.values()) else _pairs(found)
    texts = {f"{seat}={_text(value)}" for seat, value in found.items()}
    return None if wanted and set(wanted) <= texts else _pairs(found)


def _text(value: object) -> str:
    return "none" if value is None else str(value)


def _pairs(found: Mapping[int, object]) -> Told:
    return _in_fact(*(f"{seat}={_text(value)}" for seat, value in found.items()))


def _in_fact(*found: str) -> Told:
    return Told("fact.in_fact", found=" ".join(found) or "none")


def _of_seat(fact: Fact) -> Ask:
    """How a scenario asks about a fact of a seat that has no line of its own below."""
    if isinstance(fact.first, bool):
        return lambda w, s: _among(w, tuple(p.seat for p in s.players if getattr(p, fact.name)))
    return lambda w, s: _figures(w, {p.seat: getattr(p, fact.name) for p in s.players})


_FACTS: dict[str, Ask] = {
    **{fact.name: _of_seat(fact) for fact in FACTS},
    "phase": lambda w, s: _same(w, s.phase_name),
    "day": lambda w, s: _same(w, s.day),
    "night": lambda w, s: _same(w, s.night),
    "speaker": lambda w, s: _same(w, s.speaker),
    "candidate": lambda w, s: _same(w, s.candidate),
    "winner": lambda w, s: _same(w, s.winner),
    "alive": lambda w, s: _among(w, s.alive),
    "out": lambda w, s: _among(w, tuple(p.seat for p in s.players if not p.alive)),
    "silent": lambda w, s: _among(w, tuple(p.seat for p in s.players if p.muted and p.alive)),
    "nominees": lambda w, s: _ordered(w, s.nominees),
    "tied": lambda w, s: _ordered(w, s.tied),
    "votes": lambda w, s: _figures(w, {t.candidate: t.votes for t in s.tallies}),
}
