# SPDX-License-Identifier: MIT
"""Ears and mouth: speech to words and words to sound. Knows nothing of the game."""
