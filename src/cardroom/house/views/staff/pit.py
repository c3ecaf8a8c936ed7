"""The pit: a tile a table, and the alerts that stand. Nothing here tells a card, nor what a seat has in hand.

Tables among friends are not on it, and money is for those who may read it.
What a tile is made of is kept until something happens at its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from cardroom.games.catalogue import is_known
from cardroom.games.model import Felt
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.permissions import MATRIX, permission_name
from cardroom.house.features.alerts.causes import FAULTS, OF_MONEY, AlertKind
from cardroom.house.features.alerts.state import Alert
from cardroom.house.features.alerts.text import KINDS, alert_in_words
from cardroom.house.features.duty.state import Call
from cardroom.house.features.slips.slip_views import open_slips
from cardroom.house.features.table_suspension.state import Suspension
from cardroom.house.floor import Dealer
from cardroom.house.floor.display_names import table_title
from cardroom.house.kernel import accounts
from cardroom.house.kernel.people import COUNTING, MANAGING, ONLY_SERVICE, READING, Role
from cardroom.house.log import commands as c
from cardroom.house.log.records import HOUSE_STREAM, link_stream, table_stream
from cardroom.house.views.staff.approval_conditions import lacking
from cardroom.house.views.staff.duty import DealerView, RefusedAt, dealer_view, refused_at
from cardroom.house.views.table_fault_isolation import Failed, make_for_each_table
from cardroom.house.views.wait_text import WaitView, wait_view
from cardroom.jackpots.text.names import jackpot_name
from cardroom.money import Money

READ_MONEY = MANAGING | COUNTING | READING
Stamp = tuple[object, ...]


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """What a table has won today, inside the band that the wagers made there give."""

    win: Money | None  # when the lab was asked; None: not known before a tray of real chips is counted
    expected: Money
    low: Money
    high: Money
    is_estimate: bool  # from the average bet, where the wagers are not known
    is_outside: bool
    says: str


class TableMoney(msgspec.Struct, frozen=True, kw_only=True):
    """A table's figures of the day."""

    drop: Money
    win: Money
    handle: Money
    tray: Money
    inventory: Money  # that it was opened with
    hold: Hold | None  # None: nothing is known of it yet


class PitTile(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    game: str
    game_name: str
    colour: str  # of its felt
    is_real: bool
    is_dealt_by_hand: bool
    is_open: bool
    is_closing: bool
    suspended: Suspension | None
    minimum: Money
    maximum: Money
    seats: int
    players: int  # at a table with real cards: wagers that were counted last
    rounds: int  # of the last hour
    waits: WaitView
    dealer: DealerView | None
    call: Call | None  # for a supervisor
    trouble: str
    lacks: str  # what its approval lacks; "" where all is on file
    slips: tuple[str, ...]  # fills and credits that are not done with, and whom each waits for
    money: TableMoney | None  # None: for others to read


class AlertView(msgspec.Struct, frozen=True, kw_only=True):
    alert: str
    kind: AlertKind
    title: str  # of the kind
    place: str
    name: str  # of the place
    is_table: bool
    says: str
    since: datetime
    times: int
    ended: datetime | None  # its cause has gone
    seen_at: datetime | None  # acknowledged
    seen_by: str  # by name
    first_by: str  # likewise: of two who have to acknowledge it
    note: str
    command: str  # that whoever reads this acknowledges it with; "" where the role gives none


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the log is verified today, and how far a verification is that runs now."""

    at: datetime | None
    last: int
    findings: int
    is_of_today: bool
    is_running: bool
    done: int
    of: int
    problem: str


class FloorRegret(msgspec.Struct, frozen=True):
    """What the operator would regret of the floor."""

    table: str
    says: str


class PitView(msgspec.Struct, frozen=True, kw_only=True):
    day: str
    now: datetime
    tables: tuple[PitTile, ...]
    alerts: tuple[AlertView, ...]
    refused: tuple[RefusedAt, ...]  # cards that somebody has to look into
    regrets: tuple[FloorRegret, ...]
    verification: Verification


@dataclass
class Known:
    """What the pit is told besides the house: by the watcher, and by the lab."""

    holds: Mapping[str, Hold] = field(default_factory=dict)  # by table
    regrets: tuple[FloorRegret, ...] = ()
    verifying: tuple[int, int] | None = None  # records done, of how many
    problem: str = ""  # why the last verification came to nothing


@dataclass
class PitBoard:
    house: House
    known: Known
    failed: Failed | None = None  # to be told of a table that cannot be shown
    _tiles: dict[str, tuple[Stamp, PitTile]] = field(default_factory=dict)

    def view(self, role: Role, at: datetime) -> PitView:
        """As somebody of this role may see it."""
        house = self.house
        public = [table for table in house.tables.values() if not table.plan.is_private]
        return PitView(
            day=house.day,
            now=at,
            tables=tuple(make_for_each_table(public, lambda table: self._tile(table, role, at), self.failed)),
            alerts=tuple(alert_views(house, role)),
            refused=refused_at(house),
            regrets=self.known.regrets if role in READ_MONEY else (),
            verification=self.verification(),
        )

    def _tile(self, table: LiveTable, role: Role, at: datetime) -> PitTile:
        house = self.house
        links = (house.numbers.get(link_stream(name), 0) for name in table.plan.links)
        pulse = house.pulses.of(table.id)
        stamp = (house.numbers.get(table_stream(table.id), 0), house.numbers.get(HOUSE_STREAM, 0), house.day,
                 self.known.holds.get(table.id), pulse.stirred, pulse.taken, *links)  # fmt: skip
        kept = self._tiles.get(table.id)
        if kept is None or kept[0] != stamp:
            kept = self._tiles[table.id] = (stamp, self._made(table))
        tile = msgspec.structs.replace(kept[1], rounds=pulse.rounds_an_hour(at))
        return tile if role in READ_MONEY else msgspec.structs.replace(tile, money=None)

    def _made(self, table: LiveTable) -> PitTile:
        house, settings = self.house, table.plan.settings
        game = settings.rules if is_known(settings.game) else None
        lit = table.real_round.lit.values()
        return PitTile(
            table=table.id,
            name=table_title(table.plan),
            game=settings.game,
            game_name=game.name if game else settings.game,
            colour=(game.felt if game else Felt((), ())).colour,
            is_real=table.plan.is_real,
            is_dealt_by_hand=table.plan.dealer is Dealer.HUMAN,
            is_open=table.is_open,
            is_closing=table.is_closing,
            suspended=table.suspended,
            minimum=settings.minimum,
            maximum=settings.maximum,
            seats=settings.seats,
            players=max((len(seats) for seats in lit), default=0) if table.plan.is_real else len(table.seats),
            rounds=0,
            waits=wait_view(house, table),
            dealer=dealer_view(house, table),
            call=table.call,
            trouble=table.why_stopped if table.is_open or table.fault else "",
            lacks=lacking(house, table),
            slips=tuple(f"{slip.kind.capitalize()} {slip.number}: {slip.says}" for slip in open_slips(house, table.id)),
            money=self._money(table),
        )

    def _money(self, table: LiveTable) -> TableMoney:
        house = self.house
        of_day = house.figures.get(house.day)
        figures = of_day.tables.get(table.id) if of_day else None
        tray = house.balance(accounts.tray(table.id))
        return TableMoney(
            drop=figures.drop if figures else 0,
            win=figures.win if figures else 0,
            handle=figures.handle if figures else 0,
            tray=tray,
            inventory=table.opening_inventory if table.is_open else 0,
            hold=self.known.holds.get(table.id),
        )

    def verification(self) -> Verification:
        verified, running = self.house.verified, self.known.verifying
        return Verification(
            at=verified.at if verified else None,
            last=verified.last if verified else 0,
            findings=verified.findings if verified else 0,
            is_of_today=verified is not None and verified.day == self.house.day,
            is_running=running is not None,
            done=running[0] if running else 0,
            of=running[1] if running else 0,
            problem=self.known.problem,
        )


def alert_views(house: House, role: Role) -> list[AlertView]:
    """What nobody has acknowledged comes first, the latest first."""
    views = [
        AlertView(
            alert=name,
            kind=alert.kind,
            title=KINDS[alert.kind],
            place=alert.place,
            name=_place_name(house, alert.place),
            is_table=alert.place in house.tables,
            says=_alert_says(house, alert),
            since=alert.since,
            times=alert.times,
            ended=alert.ended,
            seen_at=alert.seen_at,
            seen_by=house.people[alert.seen_by].name if alert.seen_by in house.people else alert.seen_by,
            first_by=house.people[alert.first_by].name if alert.first_by in house.people else alert.first_by,
            note=alert.note,
            command="" if alert.seen_at else acknowledging_command(role, alert.kind),
        )
        for name, alert in house.alerts.items()
    ]
    views.sort(key=lambda view: view.since, reverse=True)
    return sorted(views, key=lambda view: view.seen_at is not None)


def _alert_says(house: House, alert: Alert) -> str:
    """Of a table that stands still, with what it waits for now."""
    says, table = alert_in_words(alert.cause, alert.place, house), house.tables.get(alert.place)
    if alert.kind is not AlertKind.STALLED or alert.ended is not None or table is None:
        return says
    return f"{says} {wait_view(house, table).says}"


def acknowledging_command(role: Role, kind: AlertKind) -> str:
    """The command with which a role acknowledges alerts of a kind; "" where it may not."""
    fitting: tuple[type[c.SeenAlert], ...] = (c.AcknowledgeAlert,)
    if kind in OF_MONEY:
        fitting = (*fitting, c.AcknowledgeDeposit)
    if kind in FAULTS:
        fitting = (*fitting, c.AcknowledgeFault)
    return next((permission_name(one) for one in fitting if role in MATRIX[one] - ONLY_SERVICE), "")


def _place_name(house: House, place: str) -> str:
    if place in house.tables:
        return table_title(house.tables[place].plan)
    return f"Jackpot {jackpot_name(place)}" if place in house.links else house.floor.name
