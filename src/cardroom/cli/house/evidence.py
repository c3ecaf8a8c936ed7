"""`cardroom audit pack`, `verify-pack` and `software`: evidence to take along, and which software this is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.house.database_options import Database, open_store, parse_day, progress
from cardroom.cli.options import AsJson
from cardroom.cli.output import console, number, print_json, print_table, unbroken_column, with_default_fields
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.house.audit.software_identity import SoftwareManifest
    from cardroom.house.evidence.pack_reader import VerifiedPack
    from cardroom.house.storage.store import Store

PACK_EXAMPLES = """
\b
Examples:
  cardroom audit pack --from 2026-11-01 --to 2026-11-30 --out november.tar
  cardroom audit verify-pack november.tar
"""

SOFTWARE_EXAMPLES = """
\b
Examples:
  cardroom audit software                            one hash for all of it
  cardroom audit software --out software.json        the hash of every file
  cardroom audit software --against software.json    compare this installation with it
"""

Software = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The software's files as they should be, from `cardroom audit software --out`.",
        show_default="the one that lies beside the database",
    ),
]


def register(group: typer.Typer) -> None:
    group.command(epilog=PACK_EXAMPLES)(pack)
    group.command("verify-pack")(verify_pack)
    group.command(epilog=SOFTWARE_EXAMPLES)(software)


def release_of(store: Store, given: Path | None) -> SoftwareManifest | None:
    """The list of the software's files that is given, or lies beside the database."""
    from cardroom.house.audit.software_identity import lodged_software, read_software

    return lodged_software(store) if given is None else read_software(given)


# --- evidence ---------------------------------------------------------------------------------------------------------


def pack(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write; a file that is there is replaced.")],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="The first day.", show_default="the first there is")
    ] = None,
    to: Annotated[
        str | None, typer.Option(metavar="DATE", help="The last day.", show_default="the last there is")
    ] = None,
    database: Database = None,
    software: Software = None,
) -> None:
    """Make an evidence pack of some days, for somebody who verifies it elsewhere.

    One file: records to the byte with all that they name, signed ends of days, reports, conditions on file, the
    statement of conformity and the identity of the software, under a list of hashes that the house signs.
    """
    from datetime import UTC, datetime

    from cardroom.house.evidence.pack_writer import WantedPack, write_pack
    from cardroom.house.runtime.startup import stopped_house_from

    store = open_store(database)
    wanted = WantedPack(
        first_day=parse_day(from_).isoformat() if from_ else "0001-01-01",
        last_day=parse_day(to).isoformat() if to else "9999-12-31",
        at=datetime.now(UTC),
        release=release_of(store, software),
    )
    house = stopped_house_from(store)
    with progress("packing …", None) as bar:
        try:
            made = write_pack(
                out.absolute(),
                store,
                house,
                wanted,
                told=lambda total: bar.reset(bar.task_ids[0], total=total),
                advance=lambda count: bar.advance(bar.task_ids[0], count),
            )
        except OSError as error:
            raise CardroomError("no-file", f"{out}: cannot be written: {error.strerror}.") from None
    console.print(
        f"{out}: records {made.after + 1:,} to {made.last:,}, days {made.first_day} to {made.last_day},"
        f" {len(made.files):,} files.",
        soft_wrap=True,
    )


def verify_pack(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An evidence pack.")],
    key: Annotated[
        str, typer.Option(metavar="HEX", help="The public key of the house, as it was noted there.", show_default=False)
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Verify an evidence pack, without its house, its database or a network.

    Every byte is compared with the list, the list with its seal, each record with the one before it, and the signed
    ends of days with the records. Every command is done again if the pack begins with the first record or a
    checkpoint. The exit code is 1 if anything is wrong.
    """
    from cardroom.house.evidence.pack_reader import verified_pack

    with progress("doing it again …", None) as bar:
        found = verified_pack(
            file,
            key=key,
            told=lambda total: bar.reset(bar.task_ids[0], total=total),
            advance=lambda count: bar.advance(bar.task_ids[0], count),
        )
    if as_json:
        print_json(with_default_fields(found))
    else:
        _print_pack(found)
    if found.findings:
        raise typer.Exit(1)


def _print_pack(found: VerifiedPack) -> None:
    from cardroom.house.audit.log_audit import lines

    made = found.manifest
    console.print(f"{made.house}, gaming days {made.first_day} to {made.last_day}", style="bold")
    rows = [
        ("files, to the byte", found.files),
        ("records, each chained to the one before", found.records),
        ("records done again", found.done_again),
        ("rounds dealt again", found.rounds - found.rounds_of_other_rules),
        ("signed ends of days", found.heads),
    ]
    if found.rounds_of_other_rules:
        rows.append(("rounds of other rules, not dealt again", found.rounds_of_other_rules))
    if found.sealed_rounds:
        rows.append(("rounds in progress, whose cards nobody knows yet", len(found.sealed_rounds)))
    rows += [(f"records that version {name} wrote differently", count) for name, count in found.other_versions.items()]
    print_table((unbroken_column("checked"), number("")), [(what, f"{count:,}") for what, count in rows])
    for line in lines(found.findings):
        console.print(line, soft_wrap=True)
    if not found.findings:
        console.print("Everything is as it must be.", style="bold")
    if not found.done_again:
        console.print("Its commands were not done again: the records before it are not in the pack.", soft_wrap=True)
    console.print(
        f"Signed with the key {found.public_key}: compare it with the one noted at the house."
        if found.public_key
        else "It is not signed.",
        soft_wrap=True,
    )


# --- software ---------------------------------------------------------------------------------------------------------


def software(
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Compare this installation with a list of files.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the list of files.")] = None,
    as_json: AsJson = False,
) -> None:
    """Identify the installed software by the hashes of its files.

    With --against the exit code is 1 if anything differs. Copied beside the database as NAME.software.json, a list is
    what `cardroom conform` and the page of conformity compare with.
    """
    from cardroom.house.audit.software_identity import differences, installed, read_software

    here = installed()
    found = [] if against is None else list(differences(read_software(against), here))
    if out is not None:
        from cardroom.documents import encode_document

        try:
            out.write_bytes(encode_document(here))
        except OSError as error:
            raise CardroomError("no-file", f"{out}: cannot be written: {error.strerror}.") from None
    if as_json:
        listed = {"version": here.version, "identity": here.identity, "files": here.files, "differences": found}
        print_json(with_default_fields(listed))
    else:
        console.print(f"Cardroom {here.version}, {len(here.files):,} files", style="bold")
        console.print(here.identity, soft_wrap=True)
        for where, what in found:
            console.print(f"{where}: {what}", soft_wrap=True)
        if against is not None and not found:
            console.print(f"This is the software that {against} lists.", soft_wrap=True)
    if found:
        raise typer.Exit(1)
