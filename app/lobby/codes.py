"""Table codes: six letters that nobody mistakes for another letter or a digit."""

import secrets

__all__ = ["ALPHABET", "LENGTH", "new_code", "normal_code"]

ALPHABET = "ACDEFGHJKMNPQRTUVWXY"  # no B/8, I/L/1, O/0, S/5, Z/2: 64 million codes
LENGTH = 6


def new_code() -> str:
    """A code from the system's secure generator; whether it is free is the log's to say."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def normal_code(text: str) -> str | None:
    """What somebody typed as a code, or None when it cannot be one."""
    code = text.strip().upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None
