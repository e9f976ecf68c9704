# SPDX-License-Identifier: MIT
"""Writes what in docs/ is made of the program itself; `--check` tells whether it is stale.

docs/rulesets.md out of the rulesets, docs/protocol.schema.json out of what `export` writes.

python -m scripts.make_docs [--check]
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from voice_host import rulesets
from voice_host.commands.protocol.game_data import schema
from voice_host.commands.show_rules import wording
from voice_host.language.language import SHIPPED, Language
from voice_host.rulesets.describe import figures
from voice_host.rulesets.reasons import kinds

WORDING = wording(Language.read(SHIPPED / "ru"))
"""The language that is measured."""

FOLDER = Path(__file__).parent.parent / "docs"

HEAD = """\
# Правила рядом

Сделано из файлов `voice_host/rulesets/*.toml` командой `python -m scripts.make_docs`; руками
не правится. Одни правила с причинами: `voice-host rules ИМЯ`. Времена в секундах.

Свои правила — файл `.toml`, который начинается с `extends = "wma"` и называет только то, что
меняет: `voice-host play --rules my.toml`. Ключи — в первом столбце; причину можно дать в
таблице `[why]`, она покажется в `voice-host rules my.toml`.

Чего из редакции ФИИМ 2024 года здесь нет: очков (их считает турнир, а не ведущий за столом)
и слова «стоп» в конце голосования: закрывает его «спасибо», как в остальных правилах.
"""

SOURCES = """\
Источники: S0 — Правилопедия, S1 — правила WMA, S2 — книга Асликяна, S3 — правила Lars, S4 —
клуб исторических расследований. Знак ⚖: текст молчит или читается двояко, выбрали мы. Если
источник причины чужой, свой текст об этом молчит и взято оттуда.
"""


def page() -> str:
    """The whole page."""
    tables = {name: _figures(name) for name in rulesets.names()}
    alike, unlike = list[str](), list[str]()
    for key in kinds():
        values = {figure[key] for figure in tables.values()}
        (alike if len(values) == 1 else unlike).append(key)
    parts = [
        HEAD,
        "## Какие есть\n",
        *_table(("правила", "название", "источник"), map(_named, tables)),
        "\n## В чём различаются\n",
        *_table(
            ("ключ", "что это", *tables),
            (
                (f"`{key}`", WORDING.labels[key], *(t[key] for t in tables.values()))
                for key in unlike
            ),
        ),
        "\n## Что у всех одинаково\n",
        *_table(
            ("ключ", "что это", "у всех"),
            ((f"`{key}`", WORDING.labels[key], tables["wma"][key]) for key in alike),
        ),
        "\n## Почему так\n",
        SOURCES,
        *_table(("ключ", "правила", "причина"), _reasons()),
    ]
    return "\n".join(parts) + "\n"


def _named(name: str) -> tuple[str, ...]:
    rules = rulesets.load(name)
    return f"`{name}`", rules.title, rules.source


def _figures(name: str) -> dict[str, str]:
    return figures(rulesets.load(name), WORDING)


def _reasons() -> Iterator[tuple[str, ...]]:
    """Every reason once, with the rulesets that have it."""
    reasons = {name: rulesets.reasons(name) for name in rulesets.names()}
    for key in kinds():
        given = sorted((why[key], name) for name, why in reasons.items() if key in why)
        for reason, those in groupby(given, lambda pair: pair[0]):
            yield f"`{key}`", ", ".join(name for _, name in those), reason


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (head, ("---",) * len(head), *rows):
        yield f"| {' | '.join(row)} |"


MADE: dict[str, Callable[[], str]] = {"rulesets.md": page, "protocol.schema.json": schema}
"""What is to stand in each file."""


def main() -> None:
    """Write the files, or with `--check` end with 1 if one is not as it would be written."""
    for name, made in MADE.items():
        path = FOLDER / name
        if sys.argv[1:] != ["--check"]:
            path.write_text(made(), encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != made():
            sys.exit(f"{path}: устарел, нужно: python -m scripts.make_docs")


if __name__ == "__main__":
    main()
