"""A ruleset as a person reads it: one line per figure, in the order of the file."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from voice_host.game.rules import Rules

LABELS = {
    "table.seats": "Мест за столом",
    "table.fewest": "Наименьшее число мест",
    "table.most": "Наибольшее число мест",
    "table.roles": "Роли",
    "table.filler": "Остальные",
    "first_night.agreement": "Договорка мафии, с",
    "first_night.agreement_call": "Предупреждение до конца договорки, с",
    "first_night.don": "Дон осматривает город, с",
    "first_night.sheriff": "Шериф осматривает город, с",
    "first_night.pause": "Пауза перед утром, с",
    "speech.seconds": "Речь, с",
    "speech.call": "Предупреждение до конца речи, с",
    "speech.tie": "Речь при равенстве голосов, с",
    "speech.last_word": "Последнее слово, с",
    "speech.discussion": "Общее обсуждение, с",
    "speech.defence": "Оправдание до голосования, с",
    "votes.single_on_day_0": "Единственная кандидатура нулевого дня голосуется",
    "votes.window": "Время на жест голоса, с",
    "night.beat": "Шаг ночного счёта, с",
    "night.check": "Проверка дона и шерифа, с",
    "best_move.seconds": "Лучший ход, с",
    "best_move.guesses": "Мест в лучшем ходе",
    "fouls.mute": "Фол, после которого пропускают речь",
    "fouls.out": "Фол, после которого выбывают",
}
"""What each key of a ruleset is called; a test compares the keys with `Rules`."""


def keys(rules: Rules) -> Iterator[tuple[str, object]]:
    """Every key of the ruleset's tables with its value, such as `speech.seconds`, 60."""
    for section in fields(rules):
        table = getattr(rules, section.name)
        if is_dataclass(table):
            for field in fields(table):
                yield f"{section.name}.{field.name}", getattr(table, field.name)


def described(rules: Rules) -> str:
    """The ruleset as lines of text."""
    lines = [f"{rules.title} ({rules.id}; источник {rules.source})"]
    lines += [f"  {LABELS[key]:<50} {_value(value)}" for key, value in keys(rules)]
    return "\n".join(lines)


def _value(value: object) -> str:
    match value:
        case bool():
            return "да" if value else "нет"
        case dict():
            return ", ".join(f"{name} {number}" for name, number in value.items())
        case 0:
            return "нет"
        case _:
            return str(value)
