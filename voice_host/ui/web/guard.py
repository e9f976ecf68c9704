# SPDX-License-Identifier: MIT
"""What every request must be like before anybody looks at it, and what every answer says.

A page of another site in some phone's browser can send requests here too (DNS rebinding, forms,
fetch): so the Host must be a number or a name of this machine's own, whatever is posted must come
from our own page and say its type and its length, and nothing may frame, embed or sniff ours.
"""

import socket
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SOUND = "application/octet-stream"
LONGEST = {"application/json": 4_096, SOUND: 65_536}
"""Types that may be posted, and how many bytes of each."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src '{style}'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"microphone=(self), screen-wake-lock=(self), camera=(), geolocation=()",
    ),
]


def guarded(app: App, style: str) -> App:
    """The app behind the checks; `style` is the digest of the one style sheet that may be used."""
    names = _own_names()
    always = [(b"content-security-policy", _POLICY.format(style=style).encode()), *_HEADERS]

    async def behind(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = {
            key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]
        }
        refused = _refusal(scope["method"], scope["scheme"], headers, names)

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *always]
            await send(message)

        if refused is None:
            await app(scope, receive, answered)
        else:
            start = {
                "type": "http.response.start",
                "status": refused,
                "headers": [(b"connection", b"close")],
            }
            await answered(start)
            await send({"type": "http.response.body", "body": b""})

    return behind


def _refusal(
    method: str, scheme: str, headers: dict[str, str], names: frozenset[str]
) -> int | None:
    """The status that a request is turned away with, None for one that may pass."""
    host = headers.get("host", "")
    if not _ours(host, names):
        return 421
    if method in ("GET", "HEAD"):
        # A page of ours asks for its own streams; a browser says so when another's does.
        return (
            403
            if headers.get("sec-fetch-site") == "cross-site" and not _navigates(headers)
            else None
        )
    if method != "POST":
        return 405
    if headers.get("origin", "") != f"{scheme}://{host}":
        return 403
    most = LONGEST.get(headers.get("content-type", "").partition(";")[0].strip())
    if most is None:
        return 415
    length = headers.get("content-length", "")
    if not (length.isascii() and length.isdecimal() and len(length) < 10):
        return 411
    return 413 if int(length) > most else None


def _navigates(headers: dict[str, str]) -> bool:
    """Somebody followed a link to a page; it opens nothing by itself."""
    return headers.get("sec-fetch-mode") == "navigate"


def _ours(host: str, names: frozenset[str]) -> bool:
    """A number, or a name of this machine: a name of somebody else's may lead here by his DNS."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    if name.casefold() in names:
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _own_names() -> frozenset[str]:
    name = socket.gethostname().casefold().partition(".")[0]
    return frozenset({"localhost", name, f"{name}.local"} - {""})
