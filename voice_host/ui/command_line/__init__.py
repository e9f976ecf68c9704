# SPDX-License-Identifier: MIT
"""The command line as a face: help, complaints, and where errors are written down."""
