# SPDX-License-Identifier: MIT
"""Two commands in one breath are done in order; what is then not done is told."""

from tests.parlour import fouls, speech
from voice_host.host.inbox import Refusal


def test_both_are_done_in_order() -> None:
    """«Фол третьему и пятому» is two fouls, each of them with an undo of its own."""
    parlour = speech()
    assert parlour.types("фол третьему и пятому") is None
    assert (fouls(parlour, 3), fouls(parlour, 5)) == (1, 1)
    parlour.types("отмена")
    assert (fouls(parlour, 3), fouls(parlour, 5)) == (1, 0)


def test_one_deed_in_two_words_is_done_once() -> None:
    """«Спасибо, дальше» ends one speech: the next speaker keeps his minute."""
    parlour = speech()
    speaker = parlour.host.state.speaker
    parlour.types("спасибо, дальше")
    assert (speaker, parlour.host.state.speaker) == (1, 2)


def test_the_second_is_not_done_where_the_first_is_refused() -> None:
    """It may hang on the first: what was not done is named."""
    parlour = speech()
    assert parlour.types("сними фол с третьего, фол пятому") is Refusal.REJECTED
    assert fouls(parlour, 5) == 0
    assert parlour.screen.ear[-1] == "Не сделано: фол пятому. Скажите отдельно."


def test_the_second_does_not_drop_the_question_of_the_first() -> None:
    """«Удалить пятого?» still waits for its answer."""
    parlour = speech()
    parlour.types("удалить пятого, фол третьему")
    assert parlour.host.asks and fouls(parlour, 3) == 0
    assert parlour.screen.ear[-1] == "Не сделано: фол третьему. Скажите отдельно."
    parlour.types("да")
    assert not parlour.host.state.players[4].alive


def test_a_slip_of_the_tongue_is_put_right() -> None:
    """Never the half that was taken back."""
    parlour = speech()
    parlour.types("фол третьему, нет, пятому")
    assert (fouls(parlour, 3), fouls(parlour, 5)) == (0, 1)
