# SPDX-License-Identifier: MIT
"""The commands of the command line, a file each, and what they share."""
