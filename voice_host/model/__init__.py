# SPDX-License-Identifier: MIT
"""The acoustic model as files: writing, reading and extending a Vosk model."""
