"""`cardroom audit verify`, `export` and `round`: verify, export and explain the log; `pack`, `verify-pack` and
`software` are in `evidence`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.house import evidence
from cardroom.cli.house.database_options import Database, open_store, parse_day, progress
from cardroom.cli.options import AsJson
from cardroom.cli.output import console, number, print_json, print_table, unbroken_column
from cardroom.cli.text_layout import Column
from cardroom.errors import CardroomError
from cardroom.games.citations import short_rule
from cardroom.ledger import posting_in_words
from cardroom.money import show_money

if TYPE_CHECKING:
    from cardroom.house.audit.log_audit import Audit
    from cardroom.house.audit.signed_heads import SignedHead
    from cardroom.house.history.real_card_rounds import RealRoundFound
    from cardroom.house.history.round_histories import JackpotEvent, RoundStory
    from cardroom.ledger import Posting

VERIFY_EXAMPLES = """
\b
Examples:
  cardroom audit verify                          only what is new since the last run
  cardroom audit verify --all --database sqlite:///backup.sqlite
  cardroom audit verify --head 2026-11-15.json   a signed head kept elsewhere
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
    evidence.register(group)
    group.callback()(_audit)
    app.add_typer(group, name="audit")


def _audit() -> None:
    """Verify, export and explain the log of a house."""


# --- verify -----------------------------------------------------------------------------------------------------------


def verify(
    database: Database = None,
    everything: Annotated[
        bool,
        typer.Option(
            "--all", help="Start at the first record, archives included, instead of checking only what is new."
        ),
    ] = False,
    head: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="A signed head kept elsewhere; check that the log still holds it. May be repeated."
        ),
    ] = None,
    contains: Annotated[
        str | None,
        typer.Option(
            metavar="HASH", help="Also check that the log still holds the record with this hash, noted before."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Re-execute every command and compare the results with the log.

    Each record must be chained to the one before it and hold exactly what its command leads to, cards and money
    included. Index, documents, checkpoints and archives must follow from the records. The audit starts at the last
    checkpoint that an earlier run has proven, or with --all at the first record. The exit code is 1 if it finds
    anything wrong.
    """
    from cardroom.house.audit.signed_heads import read_head

    heads = [read_head(file) for file in head or ()]
    found = audit_database(database, everything=everything, heads=heads, contains=contains)
    if as_json:
        print_json(_audit_document(found))
    else:
        _print_audit(found)
    if found.findings:
        raise typer.Exit(1)


def audit_database(
    database: str | None, *, everything: bool = True, heads: Sequence[SignedHead] = (), contains: str | None = None
) -> Audit:
    """Audit a database, with a progress bar."""
    from cardroom.house.audit.log_verification import verify_log

    store = open_store(database)
    with progress("doing it again …", None) as bar:
        return verify_log(
            store,
            everything=everything,
            heads=heads,
            contains=contains,
            processes=os.cpu_count() or 1,
            told=lambda records: bar.reset(bar.task_ids[0], total=records),
            advance=lambda records: bar.advance(bar.task_ids[0], records),
        )


def _audit_document(found: Audit) -> dict[str, object]:
    return {
        "records": found.records,
        "began_after": found.begins.position if found.begins else 0,
        "head": {"position": found.house.position, "hash": found.house.head},
        "not_done_again": found.not_done_again,
        "rounds": found.rounds,
        "rounds_under_other_rules": found.rounds_under_other_rules,
        "rounds_of_missing_games": found.rounds_of_missing_games,
        "other_versions": dict(found.other_versions),
        "sealed_rounds": found.sealed_rounds,
        "rounds_without_key": found.rounds_without_key,
        "proven": found.proven,
        "balances": dict(sorted(found.house.books.items())),
        "validators": {one.name: found.found_by(one.name) for one in found.validators},
        "findings": found.findings,
    }


def _good_news(found: Audit) -> str:
    """Report what was checked, and no more."""
    if found.begins is None:
        return "Everything is as it must be."
    since = f"Everything after record {found.begins.position:,} is as it must be"
    return f"{since}; what came before was proven earlier, and --all looks at it again."


def _print_audit(found: Audit) -> None:
    from cardroom.house.audit.log_audit import lines

    rows = [("records done again", found.records - found.not_done_again)]
    if found.begins:
        rows.append(("not looked at, as proven before: up to record", found.begins.position))
    if found.not_done_again:
        rows.append(("after missing ones, not done again", found.not_done_again))
    folded = found.rounds_under_other_rules + found.rounds_of_missing_games
    rows.append(("rounds dealt again", found.rounds - folded))
    if found.rounds_of_missing_games:
        rows.append(("rounds of games whose rules are not at hand, not dealt again", found.rounds_of_missing_games))
    if found.rounds_under_other_rules:
        rows.append(("rounds of other rules, not dealt again", found.rounds_under_other_rules))
    if found.rounds_without_key:
        rows.append(("rounds given up because their key was lost, not dealt again", found.rounds_without_key))
    if found.sealed_rounds:
        rows.append(("rounds in progress, not dealt again without their key", len(found.sealed_rounds)))
    rows += [(f"records that version {name} wrote differently", count) for name, count in found.other_versions.items()]
    rows += [("links", len(found.house.links)), ("accounts, which sum to zero", len(found.house.books))]
    print_table((unbroken_column("checked"), number("")), [(what, f"{count:,}") for what, count in rows])
    outcome = [(one.name, one.holds, f"{found.found_by(one.name):,}") for one in found.validators]
    print_table((unbroken_column("validator"), "what must hold", number("findings")), outcome)
    for line in lines(found.findings):
        console.print(line, soft_wrap=True)
    if found.sealed_rounds:
        rounds = ", ".join(found.sealed_rounds)
        console.print(f"Not to be checked without the key that seals their cards: {rounds}.", soft_wrap=True)
    if not found.findings:
        console.print(_good_news(found), style="bold", soft_wrap=True)
        console.print(
            f"Note this elsewhere to prove later that nothing was cut off: record {found.house.position:,},",
            soft_wrap=True,
        )
        console.print(found.house.head, soft_wrap=True)


# --- export -----------------------------------------------------------------------------------------------------------


def export(
    database: Database = None,
    format_: Annotated[
        Format, typer.Option("--format", help="CSV for a spreadsheet, or JSON with one record per line.")
    ] = Format.CSV,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write.", show_default="standard output")
    ] = None,
    from_: Annotated[str | None, typer.Option("--from", metavar="DATE", help="The first day.")] = None,
    to: Annotated[str | None, typer.Option(metavar="DATE", help="The last day.")] = None,
    stream: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this stream, like table:edge-1. May be repeated.")
    ] = None,
    manifest: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write which records they are, and the hash of the file."),
    ] = None,
) -> None:
    """Export events and postings.

    Secrets are never exported. Face-down cards of a round in progress are left out.
    """
    from cardroom.house.reports.day_report import span_of
    from cardroom.house.reports.log_exports import Noted, exported_records, write_lines, write_rows

    if manifest is not None and out is None:
        raise CardroomError("no-file", "A manifest is of a file: name one with --out.")
    with open_store(database).reading() as reader:
        if unknown := set(stream or ()) - set(reader.streams()):
            known = ", ".join(reader.streams())
            raise CardroomError("unknown-stream", f"There is no stream “{min(unknown)}”; there are: {known}.")
        days = reader.days()
        first = 1 if from_ is None else span_of(days, parse_day(from_).isoformat())[0]
        last = None if to is None else span_of(days, parse_day(to).isoformat())[1]
        records = Noted(exported_records(reader, first, last, stream or ()))
        write = write_lines if format_ is Format.JSONL else write_rows
        if out is None:
            write(iter(records), sys.stdout)
            return
        try:
            with out.open("w", encoding="utf-8", newline="") as file:
                count = write(iter(records), file)
            if manifest is not None:
                manifest.write_bytes(records.manifest(out, stream or (), reader.house()))
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

    Each event is shown with its rule and the money it moved. A round in progress is shown as a spectator sees it. For
    a round with real cards the command shows what its jackpots know.
    """
    from cardroom.house.features.rounds.rows import RoundRow
    from cardroom.house.history.real_card_rounds import find_real_round
    from cardroom.house.history.round_histories import find_round

    with open_store(database).reading() as reader:
        if not round_id.isprintable() or reader.row(RoundRow, round_id=round_id) is None:
            real = find_real_round(reader, round_id)
            (print_json if as_json else _print_real)(real)
            return
        story = find_round(reader, round_id)
    if as_json:
        print_json(story)
    else:
        _print_story(story)
    if not story.holds:
        raise typer.Exit(1)


def _print_real(found: RealRoundFound) -> None:
    standing = "in progress" if not found.is_over else "void" if found.is_void else "over"
    began = f"{found.first.at.astimezone():%Y-%m-%d %H:%M:%S %Z}"
    console.print(f"Real cards, round {found.round_id}, {began}, {standing}", style="bold")
    for shown in found.shown:
        whose = f"seat {shown.seat}" if shown.holder == "seat" else f"the {shown.holder}, for seat {shown.seat}"
        console.print(
            f"  {whose}: {' '.join(shown.cards)}, entered by {shown.entered_by}, verified by {shown.verified_by}"
        )
    console.print()
    print_table(("money moved", "account", number("amount")), _moved(found.postings))
    _print_jackpots(found.jackpots)


def _moved(postings: Iterable[Posting]) -> list[tuple[str, str, str]]:
    return [
        (posting_in_words(posting), entry.account, show_money(entry.amount))
        for posting in postings
        for entry in posting.entries
    ]


def _print_jackpots(jackpots: Iterable[JackpotEvent]) -> None:
    from cardroom.jackpots.text.transcript import event_in_words as tell_jackpot

    rows = [(f"{told.link}: {tell_jackpot(told.event)}", told.cite) for told in jackpots]
    print_table(("jackpots", Column("rule", most=20)), rows)


def _print_story(story: RoundStory) -> None:
    game = story.game
    console.print(f"{game.name}, round {story.round_id}, {story.began.astimezone():%Y-%m-%d %H:%M:%S %Z}", style="bold")
    for seat, person in sorted(story.people.items()):
        console.print(f"  seat {seat}: {person}")
    console.print()
    rule = Column("rule", most=20)
    rows = [(t.line(game).text, short_rule(t.event.rule)) for t in story.told]
    print_table(("what happens", rule), rows)
    money = _moved(posting for told in story.told for posting in told.postings)
    money += [(f"above the payout cap of {show_money(cap.cap)}", f"seat {cap.seat}", show_money(cap.cap - cap.won))
              for cap in story.capped]  # fmt: skip
    money += [
        (posting_in_words(posting), f"link:{told.link}:{entry.account}", show_money(entry.amount))
        for told in story.jackpots
        for posting in told.event.postings
        for entry in posting.entries
    ]
    if money:
        print_table(("money moved", "account", number("amount")), money)
    if story.jackpots:
        _print_jackpots(story.jackpots)
    if story.lost_key:
        console.print(f"The key {story.lost_key} of its cards is lost: the round is void, and nobody knows them.")
    elif not story.seed:
        console.print("The round is not over: cards that lie face down, and the seed, are shown when it is.")
    console.print(f"commitment {story.commitment}", soft_wrap=True)
    if story.seed:
        console.print(f"seed       {story.seed}", soft_wrap=True)
    for check in story.checks:
        console.print(f"{'✓' if check.holds else '✗ NOT SO:'} {check.what}", soft_wrap=True)
