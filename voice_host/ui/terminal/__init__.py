# SPDX-License-Identifier: MIT
"""The terminal: a line to type, the table, keys; plain lines where there is no terminal."""
