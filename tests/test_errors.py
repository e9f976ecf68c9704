# SPDX-License-Identifier: MIT
"""What a host is told of an error in one line."""

import pytest

from voice_host.errors import Told, VoiceHostError, reason
from voice_host.language.catalogue import Message, Messages

KNOWN = Messages(
    {
        "lost": Message("Модель {name} испорчена", "Скачайте её заново."),
        "ended": Message("Модель {name} испорчена.", "Скачайте её заново."),
        "alone": Message("Прочитано: {lines} {lines:|строка|строки|строк}"),
        "outer": Message("Игра не идёт: {why}."),
        "both": Message("{why}.", "{why!h} {other.one}"),
        "other.one": Message("Или возьмите другую."),
    }
)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (Told("lost", name="M"), "Модель M испорчена. Скачайте её заново."),
        (Told("ended", name="M"), "Модель M испорчена. Скачайте её заново."),
        (Told("alone", lines=22), "Прочитано: 22 строки"),
        (
            Told("outer", why=Told("ended", name="M")),
            "Игра не идёт: Модель M испорчена. Скачайте её заново.",
        ),
        (
            Told("both", why=Told("ended", name="M")),
            "Модель M испорчена. Скачайте её заново. Или возьмите другую.",
        ),
        (Told("none.such", seat=3), "none.such(seat=3)"),
        (VoiceHostError("lost", name="M"), "Модель M испорчена. Скачайте её заново."),
        (VoiceHostError(Told("lost", name="M")), "Модель M испорчена. Скачайте её заново."),
    ],
)
def test_message_and_hint_are_sentences(error: Told | VoiceHostError, line: str) -> None:
    """However they end, and whatever is told within them."""
    assert KNOWN.line(error) == line


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(28, "No space left on device"), "reason.disk_full"),
        (OSError(13, "Permission denied"), "reason.no_access"),
        (OSError(1, "Operation not permitted"), "reason.no_access"),
        (OSError(71, "Protocol error"), "reason.number"),
        (OSError("nothing known"), "reason.refused"),
        (b"\xff".decode, "reason.not_utf8"),
        (ValueError(), "reason.other_content"),
    ],
)
def test_the_systems_reasons_are_codes(error: object, code: str) -> None:
    """By number, a rare one with it."""
    if callable(error):
        with pytest.raises(UnicodeDecodeError) as caught:
            error()
        error = caught.value
    assert isinstance(error, Exception)
    assert reason(error).code == code
