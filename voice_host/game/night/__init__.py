# SPDX-License-Identifier: MIT
"""The night: who is called, what is done, what it comes to in the morning."""
