"""`cardroom serve`, `check-config`, `staff` and `schema`. The house is imported only when it is run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.house import staff
from cardroom.cli.house.database_options import Database, open_store
from cardroom.cli.output import console, errors, print_json, progress_bar
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.house.features.approval_conditions.state import FiledCondition
    from cardroom.house.floor import Floor
    from cardroom.house.floor.floor_file import FloorFile
    from cardroom.house.floor.house_comparison import Against

SERVE_EXAMPLES = """
\b
Examples:
  cardroom serve --bots 3              the demonstration floor, with company
  cardroom serve --config floor.toml --port 80 --host 0.0.0.0
"""


def register(app: typer.Typer) -> None:
    app.command(epilog=SERVE_EXAMPLES)(serve)
    app.command("check-config")(check_config)
    app.command()(schema)
    staff.register(app)


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any free one.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    database: Database = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A floor file; by default the demonstration floor.")
    ] = None,
    bots: Annotated[int, typer.Option(min=0, max=12, help="Computer players at every table.")] = 0,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another site that may use this server, like https://cards.example.")
    ] = None,
    host_name: Annotated[
        list[str] | None, typer.Option(help="A name that people reach this server by, like cards.example.")
    ] = None,
    behind_proxy: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Trust the forwarded headers of this proxy.")
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="The folder of the keys that seal cards and sign days.",
            show_default="$CARDROOM_KEYS, or beside the database",
        ),
    ] = None,
    floor_from_file: Annotated[
        bool,
        typer.Option(
            "--floor-from-file", help="Open on the floor file, though two people have approved another floor."
        ),
    ] = False,
    backups: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            envvar="CARDROOM_BACKUPS",
            show_envvar=False,
            help="The folder for backups made on the administrator's page.",
            show_default="none can be made there",
        ),
    ] = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make a new key to seal cards, because the old one is lost.")
    ] = False,
    metrics_token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN",
            envvar="CARDROOM_METRICS_TOKEN",
            show_envvar=False,
            help="The token for reading /metrics. Prefer $CARDROOM_METRICS_TOKEN: a command line is visible to others.",
            show_default="nobody may read them",
        ),
    ] = "",
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the demonstration in a browser, if there is one.")
    ] = False,
    rate_limits: Annotated[bool, typer.Option(help="Rate limits; turn them off only for load tests.")] = True,
    sockets: Annotated[
        int | None,
        typer.Option(min=10, envvar="CARDROOM_SOCKETS", show_envvar=False, help="Live connections, of all visitors."),
    ] = None,
    strangers: Annotated[
        int | None,
        typer.Option(
            min=0, envvar="CARDROOM_STRANGERS", show_envvar=False, help="Of these, for visitors who are not signed in."
        ),
    ] = None,
    guest_sockets: Annotated[
        int | None,
        typer.Option(
            min=1, envvar="CARDROOM_GUEST_SOCKETS", show_envvar=False, help="Live connections of guests at one address."
        ),
    ] = None,
    guests: Annotated[
        int | None,
        typer.Option(
            min=1, envvar="CARDROOM_GUESTS", show_envvar=False, help="New guests that one address may bring at once."
        ),
    ] = None,
) -> None:
    """Run a card room: live tables, jackpots and money."""
    from cardroom.cli.house.server_lifecycle import Plan, run_house
    from cardroom.house.floor.floor_check import DEMONSTRATION
    from cardroom.house.runtime.default_database import default_database
    from cardroom.house.storage.store import KEYS
    from cardroom.web.gateway.connection_limits import require_files
    from cardroom.web.gateway.rate_limits import UNLIMITED, chosen

    limits = chosen(sockets, strangers, guest_sockets, guests) if rate_limits else UNLIMITED
    if sockets is not None:
        require_files(sockets)
    if keys is not None:
        os.environ[KEYS] = str(keys)  # for the processes beside the house as well
    run_house(
        Plan(
            host=host,
            port=port,
            database=database or default_database(),
            floor=config or DEMONSTRATION,
            bots=bots,
            origins=frozenset(origin or ()),
            host_names=frozenset(host_name or ()),
            proxy=behind_proxy,
            new_key=new_key,
            limits=limits,
            metrics_token=metrics_token,
            is_demonstration=config is None,
            backups=backups,
            file_wins=floor_from_file,
            opens_browser=open_browser,
        )
    )


def check_config(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A floor file.")],
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A house's database: show what the file would change there."),
    ] = None,
    risks: Annotated[
        bool, typer.Option(help="Solve every game and warn of player edges, and of pay-outs above caps and banks.")
    ] = True,
) -> None:
    """Check a floor file, line by line.

    The check reports mistakes, departures from the recommendations of the rule sheets, and risks. The first run solves
    the games, which takes up to a minute.
    """
    from cardroom.house.features.approval_conditions.text import approval_warnings
    from cardroom.house.floor.config_warnings import warn_of_risks
    from cardroom.house.floor.floor_check import open_floor
    from cardroom.house.floor.house_comparison import Against
    from cardroom.house.runtime.lab.lab_process import LabProcess

    laboratory = LabProcess()
    try:
        checked = open_floor(file, laboratory.chances)
    finally:
        laboratory.close()
    against, on_file = Against([], []), None
    if checked.floor is not None and database is not None:
        against, on_file = _against(checked.file, checked.floor, database)
    for mistake in (*checked.mistakes, *against.refusals):
        errors.print(mistake, soft_wrap=True)
    if checked.floor is None or against.refusals:
        raise typer.Exit(2)
    if risks:
        with progress_bar() as progress:
            warn_of_risks(checked.file, checked.floor, progress)
    warnings = (*checked.warnings, *against.explanations, *approval_warnings(checked.floor, on_file or {}))
    for warning in warnings:
        console.print(f"warning: {warning}", soft_wrap=True)
    for note in checked.notes:
        console.print(f"note: {note}", soft_wrap=True)
    counts = f"{len(checked.floor.tables)} tables, {len(checked.floor.links)} jackpots"
    found = {0: "all in order", 1: "one warning"}.get(len(warnings), f"{len(warnings)} warnings")
    console.print(f"{file}: {checked.floor.name}, {counts}: {found}.", soft_wrap=True)


def _against(file: FloorFile, floor: Floor, database: str) -> tuple[Against, Mapping[str, FiledCondition]]:
    """Try a floor file against a house, as a start would; and the conditions that are on file there."""
    from cardroom.house.floor.house_comparison import Against, compared_with_house
    from cardroom.house.runtime.startup import require_floor, stopped_house_from

    house = stopped_house_from(open_store(database))
    found = compared_with_house(file, floor, house.running_links())
    if not found.refusals:
        try:
            require_floor(house, floor)
        except CardroomError as error:
            found = Against([f"{file.name}: {error.message}"], found.explanations)
    return found, house.conditions


def schema(
    typescript: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write TypeScript types to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the JSON Schema.")] = False,
) -> None:
    """The socket's messages as JSON Schema or TypeScript."""
    from cardroom.web.messages import message_schema
    from cardroom.web.response_types import ANSWERS
    from cardroom.web.typescript import typescript_of

    if typescript is not None:
        try:
            typescript.write_text(typescript_of(message_schema(ANSWERS)), encoding="utf-8")
        except OSError as error:
            raise CardroomError("no-file", f"{typescript}: cannot be written: {error.strerror}.") from None
    if as_json or typescript is None:
        print_json(message_schema())
