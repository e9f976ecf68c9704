# SPDX-License-Identifier: MIT
"""Pages for phones and screens on the local network: one server, several faces of one game."""
