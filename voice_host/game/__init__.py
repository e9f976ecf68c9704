# SPDX-License-Identifier: MIT
"""The game itself: pure rules. No clock, no randomness, no input or output."""
