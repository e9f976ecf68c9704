# SPDX-License-Identifier: MIT
"""Options that several commands share."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from voice_host import places
from voice_host.errors import VoiceHostError
from voice_host.game.roles import ROLES
from voice_host.game.state import Phase
from voice_host.host.inbox import Options
from voice_host.voice.protocols import FASTEST, SLOWEST

if TYPE_CHECKING:
    from voice_host.commands.evening import Setup

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
        click.option("--keys", is_flag=True),
        click.option(
            "--listen", type=click.Choice(["open", "call", "push"]), default="open",
            show_default=True,
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def setup(**given: Any) -> "Setup":
    """What the options that `play` and `resume` share ask for."""
    from voice_host.audio.phone_speaker import PhoneSpeaker
    from voice_host.commands.evening import Setup, started
    from voice_host.voice.mouth import MouthOptions

    if given["phones"] is None and PHONE in (given["ear"], (given["mic"] or "").partition(":")[0]):
        raise VoiceHostError("phones.not_asked_for")
    ear = {"none": None, PHONE: PhoneSpeaker()}.get(given["ear"], given["ear"])
    cache, voice = places.speech_folder(), given["voice"]
    child = started(voice) if voice else None
    mouth = MouthOptions(hall=given["hall"], ear=ear, voice=voice, cache=cache, child=child)
    if given["rate"]:
        mouth = replace(mouth, words_per_minute=given["rate"])
    options = Options(assist=given["assist"], listen=given["listen"])
    return Setup(
        options,
        mouth,
        given["mic"],
        given["model"],
        given["keys"],
        given["plain"],
        phones=given["phones"],
    )
