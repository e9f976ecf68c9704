# SPDX-License-Identifier: MIT
"""`voice-host cards`: role cards to cut out, and a crib of what can be said, on paper.

A card says no more than its owner may know: his role, his team, what he does by night.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path

import click

from voice_host import rulesets
from voice_host.commands.export import write_new
from voice_host.commands.options import FILE, RULES
from voice_host.commands.protocol.sheet import page, section
from voice_host.commands.protocol.tables import Table
from voice_host.errors import VoiceHostError
from voice_host.game.composition import cards
from voice_host.game.expected import expected_anywhere
from voice_host.game.night.deeds import deed_of
from voice_host.game.rules import Rules
from voice_host.language.dialect import role_param, side_param, sought
from voice_host.language.heard.hear import commands_table
from voice_host.language.language import Language
from voice_host.ui.command_line import usage

_EXAMPLES = 3
"""As many wordings of a command as fit on its line of the crib."""


def card_sheet(language: Language, rules: Rules, seats: int) -> str:
    """The whole file: a card a seat, then the crib."""
    language = language.at(rules)
    text = language.messages.text
    drawn = "\n".join(_card(language, rules, role) for role in cards(rules, seats))
    parts = [f'<div class="cards">\n{drawn}\n</div>', *section(_crib(language))]
    title = text("cards.heading", rules=rules.title, seats=seats)
    return page(text("protocol.language"), title, parts)


def _card(language: Language, rules: Rules, role: str) -> str:
    name = language.words.role(role_param(rules, role))
    side = language.words.side(side_param(rules, rules.side_of(role)))
    lines = [
        f'<div class="card"><p class="role">{escape(name)}</p>',
        f"<p>{escape(language.messages.text('cards.side', side=side))}</p>",
        *(f"<p>{escape(line)}</p>" for line in _by_night(language, rules, role)),
    ]
    return "\n".join([*lines, "</div>"])


def _by_night(language: Language, rules: Rules, role: str) -> Iterator[str]:
    """What the role does when it wakes, as this ruleset has it."""
    text, row = language.messages.text, rules.role(role)
    if deed_of(rules, role) is not None:
        deed = language.messages.found(f"protocol.deed.{row.deed}")
        yield text("cards.deed", deed=deed or text("protocol.deed.other"))
    if row.seeks:
        yield text("cards.seeks", what=language.words.role(sought(rules, role)))
    if not row.active:
        yield text("cards.sleeps")


def _crib(language: Language) -> Table:
    """What can be said, a command a line; what is only typed is no matter for a voice."""
    rows = tuple(
        ("; ".join(row.examples[:_EXAMPLES]),)
        for row in commands_table(language.sentences, expected_anywhere())
        if not row.silent
    )
    text = language.messages.text
    return Table("crib", text("cards.crib"), (text("cards.say"),), rows)


@click.command(cls=usage.Command)
@RULES
@click.option("--seats", type=int)
@click.option("--out", type=FILE, required=True)
@click.pass_obj
def command(language: Language, /, rules_name: str, seats: int | None, out: Path) -> None:
    """Write role cards and a crib."""
    rules = rulesets.load(rules_name)
    number, table = rules.table.seats if seats is None else seats, rules.table
    if not table.fewest <= number <= table.most:
        raise VoiceHostError("cards.seats", rules=rules.id, bounds=table.bounds, seats=number)
    write_new(out, card_sheet(language, rules, number).encode())
