# SPDX-License-Identifier: MIT
"""One file for each family of phases, and the table of which follows which."""
