"""Real sound for every test that asks for it: a private sound server without hardware."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.virtual_sound import VirtualSound


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
