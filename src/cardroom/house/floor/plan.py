"""The floor: the plan of a card room, made from its floor file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from enum import StrEnum

import msgspec

from cardroom.games.approval import Venue
from cardroom.games.catalogue import is_known
from cardroom.house.floor.chips import CHIPS, Chips
from cardroom.jackpots import LinkConfig, LinkState
from cardroom.jackpots.setup.floor_comparison import Difference, differences, dropped
from cardroom.money import DOLLAR, Money
from cardroom.table import TableSettings

STAY_CLOSED = "stay closed"
KEEP_CARDS_DAYS = 7  # where a floor file does not say (WAC 230-15-405)


class Dealer(StrEnum):
    AUTOMATIC = "automatic"
    HUMAN = "human"


class Cards(StrEnum):
    """Where the cards of a table come from."""

    DEALT = "dealt"  # by Cardroom, from a deck that it shuffles
    REAL = "real"  # by a person, from a deck on the felt that Cardroom never knows


class Pays(StrEnum):
    """Who counts what a seat wins, where a person deals the cards that Cardroom shuffles."""

    ASSISTED = "assisted"  # Cardroom, and the dealer is shown it
    CHECKED = "checked"  # the dealer; his figure is held against what is due


class Timers(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How long people have, in seconds."""

    bets: float = 12.0
    decision: float = 20.0
    pause: float = 4.0
    idle: float = 300.0  # a seat that does nothing for so long is cleared, its chips back in the player's wallet
    out_of_time: str = "fold"  # or "least": the least costly legal bet


class TablePlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    name: str
    settings: TableSettings
    dealer: Dealer = Dealer.AUTOMATIC
    links: tuple[str, ...] = ()
    timers: Timers = Timers()
    inventory: Money = 20_000 * DOLLAR
    payout_cap: Money | None = None  # the most a seat wins on one round
    cards: Cards = Cards.DEALT
    average_bet: Money | None = None  # on the base wager, where real cards hide what is staked
    chips: Chips = ()  # its own; none: the floor's
    pays: Pays = Pays.ASSISTED
    is_private: bool = False  # a table among friends, on no floor file

    @property
    def is_real(self) -> bool:
        """Whether people deal real cards here, and Cardroom runs the jackpots only."""
        return self.cards is Cards.REAL

    @property
    def is_dealt_by_people(self) -> bool:
        return self.dealer is Dealer.HUMAN

    @property
    def is_checked(self) -> bool:
        return self.pays is Pays.CHECKED

    def on_links(self, links: Iterable[LinkConfig]) -> TablePlan:
        """With jackpot wagers, their pay tables and envy as its links have them: nothing is said in two places."""
        settings = self.settings
        wagers, paytables = dict(settings.jackpot_wagers), dict(settings.paytables)
        without_envy = dict.fromkeys(settings.without_envy)
        for link in links:
            table = link.table(self.id)
            if is_known(table.game) and table.game == settings.game:
                own = table.wager.id
                wagers[own], paytables[own] = link.wager, link.paytable
                if link.envy:
                    without_envy.pop(own, None)
                elif link.paytable.has_envy:
                    without_envy[own] = None
        on_links = msgspec.structs.replace(
            settings, jackpot_wagers=wagers, paytables=paytables, without_envy=tuple(without_envy)
        )
        return msgspec.structs.replace(self, settings=on_links)


class Approvals(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    executive_from: Money = 10_000 * DOLLAR
    executive_at_keypads: bool = False  # also there, where the sheet knows the supervisor's key only
    three_people_from: Money | None = None  # awards from here take three people where people deal; others two
    service_supervisor_up_to: Money = 0  # up to here the house itself approves where it deals for play money
    cards_from: Money | None = None  # a tray's pay of real cards is proven by them from here, and where it gives envy
    keep_cards_days: int = KEEP_CARDS_DAYS  # how long winning hands and decks are kept

    @property
    def cards_kept(self) -> timedelta:
        return timedelta(days=self.keep_cards_days)


class TaxThreshold(msgspec.Struct, frozen=True, kw_only=True):
    """From which amount a winner's tax data is asked for, since when, and by which rule."""

    since: date
    amount: Money
    cites: str


class Winners(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is kept of people who won, and for how long; set by the operator from the rules that bind him."""

    keep_days: int | None = None  # None: nobody has said it, and nothing is erased
    tax_data: tuple[TaxThreshold, ...] = ()

    def tax_threshold(self, day: date) -> TaxThreshold | None:
        """The one in force on a day."""
        begun = [threshold for threshold in self.tax_data if threshold.since <= day]
        return max(begun, key=lambda threshold: threshold.since, default=None)


class Thresholds(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is flagged for a report or must be explained; set by the operator from the rules that bind him."""

    winnings_report: Money | None = 1_200 * DOLLAR
    cash_report: Money | None = 10_000 * DOLLAR
    count_difference: Money = 20 * DOLLAR  # a tray or a drop that differs by more is explained in writing
    cage_difference: Money = 20 * DOLLAR  # so are cash or chips of the cage


class Watch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """From when on the house raises an alert."""

    dealer: float = 120.0  # seconds that a table waits for its dealer
    players: float = 60.0  # for players' decisions, when their clock has run out
    supervisor: float = 60.0  # for a supervisor or an executive
    real_round: float = 900.0  # nothing at all is pressed in a game with real cards
    award: float = 0.0  # an award waits to be approved or handed over
    terminal: float = 60.0  # the terminal of a table where somebody deals is away
    tray: int = 2_500  # basis points of the opening inventory that a tray must hold
    deposit: float = 24.0  # hours before a deposit has to be made
    verify: float = 12.0  # hours of a gaming day until the log has to be verified


class Conditions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether the house keeps the conditions of its games' approvals on file."""

    venue: Venue | None = None  # whose conditions; None: it keeps no list
    tables: str = "open"  # or they “stay closed” while their list is incomplete

    @property
    def closes(self) -> bool:
        return self.tables == STAY_CLOSED


class Hours(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When a gaming day ends, by the clock on the wall of which time zone."""

    ends: str = "06:00"
    zone: str = "UTC"


class Floor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str
    jurisdiction: str = "washington"
    play_money: bool = True
    play_money_grant: Money = 1_000 * DOLLAR
    tables: tuple[TablePlan, ...]
    links: tuple[LinkConfig, ...] = ()
    approvals: Approvals = Approvals()
    thresholds: Thresholds = Thresholds()
    winners: Winners = Winners()
    hours: Hours = Hours()
    closes_days: bool = True  # a day is closed by the house itself when it is over; otherwise by hand
    chips: Chips = CHIPS
    opens_by_count: bool = False  # also a new table, where a person deals
    watch: Watch = Watch()
    conditions: Conditions = Conditions()

    def chips_of(self, plan: TablePlan) -> Chips:
        """The chips that lie on a table, the smallest first."""
        return plan.chips or self.chips

    def links_of(self, table: str) -> list[LinkConfig]:
        return [link for link in self.links if any(t.id == table for t in link.tables)]

    def differences(self, running: Mapping[str, LinkState]) -> list[Difference]:
        """What this floor has otherwise than the jackpots in operation."""
        wanted = {link.id: link for link in self.links}
        found = [difference for name in running if name not in wanted for difference in dropped(running[name])]
        for name in wanted.keys() & running.keys():
            found += differences(running[name], wanted[name])
        return sorted(found, key=lambda difference: difference.link)
