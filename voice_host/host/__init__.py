# SPDX-License-Identifier: MIT
"""The owner thread and what serves it: every message comes in here and every word goes out."""
