"""`cardroom staff card`: staff cards issued, revoked and listed while the house is closed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.databases import Database, open_store
from cardroom.cli.output import console, print_json, print_table, whole
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.house.running.staff_cards import NewCard
    from cardroom.house.storage.store import Store
    from cardroom.house.telling.on_duty import CardView


def register(staff: typer.Typer) -> None:
    cards = typer.Typer(help="Staff cards.", rich_markup_mode=None)
    cards.command("issue")(issue)
    cards.command("revoke")(revoke)
    cards.command("list")(list_cards)
    staff.add_typer(cards, name="card")


def issue(
    person: Annotated[str, typer.Argument(metavar="ID", help="Who is to have it.")],
    why: Annotated[str, typer.Option(help="Why the card before is replaced, if there is one.")] = "",
    pin: Annotated[bool, typer.Option("--pin", help="Ask for a PIN, or read it from standard input.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the code there, to be printed.")] = None,
    database: Database = None,
) -> None:
    """Issue a staff card. One that the person had before is revoked.

    The house must not be running; while it runs, an executive or a technician does this through POST /api/staff/cards.
    """
    from cardroom.house.running.auth import issue_while_stopped

    card = issue_while_stopped(_store(database), person, pin=_pin() if pin else None, why=why)
    console.print(f"A staff card for {person}.")
    show(card)
    if svg is not None:
        try:
            svg.write_text(card.svg, encoding="utf-8")
        except OSError as error:
            raise CardroomError("no-file", f"{svg}: cannot be written: {error.strerror}.") from None


def revoke(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number of the card.")],
    why: Annotated[str, typer.Option(help="The reason, for the log.")],
    database: Database = None,
) -> None:
    """Revoke a staff card: it counts for nothing from now on."""
    from cardroom.house.running.auth import revoke_while_stopped

    revoke_while_stopped(_store(database), number, why)
    console.print(f"Card {number} is revoked.")


def list_cards(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False, database: Database = None
) -> None:
    """List all staff cards, the last one issued first."""
    import msgspec

    from cardroom.house.running.starting import stopped_house_from
    from cardroom.house.telling.on_duty import card_views

    store = _store(database)
    cards = card_views(stopped_house_from(store), {kept.number for kept in store.cards() if kept.pin is not None})
    if as_json:
        print_json([msgspec.to_builtins(card) for card in cards])
        return
    headers = whole("number"), whole("holder"), "role", "issued", "PIN", "revoked"
    print_table(headers, [_row(card) for card in cards])


def _row(card: CardView) -> tuple[str, ...]:
    has_pin = "yes" if card.has_pin else "no"
    revoked = "" if card.revoked_at is None else f"{card.revoked_at:%Y-%m-%d}: {card.why}"
    return card.number, card.person.id, card.person.role, f"{card.issued_at:%Y-%m-%d}", has_pin, revoked


def show(card: NewCard) -> None:
    console.print(f"Its number is {card.number}. Its code is shown only now:")
    console.print(card.code, soft_wrap=True)


def _store(database: str | None) -> Store:
    store = open_store(database)
    store.migrate()
    return store


def _pin() -> str:
    import getpass

    import msgspec

    from cardroom.house.running.staff_cards import Pin

    typed = getpass.getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    try:
        return msgspec.convert(typed, Pin)
    except msgspec.ValidationError:
        raise CardroomError("bad-pin", "A PIN has four to eight digits.") from None
