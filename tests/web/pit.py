"""A house run by people over HTTP: one server for many tests, its staff at their terminals, and patrons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cardroom.cards import DECK, Card, parse_cards
from cardroom.fairness.shuffler import shuffle
from cardroom.house.engine import live_table
from cardroom.house.kernel.people import Person, Role
from cardroom.house.kernel.seed_keys import Seal
from cardroom.house.log.idempotency import new_key
from cardroom.house.reports import winning_cards
from cardroom.house.runtime.house_clock import now
from cardroom.money import DOLLAR
from cardroom.web.gateway.rate_limits import UNLIMITED

from ..accounts import enrol
from ..background import Background
from ..by_table import by_table
from ..patience import PATIENCE
from .running import PASSWORD, Running, running
from .sheet_pages import KEYPAD, REAL, Hand, Page

STAFF = {
    "dora": Role.DEALER, "sue": Role.SUPERVISOR, "eve": Role.EXECUTIVE, "ada": Role.ACCOUNTING, "ted": Role.TECHNICIAN,
}  # fmt: skip
Dealt = tuple[tuple[Card, ...], tuple[int, int, int]]


class ArrangedDecks:
    """Seals as the house draws them; a table whose deck has been arranged gets it in its next round."""

    def __init__(self, of_house: Any) -> None:
        self._of_house = of_house
        self._next: dict[str, tuple[Card, ...]] = {}  # by table
        self._decks: dict[bytes, Dealt] = {}  # by seed

    def arrange(self, table: str, packets: Iterable[str]) -> None:
        top = parse_cards(" ".join(packets))
        self._next[table] = (*top, *(card for card in DECK if card not in top))

    def draw(self, round_id: str) -> Seal:
        seal: Seal = self._of_house.draw(round_id)
        if deck := self._next.pop(round_id.rpartition("-")[0], None):
            self._decks[self.seed_of(round_id, seal)] = (deck, (1, 1, 1))
        return seal

    def seed_of(self, round_id: str, seal: Seal) -> bytes:
        seed: bytes = self._of_house.seed_of(round_id, seal)
        return seed

    def shuffle(self, seed: bytes, cards: tuple[Card, ...] = DECK) -> Dealt:
        return self._decks.get(seed) or shuffle(seed, cards)


class Pit:
    """The staff has sessions and cards. What is refused is answered with a sentence, and nothing changes."""

    def __init__(self, folder: Path, floor: str) -> None:
        self._background, self._open = Background(), AsyncExitStack()
        at = running(folder, text=floor, limits=UNLIMITED)
        self.server: Running = self._background.do(self._open.enter_async_context(at))
        house = self.server.service.house
        self.decks = ArrangedDecks(house.seals)
        house.seals = self.decks
        self.sessions: dict[str, httpx.Client] = {}
        self.codes: dict[str, str] = {}  # of staff cards
        for person, role in STAFF.items():
            self._enrol(Person(person, person.title(), role))
        self.keys = 0

    def close(self) -> None:
        for session in self.sessions.values():
            session.close()
        self._background.do(self._open.aclose())
        self._background.close()

    def _enrol(self, person: Person) -> None:
        card = self._background.do(enrol(self.server.desk.entrance, person, PASSWORD, with_card=True))
        assert card is not None
        self.codes[person.id] = card.code
        session = httpx.Client(base_url=self.server.url, timeout=PATIENCE)
        answer = session.post("/api/login", json={"person": person.id, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        self.sessions[person.id] = session

    def guest(self) -> str:
        session = httpx.Client(base_url=self.server.url, timeout=PATIENCE)
        name: str = session.post("/api/guest").json()["person"]["id"]
        self.sessions[name] = session
        return name

    # --- doing --------------------------------------------------------------------------------------------------------

    def submit(self, person: str, kind: str, swipe: str = "", **fields: Any) -> httpx.Response:
        """A command; `swipe` is whose card is swiped for it."""
        self.keys += 1
        message: dict[str, Any] = {
            "type": "Submit",
            "command": {"type": kind, **fields},
            "key": new_key(now(), str(self.keys)),
        }
        if swipe:
            message["card"] = {"type": "Scanned", "code": self.codes[swipe]}
        return self.sessions[person].post("/api/commands", json=message)

    def do(self, person: str, kind: str, swipe: str = "", **fields: Any) -> None:
        answer = self.submit(person, kind, swipe, **fields)
        assert answer.status_code == 200, (person, kind, fields, answer.text)

    def refused(self, person: str, kind: str, swipe: str = "", **fields: Any) -> tuple[str, str]:
        """Its code and its sentence."""
        answer = self.submit(person, kind, swipe, **fields)
        assert answer.status_code != 200, (person, kind, fields)
        told = answer.json()
        return told["code"], told["message"]

    # --- looking ------------------------------------------------------------------------------------------------------

    def ask(self, person: str, path: str) -> Any:
        answer = self.sessions[person].get(path)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    def sign(self, table: str, link: str) -> dict[str, Any]:
        """A jackpot's sign at a table, as anyone sees it."""
        signs = httpx.get(f"{self.server.url}/api/jackpots").json()
        (sign,) = [one for one in signs if (one["table"], one["link"]) == (table, link)]
        return dict(sign)


@contextmanager
def opened(folder: Path, floor: str) -> Iterator[Pit]:
    pit = Pit(folder, floor)
    with pytest.MonkeyPatch.context() as patch:
        for module in (live_table, winning_cards):
            patch.setattr(module, "shuffle", pit.decks.shuffle)
        yield pit
    pit.close()


class Felt:
    """A table of a page's link. The dealer is signed in at its terminal; other staff swipe their cards there."""

    def __init__(self, pit: Pit, page: Page, kind: str, table: str) -> None:
        self.pit, self.page, self.kind, self.table, self.link = pit, page, kind, table, page.link
        self.is_real, self.is_keypad = kind == REAL, page.console == KEYPAD
        self.guests: dict[int, str] = {}

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.pit.ask("dora", f"/api/tables/{self.table}/terminal"))

    @property
    def console(self) -> dict[str, Any]:
        (console,) = [one for one in self.view["consoles"] if one["link"] == self.link]
        return dict(console)

    @property
    def sign(self) -> dict[str, Any]:
        return self.pit.sign(self.table, self.link)

    def meter(self, level: str = "") -> int:
        """As it is displayed at the table."""
        (amount,) = [one["amount"] for one in self.sign["levels"] if one["name"] == (level or self.page.level)]
        return int(amount)

    def awards(self) -> list[dict[str, Any]]:
        """That wait here, as the supervisor reads them."""
        return [one for one in self.pit.ask("sue", "/api/awards") if one["table"] == self.table]

    def win_page(self, win: str) -> dict[str, Any]:
        return dict(self.pit.ask("sue", f"/api/wins/{self.link}/{win}"))

    def chips(self, seat: int) -> int:
        """Where Cardroom deals, a seat's chips."""
        seats = self.pit.ask(self.guests[seat], f"/api/tables/{self.table}")["standing"]["seats"]
        return int(next(one["chips"] for one in seats if one["seat"] == seat))

    # --- doing --------------------------------------------------------------------------------------------------------

    def do(self, kind: str, *, swipe: str = "", **fields: Any) -> None:
        self.pit.do("dora", kind, swipe, table=self.table, **fields)

    def refused(self, kind: str, *, swipe: str = "", **fields: Any) -> tuple[str, str]:
        """What changes nothing at the terminal."""
        before = self.view
        told = self.pit.refused("dora", kind, swipe, table=self.table, **fields)
        after = self.view
        assert {**after, "refused": None} == {**before, "refused": None}
        return told

    def at_console(self, press: str, **fields: Any) -> dict[str, Any]:
        return {"link": self.link, "press": {"type": press, "table": self.table, **fields}}

    def press(self, press: str, *, swipe: str = "", **fields: Any) -> None:
        self.pit.do("dora", "AtConsole", swipe, **self.at_console(press, **fields))

    def press_refused(self, press: str, *, swipe: str = "", **fields: Any) -> tuple[str, str]:
        before = self.view
        told = self.pit.refused("dora", "AtConsole", swipe, **self.at_console(press, **fields))
        after = self.view
        assert {**after, "refused": None} == {**before, "refused": None}
        return told

    # --- a round ------------------------------------------------------------------------------------------------------

    def bet(self, *seats: int, hands: Mapping[int, Hand] | None = None, unlit: Iterable[int] = (), **deck: str) -> None:
        """Chips go on the sensors of these seats, before the dealer counts them; `unlit` play without the jackpot."""
        self.lit, self.hands = tuple(seats), dict(hands or {})
        self.dealer, self.board = deck.get("dealer", self.page.dealer), deck.get("board", self.page.board)
        if self.table not in by_table(self.pit.server.service.house, "dealing"):
            self.do("TapIn")
        if self.is_real:
            return
        playing = sorted({*seats, *unlit})
        for seat in playing:
            if seat not in self.guests:
                self.guests[seat] = self.pit.guest()
                self.pit.do(self.guests[seat], "SitDown", table=self.table, seat=seat, buy_in=300 * DOLLAR)
        fillers = iter(self.page.fillers)
        own = [self.hands[seat].cards if seat in self.hands else next(fillers) for seat in playing]
        self.pit.decks.arrange(self.table, filter(None, (self.board, *own, self.dealer)))
        self.do("BeginRound")
        for seat in playing:
            stakes = {"ante": 5 * DOLLAR} | ({self.page.wager: DOLLAR} if seat in seats else {})
            command = {"type": "Bet", "seat": seat, "stakes": stakes}
            self.pit.do(self.guests[seat], "AtTable", table=self.table, command=command)

    def count(self) -> None:
        """COIN IN or START GAME."""
        self.do("CountSensors", link=self.link, **({"seats": self.lit} if self.is_real else {}))

    def start(
        self, *seats: int, hands: Mapping[int, Hand] | None = None, unlit: Iterable[int] = (), **deck: str
    ) -> None:
        self.bet(*seats, hands=hands, unlit=unlit, **deck)
        self.count()

    def play(self, folds: Iterable[int] = ()) -> None:
        """The regular game, by house procedures. With real cards none of it is told to Cardroom."""
        table = self.pit.server.service.house.tables[self.table]
        while not self.is_real and table.is_playing:
            step = self.view["next"]
            if step["command"] is not None:
                self.pit.do("dora", step["command"].pop("type"), **step["command"])
                continue
            seat = table.round.awaited_seats()[0]
            options = self.pit.ask(self.guests[seat], f"/api/tables/{self.table}")["yours"]["options"]
            command = {"type": "Choose", "seat": seat, "option": options[0 if seat in folds else 1]["name"]}
            self.pit.do(self.guests[seat], "AtTable", table=self.table, command=command)

    # --- a win --------------------------------------------------------------------------------------------------------

    def light(self, seat: int, hand: Hand) -> None:
        """The dealer declares who has won what."""
        if not self.is_keypad:
            self.press("PressSeat", seat=seat)
        self.press("PressHand", line=hand.line)

    def shown(self, seat: int, hand: Hand, **other: Any) -> dict[str, Any]:
        told = {"link": self.link, "seat": seat, "line": hand.line, "cards": hand.cards.split()}
        if self.page.dealer:
            told |= {"dealer": self.dealer.split(), "stayed_in": True}
        if self.page.board:
            told |= {"community": self.board.split()}
        return told | other

    def verify(self, seat: int, hand: Hand, **other: Any) -> None:
        """The casino verifies the win; where Cardroom has dealt, it knows the cards."""
        if self.is_real:
            self.do("VerifyHand", **self.shown(seat, hand, **other))

    def record(self, seat: int) -> str:
        """By key and J-POT, or by CONFIRM and the card that the amount needs. Returns the win's name."""
        if self.is_keypad:
            self.press("TurnKey", swipe="sue", to="JPH")
            self.press("PressJackpot", seat=seat)
            return str(self.console["locked"]["id"])
        self.press("Confirm")
        takes_executive = self.console["takes_executive"]
        self.press("SwipeCard", swipe="sue", card="supervisor")
        if takes_executive:
            self.press("SwipeCard", swipe="eve", card="executive")
        return str(self.console["wins"][-1]["id"])

    def release(self) -> None:
        """On a keypad the key goes back to RUN."""
        if self.is_keypad:
            self.press("TurnKey", to="RUN")

    def hand_over(self, win: str, source: str = "tray") -> None:
        if self.is_real:
            self.pit.do("dora", "HandOver", "sue", link=self.link, win=win, till=source)

    def complete(self, seat: int) -> str:
        """What is lit and verified, to the winner's hands."""
        win = self.record(seat)
        self.release()
        self.hand_over(win)
        return win

    def award(self, seat: int, hand: Hand) -> str:
        self.light(seat, hand)
        self.verify(seat, hand)
        return self.complete(seat)

    @property
    def over(self) -> str:
        return "GameOver" if self.is_keypad else "EndGame"

    def end(self) -> None:
        self.press(self.over)

    def game(self, *seats: int, **hits: Hand) -> list[str]:
        """A whole game; hits as seat_5=page.full, in the order of their payment. Returns the recorded wins."""
        hands = {int(name.removeprefix("seat_")): hand for name, hand in hits.items()}
        self.start(*seats, hands=hands)
        self.play()
        wins = [self.award(seat, hand) for seat, hand in hands.items()]
        self.end()
        return wins


class Tables:
    """The tables of a page and a kind: one for each test, and again for another if its game is over."""

    def __init__(self, pit: Pit) -> None:
        self.pit = pit
        self._free: dict[tuple[str, str], list[Felt]] = defaultdict(list)
        self._made: dict[tuple[str, str], int] = defaultdict(int)

    def take(self, page: Page, kind: str) -> Felt:
        of = (page.link, kind)
        if self._free[of]:
            return self._free[of].pop()
        self._made[of] += 1
        return Felt(self.pit, page, kind, f"{page.link}-{'real' if kind == REAL else 'dealt'}-{self._made[of]}")

    def give_back(self, felt: Felt) -> None:
        view = felt.view
        if not view["round_id"] and not any(console["round_id"] for console in view["consoles"]):
            self._free[felt.page.link, felt.kind].append(felt)
