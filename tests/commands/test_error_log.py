# SPDX-License-Identifier: MIT
"""Errors of the program go into a file, whichever thread they end; never onto the screen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from voice_host import places

FAILING = """
import asyncio, threading
from voice_host import cli

class Odd:
    def __del__(self):
        raise LookupError("finalizer")

async def forgetful():
    asyncio.get_running_loop().call_soon(lambda: 1 / 0)
    await asyncio.sleep(0)

def fail(**_):
    {failure}

cli.cli = fail
cli.main()
"""


def run(failure: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", FAILING.format(failure=failure)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ, timeout=60)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("failure", "told"),
    [
        ("threading.Thread(target=lambda: 1 / 0, name='ears').start()", "thread ears"),
        ("Odd()", "finalizer"),
        ("asyncio.run(forgetful())", "Exception in callback"),
    ],
)
def test_what_ends_where_nobody_catches_it_is_written_down(failure: str, told: str) -> None:
    """A thread that dies, an error in a finalizer, what a library logs: nothing on the screen."""
    done = run(failure)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    log = places.log_file().read_text(encoding="utf-8")
    assert told in log and "Traceback" in log


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("place", ["folder", "full"])
@pytest.mark.parametrize("failure", ["1 / 0", "threading.Thread(target=lambda: 1 / 0).start()"])
def test_a_log_that_cannot_be_written_is_no_second_error(place: str, failure: str) -> None:
    """And nobody is told that it holds something."""
    places.log_file().parent.mkdir(parents=True)
    if place == "folder":
        places.log_file().mkdir()
    elif Path("/dev/full").exists():
        places.log_file().symlink_to("/dev/full")
    else:
        pytest.skip("a device of Linux")
    done = run(failure)
    assert "Traceback" not in done.stderr and "Logging error" not in done.stderr
    assert "Она записана" not in done.stderr
    if failure == "1 / 0":
        assert done.returncode == 2
        assert f"Записать её в «{places.log_file()}» не удалось" in done.stderr
    else:
        assert (done.returncode, done.stderr) == (0, "")
