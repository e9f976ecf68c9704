"""A ruleset as a person reads it: a line per figure, in the order of the file, and why.

Names of roles and sides are given by who asks: they are the language's.
"""

from collections.abc import Iterator, Mapping
from textwrap import wrap

from voice_host.game.roles import SHOOTING
from voice_host.game.rules import Rules, Share
from voice_host.rulesets.reasons import Reasons, kinds

LABELS = {
    "reveal": "Роль выбывшего открывают",
    "table.seats": "Мест за столом",
    "table.fewest": "Наименьшее число мест",
    "table.most": "Наибольшее число мест",
    "table.roles": "Роли",
    "table.filler": "Остальные",
    "table.sizes": "Роли по числу мест, от",
    "table.mafia": "Доля мафии: не меньше, обычно, не больше, %",
    "table.free": "Роли выбирает компания",
    "table.optional": "Роли, которые можно добавить",
    "table.sides": "Роли на другой стороне",
    "first_night.agreement": "Договорка мафии, с",
    "first_night.agreement_call": "Предупреждение до конца договорки, с",
    "first_night.don": "Время дона в нулевую ночь, с",
    "first_night.sheriff": "Время шерифа в нулевую ночь, с",
    "first_night.pause": "Пауза перед утром, с",
    "first_night.looks": "Осматривают город",
    "first_night.meet": "Знакомятся с ведущим",
    "first_night.meeting": "Время на знакомство, с",
    "speech.seconds": "Речь, с",
    "speech.call": "Предупреждение до конца речи, с",
    "speech.tie": "Речь при равенстве голосов, с",
    "speech.last_word": "Последнее слово, с",
    "speech.discussion": "Общее обсуждение, с",
    "speech.defence": "Оправдание до голосования, с",
    "speech.longest": "Речь растёт до, с",
    "speech.growth": "За раз речь растёт на, с",
    "speech.opener": "Нулевой день открывает",
    "speech.at_end": "Последнее слово есть и у решившего игру",
    "nominations.by": "Выставляет",
    "nominations.fingers": "Пальцев, чтобы выставить",
    "nominations.told": "Список выставленных можно называть игрокам",
    "votes.single_on_day_0": "Единственный кандидат нулевого дня — как в другие дни",
    "votes.single": "Единственный кандидат",
    "votes.window": "Время на жест голоса, с",
    "votes.rest": "Голос не голосовавшего",
    "votes.each": "Голосуют за каждого кандидата отдельно",
    "votes.absolute": "Нужно больше половины голосов",
    "votes.tie": "После первого равенства",
    "votes.no_revote_at": "Не переголосуют, когда за столом игроков",
    "votes.raise_all": "Вопрос об уходе ставят и обо всём столе",
    "votes.no_raise": "Не ставят вопрос об уходе (сколько, из скольких)",
    "night.order": "Порядок ночи",
    "night.shooting": "Стрельба мафии",
    "night.beat": "Шаг ночного счёта, с",
    "night.shot": "Время мафии на выбор, с",
    "night.check": "Проверка дона и шерифа, с",
    "night.act": "Время другой роли, с",
    "night.call_out": "Выбывшие роли вызывают",
    "night.tells": "Утром объявляют",
    "night.sheriff_shoots": "Шериф может стрелять",
    "night.must_kill": "Маньяк обязан убивать",
    "night.self_heals": "Доктор лечит себя, раз за игру",
    "night.heal_again": "Доктор лечит одного две ночи подряд",
    "night.revenge": "Выбор камикадзе, с",
    "best_move.seconds": "Лучший ход, с",
    "best_move.guesses": "Мест в лучшем ходе",
    "best_move.fewer": "Засчитывают и неполный лучший ход",
    "best_move.unless_voted": "Нет лучшего хода, если в нулевой день ушло",
    "fouls.mute": "Фол, после которого пропускают речь",
    "fouls.out": "Фол, после которого выбывают",
    "fouls.muted_speech": "Время наказанному, чтобы выставить, с",
    "fouls.few_speech": "Короткая речь наказанного, с",
    "fouls.few": "Короткая речь, пока за столом не больше",
    "fouls.muted_votes": "Наказанный голосует",
    "fouls.leaver_bars": "Исключение уходящего отменяет голосование",
    "fouls.dead": "Замечание выбывшему, после которого пропускают игру",
    "ending.parity": "Равенство — победа мафии",
    "ending.maniac_at": "Маньяк побеждает, когда игроков",
    "ending.draw_nights": "Ночей без потерь до ничьей",
    "names.sides": "Названия сторон",
    "names.roles": "Названия ролей",
}
"""What each key of a ruleset is called; a test compares the keys with `Rules`."""

_WORDS = {
    "never": "никогда",
    "always": "всегда",
    "choice": "по выбору",
    "first_seat": "первое место",
    "first_killed": "первый убитый прошлой игры",
    "speaker": "говорящий",
    "pointing": "все жестом сразу",
    "voted": "голосуется",
    "skipped": "не голосуется",
    "leaves": "уходит без голосования",
    "last": "последнему",
    "self": "против себя",
    "speeches": "речи и переголосование",
    "raise": "вопрос об уходе",
    "count": "по счёту",
    "wakes": "мафия просыпается",
    "no_active": "если нет других активных ролей",
    "heal": "лечение",
    "shared_kill": "общая жертва",
    "check": "проверка",
    "miss": "промах",
    SHOOTING: "стрельба",
    "town": "город",
}
"""Choices in words."""
_UNLIMITED = 99
"""A number of times that means: as often as he likes."""

Names = Mapping[str, str]
"""What roles are called, by id."""


def keys(rules: Rules) -> Iterator[tuple[str, object]]:
    """Every key of the ruleset's tables with its value, such as `speech.seconds`, 60."""
    for key in kinds():
        section, _, name = key.partition(".")
        table = getattr(rules, section)
        yield key, getattr(table, name) if name else table


def figures(rules: Rules, names: Names) -> dict[str, str]:
    """The value of every key in words; roles by the ruleset's own names where it has any."""
    own = {**names, **rules.names.roles}
    return {
        key: _value(key, value, names if key == "names.roles" else own)
        for key, value in keys(rules)
    }


def described(rules: Rules, reasons: Reasons, names: Names) -> str:
    """The ruleset as lines of text, under each figure its reason where there is one."""
    lines = [f"{rules.title} ({rules.id}; источник {rules.source})"]
    for key, value in figures(rules, names).items():
        lines.append(f"  {LABELS[key]}: {value}")
        lines += wrap(reasons.get(key, ""), 88, initial_indent=_IN, subsequent_indent=_IN)
    return "\n".join(lines)


_IN = " " * 6


def _value(key: str, value: object, names: Names) -> str:
    if key == "night.self_heals" and value == _UNLIMITED:
        return "сколько угодно"
    if key == "names.sides" and isinstance(value, dict):
        return _words({side: said[0] for side, said in value.items()}, names)
    return _words(value, names)


def _words(value: object, names: Names) -> str:
    match value:
        case bool():
            return "да" if value else "нет"
        case dict():
            return _pairs(value, names) or "нет"
        case tuple():
            return ", ".join(_item(item, names) for item in value) or "нет"
        case Share(least, usual, most):
            return f"{least}, {usual}, {most}" if usual else "нет"
        case 0:
            return "нет"
        case float():
            return f"{value:g}".replace(".", ",")
        case _:
            return names.get(str(value)) or _WORDS.get(str(value), str(value))


def _pairs(table: Mapping[str, object], names: Names) -> str:
    """Counts are «мафия 2», names «шериф — комиссар», compositions by size «8: дон 1, …»."""
    if any(isinstance(value, dict) for value in table.values()):
        return "; ".join(f"{size}: {_words(value, names)}" for size, value in table.items())
    dash = {True: " — ", False: " "}
    return ", ".join(
        f"{_words(key, names)}{dash[isinstance(value, str)]}{_words(value, names)}"
        for key, value in table.items()
    )


def _item(item: object, names: Names) -> str:
    return " из ".join(map(str, item)) if isinstance(item, tuple) else _words(item, names)
