"""Money that moves in one record, told by account: who gets or gives how much, and for what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from cardroom.games.catalogue import is_known
from cardroom.games.model import Verdict
from cardroom.house.floor.display_names import table_title
from cardroom.house.kernel import accounts
from cardroom.house.log.records import AnyPart
from cardroom.jackpots.text.names import jackpot_name
from cardroom.ledger import Account, PostingCode, posting_in_words
from cardroom.money import Money, show_gain, show_money
from cardroom.table.commands import Seat

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


class ForWhat(msgspec.Struct, frozen=True):
    """One reason among those that an account moves for."""

    what: str
    amount: Money  # above nothing: it gets; below: it gives


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """What an account gets or gives. All of them together come to nothing."""

    account: str  # "" where it stands for the several ones of a jackpot
    name: str
    amount: Money  # in all; also nothing, where as much comes as goes
    parts: tuple[ForWhat, ...]
    words: str  # "" where another account's say it: chips that come back have lain on the layout


class AccountHolder(msgspec.Struct, frozen=True):
    """An account as people know it."""

    key: str
    account: Account
    name: str
    is_layout: bool = False
    player: str = ""  # whose chips or wallet it is


class _Account:
    """What moves on one account, and how much of it by wagers that a jackpot had taken in before."""

    def __init__(self, whose: AccountHolder) -> None:
        self.whose = whose
        self.reasons: dict[str, Money] = {}
        self.from_jackpots: Money = 0


def money_moved(house: House, parts: Iterable[AnyPart], people: Mapping[Seat, str] | None = None) -> tuple[Moved, ...]:
    """In the order in which accounts are first named.

    `people` are those of a round that is over: its seats may be others' by now.
    """
    found: dict[str, _Account] = {}
    for part in parts:
        names = _names(house, getattr(part, "table", ""))
        for posting in part.postings:
            label = posting_in_words(posting, names)
            for entry in posting.entries:
                whose = _whose(house, entry.account, people)
                account = found.setdefault(whose.key, _Account(whose))
                account.reasons[label] = account.reasons.get(label, 0) + entry.amount
                if posting.code is PostingCode.JACKPOT_WAGER_BACK:
                    account.from_jackpots += entry.amount
    totals = {key: sum(account.reasons.values()) for key, account in found.items()}
    return tuple(_told(account, totals) for account in found.values())


def _told(account: _Account, totals: dict[str, Money]) -> Moved:
    whose = account.whose
    parts = tuple(ForWhat(what, amount) for what, amount in account.reasons.items() if amount)
    amount = sum(part.amount for part in parts)
    words = ""
    if not whose.is_layout and parts:
        on_layout = totals.get(f"layout of {whose.player}", 0)
        came_back = whose.player and on_layout == account.from_jackpots - amount <= 0 < amount
        words = _sentence(whose.name, amount, parts, " back" if came_back else "")
    return Moved(account=whose.account, name=whose.name, amount=amount, parts=parts, words=words)


def _sentence(name: str, amount: Money, parts: tuple[ForWhat, ...], back: str) -> str:
    subject = name[0].upper() + name[1:]
    if amount == 0:
        each = ", ".join(f"{show_gain(part.amount)} for {part.what}" for part in parts)
        return f"{subject} ends with nothing more or less: {each}."
    verb = "gets" if amount > 0 else "gives"
    if len(parts) == 1:
        return f"{subject} {verb} {show_money(abs(amount))}{back}: {parts[0].what}."
    one_way = all((part.amount > 0) == (amount > 0) for part in parts)
    each = ", ".join(
        f"{part.what} {show_money(abs(part.amount)) if one_way else show_gain(part.amount)}" for part in parts
    )
    return f"{subject} {verb} {show_money(abs(amount))}{back}: {each}."


_VERDICTS = {str(verdict): verdict.told for verdict in Verdict}


def _names(house: House, table_id: str) -> dict[str, str]:
    """Of the wagers and verdicts of a table, as people call them."""
    table = house.tables.get(table_id)
    if table is None or not is_known(table.plan.settings.game):
        return _VERDICTS
    return _VERDICTS | {wager.id: wager.name for wager in table.plan.settings.rules.wagers}


def _whose(house: House, account: Account, people: Mapping[Seat, str] | None) -> AccountHolder:
    kind, _, rest = account.partition(":")
    match kind:
        case "stack" | "layout":
            table, _, person = rest.partition(":")
            live = house.tables.get(table)
            held = people if people is not None else live.people() if live is not None else {}
            name = _player(house, held, person)
            if kind == "layout":
                return AccountHolder(f"layout of {account}", account, f"the layout of {name}", is_layout=True)
            return AccountHolder(account, account, name, player=accounts.layout(table, person))
        case "wallet":
            known = house.people.get(rest)
            return AccountHolder(account, account, f"the wallet of {known.name if known else rest}")
        case "tray":
            return AccountHolder(account, account, f"the tray of {_table(house, rest)}")
        case "drop":
            return AccountHolder(account, account, f"the drop box of {_table(house, rest)}")
        case "patrons":
            return AccountHolder(account, account, f"the patrons of {_table(house, rest)}")
        case "won":
            return AccountHolder(account, account, f"the count of what {_table(house, rest)} has won")
        case "carried":
            return AccountHolder(account, account, f"what is on the way to or from {_table(house, rest)}")
        case "differences":
            return AccountHolder(account, account, f"the account of differences of {_table(house, rest)}")
        case accounts.CAGE_CASH:
            return AccountHolder(account, account, "the cash in the cage")
        case accounts.CAGE_CHIPS:
            return AccountHolder(account, account, "the chips in the cage")
        case accounts.CAGE_DIFFERENCES:
            return AccountHolder(account, account, "the account of differences of the cage")
        case accounts.CHIPS_OUT:
            return AccountHolder(account, account, "chips in people's hands")
        case accounts.CASH:
            return AccountHolder(account, account, "cash in people's hands")
        case accounts.PROMOTIONS:
            return AccountHolder(account, account, "the account of promotions")
        case "link":
            link = rest.partition(":")[0]
            return AccountHolder(f"link {link}", "", f"jackpot {jackpot_name(link)}")
        case _:
            return AccountHolder(account, account, f"the {kind}")


def _table(house: House, name: str) -> str:
    return table_title(house.tables[name].plan) if name in house.tables else f"table {name}"


def _player(house: House, held: Mapping[Seat, str], person: str) -> str:
    known = house.people.get(person)
    name = known.name if known is not None else person
    seat = next((seat for seat, holder in held.items() if holder == person), None)
    return name if seat is None else f"seat {seat} ({name})"
