# SPDX-License-Identifier: MIT
"""The companion learns a host's voice."""
