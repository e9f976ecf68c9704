# SPDX-License-Identifier: MIT
"""«Выучи мой голос» in the lobby: the lesson is given through the host's own devices.

Decides through which loudspeaker, and what the host is told afterwards. How a lesson goes is for
`enrol.dialogue`.
"""

import click

from voice_host.commands.devices_by_ear import typed_now
from voice_host.commands.options import PHONE
from voice_host.commands.setup import Setup
from voice_host.enrol import dialogue, lesson
from voice_host.errors import Told, VoiceHostError
from voice_host.language.language import Language


def taught(language: Language, setup: Setup) -> Told | None:
    """Give the lesson; what went wrong, None where it came to its end."""
    if setup.microphone is not None and setup.microphone.partition(":")[0] == PHONE:
        return Told("enroll.no_microphone")
    own = setup.mouth.ear if isinstance(setup.mouth.ear, str) else setup.mouth.hall
    phrases = lesson.phrases(language)
    try:
        dialogue.learn(setup.microphone, own, phrases, language, click.echo, typed_now)
    except VoiceHostError as error:
        return error.told
    return None
