"""From a request to a person: the guest cookie or a bearer token."""

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import Response

from app.players.guests import SESSION_SECONDS, Guests, SignedIn
from app.problems import Problem

__all__ = ["COOKIE", "bearer", "drop_cookie", "give_cookie", "signed_in", "token_of"]

COOKIE = "majlis_guest"


def bearer(headers: Headers) -> str | None:
    """The token of an `Authorization: Bearer` header."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def token_of(headers: Headers) -> str | None:
    """The token a request carries, the explicit one first."""
    if (token := bearer(headers)) is not None:
        return token
    return cookie_parser(headers.get("cookie", "")).get(COOKIE)


async def signed_in(request: Request, guests: Guests) -> SignedIn:
    """Who is asking; Problem `sign_in` when nobody we know."""
    found = await guests.who(token_of(request.headers))
    if found is None:
        raise Problem(401, "sign_in", headers={"www-authenticate": "Bearer"})
    return found


def give_cookie(response: Response, token: str, *, secure: bool) -> None:
    """Scripts cannot read it, other sites cannot send it along, and behind TLS it never leaves TLS."""
    response.set_cookie(
        COOKIE, token, max_age=SESSION_SECONDS, path="/", httponly=True, samesite="lax", secure=secure
    )


def drop_cookie(response: Response, *, secure: bool) -> None:
    """Forget the token in this browser."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax", secure=secure)
