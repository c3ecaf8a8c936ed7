"""What goes over the socket, and what HTTP answers with; the published schema and TypeScript types come from it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.bounds import Name
from cardroom.house.kernel.people import Person
from cardroom.house.log import commands as c
from cardroom.house.runtime.identity.auth import SHORTEST_PASSWORD
from cardroom.house.runtime.identity.one_time_codes import OneTimeCode
from cardroom.house.runtime.identity.secret_hashes import LONGEST_PASSWORD
from cardroom.house.runtime.identity.staff_cards import NewCard, Pin, Swipe
from cardroom.house.views.lobby import LobbyNews
from cardroom.house.views.staff.pit import PitView
from cardroom.house.views.staff.terminal import TerminalView
from cardroom.house.views.table_frames import Seen, SeenEvents, Standing, TableView, Yours
from cardroom.jackpots import Display
from cardroom.money import Money
from cardroom.table.commands import Seat

Key = Annotated[str, Meta(max_length=80, pattern="^[^\\u0000-\\u001f\\u007f]*$")]
Password = Annotated[str, Meta(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD)]  # a new one
Number = Annotated[int, Meta(ge=0, le=2**53)]
Reaction = Literal["👏", "🍀", "😄", "😮", "😢", "🎉"]


# --- from the browser -------------------------------------------------------------------------------------------------


class ClientMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The root of all messages to the server."""


class Subscribe(ClientMessage, frozen=True, tag="Subscribe"):
    """Follow a table. `after`: the last number seen; what was missed is told, or a snapshot if that is too long ago."""

    table: Name
    after: Number | None = None


class Unsubscribe(ClientMessage, frozen=True, tag="Unsubscribe"):
    table: Name


class WatchLobby(ClientMessage, frozen=True, tag="WatchLobby"):
    """Follow what changes of the list of tables. All of it is fetched from /api/lobby once the first answer is here."""


class WatchJackpots(ClientMessage, frozen=True, tag="WatchJackpots"):
    """Follow all jackpot signs."""


class WatchTerminal(ClientMessage, frozen=True, tag="WatchTerminal"):
    """Follow the terminal of a table; for the staff."""

    table: Name


class WatchPit(ClientMessage, frozen=True, tag="WatchPit"):
    """Follow the tiles and alerts of the pit; for the staff."""


class Submit(ClientMessage, frozen=True, tag="Submit"):
    """A command. The same key from the same person is carried out once, so it is safe to send it again.

    A key begins with its time by the server's clock, in milliseconds since 1970, and a dash.
    """

    command: c.Sent
    key: Key = ""
    card: Swipe | None = None  # a staff card that is swiped for it: its holder's role counts, and the record is his


class Say(ClientMessage, frozen=True, tag="Say"):
    """A line to everyone at a table among friends. It stands in no log."""

    table: Name
    text: Annotated[str, Meta(min_length=1, max_length=200, pattern="^[^\\u0000-\\u001f\\u007f]*$")]


class React(ClientMessage, frozen=True, tag="React"):
    """A gesture, likewise."""

    table: Name
    reaction: Reaction


class Mute(ClientMessage, frozen=True, tag="Mute"):
    """The host hears enough of whoever sits there, or has said a line and only watches; or hears him again."""

    table: Name
    seat: Annotated[int, Meta(ge=1, le=12)] | None = None
    line: Annotated[int, Meta(ge=1, le=2**53)] | None = None
    muted: bool = True


class Ping(ClientMessage, frozen=True, tag="Ping"):
    pass


FromClient = (
    Subscribe | Unsubscribe | WatchLobby | WatchJackpots | WatchTerminal | WatchPit | Submit | Say | React | Mute | Ping
)  # fmt: skip


# --- from the server --------------------------------------------------------------------------------------------------


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """The root of all messages from the server."""


class Hello(Sent, frozen=True, kw_only=True, tag="Hello"):
    """The first message of a connection."""

    version: str
    house: str
    play_money: Money  # what a newcomer is given; 0: the house plays for real money
    now: datetime
    you: Person | None
    is_demonstration: bool = False  # the built-in floor, tried on the machine that runs it
    has_doors: bool = False  # whoever started the demonstration comes in as any of the staff


class Snapshot(Sent, frozen=True, kw_only=True, tag="Snapshot"):
    table: str
    view: TableView


class Frame(Sent, frozen=True, kw_only=True, tag="Frame"):
    """What happened at a table after one number and up to another; one a commit at most.

    Everything but the last two fields is the same for everyone.
    """

    table: str
    after: int
    number: int
    records: tuple[SeenEvents, ...]
    standing: Standing
    jackpots: tuple[Display, ...] | None  # None: as before
    yours: Yours | None = None  # None: as anyone
    seen: tuple[Seen, ...] = ()  # in place of what `records` say of these events


NOBODY = b"null"  # what is told besides to whoever is as anyone
_FOR_NOBODY = b'"yours":null,"seen":[]}'  # how a frame for anyone ends


def encode_shared_frame(frame: Frame) -> bytes:
    """A frame without its last two fields, which `complete_frame` adds."""
    encoded = msgspec.json.encode(frame)
    assert encoded.endswith(_FOR_NOBODY)
    return encoded[: -len(_FOR_NOBODY)]


def complete_frame(frame: bytes, yours: bytes, seen: tuple[Seen, ...]) -> bytes:
    """A frame for anyone, with what one person is told besides."""
    return b"".join((frame, b'"yours":', yours, b',"seen":', msgspec.json.encode(seen) if seen else b"[]", b"}"))


class Accepted(Sent, frozen=True, kw_only=True, tag="Accepted"):
    """A command is carried out and on disk; its record has this position in the log."""

    key: str
    position: int
    is_repeat: bool = False


class Refused(Sent, frozen=True, kw_only=True, tag="Refused"):
    """A message is refused and nothing has changed."""

    key: str
    code: str
    message: str


class Lobby(Sent, frozen=True, kw_only=True, tag="Lobby"):
    """What of the list of tables has changed; at first nothing has."""

    news: LobbyNews


class Jackpots(Sent, frozen=True, kw_only=True, tag="Jackpots"):
    signs: tuple[Display, ...]


class Terminal(Sent, frozen=True, kw_only=True, tag="Terminal"):
    """The terminal of a table as it stands now."""

    view: TerminalView


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody said or did at a table among friends."""

    number: int = 0
    at: datetime
    name: str
    seat: Seat | None  # None: somebody who watches
    text: str = ""
    reaction: Reaction | None = None


class Watcher(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody without a seat who has said something."""

    line: int  # the last one; by its number the host mutes him
    name: str
    is_muted: bool


class Heard(Sent, frozen=True, kw_only=True, tag="Heard"):
    """All that was said at a table among friends within a day, as far as it is remembered."""

    table: str
    host: Seat | None
    muted: tuple[Seat, ...]
    watchers: tuple[Watcher, ...]
    lines: tuple[ChatLine, ...]
    quiet: str = ""  # why whoever is told this may say nothing here


class Pit(Sent, frozen=True, kw_only=True, tag="Pit"):
    """The pit as it stands now, as one's role may see it."""

    view: PitView


class Unsubscribed(Sent, frozen=True, kw_only=True, tag="Unsubscribed"):
    table: str


class Outage(Sent, frozen=True, kw_only=True, tag="Outage"):
    """The house waits for its database, and takes no command until it is back; then the message is empty."""

    message: str


class Pong(Sent, frozen=True, kw_only=True, tag="Pong"):
    now: datetime


FromServer = (
    Hello
    | Snapshot
    | Frame
    | Accepted
    | Refused
    | Lobby
    | Jackpots
    | Terminal
    | Pit
    | Heard
    | Unsubscribed
    | Outage
    | Pong
)


# --- HTTP -------------------------------------------------------------------------------------------------------------


class Problem(msgspec.Struct, frozen=True):
    """Why something was not done: a code for programs and a sentence for people."""

    code: str
    message: str


class Health(msgspec.Struct, frozen=True):
    status: str
    version: str
    house: str
    troubles: tuple[
        str, ...
    ] = ()  # what the server does by itself and has failed of late; the house is open all the same
    stopped: tuple[str, ...] = ()  # tables at which something has failed


class ReplayLink(msgspec.Struct, frozen=True):
    """Where anyone may see a round, as the player did who made the link."""

    path: str


class OwnLimitsView(msgspec.Struct, frozen=True):
    """Limits that a player has set for himself. Looser ones asked for wait a day."""

    loss: Money | None
    until: datetime | None
    looser_from: datetime | None


class Me(msgspec.Struct, frozen=True, kw_only=True):
    person: Person
    wallet: Money
    in_all: Money  # with chips and stakes at tables
    seats: dict[str, Seat]
    limits: OwnLimitsView
    may: tuple[str, ...]  # what the role gives: commands, and what they carry to a table, a console or a link


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: Name
    password: Annotated[str, Meta(max_length=200)]


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: Annotated[str, Meta(max_length=200)]
    new: Password


class Redeeming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A one-time code, first the half of whoever asked for it, and what its holder wants to be known by."""

    person: Name
    code: OneTimeCode
    password: Password | None = None
    pin: Pin | None = None  # of the staff card


class Redeemed(msgspec.Struct, frozen=True):
    card: NewCard | None  # shown once


class CardLogin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: Swipe


class NewPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A PIN for the card that is swiped."""

    card: Swipe
    pin: Pin


class NewTerminal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The browser that asks for this becomes a terminal of the house, as two people have agreed."""

    name: Name


class Goodbye(msgspec.Struct, frozen=True):
    message: str


class MatrixRow(msgspec.Struct, frozen=True):
    command: str
    says: str
    roles: tuple[str, ...]
    sent_as: tuple[str, ...]  # what goes by this row, by the type of the innermost command


def to_server() -> msgspec.json.Decoder[FromClient]:
    return msgspec.json.Decoder(FromClient)


def message_schema(answers: tuple[type, ...] = ()) -> dict[str, object]:
    """The JSON Schema of every message, in both directions, and of these answers of HTTP."""
    (client, server, *_), components = msgspec.json.schema_components(
        (FromClient, FromServer, *answers), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of Cardroom's socket",
        "$defs": {"FromClient": client, "FromServer": server} | dict(sorted(components.items())),
    }
