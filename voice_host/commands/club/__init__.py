# SPDX-License-Identifier: MIT
"""Many games together: an evening, a club."""
