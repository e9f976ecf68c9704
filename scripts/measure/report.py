# SPDX-License-Identifier: MIT
"""What every measurement prints: the machine it ran on, and figures beside their gates."""

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; it passes when it does not exceed `gate` (None: no gate)."""

    name: str
    value: float
    unit: str
    gate: float | None = None
    count: int = 0

    @property
    def passed(self) -> bool:
        return self.gate is None or self.value <= self.gate


def machine() -> str:
    """One line: processor, cores, load, system, Python."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    return (
        f"machine: {_processor()}, {os.cpu_count()} cores, load {load:.1f}, "
        f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    )


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123 - a kernel file
            names = [line.split(":", 1)[1].strip() for line in lines if "model name" in line]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or "unknown processor"


def print_report(title: str, figures: Sequence[Figure], notes: Sequence[str] = ()) -> bool:
    """Print the table; returns whether every gate was met."""
    print(title)
    print(machine())
    for note in notes:
        print(note)
    for figure in figures:
        gate = "" if figure.gate is None else f"gate {figure.gate:g} {figure.unit}"
        verdict = "" if figure.gate is None else ("PASS" if figure.passed else "FAIL")
        count = f"n={figure.count}" if figure.count else ""
        value = f"{figure.value:.2f} {figure.unit}"
        print(f"  {figure.name:<44} {value:>12}  {gate:<14} {count:<8} {verdict}".rstrip())
    return all(figure.passed for figure in figures)
