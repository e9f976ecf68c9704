# SPDX-License-Identifier: MIT
"""`voice-host rules`: a ruleset in words."""

import click

from voice_host import rulesets
from voice_host.language.language import Language
from voice_host.rulesets.describe import Wording, described
from voice_host.ui.command_line import usage


@click.command(cls=usage.Command)
@click.argument("name", required=False)
@click.pass_obj
def command(language: Language, /, name: str | None) -> None:
    """Tell a ruleset in words, or which there are."""
    if name is None:
        for known in rulesets.names():
            click.echo(f"{known:14} {rulesets.load(known).title}")
    else:
        rules, why = rulesets.load(name), rulesets.reasons(name)
        messages = language.messages
        title, source = rules.title, rules.source or messages.text("ruleset.own")
        click.echo(messages.text("ruleset.head", title=title, id=rules.id, source=source))
        click.echo(described(rules, why, wording(language.at(rules))))


def wording(language: Language) -> Wording:
    """What the language calls all that stands in a ruleset."""
    return Wording(
        labels=language.messages.table("ruleset.label"),
        choices=language.messages.table("ruleset.choice"),
        roles=language.words.role_names(),
        words=language.messages.table("ruleset.word"),
        row=language.messages.table("ruleset.row"),
    )
