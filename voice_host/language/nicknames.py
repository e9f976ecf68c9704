"""Nicknames: what the players are called, as a second way to say their seats.

Decides the case forms of a name, by its ending alone: a nickname is in no dictionary.
The names are data that are handed on, never a state of the language. Whether a list of
names is good is checked where it is read (`nicknames_file.py`).
"""

from dataclasses import dataclass
from itertools import product

from voice_host.language.spelling import STRESS, fold
from voice_host.language.words import Case

SEATS = frozenset({"seat", "by", "candidate", "seats", "voters"})
"""The slots of sentences and the places of texts that stand for seats."""

_ENDINGS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "ия": (("ии", "ии", "ию"),),
    "а": (("ы", "е", "у"),),
    "я": (("и", "е", "ю"),),
    "ый": (("ого", "ому", "ого"),),
    "ий": (("ия", "ию", "ия"), ("его", "ему", "его"), ("ого", "ому", "ого")),
    "ой": (("ого", "ому", "ого"), ("оя", "ою", "оя")),
    "й": (("я", "ю", "я"),),
    "ь": (("я", "ю", "я"), ("и", "и", "ь")),
    "оец": (("ойца", "ойцу", "ойца"),),
    "ец": (("ца", "цу", "ца"), ("еца", "ецу", "еца")),
    "ок": (("ка", "ку", "ка"), ("ока", "оку", "ока")),
}
"""Ending → genitive, dative, accusative; the first ending that fits is taken."""
_CONSONANTS = "бвгджзклмнпрстфхцчшщ"
_AFTER_HARD_I = "гкхжшщч"
_IRREGULAR = {
    "пётр": ("петра", "петру", "петра"),
    "петр": ("петра", "петру", "петра"),
    "павел": ("павла", "павлу", "павла"),
    "лев": ("льва", "льву", "льва"),
}
_PLACE: dict[Case, int] = {"g": 0, "d": 1, "a": 2}


@dataclass(frozen=True, slots=True)
class Nicknames:
    """Seats with the names of those who sit there; a stress mark says how one sounds."""

    names: tuple[tuple[int, str], ...] = ()

    def of(self, seat: int) -> str | None:
        """The name as it is read, None if the seat has none."""
        return next((plain(name) for at, name in self.names if at == seat), None)

    def spoken(self) -> tuple[str, ...]:
        """Every word of every form, with its stress mark where one was given."""
        cases: tuple[Case, ...] = ("n", "g", "d", "a")
        return tuple(
            dict.fromkeys(
                word
                for _, name in self.names
                for case in cases
                for form in declensions(name, case)
                for word in form.split()
            )
        )


NOBODY = Nicknames()
"""A table without names."""


def plain(name: str) -> str:
    """The name without stress marks."""
    return name.replace(STRESS, "")


def unmarked(name: str) -> str:
    """The name as sentences spell it: lower case, no marks, a hyphen as a gap."""
    return " ".join(plain(name).lower().replace("-", " ").split())


def declensions(name: str, case: Case | None) -> tuple[str, ...]:
    """The name in a case, every way it may decline; lower case, marks kept."""
    words = name.lower().replace("-", " ").split()
    if case in (None, "n"):
        return (" ".join(words),)
    return tuple(" ".join(way) for way in product(*(_declined(word, case) for word in words)))


def _declined(word: str, case: Case) -> list[str]:
    bare = word.replace(STRESS, "")
    at = word.find(STRESS) - 1
    return [_marked(form, at) for form in _forms(bare, _PLACE[case])]


def _forms(word: str, place: int) -> list[str]:
    if word in _IRREGULAR:
        return [_IRREGULAR[word][place]]
    for ending, ways in _ENDINGS.items():
        if word.endswith(ending) and len(word) > len(ending):
            stem = word[: -len(ending)]
            return [stem + _fitting(stem, way[place]) for way in ways]
    if fold(word)[-1] in _CONSONANTS and len(word) > 1:
        return [word + ("а", "у", "а")[place]]
    return [word]


def _fitting(stem: str, ending: str) -> str:
    """«и», not «ы», after some consonants: «Вики», «Маши»."""
    return "и" if ending == "ы" and stem[-1] in _AFTER_HARD_I else ending


def _marked(form: str, at: int) -> str:
    """The stress stays on its vowel, or on the ending that has taken its place."""
    if at < 0 or at >= len(form) or form[at] not in "аоуыэеиюя":
        return form
    return form[: at + 1] + STRESS + form[at + 1 :]
