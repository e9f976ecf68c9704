# SPDX-License-Identifier: MIT
"""`voice-host model`: fetched from a server, used from then on, checked and removed."""

import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.model.test_fetch import Shop, shop  # noqa: F401 - a fixture
from tests.russian import RU
from tests.spoken import MODEL
from tests.telling import hint, into, says
from voice_host import places
from voice_host.cli import cli
from voice_host.enrol.speech_model import Wanted, open_model, with_words
from voice_host.errors import ModelMissing, Told, VoiceHostError
from voice_host.language.heard.hear import vocabulary
from voice_host.model.fetch import NAME
from voice_host.model.seal import MANIFEST, check_whole, seal, sums
from voice_host.places import Chosen


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of a user of our own."""
    monkeypatch.setattr(places, "data_folder", lambda: tmp_path / "data")
    return tmp_path


@pytest.fixture
def stocked(shop: Shop) -> Shop:  # noqa: F811
    """A server whose official model is ours, so that it can be opened."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for path in MODEL.rglob("*"):
            file.write(path, f"{NAME}/{path.relative_to(MODEL)}")
    shop.content = packed.getvalue()
    shop.md5 = hashlib.md5(shop.content, usedforsecurity=False).hexdigest()
    shop.size = len(shop.content)
    return shop


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["model", *arguments], obj=RU)


def test_a_fetched_model_is_used_from_then_on(stocked: Shop) -> None:
    """Fetched, named with its reason, found by every command; removed, ours is back."""
    told = run("fetch", "--from", stocked.url)
    assert told.exit_code == 0, told.exception
    fetched = places.fetched_folder() / NAME
    assert f"Модель: {fetched}" in told.stdout
    assert "скачана" in told.stdout
    assert "Знает все слова команд." in told.stdout
    assert "Скачиваю модель" in told.stderr
    assert places.model_folder() == fetched
    told = run("remove")
    assert "убрана" in told.stdout
    assert "пришла с программой" in told.stdout
    assert places.model_folder() != fetched
    assert not fetched.exists()
    assert "и не было" in run("remove").stdout


def test_words_that_it_lacks_are_named_with_a_sentence(
    stocked: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every word of the grammar is looked up in the fetched model's vocabulary."""
    known = vocabulary(RU.sentences) - {"ппк", "несострел"}
    monkeypatch.setattr("voice_host.enrol.speech_model.vocabulary", lambda _: known)
    told = run("fetch", "--from", stocked.url).stdout
    assert "  несострел: «несострел»\n" in told
    assert "  ппк: «ппк " in told


def test_a_cut_line_leaves_the_model_that_was_there(stocked: Shop) -> None:
    """The error says how to go on; going on fetches the rest only."""
    stocked.break_after = stocked.size // 2
    told = run("fetch", "--from", stocked.url)
    assert isinstance(told.exception, VoiceHostError)
    assert "оборвалась" in says(told.exception)
    assert "voice-host model fetch" in hint(told.exception)
    assert "пришла с программой" in run("which").stdout
    stocked.break_after = None
    assert run("fetch", "--from", stocked.url).exit_code == 0
    assert stocked.asked[-1] == f"bytes={stocked.size // 2}-"


def test_other_models_are_told_apart(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was put there by hand goes before all; a voice made of another one is not used."""
    by_hand = folders / "data" / "model"
    shutil.copytree(MODEL, by_hand)
    assert "положена в папку" in run("which").stdout
    shutil.copytree(MODEL, places.voice_folder())
    stamp = places.voice_folder() / places.STAMP
    stamp.write_text(places.stamp(by_hand), encoding="utf-8")
    assert "на ваш голос;" in run("which").stdout
    assert places.model_folder() == places.voice_folder()
    with (by_hand / "am" / "final.mdl").open("ab") as file:
        file.write(b"newer")
    seal(by_hand)
    told = run("which").stdout
    assert "положена в папку" in told
    assert "для другой модели: voice-host enroll" in told
    stamp.write_bytes(b"\xff\xfe")
    assert places.model_folder() == by_hand


def test_a_stamp_of_nothing(folders: Path) -> None:
    """A folder that is no model has none."""
    with pytest.raises(ModelMissing):
        places.stamp(folders)


def lacking(model: Path) -> None:
    (model / "graph" / "HCLr.fst").unlink()


def junk(model: Path) -> None:
    (model / "am" / "final.mdl").write_bytes(b"junk" * 99)


def cut_short(name: str) -> Callable[[Path], None]:
    def cut(model: Path) -> None:
        file = model / name
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 3])

    return cut


def unlisted(model: Path) -> None:
    """Another's model, which says nothing about its files."""
    (model / MANIFEST).unlink()
    cut_short("graph/HCLr.fst")(model)


def fixed(model: Path) -> None:
    """Whole, but of a kind whose words cannot be chosen."""
    (model / "graph" / "HCLG.fst").touch()


def without_ends(model: Path) -> None:
    """Whole, as its own list says, but it never hears where a sentence ends."""
    conf = model / "conf" / "model.conf"
    lines = conf.read_text().splitlines()
    conf.write_text("\n".join(line for line in lines if "silence-phones" not in line) + "\n")
    seal(model)


def badly_listed(model: Path) -> None:
    """Its list is not UTF-8, its graph is cut."""
    (model / MANIFEST).write_bytes(b'{"sha256": {"\xff": ""}}')
    cut_short("graph/HCLr.fst")(model)


CUT = [cut_short(n) for n in ("am/final.mdl", "graph/HCLr.fst", "graph/Gr.fst", "conf/model.conf")]


@pytest.mark.speech
@pytest.mark.parametrize("spoil", [lacking, junk, *CUT])
def test_a_spoiled_model_of_the_users_is_passed_over_and_can_be_removed(
    folders: Path, spoil: Callable[[Path], None]
) -> None:
    """One sentence names it; the model that came along listens; one asked for is an error."""
    own = places.own_model()
    shutil.copytree(MODEL, own)
    spoil(own)
    told: list[str] = []
    assert open_model(None, into(told), Wanted(("дальше",))).knows("дальше")
    (sentence,) = told
    assert f"«{own}»" in sentence and "model remove" in sentence
    with pytest.raises(ModelMissing):
        open_model(own, into(told), Wanted())
    which = run("which")
    assert which.exit_code == 0
    assert which.stdout.startswith(sentence) and "пришла с программой" in which.stdout
    removed = run("remove").stdout
    assert f"Испорченная модель убрана: «{own}»." in removed
    assert "пришла с программой" in removed
    assert not own.exists()


@pytest.mark.speech
@pytest.mark.parametrize("change", [fixed, without_ends, unlisted, badly_listed])
def test_a_model_of_the_users_that_is_not_known_to_be_spoiled_is_left_alone(
    folders: Path, change: Callable[[Path], None]
) -> None:
    """It is passed over, nobody calls it spoiled, and its folder is named, not removed."""
    own = places.own_model()
    shutil.copytree(MODEL, own)
    change(own)
    kept = {path.name for path in own.rglob("*")}
    told = run("remove")
    assert told.exit_code == 0, told.exception
    assert f"В «{own}» модель, которую положили вы: не нужна — удалите эту папку." in told.stdout
    assert "удалите её папку" in told.stdout and "спорчен" not in told.stdout
    assert "пришла с программой" in told.stdout
    assert {path.name for path in own.rglob("*")} == kept


@pytest.mark.speech
@pytest.mark.parametrize("spoil", [lacking, cut_short("graph/HCLr.fst")])
def test_a_spoiled_copy_in_the_cache_is_made_anew(
    folders: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]
) -> None:
    """What the program wrote itself makes nobody deaf."""
    monkeypatch.setattr(places, "cache_folder", lambda: folders / "cache")
    (folders / "cache" / "models").mkdir(parents=True)
    copy = with_words(MODEL, ["барабулька"])
    spoil(copy)
    assert not open_model(MODEL, print, Wanted(("барабулька",))).knows("барабулька")
    assert open_model(MODEL, print, Wanted(("барабулька",))).knows("барабулька")


def test_a_spoiled_model_and_no_other(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, and nobody is said to listen."""
    only = folders / "only"
    shutil.copytree(MODEL, only)
    cut_short("am/final.mdl")(only)
    monkeypatch.setattr(places, "models", lambda **_: iter([Chosen(only, Told("model.why.own"))]))
    told: list[str] = []
    with pytest.raises(ModelMissing) as caught:
        open_model(None, into(told), Wanted())
    assert told == []
    assert f"«{only}» испорчена" in says(caught.value) and "am/final.mdl" in says(caught.value)
    assert "model fetch" in hint(caught.value)


def test_another_s_model_that_is_whole_is_taken(tmp_path: Path) -> None:
    """One without a list of its files is opened in another process first."""
    shutil.copytree(MODEL, tmp_path / "model")
    (tmp_path / "model" / MANIFEST).unlink()
    assert open_model(tmp_path / "model", print, Wanted()).knows("дальше")


def test_the_model_that_comes_along_is_as_its_paper_says() -> None:
    """Also where the checkout changes the ends of lines."""
    check_whole(MODEL)
    assert sums(MODEL) == json.loads((MODEL / MANIFEST).read_bytes())["sha256"]


def test_a_model_put_there_by_hand_is_not_removed_while_it_is_whole(folders: Path) -> None:
    """The host is told where it lies."""
    shutil.copytree(MODEL, places.own_model())
    told = run("remove").stdout
    assert f"«{places.own_model()}»" in told
    assert places.own_model().exists()


def test_only_what_was_fetched_is_removed(stocked: Shop) -> None:
    """Also the beginning of a download; another model beside it stays."""
    beside = places.fetched_folder() / "another"
    beside.mkdir(parents=True)
    stocked.break_after = 1000
    run("fetch", "--from", stocked.url)
    assert "Скачанная модель убрана." in run("remove").stdout
    assert list(places.fetched_folder().iterdir()) == [beside]
    stocked.break_after = None
    run("fetch", "--from", stocked.url)
    assert "Скачанная модель убрана." in run("remove").stdout
    assert list(places.fetched_folder().iterdir()) == [beside]
