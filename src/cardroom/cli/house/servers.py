"""`cardroom servers`: which server runs the house, which stand by, and how it changes hands."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.house.database_options import Database, open_store
from cardroom.cli.output import console, print_json, print_table
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.house.storage.log_ownership import Lease, StandbyServer


def register(app: typer.Typer) -> None:
    servers = typer.Typer(
        help="The servers of a house: one runs it, others stand by.", rich_markup_mode=None, invoke_without_command=True
    )
    servers.callback()(show)
    servers.command("hand-over")(hand_over)
    app.add_typer(servers, name="servers")


def show(
    context: typer.Context,
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")] = False,
) -> None:
    """Show which server runs the house, and which stand by."""
    from cardroom.house.storage import log_ownership

    if context.invoked_subcommand is not None:
        return
    store = open_store(database)
    owner, others = log_ownership.current_lease(store), log_ownership.waiting_servers(store)
    if as_json:
        print_json({"owner": owner, "standbys": others})
        return
    _print(owner, others)


def _print(owner: Lease, others: list[StandbyServer]) -> None:
    from cardroom.house.storage import log_ownership
    from cardroom.house.storage.store import LEASE

    rows = []
    if owner.server:
        state = "has stopped" if owner.is_free else "is silent" if owner.is_over else "runs the house"
        rows.append((owner.server, owner.address, owner.version, state, _ago(owner.silent)))
    for other in others:
        state = f"stands by, at record {other.position:,}"
        if other.lacks_key:
            state = f"is not ready: {log_ownership.standby_in_words(other.lacks_key)}"
        state = "is silent" if other.silent > LEASE else state
        rows.append((other.server, other.address, other.version, state, _ago(other.silent)))
    if rows:
        print_table(("server", "address", "version", "state", "last seen"), rows)
    else:
        console.print("No server has ever run on this database.")


def _ago(seconds: float) -> str:
    return "now" if seconds < 2 else f"{seconds:,.0f} s ago"


def hand_over(
    database: Database = None,
    seconds: Annotated[float, typer.Option(min=1, help="How long to wait for the other server.")] = 30.0,
) -> None:
    """Hand the house over to a server that stands by; the old one stands by from then on.

    Rounds continue where they are, and pages reconnect by themselves. Use it to upgrade a house without closing it.
    """
    from cardroom.house.storage import log_ownership

    store = open_store(database)
    before = log_ownership.current_lease(store)
    if before.is_over:
        raise CardroomError("nobody", "No server runs this house; there is nothing to hand over.")
    others = log_ownership.waiting_servers(store)
    if not any(other.is_ready for other in others):
        lacking = [
            f"{other.server}: {log_ownership.standby_in_words(other.lacks_key)}" for other in others if other.lacks_key
        ]
        told = f"No server that stands by is ready; {', '.join(lacking)}." if lacking else ""
        start = "No server stands by: start one with `cardroom serve` on the same database."
        raise CardroomError("no-standby", told or start)
    log_ownership.ask_to_hand_over(store)
    end = time.monotonic() + seconds
    while (owner := log_ownership.current_lease(store)).epoch == before.epoch:
        if time.monotonic() > end:
            raise CardroomError("no-answer", f"{before.server} has not handed over within {seconds:g} seconds.")
        time.sleep(0.1)
    console.print(f"{owner.server} runs the house now, at {owner.address}.", soft_wrap=True)
