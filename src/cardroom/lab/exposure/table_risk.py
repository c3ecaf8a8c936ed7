"""What a table stands to lose on one round at its posted limits, and what of it an operator would regret."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

import msgspec

from cardroom.games.model import Kind
from cardroom.lab.exposure.wager_prices import Price, Prices
from cardroom.money import Money, show_money, whole_cents
from cardroom.number_format import percent
from cardroom.table import TableSettings


class WagerExposure(msgspec.Struct, frozen=True, kw_only=True):
    """One wager that the tray pays, at the table's limits."""

    wager: str
    name: str
    paytable: str
    hands: int | None  # dealt, where it is paid by that
    edge: str  # of the house, per unit staked; exactly, as a fraction
    edge_text: str  # in percent
    player_has_edge: bool
    largest: Money  # what one hand wins on it at most
    largest_by: str  # how


class RegretKind(StrEnum):
    PLAYER_EDGE = "player-edge"
    ABOVE_CAP = "above-cap"
    SMALL_BANK = "small-bank"
    NOT_COUNTED = "not-counted"


class Regret(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator would regret, in a sentence."""

    kind: RegretKind
    text: str
    key: str  # of the floor file's table: where it would be mended
    is_grave: bool = True  # otherwise it is only to be known


class TableExposure(msgspec.Struct, frozen=True, kw_only=True):
    """What a table may have to pay, under the best and the boldest play."""

    wagers: tuple[WagerExposure, ...]
    largest: Money  # what one hand wins at most on one wager, or on the game itself
    seat_at_most: Money  # on all wagers of one hand together, as if all could hit at once
    table_at_most: Money  # all seats together, likewise
    is_reached: bool  # one hand can win `seat_at_most`: it has one game to play
    inventory: Money
    payout_cap: Money | None
    regrets: tuple[Regret, ...]


def table_exposure(
    settings: TableSettings, prices: Prices, *, inventory: Money, payout_cap: Money | None = None
) -> TableExposure:
    offered = [price for price in prices.prices if is_offered(settings, price)]
    wagers = tuple(_wager(settings, price) for price in offered)
    seat, games = seat_at_most(settings, offered)
    table = seat * settings.seats
    return TableExposure(
        wagers=wagers,
        largest=max(wager.largest for wager in wagers),
        seat_at_most=seat,
        table_at_most=table,
        is_reached=games == 1,
        inventory=inventory,
        payout_cap=payout_cap,
        regrets=tuple(_regrets(settings, prices, wagers, seat, inventory, payout_cap)),
    )


def is_offered(settings: TableSettings, price: Price) -> bool:
    wager = settings.rules.wager(price.wager)
    has_dealer = settings.rules.has_dealer_hand
    is_dealt = price.hands is None or price.hands <= settings.seats + has_dealer
    return is_dealt and (not wager.is_side_bet or wager.id in settings.offered)


def most_staked(settings: TableSettings, wager: str) -> Money:
    return settings.side_maximum if settings.rules.wager(wager).is_side_bet else settings.maximum


def _least_staked(settings: TableSettings, wager: str) -> Money:
    return settings.side_minimum if settings.rules.wager(wager).is_side_bet else settings.minimum


def _wager(settings: TableSettings, price: Price) -> WagerExposure:
    edge = price.house_edge
    return WagerExposure(
        wager=price.wager,
        name=price.name,
        paytable=price.paytable,
        hands=price.hands,
        edge=str(edge),
        edge_text=percent(edge),
        player_has_edge=edge < 0,
        largest=_won(price.largest, most_staked(settings, price.wager)),
        largest_by=price.largest_by,
    )


def _won(units: Fraction, stake: Money) -> Money:
    return whole_cents(units * stake)


def seat_at_most(settings: TableSettings, offered: list[Price]) -> tuple[Money, int]:
    """What a hand wins at most, and in how many games: the limits say how many it may be in, and how many above small.

    The sum of what each game can win. One of them must open the hand.
    """
    limits = settings.limits
    best: dict[str, Fraction] = {}
    for price in offered:
        best[price.wager] = max(best.get(price.wager, Fraction(0)), price.largest)
    full = {wager: _won(units, most_staked(settings, wager)) for wager, units in best.items()}
    small = {
        wager: _won(units, min(limits.small_wager, most_staked(settings, wager)))
        for wager, units in best.items()
        if _least_staked(settings, wager) <= limits.small_wager
    }
    opens = {wager for wager in best if settings.rules.wager(wager).kind is Kind.BASE}
    found = (Money(0), 0)
    for number in range(min(limits.games_above_small_wager, len(best)) + 1):
        for large in combinations(best, number):
            rest = sorted((wager for wager in small if wager not in large), key=lambda wager: -small[wager])
            if not opens.intersection(large):
                rest = [*[wager for wager in rest if wager in opens][:1], *rest]
            rest = list(dict.fromkeys(rest))[: limits.games_per_hand - number]
            if opens.intersection((*large, *rest)):
                won = sum(full[wager] for wager in large) + sum(small[wager] for wager in rest)
                found = max(found, (won, number + len(rest)))
    return found


def _regrets(
    settings: TableSettings,
    prices: Prices,
    wagers: tuple[WagerExposure, ...],
    seat: Money,
    inventory: Money,
    cap: Money | None,
) -> Iterator[Regret]:
    game = settings.rules
    for wager in wagers:
        if wager.player_has_edge:
            column = f" with {wager.hands} hands" if wager.hands else ""
            what = f"the {wager.name}" if game.wager(wager.wager).is_side_bet else f"{game.name} itself"
            of = "" if game.wager(wager.wager).is_side_bet else f" of the {wager.name}"
            under = f" under {wager.paytable}" if wager.paytable else ""
            yield Regret(
                kind=RegretKind.PLAYER_EDGE,
                text=f"Who plays best has an edge of {percent(-Fraction(wager.edge))}{of} on {what}{under}{column}:"
                " the house pays to offer it.",
                key="game" if wager.wager == game.base_wager.id else "side_bets",
            )
    top = max(wagers, key=lambda wager: wager.largest)
    table = seat * settings.seats
    paid = seat if cap is None else min(seat, cap)
    alone = f"the {top.name}" if game.wager(top.wager).is_side_bet else "the game"
    how = f"{top.largest_by} wins {show_money(top.largest)} on {alone} alone"
    if cap is not None and seat > cap:
        yield Regret(
            kind=RegretKind.ABOVE_CAP,
            text=f"At the posted limits one hand may win up to {show_money(seat)} ({how}), and the cap pays"
            f" {show_money(cap)} of it.",
            key="payout_cap",
        )
    if inventory < paid:
        posted = "there is no payout_cap" if cap is None else "the cap does not help"
        yield Regret(
            kind=RegretKind.SMALL_BANK,
            text=f"At the posted limits one hand may win up to {show_money(paid)} ({how}), the whole table"
            f" {show_money(paid * settings.seats)} at most; the bank is {show_money(inventory)}, and {posted}.",
            key="inventory",
        )
    elif inventory < (table if cap is None else min(table, cap * settings.seats)):
        yield Regret(
            kind=RegretKind.SMALL_BANK,
            text=f"The bank of {show_money(inventory)} pays any one hand, but not every seat's best at once:"
            f" {show_money(paid * settings.seats)} at most.",
            key="inventory",
            is_grave=False,
        )
    for name, why in prices.not_counted.items():
        if name in settings.offered or not game.wager(name).is_side_bet:
            yield Regret(kind=RegretKind.NOT_COUNTED, text=why, key="game", is_grave=False)
