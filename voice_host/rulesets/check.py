# SPDX-License-Identifier: MIT
"""What the types of a ruleset cannot say: ranges, names of roles and sides, playable tables."""

import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from reprlib import repr as brief

from voice_host.errors import BadRuleset, Told
from voice_host.game.composition import composition, roles_of
from voice_host.game.night.deeds import DEEDS, slot_of
from voice_host.game.roles import MAFIA, ROLES, SHOOTING, SIDES
from voice_host.game.rules import MOST_SEATS, Rules

MOST_TIMES = 99
_ID = re.compile("[a-z][a-z0-9_]*")
_ANY_SIDE = Told("wanted.side", sides=", ".join(SIDES))


def check(name: str, rules: Rules) -> None:
    """Raises `BadRuleset` with the key, the value and what was expected."""
    _check_figures(name, rules)
    _check_seats(name, rules)
    _check_own_roles(name, rules)
    _check_roles(name, rules)
    _check_names(name, rules)
    _check_sides(name, rules)
    _check_order(name, rules)
    _check_slots(name, rules)
    _check_tables(name, rules)


def refusal(name: str, key: str, value: object, wanted: Told | str) -> BadRuleset:
    """The error for a value that cannot stand."""
    code = "ruleset.bad_text" if isinstance(value, str) else "ruleset.bad_value"
    # What is no text may be a table of tables without end: its beginning says which one it is.
    shown = value if isinstance(value, str) else brief(value)
    return BadRuleset(code, name=name, key=key, value=shown, wanted=wanted)


def _check_figures(name: str, rules: Rules) -> None:
    for section in fields(rules):
        table = getattr(rules, section.name)
        for field in fields(table) if is_dataclass(table) else ():
            value = getattr(table, field.name)
            if isinstance(value, int | float) and not 0 <= value <= 3600:
                raise refusal(name, f"{section.name}.{field.name}", value, Told("wanted.seconds"))
    # What ends by nothing but its time must have some.
    for key in (f"led.{field.name}" for field in fields(rules.led)):
        value = getattr(rules.led, key.removeprefix("led."))
        if isinstance(value, int) and value < 1:
            raise refusal(name, key, value, Told("wanted.second"))
    if rules.night.shooting == "wakes" and rules.night.shot < 1:
        raise refusal(name, "night.shot", rules.night.shot, Told("wanted.second"))
    speech = rules.speech
    if speech.longest and speech.longest < speech.seconds:
        raise refusal(
            name, "speech.longest", speech.longest, Told("wanted.longest", seconds=speech.seconds)
        )


def _check_seats(name: str, rules: Rules) -> None:
    table = rules.table
    if not 1 <= table.fewest <= table.seats <= table.most <= MOST_SEATS:
        fewest, most = table.fewest, table.most
        wanted = Told("wanted.seats", fewest=fewest, most=most, limit=MOST_SEATS)
        raise refusal(name, "table.seats", table.seats, wanted)
    share = table.mafia
    if not 0 <= share.least <= share.usual <= share.most <= 49:
        value = f"{share.least}, {share.usual}, {share.most}"
        raise refusal(name, "table.mafia", value, Told("wanted.shares"))


def _roles(rules: Rules) -> tuple[str, ...]:
    """The ids of every role that there is."""
    return tuple(dict.fromkeys((*ROLES, *rules.roles)))


def _any_role(rules: Rules) -> Told:
    return Told("wanted.role", roles=", ".join(_roles(rules)))


def _check_own_roles(name: str, rules: Rules) -> None:
    """The rows of the ruleset's own roles, and that each has a name."""
    known = ("", *_roles(rules))
    for role, row in rules.roles.items():
        at = f"roles.{role}"
        if not _ID.fullmatch(role) or role in ({*SIDES, SHOOTING} - ROLES.keys()):
            raise refusal(name, "roles", role, Told("wanted.id"))
        _among(name, f"{at}.side", (row.side,), SIDES, _ANY_SIDE)
        any_deed = Told("wanted.one_of", words=", ".join(DEEDS))
        _among(name, f"{at}.deed", (row.deed,), ("", *DEEDS), any_deed)
        for key, named in (("seeks", row.seeks), ("heir_of", row.heir_of), ("turns", row.turns)):
            _among(name, f"{at}.{key}", (named,), known, _any_role(rules))
        if not 0 <= row.times <= MOST_TIMES:
            raise refusal(name, f"{at}.times", row.times, Told("wanted.times", most=MOST_TIMES))
        if role not in ROLES and role not in rules.names.roles:
            raise BadRuleset("ruleset.no_role_name", name=name, role=role)


def _check_names(name: str, rules: Rules) -> None:
    """Names are words, and no two roles have the same one."""
    names = rules.names
    said = [(f"names.roles.{role}", called) for role, called in names.roles.items()]
    forms = [(f"names.cases.{role}", form) for role, of in names.cases.items() for form in of]
    for at, word in (*said, *forms):
        if not all(part.isalpha() for part in word.replace("-", " ").split()) or not word.strip():
            raise refusal(name, at, word, Told("wanted.letters"))
    for at, called in said:
        if sum(other == called for other in names.roles.values()) > 1:
            raise refusal(name, at, called, Told("wanted.other_name"))
    _among(name, "names.cases", names.cases, names.roles, Told("wanted.named_role"))


def _check_roles(name: str, rules: Rules) -> None:
    """Every role that is named anywhere is in the catalogue, or the ruleset's own."""
    table, known, wanted = rules.table, _roles(rules), _any_role(rules)
    for at, roles in (("table.roles", table.roles), *_sizes(name, rules)):
        for role, number in roles.items():
            if role not in known:
                raise refusal(name, f"{at}.{role}", number, wanted)
            if number < 0:
                raise refusal(name, f"{at}.{role}", number, Told("wanted.count"))
    if table.filler not in known:
        raise refusal(name, "table.filler", table.filler, wanted)
    for at, named in (
        ("table.sides", table.sides),
        ("table.optional", table.optional),
        ("names.roles", rules.names.roles),
        ("first_night.meet", rules.first_night.meet),
        ("first_night.looks", rules.first_night.looks),
        ("night.decides", rules.night.decides),
    ):
        _among(name, at, named, known, wanted)


def _sizes(name: str, rules: Rules) -> Iterable[tuple[str, dict[str, int]]]:
    for size, roles in rules.table.sizes.items():
        if not (size.isdecimal() and 1 <= int(size) <= MOST_SEATS):
            raise refusal(name, "table.sizes", size, Told("wanted.size", most=MOST_SEATS))
        yield f"table.sizes.{size}", roles


def _among(name: str, at: str, named: Iterable[str], known: Iterable[str], wanted: Told) -> None:
    for item in named:
        if item not in known:
            raise refusal(name, at, item, wanted)


def _check_sides(name: str, rules: Rules) -> None:
    _among(name, "table.sides", rules.table.sides.values(), SIDES, _ANY_SIDE)
    _among(name, "names.sides", rules.names.sides, SIDES, _ANY_SIDE)


def _check_order(name: str, rules: Rules) -> None:
    order = rules.night.order
    slots = (SHOOTING, *(role for role in _roles(rules) if rules.role(role).active))
    _among(name, "night.order", order, slots, Told("wanted.one_of", words=", ".join(slots)))
    for slot in order:
        if order.count(slot) > 1:
            raise refusal(name, "night.order", slot, Told("wanted.once"))


def _check_slots(name: str, rules: Rules) -> None:
    """Every role that does something at night is called some time."""
    for role in sorted(roles_of(rules)):
        slot = slot_of(rules, role)
        if rules.role(role).active and slot not in rules.night.order:
            order = ", ".join(rules.night.order)
            raise refusal(name, "night.order", order, Told("wanted.slot", slot=slot, role=role))


def _check_tables(name: str, rules: Rules) -> None:
    """At every size the roles fit the table and the game is not won before it begins."""
    for seats in range(rules.table.fewest, rules.table.most + 1):
        roles = composition(rules, seats)
        total = sum(roles.values())
        if total > seats or min(roles.values(), default=0) < 0:
            raise refusal(name, "table.roles", total, Told("wanted.fitting", seats=seats))
        mafia = sum(n for role, n in roles.items() if rules.side_of(role) == MAFIA)
        if not 0 < 2 * mafia < seats:
            wanted = Told("wanted.minority", seats=seats)
            raise refusal(name, "table.roles", mafia, wanted)
