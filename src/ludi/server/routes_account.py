"""Who you are, and what stands on the shelf."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import TypeAdapter

from ludi import __version__, bots
from ludi.bots.ratings import ratings
from ludi.core import Choice, Game, LudiError, Option, Phrase, registry
from ludi.server import queries
from ludi.server import schemas as s
from ludi.server.context import House, Maybe, Person, TheHouse, new_guest, set_cookie
from ludi.server.frames import board_info
from ludi.server.identity import Player, check_password, hash_password, player_from_row
from ludi.server.languages import Lang
from ludi.server.limits import visitor
from ludi.server.names import account_key
from ludi.server.refusals import Refused, from_game
from ludi.server.store import News, now
from ludi.server.talk import LANGUAGES, game_talk, is_guest_name

router = APIRouter(prefix="/api", tags=["you"])


def me(home: House, player: Player) -> s.Me:
    return s.Me(
        id=player.id,
        name=player.name,
        guest=player.account is None,
        account=player.account,
        email=player.email,
        email_confirmed=player.email_confirmed,
        can_mail=home.post.open,
    )


@router.get("/me")
async def who_am_i(home: TheHouse, player: Person) -> s.Me:
    """The person behind the cookie; a stranger becomes a guest."""
    return me(home, player)


@router.patch("/me")
async def rename(home: TheHouse, player: Person, body: s.Rename) -> s.Me:
    return await _changed(home, player, name=body.name)


async def _changed(home: House, player: Player, **values: Any) -> s.Me:
    await home.store.write(queries.change_player, player.id, values)
    row = await home.store.read(queries.find_player, player.id)
    assert row is not None
    return me(home, player_from_row(row))


@router.post("/account/register")
async def register(home: TheHouse, player: Person, body: s.Credentials, request: Request, response: Response) -> s.Me:
    """The guest becomes an account and keeps all tables."""
    home.limiter.check("login", visitor(request.scope))
    if player.account is not None:
        raise Refused("wrong_status", "You have an account already.")
    stored = await asyncio.to_thread(hash_password, body.password)
    values = {
        "account": body.account,
        "account_key": account_key(body.account),
        "password": stored,
        "epoch": player.epoch + 1,
        "seen": now(),
    }
    if is_guest_name(player.name):
        values["name"] = body.account
    try:
        await home.store.write(queries.change_player, player.id, values)
    except sa.exc.IntegrityError:
        raise Refused("taken", "This account name is taken.") from None
    return await _log_in(home, player.id, response)


async def _log_in(home: House, player: str, response: Response) -> s.Me:
    row = await home.store.read(queries.find_player, player)
    assert row is not None
    found = player_from_row(row)
    set_cookie(response, home, found)
    return me(home, found)


@router.post("/account/login")
async def login(home: TheHouse, guest: Maybe, body: s.Credentials, request: Request, response: Response) -> s.Me:
    """Tables of the guest move to the account."""
    home.limiter.check("login", visitor(request.scope))
    row = await home.store.read(queries.find_account, [account_key(body.account), body.account.casefold()])
    right = await asyncio.to_thread(check_password, body.password, row["password"] if row else None)
    if not right or row is None:
        raise Refused("wrong_login", "The account or the password is wrong.")
    if guest is not None and guest.account is None and guest.id != row["id"]:
        moved = await home.store.write(queries.move_tables, guest.id, row["id"], tell=_changed_matches)
        for match in moved:
            await home.hall.refresh(match)
    return await _log_in(home, row["id"], response)


def _changed_matches(versions: Mapping[str, int]) -> list[News]:
    return [{"match": match, "version": version} for match, version in versions.items()]


@router.post("/account/logout")
async def logout(home: TheHouse, player: Maybe, request: Request, response: Response) -> s.Me:
    """The session ends, also for one who has kept its cookie; this browser is a fresh guest again."""
    if player is not None:
        news = [{"ended": player.id, "session": player.session}]
        await home.store.write(queries.end_session, player.id, player.session, tell=news)
        home.hall.end_session(player.id, player.session)
    return me(home, await new_guest(request, response))


@router.put("/account/email")
async def set_email(home: TheHouse, player: Person, body: s.Address, request: Request, lang: Lang = "en") -> s.Me:
    """Ask for turn notices; a message with a confirming link goes out."""
    home.limiter.check("login", visitor(request.scope))
    if not home.post.open:
        raise Refused("wrong_status", "This server cannot send e-mail.")
    if player.account is None:
        raise Refused("wrong_status", "E-mails need an account.")
    answer = await _changed(home, player, email=body.email, email_confirmed=False, language=lang)
    token = home.seal.mail_token(player.id, body.email)
    facts = {"name": player.name, "url": f"{home.settings.url}/api/account/email/confirm?token={token}"}
    home.hall.spawn(home.post.send(body.email, "confirm", facts, lang))
    return answer


@router.delete("/account/email")
async def forget_email(home: TheHouse, player: Person) -> s.Me:
    return await _changed(home, player, email=None, email_confirmed=False)


@router.get("/account/email/confirm", response_class=RedirectResponse, status_code=303)
async def confirm_email(home: TheHouse, token: Annotated[str, Query(max_length=600)]) -> str:
    found = home.seal.read_mail_token(token)
    row = await home.store.read(queries.find_player, found[0]) if found else None
    if found is None or row is None or row["email"] != found[1]:
        raise Refused("not_yours", "This link is no longer valid.")
    await home.store.write(queries.change_player, found[0], {"email_confirmed": True})
    return "/"


# The shelf


@router.get("/status", tags=["games"])
async def status(home: TheHouse) -> s.ServerInfo:
    return s.ServerInfo(
        version=__version__,
        games=registry.names(),
        languages=list(LANGUAGES),
        time=now(),
        can_mail=home.post.open,
    )


@router.get("/games", tags=["games"], response_model=list[s.GameInfo])
async def games(lang: Lang = "en") -> Response:
    """Every game with its options and bots."""
    shelf = [registry.find(name) for name in registry.names()]
    return _said_already(_shelf(lang, tuple((game.name, game.rules_version) for game in shelf)))


@lru_cache(maxsize=16)
def _shelf(language: str, games: tuple[tuple[str, str], ...]) -> bytes:
    """The same for everybody, so it is put into words once."""
    return TypeAdapter(list[s.GameInfo]).dump_json([_game(registry.find(name), language) for name, _ in games])


def _said_already(answer: bytes) -> Response:
    return Response(answer, media_type="application/json")


@router.get("/games/{name}/board", tags=["games"], response_model=s.BoardInfo)
async def board(
    name: str, lang: Lang = "en", options: Annotated[str, Query(max_length=4000, description="as JSON")] = "{}"
) -> Response:
    """The names of all things of a game with these options, and what its board must know once."""
    try:
        game = registry.find(name)
    except LudiError as error:
        raise from_game(error) from None
    return _said_already(await asyncio.to_thread(_board, game, game.rules_version, lang, options))


@lru_cache(maxsize=64)
def _board(game: Game, _version: str, lang: str, options: str) -> bytes:
    try:
        chosen = json.loads(options)
    except (ValueError, RecursionError):
        chosen = None
    if not isinstance(chosen, dict):
        raise Refused("invalid", 'The options must be a JSON object, like {"scenario": "II"}.')
    return board_info(game, lang, chosen)


def _game(game: Game, language: str) -> s.GameInfo:
    book = game_talk(game, language)
    offers = game.offers(book.language)

    def said(key: str, default: str) -> str:
        return book.say(Phrase(key)) if book.has(key) else default

    def option(each: Option) -> s.OptionInfo:
        return s.OptionInfo(
            name=each.name,
            help=said(f"option.{each.name}", each.help),
            default=each.default,
            choices=None if each.choices is None else list(each.choices),
            upload=each.read is not None,
            offered=[_choice(choice) for choice in offers.get(each.name, ())],
            when={name: list(values) for name, values in each.when.items()},
            covered_by=each.covered_by or None,
        )

    return s.GameInfo(
        name=game.name,
        title=game.title,
        designer=game.designer,
        summary=said("game.summary", game.summary),
        rules_version=game.rules_version,
        data_status=said("game.data-status", game.data_status),
        languages=list(game.languages),
        seat_counts=list(game.seat_counts),
        seats_option="players" if any(each.name == "players" for each in game.options) else None,
        seating_option=next((name for name, each in offers.items() if any(choice.seats for choice in each)), None),
        options=[option(each) for each in game.options],
        bots=bots.names(),
        default_bot=bots.DEFAULT,
        ratings=dict(ratings(game.name)),
        reference=bool(game.reference(book.language)),
        campaign=game.campaign is not None,
    )


def _choice(choice: Choice) -> s.ChoiceInfo:
    return s.ChoiceInfo(
        value=choice.value,
        label=choice.label,
        about=choice.about,
        when={name: list(values) for name, values in choice.when.items()},
        seats=list(choice.seats),
        yours=choice.yours,
    )
