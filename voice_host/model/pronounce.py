# SPDX-License-Identifier: MIT
"""Russian letters → phones, for spellings that carry their stress.

Decides how one word sounds when it is said carefully: reduction of unstressed
vowels, hardness and softness, voicing and simplified clusters (Avanesov's
orthoepic rules, in the strength a recogniser needs).  Ways of saying a word
that no rule gives («пятьдесят» as «писят») are other spellings in the lexicon.
It must not know which words exist, nor the network.

Spelling: U+0301 after the stressed vowel («со́рок»); «ё» is stressed by itself;
a word of one vowel needs no mark; a leading "-" makes a clitic with no stress
(«-за»).  A word of several vowels without a mark has no stress at all here:
use `stress_guesses` to propose some.
"""

from collections.abc import Iterator

SILENCE = "SIL"
VOWELS = ("a0", "a1", "e0", "e1", "i0", "i1", "o0", "o1", "u0", "u1", "y0", "y1")
_CONSONANTS = (
    "b b' v v' g g' d d' zh z z' j k k' l l' m m' n n' p p' r r' s s' t t' f f' h h' c ch sh sch"
)
CONSONANTS = tuple(_CONSONANTS.split())
PHONES = (SILENCE, *VOWELS, *CONSONANTS)
"""Every phone in the order of the network's outputs: two outputs a phone."""

ACUTE = "\u0301"
VOWEL_LETTERS = "аоуыэеёиюя"
_SOFTENING = "еёиюяь"
_IOTATED = {"е": "e", "ё": "o", "ю": "u", "я": "a"}
_PLAIN = {"а": "a", "о": "o", "у": "u", "ы": "y", "э": "e", "и": "i", **_IOTATED}
_PAIRED = dict(zip("бвгдзклмнпрстфх", "bvgdzklmnprstfh", strict=True))
_UNPAIRED = {"ж": "zh", "ш": "sh", "ц": "c", "ч": "ch", "щ": "sch", "й": "j"}
YO, YE = "ё", "е"
"""Stressed by itself, and how it is mostly written."""
_LETTERS = frozenset((*_PLAIN, *_PAIRED, *_UNPAIRED, "ь", "ъ"))
_DEVOICED = {"b": "p", "v": "f", "g": "k", "d": "t", "zh": "sh", "z": "s"}
_VOICED = {voiceless: voiced for voiced, voiceless in _DEVOICED.items()}
_VOICES = {"b", "g", "d", "zh", "z"}  # «в» and sonorants do not voice what stands before them
_VOICELESS = {"p", "f", "k", "t", "sh", "s", "h", "c", "ch", "sch"}
_HUSHERS = {"ch", "sch", "j"}
_HARD_ONLY = {"sh", "zh", "c"}
_SOFT_DENTALS = {"t'", "d'", "n'", "s'", "z'"}

_RESPELL = (
    ("вств", "ств"),
    ("стн", "сн"),
    ("здн", "зн"),
    ("стск", "сск"),
    ("лнц", "нц"),
    ("рдц", "рц"),
    ("тться", "ца"),
    ("ться", "ца"),
    ("тся", "ца"),
    ("дцат", "цат"),
    ("тц", "ц"),
    ("дц", "ц"),
    ("тч", "ч"),
    ("дч", "ч"),
    ("сч", "щ"),
    ("зч", "щ"),
    ("жч", "щ"),
    ("сш", "ш"),
    ("зш", "ш"),
    ("сж", "ж"),
    ("зж", "ж"),
    ("гк", "хк"),
    ("гч", "хч"),
)


def phones(spelling: str) -> tuple[str, ...]:
    """Phones of one stressed spelling, e.g. «со́рок» → s o1 r a0 k.

    Raises ValueError for a character that is no Russian letter.
    """
    letters, stressed = _letters(spelling)
    raw = _raw_phones(letters, stressed)
    return tuple(_merge(_soften(_voice(raw))))


def is_spelled(word: str) -> bool:
    """Is it made of small Russian letters alone?"""
    return bool(word) and _LETTERS.issuperset(word)


def sayable(word: str) -> bool:
    """Are these Russian letters that make a sound?"""
    try:
        return bool(phones(word))
    except ValueError:
        return False


def stress_guesses(word: str, limit: int = 3) -> tuple[str, ...]:
    """Stressed spellings of a word whose stress nobody told, likeliest first.

    Names are mostly stressed on the last vowel but one, then on the last one
    (Мари́на, Ники́та; Тимо́н, Иго́рь), then earlier.
    """
    word = word.lower()
    if ACUTE in word or "ё" in word:
        return (word,)
    at = [i for i, letter in enumerate(word) if letter in VOWEL_LETTERS]
    if len(at) < 2:
        return (word,)
    ends_in_vowel = word[-1] in VOWEL_LETTERS
    order = [at[-2], at[-1], *reversed(at[:-2])] if ends_in_vowel else [at[-1], *reversed(at[:-1])]
    return tuple(word[: i + 1] + ACUTE + word[i + 1 :] for i in order[:limit])


def _letters(spelling: str) -> tuple[str, set[int]]:
    """Letters without marks (clusters respelt) and the indices of stressed vowels."""
    clitic = spelling.startswith("-")
    text = spelling.lstrip("-").lower()
    if not clitic and ACUTE not in text and "ё" not in text:
        at = [i for i, letter in enumerate(text) if letter in VOWEL_LETTERS]
        if len(at) == 1:
            text = text[: at[0] + 1] + ACUTE + text[at[0] + 1 :]
    text = _genitive_v(text)
    for cluster, simple in _RESPELL:
        text = text.replace(cluster, simple)
    if text.startswith("что") and not text.startswith("чтож"):
        text = "ш" + text[1:]
    letters = ""
    stressed = set()
    for letter in text:
        if letter == ACUTE:
            stressed.add(len(letters) - 1)
        else:
            letters += letter
    if not stressed and not clitic:
        stressed = {i for i, letter in enumerate(letters) if letter == "ё"}
    return letters, stressed


def _genitive_v(text: str) -> str:
    """«-ого, -его» of adjectives, numerals and pronouns are said with «в»."""
    bare = text.replace(ACUTE, "")
    if bare in {"много", "немного", "строго", "дорого", "ого", "лего", "убого"}:
        return text
    tail = 2 if text.endswith(ACUTE) else 1
    if len(bare) > 2 and bare.endswith(("ого", "его")):
        return text[: -tail - 1] + "в" + text[-tail:]
    if bare in {"сегодня", "итого"}:
        return text.replace("г", "в", 1)
    return text


def _raw_phones(letters: str, stressed: set[int]) -> list[str]:
    """Phones letter by letter, before consonants act on each other."""
    out: list[str] = []
    for i, letter in enumerate(letters):
        after = letters[i + 1] if i + 1 < len(letters) else ""
        if letter in _PAIRED:
            out.append(_PAIRED[letter] + ("'" if after and after in _SOFTENING else ""))
        elif letter in _UNPAIRED:
            out.append(_UNPAIRED[letter])
        elif letter in VOWEL_LETTERS:
            out.extend(_vowel(letters, i, i in stressed))
        elif letter not in "ьъ":
            raise ValueError(f"no Russian letter: {letter!r} in {letters!r}")
    return out


def _vowel(letters: str, i: int, is_stressed: bool) -> Iterator[str]:
    letter, before = letters[i], letters[i - 1] if i else ""
    opens = not before or before in VOWEL_LETTERS or before in "ьъ"
    if opens and (letter in _IOTATED or (letter == "и" and before == "ь")):
        yield "j"
    sound = _PLAIN[letter]
    husher = _UNPAIRED.get(before, "")
    if letter == "и" and husher in _HARD_ONLY:
        sound = "y"
    soft = letter in _SOFTENING or husher in _HUSHERS
    if is_stressed:
        yield sound + "1"
    else:
        yield _reduced(sound, soft, husher in _HARD_ONLY, i == len(letters) - 1)


def _reduced(sound: str, soft: bool, after_hard_husher: bool, last: bool) -> str:
    """Unstressed vowels: ikanje after soft consonants, akanje after hard ones."""
    if sound == "e":
        return "y0" if after_hard_husher else "i0" if soft else "e0"
    if sound == "a" and soft and not last:
        return "i0"
    if sound == "o":
        return "i0" if soft and not last else "a0"
    return sound + "0"


def _voice(raw: list[str]) -> list[str]:
    """Regressive voicing and devoicing, and devoicing at the end of the word."""
    out = list(raw)
    for i in range(len(out) - 1, -1, -1):
        plain = out[i].rstrip("'")
        mark = out[i][len(plain) :]
        after = out[i + 1].rstrip("'") if i + 1 < len(out) else "#"
        if plain in _DEVOICED and len(out) > 1 and (after in _VOICELESS or after == "#"):
            out[i] = _DEVOICED[plain] + mark
        elif plain in _VOICED and after in _VOICES:
            out[i] = _VOICED[plain] + mark
    return out


def _soften(raw: list[str]) -> list[str]:
    """Dentals grow soft before soft dentals («шесть», «здесь»), «н» before «ч, щ»."""
    out = list(raw)
    for i in range(len(out) - 2, -1, -1):
        before_soft_dental = out[i] in {"s", "z", "n"} and out[i + 1] in _SOFT_DENTALS
        if before_soft_dental or (out[i] == "n" and out[i + 1] in {"ch", "sch"}):
            out[i] += "'"
    return out


def _merge(raw: list[str]) -> list[str]:
    """Long consonants as one phone; «т, д» melt into a following «ц, ч»."""
    out: list[str] = []
    for phone in raw:
        before = out[-1].rstrip("'") if out else ""
        long = before == phone.rstrip("'") and phone in CONSONANTS
        if long or (before in {"t", "d"} and phone in {"c", "ch"}):
            out[-1] = phone
        elif before == "s" and phone in {"ch", "sch"}:
            out[-1] = "sch"
        else:
            out.append(phone)
    return out
