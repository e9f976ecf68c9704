"""How an evening is put together where something is missing."""

from dataclasses import replace
from pathlib import Path

import pytest

from voice_host import evening
from voice_host.voice.mouth import MouthOptions


def test_rendered_speech_is_not_kept_where_nobody_may_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A locked folder costs the cache, not the voice."""
    options = MouthOptions(cache=tmp_path / "speech")
    assert evening._with_cache(options) == options
    without = replace(options, cache=None)
    assert evening._with_cache(without) == without

    def locked(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", locked)
    assert evening._with_cache(options) == without
