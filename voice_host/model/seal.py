# SPDX-License-Identifier: MIT
"""Whether a model's files are still what was written: Vosk ends the process on a damaged one.

Decides how that is told: `manifest.json` beside the model lists the SHA-256 of every file, and a
model that came without such a list is opened in another process first.  It must not know which
models there are.
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import msgspec

from voice_host.errors import ModelMissing, reason

MANIFEST = "manifest.json"
_LISTEN = """
import sys, vosk
vosk.SetLogLevel(-1)
recogniser = vosk.KaldiRecognizer(vosk.Model(sys.argv[1]), 16000)
recogniser.AcceptWaveform(bytes(64000))
recogniser.FinalResult()
"""
_PATIENCE = 60.0  # seconds for a big model on a slow computer


class _Sums(msgspec.Struct):
    sha256: dict[str, str] = {}


def sums(model: Path) -> dict[str, str]:
    """SHA-256 of every file of a model but its manifest, by path in it.  Raises OSError."""
    files = sorted(path for part in _parts(model) for path in part.rglob("*") if path.is_file())
    return {path.relative_to(model).as_posix(): _digest(path) for path in files}


def seal(model: Path) -> None:
    """Write down what the files of a finished model are, beside what its manifest says else.

    Raises OSError.
    """
    paper = model / MANIFEST
    told = json.loads(paper.read_bytes()) if paper.exists() else {}
    text = json.dumps(told | {"sha256": sums(model)}, ensure_ascii=False, indent=1)
    paper.write_text(text + "\n", encoding="utf-8")


def check_whole(model: Path) -> None:
    """Raises ModelMissing for a model that would end the process, or is not as it was written."""
    try:
        name = altered(model)
    except OSError as error:
        raise ModelMissing("model.sealed_not_read", model=model, why=reason(error)) from error
    if name:
        raise ModelMissing("model.altered", model=model, file=name)
    if not _listed(model):
        _try_elsewhere(model)


def altered(model: Path) -> str:
    """The first file that is gone or other than the model's own list says; empty if none is.

    Of a model without a list nothing is known. Raises OSError.
    """
    for name, digest in _listed(model).items():
        try:
            if _digest(model / name) != digest:
                return name
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return name
    return ""


def _listed(model: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode((model / MANIFEST).read_bytes(), type=_Sums).sha256
    except (OSError, ValueError, RecursionError):
        return {}


def _parts(model: Path) -> list[Path]:
    return [path for path in model.iterdir() if path.is_dir()]  # links are followed only here


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _try_elsewhere(model: Path) -> None:
    """Let another process listen with it, which may end."""
    command = (sys.executable, "-c", _LISTEN, str(model))
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE)
    except (OSError, subprocess.TimeoutExpired):
        return  # nothing is known against it
    if done.returncode:
        raise ModelMissing("model.does_not_open", model=model)
