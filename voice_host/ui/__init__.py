# SPDX-License-Identifier: MIT
"""Screens: what a host or a table sees."""
