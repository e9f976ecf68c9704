# SPDX-License-Identifier: MIT
"""voice_host: an offline, voice-driven host for the party game Mafia, in Russian."""

__version__ = "0.1.0"
