"""What a table may have to pay on one round, at the limits of the sheet's settings."""

from __future__ import annotations

from fractions import Fraction

from cardroom.lab.exposure.table_risk import is_offered, most_staked, seat_at_most
from cardroom.lab.exposure.wager_prices import Price, Prices
from cardroom.lab.par_sheet.content import Column, ColumnKind, Paragraph, Row, Section, Table
from cardroom.money import show_money, whole_cents
from cardroom.number_format import signed
from cardroom.table import TableSettings


def exposure_section(prices: Prices | None, settings: TableSettings) -> Section | None:
    if prices is None:
        return None
    game = settings.rules
    offered = [price for price in prices.prices if is_offered(settings, price)]
    seat, games = seat_at_most(settings, offered)
    whole, *apart = offered
    rows = [_row(price, settings, price.name) for price in prices.parts if price.largest > 0]
    rows.append(_row(whole, settings, f"{game.name}, all of it"))
    rows += [_row(price, settings, f"{price.name}{_column(price)}") for price in apart]
    together = f"one hand in {games} games at most" if games > 1 else "one hand"
    rows.append(Row((together, "", "", "", show_money(seat)), is_total=True))
    return Section(
        "exposure",
        "Largest pay-outs",
        (
            Table(
                "What one hand can win on a round",
                (
                    Column("Wager"),
                    Column("For each unit", ColumnKind.NUMBER),
                    Column("With"),
                    Column("Unit at most", ColumnKind.NUMBER),
                    Column("Wins", ColumnKind.NUMBER),
                ),
                tuple(rows),
            ),
            Paragraph(
                f"A unit of the game's own wagers is one {game.base_wager.name}, {show_money(settings.maximum)} at"
                f" most, and that of a side bet {show_money(settings.side_maximum)}. The biggest bet is made at every"
                " decision; wagers that lose are not taken off, as a posted pay-out cap counts. Each line comes up in"
                " some deal; together they are an upper bound, as if all could hit at once within the limits on the"
                f" games of a hand, and {settings.seats} seats have at most {show_money(seat * settings.seats)}."
                " Jackpots are paid by their links."
            ),
        ),
    )


def _column(price: Price) -> str:
    return "" if price.hands is None else f", {price.hands} hands"


def _row(price: Price, settings: TableSettings, name: str) -> Row:
    unit = most_staked(settings, price.wager if settings.rules.wager(price.wager).is_side_bet else _base(settings))
    won = whole_cents(Fraction(price.largest) * unit)
    return Row((name, signed(price.largest), price.largest_by, show_money(unit), show_money(won)))


def _base(settings: TableSettings) -> str:
    return settings.rules.base_wager.id
