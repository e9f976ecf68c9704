"""What the types of a ruleset cannot say: ranges, names of roles and sides, playable tables."""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass

from voice_host.errors import BadRuleset, Told
from voice_host.game.composition import composition, roles_of
from voice_host.game.night.deeds import slot_of
from voice_host.game.roles import MAFIA, ROLES, SHOOTING, SIDES
from voice_host.game.rules import MOST_SEATS, Rules

_LISTED_ROLES = Told("wanted.role", roles=", ".join(ROLES))


def check(name: str, rules: Rules) -> None:
    """Raises `BadRuleset` with the key, the value and what was expected."""
    _check_figures(name, rules)
    _check_seats(name, rules)
    _check_roles(name, rules)
    _check_sides(name, rules)
    _check_order(name, rules)
    _check_slots(name, rules)
    _check_tables(name, rules)


def refusal(name: str, key: str, value: object, wanted: Told | str) -> BadRuleset:
    """The error for a value that cannot stand."""
    code = "ruleset.bad_text" if isinstance(value, str) else "ruleset.bad_value"
    return BadRuleset(code, name=name, key=key, value=str(value), wanted=wanted)


def _check_figures(name: str, rules: Rules) -> None:
    for section in fields(rules):
        table = getattr(rules, section.name)
        for field in fields(table) if is_dataclass(table) else ():
            value = getattr(table, field.name)
            if isinstance(value, int | float) and not 0 <= value <= 3600:
                raise refusal(name, f"{section.name}.{field.name}", value, Told("wanted.seconds"))
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


def _check_roles(name: str, rules: Rules) -> None:
    """Every role that is named anywhere is in the catalogue."""
    table = rules.table
    for at, roles in (("table.roles", table.roles), *_sizes(name, rules)):
        for role, number in roles.items():
            if role not in ROLES:
                raise refusal(name, f"{at}.{role}", number, _LISTED_ROLES)
            if number < 0:
                raise refusal(name, f"{at}.{role}", number, Told("wanted.count"))
    if table.filler not in ROLES:
        raise refusal(name, "table.filler", table.filler, _LISTED_ROLES)
    for at, named in (
        ("table.sides", table.sides),
        ("table.optional", table.optional),
        ("names.roles", rules.names.roles),
        ("first_night.meet", rules.first_night.meet),
        ("first_night.looks", rules.first_night.looks),
    ):
        _among(name, at, named, ROLES, _LISTED_ROLES)


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
    wanted = Told("wanted.side", sides=", ".join(SIDES))
    _among(name, "table.sides", rules.table.sides.values(), SIDES, wanted)
    _among(name, "names.sides", rules.names.sides, SIDES, wanted)


def _check_order(name: str, rules: Rules) -> None:
    order = rules.night.order
    slots = (SHOOTING, *(role for role, row in ROLES.items() if row.active))
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
