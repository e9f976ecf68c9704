# SPDX-License-Identifier: MIT
"""Sentences and texts: how words become commands and announcements become words."""
