# SPDX-License-Identifier: MIT
"""Hearing, as the rest of the program asks for it: what words mean, and what may be said now.

What a text means is in `meaning.py`; the recogniser's grammar and the lists for people, made of
the same sentences, are in `grammar.py` and `wordings.py`.
"""

from voice_host.language.heard.grammar import (
    PhaseGrammar,
    answers_grammar,
    barge_in_grammar,
    grammar,
    vocabulary,
)
from voice_host.language.heard.meaning import (
    Ambiguous,
    Hearing,
    NotNow,
    Two,
    Understood,
    Unknown,
    understand,
)
from voice_host.language.heard.wordings import CommandRow, commands_table, completions

__all__ = [
    "Ambiguous",
    "CommandRow",
    "Hearing",
    "NotNow",
    "PhaseGrammar",
    "Two",
    "Understood",
    "Unknown",
    "answers_grammar",
    "barge_in_grammar",
    "commands_table",
    "completions",
    "grammar",
    "understand",
    "vocabulary",
]
