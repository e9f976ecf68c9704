# SPDX-License-Identifier: MIT
"""The language that is shipped, read once for all tests."""

from voice_host.language.language import SHIPPED, Language

FOLDER = SHIPPED / "ru"
RU = Language.read(FOLDER)
LEXICON = RU.lexicon
