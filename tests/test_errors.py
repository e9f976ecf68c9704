"""What a host is told of an error in one line."""

import pytest

from voice_host.errors import VoiceHostError


@pytest.mark.parametrize(
    ("message", "hint", "line"),
    [
        ("Модель испорчена", "Скачайте её заново.", "Модель испорчена. Скачайте её заново."),
        ("Модель испорчена.", "Скачайте её заново.", "Модель испорчена. Скачайте её заново."),
        ("Модель испорчена", "", "Модель испорчена."),
    ],
)
def test_message_and_hint_are_sentences(message: str, hint: str, line: str) -> None:
    """However the message ends."""
    assert VoiceHostError(message, hint).line == line
