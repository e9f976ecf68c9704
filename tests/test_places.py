# SPDX-License-Identifier: MIT
"""Places: where the model is looked for, and what a new journal is called."""

from pathlib import Path

import pytest
from platformdirs import user_data_path

from tests.telling import hint, refused, says
from voice_host import places
from voice_host.errors import JournalDamaged, ModelMissing


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of the program, and a package without a model."""
    monkeypatch.setattr(places, "data_folder", lambda: tmp_path / "home")
    monkeypatch.setattr(places, "_PACKAGE", tmp_path / "voice_host")
    return tmp_path


def model(folder: Path) -> Path:
    (folder / "am").mkdir(parents=True)
    (folder / "am" / "final.mdl").write_bytes(b"")
    return folder


def test_the_users_own_model_goes_before_the_one_that_came_along(home: Path) -> None:
    """Fetched or enrolled, then inside the package, then beside it in a checkout."""
    beside = model(home / "models" / "ru-host")
    assert places.model_folder() == beside
    inside = model(home / "voice_host" / "models" / "ru-host")
    assert places.model_folder() == inside
    own = model(home / "home" / "model")
    assert places.model_folder() == own


def test_without_a_model_the_host_is_told_where_it_was_looked_for(home: Path) -> None:
    """A folder that holds none is passed over."""
    (home / "home" / "model").mkdir(parents=True)
    with pytest.raises(ModelMissing) as error:
        places.model_folder()
    assert str(home / "home" / "model") in says(error.value)
    assert "--model" in hint(error.value)


def test_a_new_journal_is_never_one_that_is_there(home: Path) -> None:
    """Also for games that begin within one second."""
    found = []
    for _ in range(3):
        path = places.new_journal()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
        found.append(path)
    assert len(set(found)) == 3
    assert set(places.journals()) == set(found)


def test_where_there_is_no_journal_it_is_said(home: Path) -> None:
    """No folder yet, or nothing in it."""
    with refused(JournalDamaged, match="Сохранённых игр нет"):
        places.journals()


def test_a_home_that_may_not_be_looked_into_is_an_empty_one(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model that came along listens, and a new journal has a name; the rest is for others."""
    beside = model(home / "models" / "ru-host")
    stat = Path.stat

    def locked(path: Path, **how: bool) -> object:
        if home / "home" in path.parents:
            raise PermissionError(13, "Permission denied")
        return stat(path, **how)

    monkeypatch.setattr(Path, "stat", locked)
    assert places.model_folder() == beside
    assert places.new_journal().parent == places.games_folder()
    assert not places.visible(places.voice_folder())
    with refused(JournalDamaged, match=r"не читается: нет доступа|Сохранённых игр нет"):
        places.journals()


def test_where_files_may_be_put(tmp_path: Path) -> None:
    """Folders on the way can be made; under a file there are none."""
    file = tmp_path / "file"
    file.write_text("")
    assert places.writable(tmp_path)
    assert places.writable(tmp_path / "new" / "folder")
    assert not places.writable(file)
    assert not places.writable(file / "folder")


def test_errors_are_kept_in_the_users_folder(home: Path) -> None:
    """Not where the program lies."""
    assert places.log_file().parent == home / "home"
    assert "voice-host" in str(user_data_path(places._APP, appauthor=False))
