# SPDX-License-Identifier: MIT
"""From what has happened to what is said."""
