# SPDX-License-Identifier: MIT
"""A hosted table with its pages, to tell one without a host from; a real Chromium."""

from tests.ui.web.conftest import browser, playwright, table

__all__ = ["browser", "playwright", "table"]
