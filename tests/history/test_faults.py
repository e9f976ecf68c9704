# SPDX-License-Identifier: MIT
"""Whatever has happened to a journal, a host is answered: a game, or which line is damaged."""

from pathlib import Path

import pytest

from tests.history.faults import journals, tried

pytestmark = pytest.mark.long

FAULTS = 150


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, ...]:
    """Journals of every ruleset, with and without roles, and old ones."""
    return journals(tmp_path_factory.mktemp("whole"))


def test_no_fault_of_a_journal_ends_in_an_error_of_our_own(
    whole: tuple[bytes, ...], tmp_path: Path
) -> None:
    """Resumed, with or without trouble told, or refused; all three happen."""
    outcomes = set()
    for seed in range(FAULTS):
        outcomes.add(tried(tmp_path, whole, seed))
    assert outcomes == {"resumed", "told", "refused"}
