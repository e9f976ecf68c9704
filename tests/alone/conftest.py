# SPDX-License-Identifier: MIT
"""A hosted table with its pages, to tell one without a host from."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.ui.web.conftest import driver, launch
from tests.ui.web.served import Served, served


@pytest.fixture
def table() -> Iterator[Served]:
    """A game with a host."""
    with served() as made:
        yield made


@pytest.fixture
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    opened = launch(driver())
    yield opened
    opened.close()
