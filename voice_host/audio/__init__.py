# SPDX-License-Identifier: MIT
"""Sound devices: microphones, the mixer, cue sounds, music. Knows nothing of the game."""
