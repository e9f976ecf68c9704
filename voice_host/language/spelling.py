# SPDX-License-Identifier: MIT
"""From a line of text, typed or heard, to words as sentences know them.

Case, punctuation and stress marks go; numbers in digits become figures («фол № 3», «3-му»,
«+10», «1:00»), ranges become lists («1-3», «с первого по третий»). Nothing else goes: a sign
that means nothing here stands as a word that no sentence has. Meaning is not its business.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from voice_host.language.figures import (
    CASES,
    cardinals,
    feminine_ordinals,
    figure,
    figures,
    number_at,
    ordinals,
)
from voice_host.language.words import MOST_CARDINAL, MOST_ORDINAL, Words
from voice_host.text.letters import STRESS, fold, tidy

PASSED_OVER = frozenset(".,;:!?…()«»\"'“”„‟‘’‚‹›`_")
"""Signs between words that change nothing."""
DASHES = frozenset("-\N{HYPHEN}\N{NON-BREAKING HYPHEN}–—−\N{HORIZONTAL BAR}")
_MOST_IN_RANGE = 40
_MOST_PIECES = 160
"""The roles of the largest table take a hundred; a line of more is one word that is unknown."""

Ways = tuple[str, ...]
Reading = tuple["Token", ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a line: as it is shown, and the words or figures that it may be.

    `bare`: the number, where it is one in digits and nothing says its case.
    """

    shown: str
    ways: Ways
    bare: int | None = None


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stands in a line from `start` to `end`; `ways` where it is no longer a word."""

    text: str
    start: int
    end: int
    ways: Ways = ()
    number: int | None = None


class Spelling:
    """How texts are spelled with the words of a language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._cardinals = cardinals(words)
        self._feminine = {fold(w): ways for w, ways in feminine_ordinals(words).items()}
        self._masculine = {fold(form) for form in words.ordinals["n"].values()}
        said = {**ordinals(words), **self._cardinals}
        self._numbers = {fold(word): number for word, number in said.items()}
        for word, ways in self._feminine.items():
            self._numbers.setdefault(word, int(ways[0].partition(":")[0]))
        self._fractions = tuple(
            (re.compile(rf"(?<!\d){re.escape(digits).replace(',', '[.,]')}\b"), said)
            for digits, said in words.written.items()
        )
        self._layout = str.maketrans(dict(zip(*words.layout, strict=True)))
        self._alike = str.maketrans(dict(zip(*words.look_alikes, strict=True)))
        self._pieces = re.compile(
            r"(?P<clock>(?<!\d)\d{1,2}:\d\d(?!\d))"
            rf"|(?<!\d)(?P<ordinal>\d{{1,2}})(?P<ending>{_endings(words.ordinal_endings)})(?![^\W_])"
            r"|(?P<digits>\d+)|(?P<word>[^\W\d_]+)|(?P<sign>[^\w\s])"
        )

    def readings(self, text: str) -> Iterator[tuple[Reading, ...]]:
        """The ways to read a text, in groups: the next one only where none before it is a sentence.

        Digits together may be one number or several seats («578»); a bare number may be an
        ordinal in any case; letters may have been typed in the other layout («ajk 3»).
        """
        for line in filter(None, (text, self.in_layout(text))):
            whole = self.tokens(line)
            apart = self._apart(whole)
            yield (whole,) if whole == apart else (whole, apart)
            yield (self.loose(whole),)

    def words(self, text: str) -> tuple[str, ...]:
        """The text in words alone, digits spelled out."""
        return tuple(word for token in self.tokens(text) for word in self._spelled(token))

    def is_number(self, token: Token) -> bool:
        """Does it, in digits or in words, say a number or a part of one?"""
        said = fold(token.shown.split(" ")[0])
        return token.bare is not None or said in self._numbers

    def in_layout(self, text: str) -> str:
        """What the same keys type in the language's layout; empty where letters are its own."""
        plain = tidy(text).lower()
        letters = {c for c in plain if c.isalpha()}
        if not self._layout or not letters or not all(map(str.isascii, letters)):
            return ""
        typed = (
            word.translate(self._layout) if any(map(str.isalpha, word)) else word
            for word in plain.split()
        )
        return " ".join(typed)

    def tokens(self, text: str) -> Reading:
        """The pieces of a text, its ranges as lists; none is left out but punctuation."""
        plain = tidy(text).lower().replace(STRESS, "")
        for fraction, said in self._fractions:
            plain = fraction.sub(said, plain)
        pieces = [self._piece(found) for found in self._pieces.finditer(plain)]
        if len(pieces) > _MOST_PIECES:
            return (_word(plain),)
        return tuple(self._tokens(self._without_ranges(pieces)))

    def loose(self, reading: Reading) -> Reading:
        """The same where a bare number, in words too, may be an ordinal in any case."""
        words = [token.shown for token in reading]
        found: list[Token] = []
        at = 0
        while at < len(words):
            value, length = number_at(words, at, self._cardinals)
            number = reading[at].bare if value is None else value
            if number is None:
                found.append(reading[at])
            else:
                said = () if length > 1 else reading[at].ways
                ways = dict.fromkeys((*said, figure(number), *figures(number, CASES)))
                found.append(Token(" ".join(words[at : at + max(1, length)]), tuple(ways), number))
            at += length or 1
        return tuple(found)

    def _piece(self, found: re.Match[str]) -> _Piece:
        text, start, end = found[0], *found.span()
        if found["clock"]:
            minutes, seconds = map(int, text.split(":"))
            number = minutes * 60 + seconds
            return _Piece(text, start, end, (f"{number}:clock",), None)
        if found["ordinal"]:
            return self._ordinal(found)
        if found["digits"]:
            short = len(text) <= 4
            ways = (figure(int(text)),) if short else (text,)
            return _Piece(text, start, end, ways, int(text) if short else None)
        return _Piece(self._own(text), start, end)

    def _ordinal(self, found: re.Match[str]) -> _Piece:
        number = int(found["ordinal"])
        cases = self._words.ordinal_endings[found["ending"].strip(" -")]
        if number > MOST_ORDINAL:
            return _Piece(found[0], *found.span(), (found[0],))
        shown = self._words.ordinal(number, next(case for case in CASES if case in cases))
        return _Piece(shown, *found.span(), figures(number, cases), number)

    def _own(self, word: str) -> str:
        """A word with letters of two alphabets that look alike, in its own («фoл»)."""
        return word if word.isascii() else word.translate(self._alike)

    def _without_ranges(self, pieces: list[_Piece]) -> Iterator[_Piece]:
        """«1-3» and «с первого по третий» as lists; a range that is none keeps its dash."""
        words = [fold(piece.text) for piece in pieces]
        at = 0
        while at < len(pieces):
            ends, length = self._range(pieces, words, at)
            two = " ".join(words[at : at + 2])
            if length:
                yield from self._listed(ends, pieces[at])
            elif two in self._feminine and len(words) > at + 1:  # «двадцать первая»
                length = 2
                where = pieces[at].start, pieces[at + 1].end
                yield _Piece(two, *where, self._feminine[two])
            else:
                yield pieces[at]
            at += length or 1

    def _range(
        self, pieces: list[_Piece], words: list[str], at: int
    ) -> tuple[tuple[int, ...], int]:
        """The numbers of a range, or of a list with dashes, that begins there; its pieces."""
        opened = next((c for o, c in self._words.ranges if fold(o) == words[at]), None)
        joints = DASHES if opened is None else {fold(opened)}
        end = at if opened is None else at + 1
        ends: list[int] = []
        while True:
            number, length = self._number(pieces, words, end)
            if number is None:
                break
            ends.append(number)
            end += length
            if end >= len(words) or words[end] not in joints or len(ends) > _MOST_IN_RANGE:
                break
            end += 1
        if len(ends) < 2 or (end <= len(words) and words[end - 1] in joints):
            return (), 0
        if len(ends) > 2:
            return tuple(ends), end - at
        first, last = ends
        if not first < last <= first + _MOST_IN_RANGE:
            return (), 0
        return tuple(range(first, last + 1)), end - at

    def _number(self, pieces: list[_Piece], words: list[str], at: int) -> tuple[int | None, int]:
        if at < len(pieces) and pieces[at].number is not None:
            return pieces[at].number, 1
        return number_at(words, at, self._numbers)

    def _listed(self, numbers: Iterable[int], where: _Piece) -> Iterator[_Piece]:
        for at, number in enumerate(numbers):
            if at:
                yield _Piece(self._words.joiner, where.start, where.end)
            yield _Piece(str(number), where.start, where.end, (figure(number),), number)

    def _tokens(self, pieces: Iterable[_Piece]) -> Iterator[Token]:
        before: _Piece | None = None
        listed = list(pieces)
        for at, piece in enumerate(listed):
            after = listed[at + 1] if at + 1 < len(listed) else None
            if piece.ways:
                bare = piece.number if piece.ways == (f"{piece.number}:",) else None
                yield Token(piece.text, piece.ways, bare)
            elif piece.text in self._words.signs:
                yield _word(self._words.signs[piece.text])
            elif piece.text in DASHES:
                if _stands(before, piece, after):
                    yield _word(piece.text)
            elif piece.text not in PASSED_OVER:
                yield self._word(piece.text, first=before is None)
            before = piece

    def _word(self, word: str, first: bool) -> Token:
        """«второй» is also a woman in other cases, save where it would be «the second foul»."""
        ways = self._feminine.get(fold(word), ())
        if first and ways and fold(word) in self._masculine:
            ways = ()
        return Token(word, (fold(word), *ways))

    def _apart(self, reading: Reading) -> Reading:
        """Digits that stand together as a number each."""
        return tuple(
            single
            for token in reading
            for single in (
                [Token(d, (figure(int(d)),), int(d)) for d in token.shown]
                if token.shown.isdecimal()
                else [token]
            )
        )

    def _spelled(self, token: Token) -> list[str]:
        if token.bare is None and not token.shown.isdecimal():
            return token.shown.split()
        if token.bare is not None and token.bare <= MOST_CARDINAL:
            return self._words.cardinal(token.bare).split()
        return [self._words.cardinal(int(digit)) for digit in token.shown]


def _word(word: str) -> Token:
    return Token(word, (fold(word),))


def _endings(known: Iterable[str]) -> str:
    """Endings of ordinals; one letter alone must stand at its digits: «3 я» is no third."""
    longest = sorted(known, key=len, reverse=True)
    apart = "|".join(e for e in longest if len(e) > 1) or r"\b\B"
    close = "|".join(e for e in longest if len(e) == 1) or r"\b\B"
    return rf"\s?-?\s?(?:{apart})|-?(?:{close})"


def _stands(before: _Piece | None, dash: _Piece, after: _Piece | None) -> bool:
    """Does a dash mean something that is not understood? A minus, or a range that is none."""
    if after is None or after.number is None:
        return False
    signed = dash.end == after.start and (before is None or before.end < dash.start)
    return signed or (before is not None and before.number is not None)


def ways(reading: Sequence[Token]) -> tuple[Ways, ...]:
    """What each piece may be, for the graphs of sentences."""
    return tuple(token.ways for token in reading)
