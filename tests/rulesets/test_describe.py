"""A ruleset as text: every key has a label, every value is readable."""

import pytest

from voice_host import rulesets
from voice_host.rulesets.describe import LABELS, described, keys


@pytest.mark.parametrize("name", rulesets.names())
def test_every_key_has_a_label(name: str) -> None:
    """The labels are those of the keys of `Rules`, no more and no fewer."""
    rules = rulesets.load(name)
    assert {key for key, _ in keys(rules)} == set(LABELS)
    assert described(rules).startswith(f"{rules.title} ({name}; источник {rules.source})")


def test_figures_and_choices_are_in_words() -> None:
    """Nothing of the file's own spelling is left where there is a word for it."""
    text = described(rulesets.load("wma"))
    assert "true" not in text.lower()
    assert "mafia 2, don 1, sheriff 1" in text
    assert [line.split()[-1] for line in text.splitlines() if "Порядок ночи" in line] == ["sheriff"]
