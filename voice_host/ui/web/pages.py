# SPDX-License-Identifier: MIT
"""The pages themselves: files of `page/`, with the words of the language put in.

No build step: HTML names its words in {{double braces}}, and gets all of them as JSON for its
scripts. Read once at the start, so that a request never touches the disk.
"""

import base64
import gzip
import hashlib
import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

FOLDER = Path(__file__).parent / "page"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
_WORD = re.compile(r"\{\{([\w.]+)\}\}")
_STYLE_HERE = '<link rel="stylesheet" href="/page/style.css">'
_WORDS_HERE = '<script type="application/json" id="words"></script>'
_SCRIPT = re.compile(r"/page/([\w-]+\.js)")


@dataclass(frozen=True, slots=True)
class Page:
    """One file as it is sent."""

    content: bytes
    packed: bytes
    kind: str
    tag: str


class Pages:
    """All files, in memory. `words` are the texts by group and key, `facts` what scripts need."""

    def __init__(self, words: Mapping[str, Mapping[str, str]], facts: Mapping[str, Any]) -> None:
        sheet = (FOLDER / "style.css").read_text(encoding="utf-8")
        digest = hashlib.sha256(sheet.encode()).digest()
        self.style = f"sha256-{base64.b64encode(digest).decode()}"
        """The digest of the style sheet, as a security policy names it."""
        self._files: dict[str, Page] = {}
        for path in sorted(FOLDER.iterdir()):
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".html":
                text = _WORD.sub(lambda found: html.escape(_word(words, found[1])), text)
                # In the page itself: a slow network answers once before anything is painted.
                text = text.replace(_STYLE_HERE, f"<style>{sheet}</style>")
                used = _asked_for(words, "".join(_scripts(text)))
                data = msgspec.json.encode({"words": used, **facts}).decode().replace("</", "<\\/")
                text = text.replace(_WORDS_HERE, _WORDS_HERE.replace("><", f">{data}<"))
            content = text.encode()
            tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
            packed = gzip.compress(content, mtime=0)
            self._files[path.name] = Page(content, packed, _TYPES[path.suffix], tag)

    def page(self, name: str, headers: Headers) -> Response:
        """The HTML of this name."""
        return self.file(f"{name}.html", headers)

    def file(self, name: str, headers: Headers) -> Response:
        """A file, or the word that the browser's own copy is still true."""
        found = self._files.get(name)
        if found is None:
            return Response(status_code=404)
        kept = {"etag": found.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=kept)
        # Packing is safe here and nowhere else: these files hold no secret of anybody's.
        if "gzip" in headers.get("accept-encoding", ""):
            kept["content-encoding"] = "gzip"
            return Response(found.packed, media_type=found.kind, headers=kept)
        return Response(found.content, media_type=found.kind, headers=kept)


def _asked_for(
    words: Mapping[str, Mapping[str, str]], scripts: str
) -> Mapping[str, Mapping[str, str]]:
    """The words that these scripts ask for, by name or any of a group; no others go along."""
    used: dict[str, Mapping[str, str]] = {}
    for group, texts in words.items():
        whole = f"`{group}.${{" in scripts or f"words.{group}" in scripts
        named = {k: v for k, v in texts.items() if whole or f'"{group}.{k}"' in scripts}
        if named:
            used[group] = named
    return used


def _scripts(page: str) -> list[str]:
    """The texts of the scripts that a page loads, and of those that they load."""
    names = _SCRIPT.findall(page)
    texts: dict[str, str] = {}
    while names:
        name = names.pop()
        if name not in texts:
            texts[name] = (FOLDER / name).read_text(encoding="utf-8")
            names += _SCRIPT.findall(texts[name])
    return list(texts.values())


def _word(words: Mapping[str, Mapping[str, str]], key: str) -> str:
    group, _, name = key.partition(".")
    return words[group][name]
