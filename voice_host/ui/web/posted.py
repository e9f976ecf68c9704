# SPDX-License-Identifier: MIT
"""What is posted to the server, and short answers: how they are read and written."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

T = TypeVar("T")


async def posted(request: Request, kind: type[T]) -> T | None:
    """What was posted, None if it is not of this kind; its length has been checked before."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (ValueError, RecursionError, ClientDisconnect):
        return None


def as_json(content: Any) -> Response:
    """An answer that nobody keeps."""
    return Response(
        msgspec.json.encode(content),
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )
