"""A shared key that signs questions and answers.

It does not encrypt. The signature of an answer covers that of its question, which covers a nonce:
an old answer does not fit a new question.
"""

import hmac
import os
import secrets
from ipaddress import ip_address

from ..errors import UserError

SECRET_VARIABLE = "HEADS_UP_BACKEND_KEY"
_SHORTEST = 16  # characters of a key
NONCE, SIGNATURE = "Heads-Up-Nonce", "Heads-Up-Signature"  # headers of a question


def _is_loopback(host: str) -> bool:
    """Return whether a host is a loopback address, out of reach of other machines."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def read_key(host: str) -> bytes:
    """Return the key of the environment; empty without one, which only loopback allows.

    Raises UserError for a key that is missing or too short.
    """
    key = os.environ.get(SECRET_VARIABLE, "").strip()
    if key and len(key) < _SHORTEST:
        raise UserError(
            "{variable} has {count} characters. Give it {shortest} or more, as python -c "
            "'import secrets; print(secrets.token_hex())' writes them.",
            variable=SECRET_VARIABLE,
            count=len(key),
            shortest=_SHORTEST,
        )
    if not key and not _is_loopback(host):
        raise UserError(
            "“{host}” can be reached from other machines. Set {variable} to the same secret on "
            "the machines that run the models and on the servers of pages. Make one with: "
            "python -c 'import secrets; print(secrets.token_hex())'",
            host=host,
            variable=SECRET_VARIABLE,
        )
    return key.encode()


def make_nonce() -> str:
    return secrets.token_hex(16)


class Signature:
    """An HMAC over parts, each preceded by its length."""

    def __init__(self, key: bytes, *parts: bytes):
        self._hmac = hmac.new(key, digestmod="sha256")
        for part in parts:
            self.add(part)

    def add(self, part: bytes | memoryview) -> None:
        """Add a part."""
        self._hmac.update(len(part).to_bytes(8, "big"))
        self._hmac.update(part)

    @property
    def text(self) -> str:
        return self._hmac.hexdigest()

    def is_equal(self, text: object) -> bool:
        """Compare with a signature in constant time."""
        return isinstance(text, str) and hmac.compare_digest(self.text.encode(), text.encode())


def sign_question(key: bytes, version: str, nonce: str, body: bytes) -> Signature:
    return Signature(key, b"question", version.encode(), nonce.encode(), body)
