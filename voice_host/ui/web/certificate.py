# SPDX-License-Identifier: MIT
"""The certificate under which phones may use their microphones, made once and kept.

Browsers give a microphone only to a page that came under TLS. Nobody signs certificates for
192.168.x.x, so ours signs itself; the browser warns once, and the host compares the fingerprint
that the companion's own screen shows. Keeping key and certificate keeps the fingerprint.
"""

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_LASTS = timedelta(days=800)
"""Phones of one maker take no certificate that lasts longer than 825 days."""
_SPARE = timedelta(days=14)
SHOWN = len("AA:BB:CC:DD:EE:FF:00:11")
"""Characters of the fingerprint that are shown: nobody compares more."""
_NAME = "voice-host"


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files for the server, and the SHA-256 fingerprint as browsers print it."""

    certificate: Path
    key: Path
    fingerprint: str


def kept_in(folder: Path, addresses: tuple[str, ...]) -> Certificate:
    """The certificate of this folder, made when it is missing, spoiled or nearly over.

    Raises OSError when it can be neither read nor written.
    """
    return look(folder) or _described(folder, _make(*_files(folder), addresses))


def look(folder: Path) -> Certificate | None:
    """The same where it is there already; makes nothing."""
    found = _read(*_files(folder))
    return None if found is None else _described(folder, found)


def _files(folder: Path) -> tuple[Path, Path]:
    return folder / "certificate.pem", folder / "key.pem"


def _described(folder: Path, found: x509.Certificate) -> Certificate:
    return Certificate(*_files(folder), found.fingerprint(hashes.SHA256()).hex(":").upper())


def _read(certificate: Path, key: Path) -> x509.Certificate | None:
    """None unless both are there, belong together, and will last the evening."""
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        private = serialization.load_pem_private_key(key.read_bytes(), password=None)
    except (OSError, ValueError, TypeError):
        return None
    ours = private.public_key() == found.public_key()
    return found if ours and found.not_valid_after_utc > datetime.now(UTC) + _SPARE else None


def _make(certificate: Path, key: Path, addresses: tuple[str, ...]) -> x509.Certificate:
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, _NAME)])
    begins = datetime.now(UTC) - timedelta(days=1)  # a phone's clock may be behind
    names = [x509.DNSName("localhost")]
    numbers = [x509.IPAddress(ip_address(one)) for one in ("127.0.0.1", *addresses)]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + _LASTS)
        .add_extension(x509.SubjectAlternativeName([*names, *numbers]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(private, hashes.SHA256())
    )
    _write(
        key,
        private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )
    _write(certificate, made.public_bytes(serialization.Encoding.PEM))
    return made


def _write(path: Path, content: bytes) -> None:
    """For the user alone, from its first byte on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
