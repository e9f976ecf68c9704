# SPDX-License-Identifier: MIT
"""Text from outside: how a file is opened, what its bytes say, one way to write each letter."""
