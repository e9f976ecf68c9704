# SPDX-License-Identifier: MIT
"""`voice-host commands`: what can be said."""

import click

from voice_host import rulesets
from voice_host.commands.options import PHASE, PHASES, RULES
from voice_host.game.expected import expected_anywhere, expected_in
from voice_host.language.heard.hear import commands_table
from voice_host.language.language import Language
from voice_host.ui.command_line import usage


@click.command(cls=usage.Command)
@PHASE
@RULES
@click.pass_obj
def command(language: Language, /, phase: str | None, rules_name: str) -> None:
    """List what can be said."""
    language = language.at(rulesets.load(rules_name))
    kinds = expected_in(PHASES[phase]) if phase else expected_anywhere()
    for row in commands_table(language.sentences, kinds):
        typed = language.messages.text("commands.typed_only") if row.silent else ""
        click.echo(f"{row.name:16} {', '.join(row.examples)}{typed}")
