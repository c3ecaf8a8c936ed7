"""`cardroom staff`: accounts and cards from the command line, while the house is stopped.

The first people of a house are added here. Once a house has had two people who can give access together, giving it here
is break-glass: it is recorded, and an alert stands in the pit until two people have acknowledged it.
"""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.house.database_options import Database, open_store
from cardroom.cli.output import console, print_json, print_table, unbroken_column
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.house.log import commands as c
    from cardroom.house.storage.store import Store
    from cardroom.house.views.staff.duty import CardView

Id = Annotated[str, typer.Argument(metavar="ID", help="The name to sign in with.")]
Why = Annotated[str, typer.Option(help="The reason, for the log.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ROLES = "dealer, supervisor, executive, technician, administrator, accounting, cage, auditor"


def register(app: typer.Typer) -> None:
    staff = typer.Typer(help="Staff accounts, while the house is stopped.", rich_markup_mode=None)
    for name, command in (
        ("list", list_staff), ("add", add), ("redeem", redeem), ("role", role), ("suspend", suspend),
        ("reinstate", reinstate), ("end", end), ("reset", reset),
    ):  # fmt: skip
        staff.command(name)(command)
    cards = typer.Typer(help="Staff cards.", rich_markup_mode=None)
    cards.command("issue")(issue_card)
    cards.command("revoke")(revoke_card)
    cards.command("list")(list_cards)
    staff.add_typer(cards, name="card")
    app.add_typer(staff, name="staff")


# --- accounts ---------------------------------------------------------------------------------------------------------


def add(
    person: Id,
    role: Annotated[str, typer.Option(help=f"{ROLES}, player.")],
    name: Annotated[str | None, typer.Option(help="The display name; by default the id.")] = None,
    card: Annotated[bool, typer.Option("--card", help="Give a staff card even to a role that needs none.")] = False,
    database: Database = None,
) -> None:
    """Add a member of the staff.

    The command prints a one-time code, with which that person sets password and PIN. The house must be
    stopped; while it runs, two people of different lines do this under People and cards.
    """
    from cardroom.house.log import commands as c
    from cardroom.house.runtime.default_database import default_database
    from cardroom.house.storage.store import Store

    store = Store(database or default_database())
    store.migrate()
    _open(store, c.EnrolStaff(person, name or person, role, card), f"{person} is enrolled as {role}.")


def redeem(
    person: Id,
    pin: Annotated[bool, typer.Option("--pin", help="Set a PIN for the card as well.")] = False,
    keep_password: Annotated[bool, typer.Option("--keep-password", help="The code is for a card only.")] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the card's code into this file, for printing.")
    ] = None,
    database: Database = None,
) -> None:
    """Redeem your own one-time code.

    The command asks for code, new password and PIN, or reads them from standard input, one per line. In a running
    house use the sign-in page.
    """
    from cardroom.house.runtime.identity.offline_access import redeem_while_stopped

    code = _secret("One-time code")
    password = None if keep_password else _secret("New password", twice=True)
    card = redeem_while_stopped(_store(database), person, code, password, _pin() if pin else None)
    console.print(f"{person} can sign in.")
    if card is not None:
        console.print(f"The staff card has the number {card.number}. Its code is shown only now:")
        console.print(card.code, soft_wrap=True)
        if svg is not None:
            try:
                svg.write_text(card.svg, encoding="utf-8")
            except OSError as error:
                raise CardroomError("no-file", f"{svg}: cannot be written: {error.strerror}.") from None


def role(
    person: Id,
    role: Annotated[str, typer.Argument(metavar="ROLE", help=f"{ROLES}.")],
    database: Database = None,
) -> None:
    """Give a member of the staff another role."""
    from cardroom.house.log import commands as c

    _open(_store(database), c.ChangeRole(person, role), f"{person} is {role} from now on.")


def reset(person: Id, database: Database = None) -> None:
    """Reset password and PIN of an account.

    The command prints a one-time code, with which that person sets new ones.
    """
    from cardroom.house.log import commands as c

    _open(_store(database), c.ResetAccount(person), f"Password and PIN of {person} count no more.")


def reinstate(person: Id, database: Database = None) -> None:
    """Reactivate a suspended account."""
    from cardroom.house.log import commands as c

    _open(_store(database), c.ReinstateAccount(person), f"{person} is reinstated.")


def suspend(person: Id, why: Why, database: Database = None) -> None:
    """Suspend an account: nobody can sign in until it is reinstated."""
    from cardroom.house.log import commands as c
    from cardroom.house.runtime.identity.offline_access import close_while_stopped

    close_while_stopped(_store(database), c.SuspendAccount(person, why))
    console.print(f"{person} is suspended.")


def end(person: Id, why: Why, database: Database = None) -> None:
    """End the account of a person who has left, and revoke the card."""
    from cardroom.house.log import commands as c
    from cardroom.house.runtime.identity.offline_access import close_while_stopped

    close_while_stopped(_store(database), c.EndAccount(person, why))
    console.print(f"The account of {person} has ended.")


def list_staff(as_json: AsJson = False, database: Database = None) -> None:
    """List the staff and the state of their accounts."""
    import msgspec

    from cardroom.house.kernel.people import SERVICE
    from cardroom.house.runtime.house_clock import now
    from cardroom.house.runtime.startup import stopped_house_from
    from cardroom.house.views.staff.access import staff_members

    store = _store(database)
    found = staff_members(stopped_house_from(store), SERVICE, _with_pin(store), now())
    if as_json:
        print_json([msgspec.to_builtins(one) for one in found])
        return
    rows = [(one.person.id, one.person.name, one.person.role, one.state, one.card) for one in found]
    print_table((unbroken_column("id"), "name", "role", "account", "card"), rows)


# --- cards ------------------------------------------------------------------------------------------------------------


def issue_card(
    person: Annotated[str, typer.Argument(metavar="ID", help="The holder.")],
    why: Annotated[str, typer.Option(help="The reason for a replacement.")] = "",
    database: Database = None,
) -> None:
    """Give a person a staff card, and revoke the one before.

    The command prints a one-time code, with which that person sets the PIN and gets the card.
    """
    from cardroom.house.log import commands as c

    _open(_store(database), c.GiveCard(person, why), f"A staff card for {person}.")


def revoke_card(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number of the card.")],
    why: Why,
    database: Database = None,
) -> None:
    """Revoke a staff card at once.

    If its holder has left the house, end the account as well: `cardroom staff end`.
    """
    from cardroom.house.log import commands as c
    from cardroom.house.runtime.identity.offline_access import close_while_stopped

    close_while_stopped(_store(database), c.RevokeCard(number, why))
    console.print(f"Card {number} is revoked.")


def list_cards(as_json: AsJson = False, database: Database = None) -> None:
    """List all staff cards, latest first."""
    import msgspec

    from cardroom.house.runtime.startup import stopped_house_from
    from cardroom.house.views.staff.duty import card_views

    store = _store(database)
    cards = card_views(stopped_house_from(store), _with_pin(store))
    if as_json:
        print_json([msgspec.to_builtins(card) for card in cards])
        return
    headers = unbroken_column("number"), unbroken_column("holder"), "role", "issued", "PIN", "revoked"
    print_table(headers, [_row(card) for card in cards])


def _row(card: CardView) -> tuple[str, ...]:
    has_pin = "yes" if card.has_pin else "no"
    revoked = "" if card.revoked_at is None else f"{card.revoked_at:%Y-%m-%d}: {card.why}"
    return card.number, card.person.id, card.person.role, f"{card.issued_at:%Y-%m-%d}", has_pin, revoked


# --- what they share --------------------------------------------------------------------------------------------------


def _open(store: Store, change: c.AccessChange, says: str) -> None:
    from cardroom.house.runtime.identity.offline_access import open_while_stopped

    opened = open_while_stopped(store, change)
    console.print(says)
    if opened.code:
        console.print("The one-time code for that person, shown only now:")
        console.print(opened.code, soft_wrap=True)
    if opened.is_glass:
        console.print("Two people must acknowledge the alert about this in the pit.")


def _store(database: str | None) -> Store:
    store = open_store(database)
    store.migrate()
    return store


def _with_pin(store: Store) -> set[str]:
    return {kept.number for kept in store.cards() if kept.pin is not None}


def _secret(what: str, *, twice: bool = False) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first = getpass.getpass(f"{what}: ")
    if twice and getpass.getpass("Once more: ") != first:
        raise CardroomError("two-passwords", "The two passwords are not the same.")
    return first


def _pin() -> str:
    import msgspec

    from cardroom.house.runtime.identity.staff_cards import Pin

    try:
        return msgspec.convert(_secret("PIN").strip(), Pin)
    except msgspec.ValidationError:
        raise CardroomError("bad-pin", "A PIN has four to eight digits.") from None
