# SPDX-License-Identifier: MIT
"""Which addresses of this machine a phone can reach, the likeliest one first.

Asks the system's interfaces and its routes; sends nothing. A machine has more addresses than
one that works: those of virtual cards, of a VPN, and 169.254.x.x, which a card gives itself
when nobody has given it any. The last are never shown.
"""

import socket
from ipaddress import IPv4Address, ip_address

import ifaddr

_NOWHERE = ("192.0.2.1", 9)
"""TEST-NET-1 (RFC 5737): connecting a datagram socket there asks for a route and sends nothing."""
_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "tun", "tap", "wg", "zt", "utun")
_VIRTUAL_WORDS = ("virtual", "hyper-v", "vpn", "wsl", "tailscale")


def reachable() -> tuple[str, ...]:
    """IPv4 addresses for phones: of the default route, then of real cards, then of virtual ones."""
    found = {
        str(ip.ip): _rank(adapter.nice_name)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str) and _usable(ip.ip)
    }
    if (first := default_route()) is not None and _usable(first):
        found[first] = -1
    return tuple(sorted(found, key=lambda address: (found[address], IPv4Address(address))))


def default_route() -> str | None:
    """The address that packets for the world would leave from; None without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_NOWHERE)
        except OSError:
            return None
        return str(asking.getsockname()[0])


def _usable(address: str) -> bool:
    ip = ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def _rank(name: str) -> int:
    name = name.casefold()
    virtual = name.startswith(_VIRTUAL) or any(word in name for word in _VIRTUAL_WORDS)
    return int(virtual)
