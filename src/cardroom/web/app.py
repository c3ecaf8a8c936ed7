"""The application: a house behind HTTP and a socket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.static_files import create_static_files_router

from cardroom import __version__
from cardroom.errors import CardroomError
from cardroom.house.floor import Floor
from cardroom.house.runtime.service import Service
from cardroom.web import sign_in
from cardroom.web.desk import Desk, open_desk
from cardroom.web.fixed_documents import COMPRESSED_ALREADY
from cardroom.web.gateway.errors import PROBLEMS, on_any_error, on_domain_error, on_http_error, on_unreadable
from cardroom.web.gateway.rate_limits import Limits
from cardroom.web.gateway.request_checks import Door
from cardroom.web.gateway.security import add_headers
from cardroom.web.openapi import OpenApiDocument, documents
from cardroom.web.players import lab, own_history, play, private_tables, public, share_links, tutorials
from cardroom.web.single_page_app import STATIC, page
from cardroom.web.sockets.table_socket import table_socket
from cardroom.web.staff import (
    access,
    accounting,
    administration,
    approval_conditions,
    archives,
    audits,
    awards,
    cage,
    command_previews,
    conformity,
    demonstration_sign_in,
    exposure,
    floor_in_force,
    pit,
    promotions,
    round_lookup,
    staff_cards,
    table_banks,
    table_terminals,
    winner_data,
)

LARGEST_BODY = 64 * 1024


def create_app(
    service: Service,
    floor: Floor,
    *,
    limits: Limits | None = None,
    origins: frozenset[str] = frozenset(),
    hosts: frozenset[str] = frozenset(),
    demonstration: str = "",
    metrics_token: str = "",
    backups: Path | None = None,
) -> Litestar:
    """An application that opens the house on this floor when it starts and closes it when it stops.

    `demonstration` is the token by which whoever starts one opens the staff's doors. It answers
    to the address it listens on, to names of this machine, and to these hosts.
    """

    @asynccontextmanager
    async def run(app: Litestar) -> AsyncIterator[None]:
        async with open_desk(
            service, floor, limits=limits, origins=origins, demonstration=demonstration, backups=backups
        ) as desk:
            desk.metrics_token = metrics_token
            app.state.desk = desk
            yield

    def provide_desk(state: State) -> Desk:
        desk: Desk = state.desk
        return desk

    handlers = [
        page, table_socket,
        public.health, public.metrics, public.show_lobby, public.jackpots, public.rules, public.matrix,
        public.messages_schema, tutorials.known_games, tutorials.learn, tutorials.worked,
        sign_in.me, sign_in.guest, sign_in.login, sign_in.logout, sign_in.change_password, sign_in.redeem,
        staff_cards.card_login, staff_cards.cards, staff_cards.set_pin, staff_cards.duty,
        access.access, access.take_half, access.place_terminal,
        administration.administration, administration.own_sessions, administration.end_session,
        administration.back_up, administration.verify_backup,
        floor_in_force.floor, floor_in_force.check_floor, floor_in_force.ask_floor,
        play.command, play.table, play.table_rules, play.table_layout,
        conformity.conformity, conformity.examine, conformity.statement_pdf,
        audits.audit, audits.software, audits.audit_archives, audits.audit_search, audits.audit_person,
        audits.audit_changes, audits.audit_floor,
        audits.make_pack, audits.take_pack,
        approval_conditions.conditions, exposure.exposure, pit.pit, pit.verify,
        private_tables.host, private_tables.tables, private_tables.invite, private_tables.accept,
        private_tables.invitation_picture,
        table_terminals.terminal, table_terminals.pays, command_previews.preview_command,
        round_lookup.rounds, round_lookup.explained,
        table_banks.bank, table_banks.slips, table_banks.slips_of_day, table_banks.slip, table_banks.slip_pdf,
        table_banks.owed, table_banks.hand_pay_pdf,
        promotions.promotions,
        cage.cage, cage.counts, cage.sheet, cage.sheet_pdf, cage.journal, cage.journal_csv, cage.journal_pdf,
        accounting.accounting_days, accounting.accounting_day, accounting.accounting_report,
        accounting.accounting_csv, accounting.accounting_pdf, accounting.accounting_figure,
        accounting.accounting_bank, accounting.accounting_due, accounting.statement_lines,
        play.history_as_csv, play.past_round, archives.archive,
        own_history.history, own_history.session, own_history.session_review, own_history.round_as_json,
        own_history.round_as_phh,
        own_history.session_as_json, own_history.session_as_phhs,
        share_links.share, share_links.shared, share_links.links, share_links.take_back,
        awards.awards, awards.requests, awards.wins, awards.win, awards.win_as_pdf,
        winner_data.winner, winner_data.tell_winner, winner_data.erase_winner,
        lab.overview, lab.audit, lab.sheet, lab.sheet_as_pdf, lab.strategy, lab.editable, lab.weigh, lab.price,
        lab.table_advice,
    ]  # fmt: skip
    if demonstration:
        handlers += [demonstration_sign_in.enter, demonstration_sign_in.staff, demonstration_sign_in.come_in]
    for handler in handlers:  # the framework has no place for what all operations may answer
        if handler not in (page, table_socket):
            handler.responses = dict(PROBLEMS)  # type: ignore[attr-defined]
    app = Litestar(
        [*handlers, create_static_files_router("/static", [STATIC], include_in_schema=False)],
        dependencies={
            "desk": Provide(provide_desk, sync_to_thread=False),
            "caller": Provide(sign_in.provide_caller),
            "visitor": Provide(sign_in.provide_visitor),
            "signed_in": Provide(sign_in.provide_person),
        },
        before_send=[add_headers],
        exception_handlers={
            CardroomError: on_domain_error,
            HTTPException: on_http_error,
            RecursionError: on_unreadable,
            UnicodeError: on_unreadable,
            Exception: on_any_error,
        },
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude_opt_key=COMPRESSED_ALREADY),
        lifespan=[run],
        openapi_config=OpenAPIConfig(
            title="Cardroom",
            version=__version__,
            description="The card room over HTTP. Live tables are on the socket at /ws.",
            openapi_router=documents(is_demonstration=bool(demonstration)),
            render_plugins=[OpenApiDocument(path=["/openapi.json", "/"])],
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )
    named = {name for origin in origins if (name := urlsplit(origin).hostname)}
    app.asgi_handler = Door(app.asgi_handler, app.state, hosts={name.lower() for name in hosts | named})
    return app
