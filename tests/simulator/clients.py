"""People at a simulated house: they play, lose their patience and their connections, and send things twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec

from cardroom.house.log import commands as c
from cardroom.house.log.idempotency import new_key
from cardroom.jackpots import commands as j
from cardroom.jackpots.commands import StaffCard
from cardroom.money import DOLLAR
from cardroom.table import commands as t
from cardroom.web.messages import Ping, Submit, Subscribe, Unsubscribe, WatchJackpots, WatchLobby

from ..floors import base_of
from ..frames import standing_in
from ..house.felt import cards
from ..virtual_time import BEGINS
from .observer import NO_ANSWER, require
from .servers import Wire

REAL_TABLE = "delta-9"  # where people deal real cards
SEND_AGAIN = 20  # commands that were acknowledged and may come again


@dataclass
class Sent:
    command: c.AnyCommand
    at: float
    patience: float


@dataclass(eq=False)
class Client:
    person: str
    table: str
    chance: Random
    time: Callable[[], float]
    open_wire: Callable[[Client, Callable[[Wire, dict[str, Any]], None]], Wire | None]
    post: Callable[[Wire, str], None]  # over a connection, in its order
    trace: Callable[[str, str], None]
    is_calm: bool = False  # nothing but play
    wire: Wire | None = None
    ahead: float = 0.0  # the server's clock
    numbers: dict[str, int] = field(default_factory=dict)  # of the last record seen
    followed: dict[str, int | None] = field(default_factory=dict)  # over this connection, with the number known there
    is_leaving: bool = False  # frames may still be on their way
    standing: dict[str, Any] | None = None
    waiting: dict[str, Sent] = field(default_factory=dict)
    answered: list[tuple[str, c.AnyCommand]] = field(default_factory=list)
    bet_in: str = ""
    is_broke: bool = False
    failures: int = 0
    requests: list[str] = field(default_factory=list)  # for access, of everyone who has asked
    _count: int = 0

    # --- acting -------------------------------------------------------------------------------------------------------

    def act(self) -> None:
        """One thing at a time."""
        if self.wire is None or not self.wire.is_open:
            self._connect()
        elif self.table not in self.followed:
            if not self.is_leaving:
                self._follow()
        elif late := [key for key, sent in self.waiting.items() if self.time() - sent.at > sent.patience]:
            self._send_again(late[0])
        elif self.answered and not self.is_calm and self.chance.random() < 0.12:
            self._doubt()
        elif not self.is_calm and self.chance.random() < 0.08:
            self._fidget()
        elif not self.waiting and (command := self._think()) is not None:
            self._submit(command)

    def _connect(self) -> None:
        self.followed, self.standing, self.failures, self.is_leaving = {}, None, 0, False
        self.wire = self.open_wire(self, self._hear)

    def _follow(self) -> None:
        after = self.numbers.get(self.table) if self.chance.random() < 0.7 else None
        self.followed[self.table] = after
        self._say(Subscribe(self.table, after))

    def _say(self, message: msgspec.Struct) -> None:
        assert self.wire is not None
        self.post(self.wire, msgspec.json.encode(message).decode())

    def _submit(self, command: c.AnyCommand) -> None:
        self._count += 1
        moment = BEGINS + timedelta(seconds=self.time() + self.ahead)
        key = new_key(moment, f"{self.person}-{self._count}")
        self.waiting[key] = Sent(command, self.time(), self.chance.uniform(1.5, 6.0))
        self.trace(self.person, f"{type(command).__name__} {key[-8:]}")
        self._say(Submit(command, key))
        if not self.is_calm and self.chance.random() < 0.08:
            self._aside(key, command)

    def _send_again(self, key: str) -> None:
        """Nobody has answered: the same key again, mostly over another connection."""
        sent = self.waiting[key]
        sent.at = self.time()
        self.failures += 1
        self.trace(self.person, f"again {key[-8:]}")
        if self.failures > 1 or self.chance.random() < 0.5:
            assert self.wire is not None
            self.wire.is_open = False
            self.wire.hang_up()
            self._connect()
        if self.wire is not None:
            self._say(Submit(sent.command, key))

    def _doubt(self) -> None:
        """What was acknowledged comes once more, by the same way or by another one."""
        key, command = self.chance.choice(self.answered)
        self.trace(self.person, f"doubts {key[-8:]}")
        if self.chance.random() < 0.6:
            self._say(Submit(command, key))
        else:
            self._aside(key, command)

    def _aside(self, key: str, command: c.AnyCommand) -> None:
        wire = self.open_wire(self, lambda _, message: self._answer(message))
        if wire is not None:
            self.post(wire, msgspec.json.encode(Submit(command, key)).decode())

    def _fidget(self) -> None:
        assert self.wire is not None
        match self.chance.randrange(5):
            case 0:
                self._say(Ping())
            case 1:
                self._say(self.chance.choice((WatchLobby(), WatchJackpots())))
            case 2:
                self.is_leaving = True
                self._say(Unsubscribe(self.table))
                self.followed.pop(self.table)
            case 3:
                self.wire.is_open = False
                self.wire.hang_up()
            case _:
                self._submit(self._nonsense())

    def _nonsense(self) -> c.AnyCommand:
        seat = self.chance.randint(1, 7)
        return self.chance.choice([
            c.SitDown(self.table, seat, 200 * DOLLAR), c.TopUp(self.table, 20 * DOLLAR), c.IssuePlayMoney(),
            c.StandUp(self.table), c.BeginRound(self.table), c.AtTable(self.table, t.Choose(seat, "1x")),
            c.AtTable(self.table, t.Bet(seat, {base_of(self.table): 5 * DOLLAR})), c.AtTable(self.table, t.CloseBets()),
            c.SetOwnLimits(loss=self.chance.choice((None, 900 * DOLLAR))),
        ])  # fmt: skip

    def _think(self) -> c.AnyCommand | None:
        """What takes the game on."""
        standing = self.standing
        if standing is None:
            return None
        if (seat := standing["your_seat"]) is None:
            if self.is_broke:
                self.is_broke = False
                return c.IssuePlayMoney()
            self.bet_in = ""  # a bet goes with its seat
            taken = {place["seat"] for place in standing["seats"]}
            free = [number for number in range(1, 6) if number not in taken]
            return c.SitDown(self.table, self.chance.choice(free), 200 * DOLLAR) if free else None
        if standing["options"]:
            return c.AtTable(self.table, t.Choose(seat, self.chance.choice(standing["options"])["name"]))
        if standing["waits_for"] == "bets" and self.bet_in != standing["round_id"]:
            if self.is_broke:
                self.is_broke = False
                return self.chance.choice((c.IssuePlayMoney(), c.TopUp(self.table, 100 * DOLLAR)))
            self.bet_in = standing["round_id"]
            return c.AtTable(self.table, t.Bet(seat, {base_of(self.table): 5 * DOLLAR}))
        if not self.is_calm and self.chance.random() < 0.04:
            return self.chance.choice((c.StandUp(self.table), c.TopUp(self.table, 50 * DOLLAR)))
        return None

    # --- hearing ------------------------------------------------------------------------------------------------------

    def _hear(self, wire: Wire, message: dict[str, Any]) -> None:
        if wire is not self.wire:
            return
        match message["type"]:
            case "Hello" | "Pong":
                moment = datetime.fromisoformat(message["now"])
                self.ahead = (moment - BEGINS).total_seconds() - self.time()
            case "Snapshot" if message["table"] in self.followed:
                self._see(message["table"], message["view"]["number"], standing_in(message["view"]))
            case "Frame" if message["table"] in self.followed:
                table, known = message["table"], self.followed[message["table"]]
                require(
                    known in (None, message["after"]), f"{self.person} knows {table} {known}, not {message['after']}"
                )
                self._see(table, message["number"], standing_in(message))
            case "Unsubscribed":
                self.is_leaving = False
            case "Accepted" | "Refused":
                self._answer(message)

    def _see(self, table: str, number: int, standing: dict[str, Any]) -> None:
        self.followed[table] = self.numbers[table] = number
        self.standing = standing

    def _answer(self, message: dict[str, Any]) -> None:
        key = message["key"]
        sent = self.waiting.get(key)
        if message["type"] == "Accepted":
            self.failures = 0
            if self.waiting.pop(key, None) is not None and sent is not None:
                if isinstance(sent.command, c.AskAccess):
                    self.requests.append(f"request-{message['position']}")
                self.answered = [*self.answered[-SEND_AGAIN:], (key, sent.command)]
            return
        code = message["code"]
        if code in ("old-key", "early-key") and self.wire is not None and self.wire.is_open:
            self._say(Ping())
        if code in NO_ANSWER - {"old-key", "early-key"}:
            return  # it is sent again when there has been no answer for long enough
        self.waiting.pop(key, None)
        self.is_broke = code.startswith("short-")
        if sent is not None and isinstance(sent.command, c.AtTable) and isinstance(sent.command.command, t.Bet):
            self.bet_in = ""


@dataclass(eq=False)
class Schemer(Client):
    """Somebody of the staff who opens whatever door can be opened: alone, or with whoever else approves.

    Who has become dishonest asks and approves anything; the others answer what they find. Nobody knows who it is.
    """

    def act(self) -> None:
        if self.wire is None or not self.wire.is_open:
            self._connect()
        elif late := [key for key, sent in self.waiting.items() if self.time() - sent.at > sent.patience]:
            self._send_again(late[0])
        elif not self.waiting and (command := self._think()) is not None:
            self._submit(command)

    def _think(self) -> c.AnyCommand | None:
        if self.is_calm or self.chance.random() < 0.5:
            return None
        name = f"new-{self.chance.randint(1, 4)}"
        role = self.chance.choice(("accounting", "executive", "technician"))
        asked = c.AskAccess(
            self.chance.choice([
                c.EnrolStaff(name, name, role), c.ChangeRole(name, role), c.ResetAccount(name),
                c.ChangeRole(self.person, role), c.ReinstateAccount(name), c.AddTerminal(name),
            ])
        )  # fmt: skip
        request = self.chance.choice(self.requests[-4:] or ["request-1"])  # of anyone, oneself included
        answer = (c.DeclineAccess if self.chance.random() < 0.1 else c.ApproveAccess)(request)
        closed = self.chance.choice((c.SuspendAccount(name, "x"), c.EndAccount(name, "x"), c.RemoveTerminal(name)))
        return self.chance.choice((asked, asked, answer, answer, answer, closed))


@dataclass
class Claim:
    """How far the people at a table with real cards have come with an award; all of them know it."""

    step: int = 0


@dataclass(eq=False)
class Croupier(Schemer):
    """Somebody of the floor at a table with real cards: presses what comes next, and anything else, alone or not."""

    claim: Claim = field(default_factory=Claim)

    def _think(self) -> c.AnyCommand | None:
        if self.is_calm or self.chance.random() < 0.2:
            return None
        seat = self.chance.choice((1, 1, 2))
        steps = self._steps(1)
        command = steps[self.claim.step % len(steps)]
        if self.chance.random() < 0.3:
            command = self.chance.choice(self._steps(seat))
        return command

    def _steps(self, seat: int) -> list[c.AnyCommand]:
        table, link, hand = REAL_TABLE, "delta", "straight_flush"
        presses = (
            j.PressSeat(table=table, seat=seat), j.PressHand(table=table, line=hand), j.Confirm(table=table),
            j.SwipeCard(table=table, card=StaffCard.SUPERVISOR), j.SwipeCard(table=table, card=StaffCard.EXECUTIVE),
        )  # fmt: skip
        lit, named, confirmed, signed, approved = [c.AtConsole(link, press) for press in presses]
        shown = c.VerifyHand(link, table, seat, hand, cards("9s 8s"), community=cards("10s Js Qs"))
        sensors = c.CountSensors(link, table, (1, 2))
        return [c.TapIn(table), sensors, lit, named, shown, confirmed, signed, approved]

    def _answer(self, message: dict[str, Any]) -> None:
        sent = self.waiting.get(message["key"])
        if sent is not None and message["type"] == "Accepted":
            steps = self._steps(1)
            if sent.command in steps:
                self.claim.step = steps.index(sent.command) + 1
        elif (
            sent is not None
            and message["code"] not in {*NO_ANSWER, "not-allowed", "two-people"}
            and self.chance.random() < 0.3
        ):
            self.claim.step += 1  # perhaps it was done long ago
        super()._answer(message)
