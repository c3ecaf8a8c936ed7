"""`cardroom audit verify`, `export` and `round`: the log checked, handed out and explained."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Column

from cardroom.cli.databases import Database, end_of, open_store, parse_day, progress, start_of
from cardroom.cli.games import AsJson
from cardroom.cli.output import console, number, print_json, print_table, whole
from cardroom.errors import CardroomError
from cardroom.money import show_money

if TYPE_CHECKING:
    from cardroom.house.office.audit import Audit
    from cardroom.house.office.round_story import RoundStory

VERIFY_EXAMPLES = """
\b
Examples:
  cardroom audit verify
  cardroom audit verify --database sqlite:///backup.sqlite
  cardroom audit verify --contains HASH
"""

EXPORT_EXAMPLES = """
\b
Examples:
  cardroom audit export --out log.csv
  cardroom audit export --format jsonl --from 2026-11-01 --to 2026-11-30
  cardroom audit export --stream table:edge-1 --stream link:river
"""


class Format(StrEnum):
    CSV = "csv"
    JSONL = "jsonl"


def register(app: typer.Typer) -> None:
    group = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
    group.command(epilog=VERIFY_EXAMPLES)(verify)
    group.command(epilog=EXPORT_EXAMPLES)(export)
    group.command("round")(explain_round)
    group.callback()(_audit)
    app.add_typer(group, name="audit")


def _audit() -> None:
    """Check, hand out and explain what a house has on record."""


# --- verify -----------------------------------------------------------------------------------------------------------


def verify(
    database: Database = None,
    contains: Annotated[
        str | None,
        typer.Option(metavar="HASH", help="Also check that the log still holds the record of a hash you noted before."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Derive every balance, meter and round again from the log.

    Every record must be chained to the one before it, move the money that its events call for, and follow from the
    rules; every finished round is played again from its seed. Exit code 1 if anything is not as it must be.
    """
    found, is_held = audit_store(database, contains)
    if contains and not is_held:
        raise CardroomError("cut-short", f"No record has the hash {contains}: the log has been cut short or replaced.")
    if as_json:
        print_json(_audit_document(found))
    else:
        _print_audit(found)
    if found.findings:
        raise typer.Exit(1)


def audit_store(database: str | None, contains: str | None = None) -> tuple[Audit, bool]:
    """The audit of a database, and whether a noted hash stands in it."""
    from sqlalchemy.exc import SQLAlchemyError

    from cardroom.house.office.audit import Audit

    store = open_store(database)
    try:
        found, is_held = Audit(store.seeds()), False
        with progress("checking records …", store.count()) as bar:
            try:
                for record in store.read(broken=found.unreadable):
                    found.check(record)
                    is_held |= record.hash == contains
                    bar.advance(bar.task_ids[0])
            except CardroomError as error:
                found.unreadable("log", found.records + 1, error.message)
        late = store.seeds()  # a house that runs has begun more rounds since
        found.seeds |= {name: late[name] for name in found.began & late.keys() - found.seeds.keys()}
        found.finish(missing=store.missing(), damage=store.damage())
    except SQLAlchemyError as error:
        raise CardroomError("no-database", f"The database cannot be read: {str(error).splitlines()[0]}") from None
    return found, is_held


def _audit_document(found: Audit) -> dict[str, object]:
    return {
        "records": found.records,
        "streams": {stream: {"records": count, "hash": head} for stream, (count, head) in sorted(found.heads.items())},
        "rounds": found.rounds,
        "rounds_under_other_rules": found.rounds_under_other_rules,
        "balances": {account: amount for account, amount in sorted(found.books.items()) if amount},
        "findings": [{"stream": f.stream, "record": f.number, "what": f.what} for f in found.findings],
    }


def _print_audit(found: Audit) -> None:
    balances = sum(1 for amount in found.books.values() if amount)
    print_table(
        (whole("checked"), number("")),
        [
            ("records", f"{found.records:,}"),
            ("streams", f"{len(found.heads):,}"),
            ("rounds played again", f"{found.rounds - found.rounds_under_other_rules:,}"),
            *[("rounds of other rules, not played again", f"{found.rounds_under_other_rules:,}")]
            * bool(found.rounds_under_other_rules),
            ("links played again", f"{len(found.links):,}"),
            ("accounts, which sum to zero", f"{balances:,}"),
        ],
    )
    if not found.findings:
        last, head = found.heads.get("house", (0, "none"))
        console.print("Everything is as it must be.", style="bold")
        console.print(
            f"Note this elsewhere to prove later that nothing was cut off: house record {last},", soft_wrap=True
        )
        console.print(f"{head}", soft_wrap=True)
        return
    first, *others = found.findings
    console.print(f"The first broken link: {first}.", style="bold", soft_wrap=True)
    for finding in others:
        console.print(f"  then {finding}.", soft_wrap=True)


# --- export -----------------------------------------------------------------------------------------------------------


def export(
    database: Database = None,
    format_: Annotated[
        Format, typer.Option("--format", help="A table for spreadsheets, or a record a line.")
    ] = Format.CSV,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write.", show_default="standard output")
    ] = None,
    from_: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first day.")] = None,
    to: Annotated[str | None, typer.Option(metavar="DATE", help="The last day.")] = None,
    stream: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this stream, like table:edge-1. May be repeated.")
    ] = None,
) -> None:
    """Write events and postings out.

    Secrets are never exported, and cards that lie face down in a round that is not over are left out.
    """
    from cardroom.house.office.exporting import exported, write_lines, write_rows

    begins = None if from_ is None else start_of(parse_day(from_))
    ends = None if to is None else end_of(parse_day(to))
    store = open_store(database)
    if unknown := set(stream or ()) - set(store.streams()):
        known = ", ".join(store.streams())
        raise CardroomError("unknown-stream", f"There is no stream “{min(unknown)}”; there are: {known}.")
    records = exported(store, begins, ends, stream or ())
    write = write_lines if format_ is Format.JSONL else write_rows
    if out is None:
        write(records, sys.stdout)
        return
    try:
        with out.open("w", encoding="utf-8", newline="") as file:
            count = write(records, file)
    except OSError as error:
        raise CardroomError("no-file", f"{out}: cannot be written: {error.strerror}.") from None
    console.print(f"{count:,} records written to {out}.", soft_wrap=True)


# --- one round --------------------------------------------------------------------------------------------------------


def explain_round(
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="The id of a round, like edge-1-42.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Explain a round hand by hand and verify its shuffle.

    Everything that happened is shown with its rule and the money it moved. A round in progress is shown as a
    spectator sees it.
    """
    from cardroom.house.office.round_story import find_round

    story = find_round(open_store(database), round_id)
    if as_json:
        print_json(story)
    else:
        _print_story(story)
    if not story.holds:
        raise typer.Exit(1)


def _print_story(story: RoundStory) -> None:
    from cardroom.jackpots.transcript import tell as tell_jackpot
    from cardroom.table.transcript import tell

    game = story.game
    console.print(f"{game.name}, round {story.round_id}, {story.began.astimezone():%Y-%m-%d %H:%M:%S %Z}", style="bold")
    for seat, person in sorted(story.people.items()):
        console.print(f"  seat {seat}: {person}")
    console.print()
    sheet = f"{game.sheet.title}, "
    rule = Column("rule", max_width=20)
    rows = [(tell(t.event, game), t.event.cite.removeprefix(sheet).removeprefix("rule ")) for t in story.told]
    print_table(("what happens", rule), rows)
    money = [
        (posting.reason, entry.account, show_money(entry.amount))
        for told in story.told
        for posting in told.postings
        for entry in posting.entries
    ]
    money += [(f"above the payout cap of {show_money(cap.cap)}", f"seat {cap.seat}", show_money(cap.cap - cap.won))
              for cap in story.capped]  # fmt: skip
    if money:
        print_table(("money moved", "account", number("amount")), money)
    if story.jackpots:
        rows = [(f"{told.link}: {tell_jackpot(told.event)}", told.event.cite) for told in story.jackpots]
        print_table(("jackpots", rule), rows)
    if not story.seed:
        console.print("The round is not over: cards that lie face down, and the seed, are shown when it is.")
    console.print(f"commitment {story.commitment}", soft_wrap=True)
    if story.seed:
        console.print(f"seed       {story.seed}", soft_wrap=True)
    for check in story.checks:
        console.print(f"{'✓' if check.holds else '✗ NOT SO:'} {check.what}", soft_wrap=True)
