"""A ruleset as a person reads it: one line per figure, in the order of the file."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from voice_host.game.rules import Rules, Share

LABELS = {
    "reveal": "Роль выбывшего открывают",
    "table.seats": "Мест за столом",
    "table.fewest": "Наименьшее число мест",
    "table.most": "Наибольшее число мест",
    "table.roles": "Роли",
    "table.filler": "Остальные",
    "table.sizes": "Роли от стольких мест",
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
}
"""Choices in words."""


def keys(rules: Rules) -> Iterator[tuple[str, object]]:
    """Every key of the ruleset's tables with its value, such as `speech.seconds`, 60."""
    for section in fields(rules):
        table = getattr(rules, section.name)
        if is_dataclass(table):
            for field in fields(table):
                yield f"{section.name}.{field.name}", getattr(table, field.name)
        elif section.name in LABELS:
            yield section.name, table


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
            pairs = (f"{name} {_value(found)}" for name, found in value.items())
            return ", ".join(pairs) or "нет"
        case tuple():
            return ", ".join(map(_value, value)) or "нет"
        case Share(least, usual, most):
            return f"{least}, {usual}, {most}" if usual else "нет"
        case 0:
            return "нет"
        case _:
            return _WORDS.get(str(value), str(value))
