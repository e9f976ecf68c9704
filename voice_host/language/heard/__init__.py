# SPDX-License-Identifier: MIT
"""From what was said to a command."""
