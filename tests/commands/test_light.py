# SPDX-License-Identifier: MIT
"""What only reads and prints does not wait for sound, speech or a terminal to be loaded."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
JOURNAL = ROOT / "tests" / "journals" / "format1" / "random-city.jsonl"
HEAVY = ("vosk", "sounddevice", "soundfile", "prompt_toolkit", "numpy", "starlette", "asyncio")
PROGRAM = """
import sys
from voice_host.cli import main
try:
    main()
except SystemExit:
    pass
print(*sorted(set(sys.modules) & set(sys.stdin.read().split())), file=sys.stderr)
"""


@pytest.mark.parametrize("line", ["--help", "rules", "rules city", f"export {JOURNAL} --format md"])
def test_what_takes_long_to_load_is_left_alone(line: str) -> None:
    """Help, the rules and a protocol: each is there within a quarter of a second."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *line.split()],
        input=" ".join(HEAVY),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert done.stdout
    assert done.stderr.split() == []
