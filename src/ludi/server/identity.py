"""Who is who: signed cookies for persons, unguessable tokens for seats, argon2id for passwords."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from ludi.server.store import Row

COOKIE = "ludi"
COOKIE_DAYS = 400
CONFIRM_SECONDS = 3 * 86400

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz234567")
MATCH_ID = 12

_hasher = PasswordHasher()


@dataclass(frozen=True, slots=True)
class Player:
    """A person, with or without an account."""

    id: str
    name: str
    account: str | None = None
    email: str | None = None
    email_confirmed: bool = False
    epoch: int = 0
    session: str = ""
    """By which cookie the person came; cookies of older versions have none."""


def player_from_row(row: Row) -> Player:
    return Player(row["id"], row["name"], row["account"], row["email"], row["email_confirmed"], row["epoch"])


def new_id(letters: int) -> str:
    """A random name of small letters and digits, 5 bits for each."""
    return base64.b32encode(secrets.token_bytes(letters)).decode().lower()[:letters]


def is_match(text: str) -> bool:
    """Whether this may be the name of a match."""
    return len(text) == MATCH_ID and LETTERS.issuperset(text)


class Seal:
    """Signs what the server will have to recognise."""

    def __init__(self, secret: str) -> None:
        self._session = URLSafeSerializer(secret, "ludi.session")
        self._mail = URLSafeTimedSerializer(secret, "ludi.mail")
        self._secret = secret.encode()

    def cookie(self, player: Player) -> str:
        """A new session of this person."""
        return str(self._session.dumps([player.id, player.epoch, new_id(20)]))

    def read_cookie(self, text: str) -> tuple[str, int, str] | None:
        """The player's id, the epoch and the name of the session; None if it is forged."""
        try:
            player, epoch, *names = self._session.loads(text)
        except (BadData, ValueError, TypeError):
            return None
        session = names[0] if names else ""
        genuine = isinstance(player, str) and isinstance(epoch, int) and isinstance(session, str)
        return (player, epoch, session) if genuine else None

    def mail_token(self, player: str, email: str) -> str:
        return str(self._mail.dumps([player, email]))

    def read_mail_token(self, token: str) -> tuple[str, str] | None:
        try:
            player, email = self._mail.loads(token, max_age=CONFIRM_SECONDS)
        except (BadData, ValueError, TypeError):
            return None
        return str(player), str(email)

    def invite(self, match: str) -> str:
        """The secret half of an invite link follows from the match, so it need not be stored."""
        proof = hmac.digest(self._secret, b"ludi.invite:" + match.encode(), "sha256")[:18]
        return f"{match}.{base64.urlsafe_b64encode(proof).decode()}"

    def read_invite(self, invite: str) -> str | None:
        match, _, _ = invite.partition(".")
        return match if hmac.compare_digest(self.invite(match).encode(), invite.encode("utf-8", "replace")) else None


def new_token() -> str:
    """A token that opens one seat."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def same_token(token: str, stored: str | None) -> bool:
    return stored is not None and hmac.compare_digest(token_hash(token), stored)


@cache
def _nobody() -> str:
    return _hasher.hash("nobody has this password")


def hash_password(password: str) -> str:
    return _hasher.hash(password)


def check_password(password: str, stored: str | None) -> bool:
    """Takes as long for an account that does not exist, so that nobody can find out which do."""
    try:
        _hasher.verify(stored or _nobody(), password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None
