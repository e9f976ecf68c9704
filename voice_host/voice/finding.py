# SPDX-License-Identifier: MIT
"""What a look at this machine has found; made where nothing of sound need be loaded."""

from dataclasses import dataclass

from voice_host.errors import Told


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor: what was looked at, and what was found."""

    name: Told
    ok: bool
    detail: Told
