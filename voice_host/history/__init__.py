# SPDX-License-Identifier: MIT
"""What has happened in a game: its steps, and the journal that survives a crash."""
