# SPDX-License-Identifier: MIT
"""Measurements of the product on real parts; every figure in docs/ comes from here."""
