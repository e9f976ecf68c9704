# SPDX-License-Identifier: MIT
"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path

import click

from voice_host.game.roles import ROLES
from voice_host.game.state import Phase
from voice_host.voice.protocols import FASTEST, SLOWEST

FILE = click.Path(path_type=Path)
PHASES = {phase.value: phase for phase in Phase} | {
    f"{phase}.{role}": phase for phase in (Phase.MEETING, Phase.ROLE) for role in ROLES
}
"""Phases by name; where a role wakes also with the role: night.role.doctor."""
PHASE = click.option(
    "--phase",
    type=click.Choice(list(PHASES)),
)
PHONE = "phone"
"""In place of a device: the host's phone; for a microphone also phone:DEVICE, to fall back on."""
MOST_PORT = 65_534
PORT = 8765
"""Where the pages are served, unless another port is asked for; TLS has the next one."""
_PACE = click.IntRange(SLOWEST, FASTEST)
RULES = click.option("--rules", "rules_name", default="wma", show_default=True)
MODEL = click.option("--model", type=FILE)


def evening_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that `play` and `resume` share."""
    for option in (
        click.option(
            "--phones", type=click.IntRange(1024, MOST_PORT), is_flag=False, flag_value=PORT
        ),
        click.option("--assist", is_flag=True),
        click.option("--rate", type=_PACE),
        click.option("--voice", default=""),
        click.option("--model", type=FILE),
        click.option("--ear"),
        click.option("--hall"),
        click.option("--mic"),
        click.option("--plain", is_flag=True),
        click.option("--eyes-free/--no-eyes-free", default=None),
        click.option("--keys", is_flag=True),
        click.option(
            "--listen", type=click.Choice(["open", "call", "push"]), default="open",
            show_default=True,
        ),
    ):  # fmt: skip
        command = option(command)
    return command
