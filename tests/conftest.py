# SPDX-License-Identifier: MIT
"""Real sound for every test that asks for it: a private sound server without hardware."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.virtual_sound import VirtualSound

settings.register_profile("house", deadline=None)
settings.load_profile("house")
"""A machine that does something else beside the tests is no failure of what they test."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of sound in one folder share a worker, and the longest of them begin first.

    They, and browsers, run in real time beside everything else the machine does: one that
    fails is tried again, twice at most, and each try is reported.
    """
    for item in items:
        if item.get_closest_marker("devices"):
            item.add_marker(pytest.mark.xdist_group(item.path.parent.name))
        if item.get_closest_marker("devices") or item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=2))
    items.sort(key=lambda item: item.path.parent.name != "loop")


@pytest.fixture(scope="session")
def sound() -> Iterator[VirtualSound]:
    """Loudspeakers `hall` and `ear`, microphone `mic`; the default devices are virtual.

    A machine without the system packages fails here: these tests are never skipped.
    """
    with tempfile.TemporaryDirectory(prefix="vh-") as folder:
        server = VirtualSound(Path(folder))
        try:
            server.start()
            yield server
        except RuntimeError as error:
            pytest.fail(str(error), pytrace=False)
        finally:
            server.stop()
