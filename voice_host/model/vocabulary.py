# SPDX-License-Identifier: MIT
"""The words a model directory knows, and a copy of it that knows more.

Decides how nicknames and new sentences reach the recogniser without any
training: their pronunciations go into a new graph beside the same network.
It must not know when it is called or by whom.
"""

import shutil
from collections.abc import Iterable
from pathlib import Path

import msgspec

from voice_host.errors import ModelMissing, reason
from voice_host.model.decoding_graph import UNKNOWN, Background, write_graph
from voice_host.model.fst import read_symbols
from voice_host.model.lexicon import Lexicon, bare, lexicon_of, load_spellings
from voice_host.model.seal import seal

_LEXICON, _BACKGROUND = "lexicon.txt", "background.json"


def vocabulary(model_dir: Path) -> frozenset[str]:
    """Every word a grammar may use with this model, `[unk]` left out.

    Works for any Vosk model with a look-ahead graph.  Raises ModelMissing.
    """
    graph = model_dir / "graph"
    try:
        if (graph / "words.txt").exists():
            lines = (graph / "words.txt").read_text(encoding="utf-8").splitlines()
            words = [line.split(" ")[0] for line in lines]
        else:
            words = read_symbols((graph / "Gr.fst").read_bytes())
    except (OSError, ValueError) as error:
        raise ModelMissing(
            "model.vocabulary_not_read", model_dir=model_dir, why=reason(error)
        ) from error
    return frozenset(words) - {"<eps>", UNKNOWN}


def write_vocabulary(graph: Path, lexicon: Lexicon, background: Background) -> None:
    """The whole `graph/` of a model, and what `extend` needs to write it again."""
    write_graph(graph, lexicon, background)
    lines = [f"{word} {' '.join(said)}" for word, ways in sorted(lexicon.items()) for said in ways]
    (graph / _LEXICON).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (graph / _BACKGROUND).write_bytes(msgspec.json.encode(background))


def read_vocabulary(graph: Path) -> tuple[Lexicon, Background]:
    """Lexicon and background of one of our models.  Raises ModelMissing for any other."""
    lexicon: Lexicon = {}
    try:
        for line in (graph / _LEXICON).read_text(encoding="utf-8").splitlines():
            word, *said = line.split(" ")
            lexicon.setdefault(word, []).append(tuple(said))
        data = (graph / _BACKGROUND).read_bytes()
        return lexicon, msgspec.json.decode(data, type=Background)
    except (OSError, ValueError, RecursionError) as error:
        raise ModelMissing("model.not_ours", parent=graph.parent) from error


def extend(
    model_dir: Path, words: Iterable[str], out_dir: Path, lexicon_file: Path | None = None
) -> Path:
    """Writes a model to `out_dir` that knows `words` too; returns `out_dir`.

    A word may carry its stress («Мари́на»); if neither it nor the lexicon file
    tells, several stresses are listened for.  am/ and conf/ are linked where the file system
    can, copied where it cannot.  Raises ModelMissing.
    """
    lexicon, background = read_vocabulary(model_dir / "graph")
    spellings = load_spellings(lexicon_file) if lexicon_file else {}
    for word, ways in lexicon_of(words, spellings).items():
        lexicon[bare(word)] = list(dict.fromkeys([*lexicon.get(word, []), *ways]))
    write_vocabulary(out_dir / "graph", lexicon, background)
    for part in ("am", "conf"):
        share(model_dir / part, out_dir / part)
    seal(out_dir)
    return out_dir


def share(source: Path, target: Path) -> None:
    """Makes `target` the folder `source`: a link where the file system can, else a copy."""
    if target.is_symlink():
        target.unlink()
    elif target.exists():
        shutil.rmtree(target)
    try:
        target.symlink_to(source.resolve(), target_is_directory=True)
    except OSError:
        shutil.copytree(source, target)
