# SPDX-License-Identifier: MIT
"""A game as a protocol: in tables of words, as data, as a sheet of paper."""
