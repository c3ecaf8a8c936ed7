"""A link of jackpots: pure and deterministic. Give it commands; it answers with events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cardroom.documents import Hash, document_hash
from cardroom.errors import CardroomError
from cardroom.games.citations import wac
from cardroom.jackpots.commands import (
    Adjust,
    AnyCommand,
    BackOut,
    ChangeLink,
    ChangeMaximum,
    ChangePrize,
    ChangeRates,
    ChangeSeed,
    ChangeWager,
    CloseConsole,
    ConsoleCommand,
    FollowFloor,
    GiveNotice,
    OfFigures,
    OpenConsole,
    Reconcile,
    RecordDeposit,
    RemoveJackpot,
    Till,
    Who,
)
from cardroom.jackpots.engine import (
    accounts,
    adjustments,
    award_handover,
    bank_account,
    console_games,
    consoles,
    reconfiguration,
    table_event_effects,
)
from cardroom.jackpots.engine.level_funds import Funds, after_reseed
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.events import AnyEvent, ConsoleClosed, ConsoleOpened, LinkOpened, Proof
from cardroom.jackpots.setup.config import LinkConfig
from cardroom.jackpots.setup.validation import validate_config
from cardroom.jackpots.text.citations import ACCOUNTING
from cardroom.ledger import PostingCode
from cardroom.money import Money
from cardroom.table.commands import Seat, VoidCause
from cardroom.table.events import AnyEvent as TableEvent

NOBODY: Mapping[Seat, str] = MappingProxyType({})  # of the players is known


@dataclass(eq=False)
class Link:
    """A link in operation. It keeps where it stands, not what happened: that is its caller's to record."""

    state: LinkState  # which is the link's own from now on

    def __post_init__(self) -> None:
        self.configs: dict[Hash, LinkConfig] = {}  # what its own doings named: documents to be stored

    @classmethod
    def open(cls, config: LinkConfig, who: Who) -> tuple[Link, list[AnyEvent]]:
        """The beginning amount of each level is its seed."""
        _require_person_and_time(who)
        validate_config(config)
        postings = []
        for level in () if config.is_house else config.levels:
            entries = accounts.entries_for(level.name, after_reseed(Funds(), level))
            if entries:
                postings.append(
                    accounts.balanced(
                        entries, accounts.seed_fund(level.name), PostingCode.BEGINNING, reference=level.name
                    )
                )
        link = cls(LinkState(config))
        name = link._name(config)
        opened = LinkOpened(at=who.at, by=who.by, rule=wac("230-15-685"), postings=tuple(postings), config=name)
        return link, link._happen([opened])

    def validate(self, command: AnyCommand, who: Who) -> None:
        """Raise the reason why a command is not allowed now; the link stays as it is."""
        self._events_for(command, who)

    def can(self, command: AnyCommand, who: Who) -> bool:
        try:
            self.validate(command, who)
        except CardroomError:
            return False
        return True

    def do(self, command: AnyCommand, who: Who) -> list[AnyEvent]:
        """Carry out a command and return what happened."""
        events = self._events_for(command, who)
        if isinstance(command, ChangeLink | FollowFloor | OfFigures):
            self._name(reconfiguration.configuration_after(self.state.config, command))
        return self._happen(events)

    # --- what a table tells -------------------------------------------------------------------------------------------

    def hear(
        self,
        table_id: str,
        round_id: str,
        events: Iterable[TableEvent],
        who: Who,
        players: Mapping[Seat, str] = NOBODY,
        *,
        starts: bool = True,
    ) -> list[AnyEvent]:
        """Do what follows from these events of one round, in their order; a dealer may have to start the game himself.

        Where one of them is refused, those before it have been done: put the state back that was there before.
        """
        _require_person_and_time(who)
        heard = list(events)
        wagers = table_event_effects.wagers_in(heard, self.state.config.table(table_id)) if starts else {}
        happened: list[AnyEvent] = []
        for event in heard:
            happened += self._happen(
                table_event_effects.resulting_link_events(event, wagers, players, self.state, table_id, round_id, who)
            )
        return happened

    def qualify(
        self,
        table: str,
        round_id: str,
        seat: Seat,
        paytable: str,
        line: str,
        who: Who,
        proof: Proof | None = None,
    ) -> list[AnyEvent]:
        """A hand reaches a line of the pay table; real cards prove it."""
        self._require(table, who)
        return self._happen(console_games.qualify(self.state, table, round_id, seat, paytable, line, who, proof))

    def tell_hand(self, table: str, round_id: str, seat: Seat, line: str, proof: Proof, who: Who) -> list[AnyEvent]:
        """The real cards of the hand that is lit, before anybody has signed for them."""
        self._require(table, who)
        return self._happen(console_games.tell_hand(self.state, table, round_id, seat, line, proof, who))

    def finish_settling(self, table: str, round_id: str, who: Who) -> list[AnyEvent]:
        """Every seat is settled."""
        self._require(table, who)
        return self._happen(console_games.finish_settling(self.state, table, round_id, who))

    def settle_on(self, table: str, round_id: str, who: Who) -> list[AnyEvent]:
        """A seat was overlooked."""
        self._require(table, who)
        return self._happen(console_games.reopen_settling(self.state, table, round_id, who))

    def take_late(self, table: str, round_id: str, seat: Seat, who: Who) -> list[AnyEvent]:
        """A wager that was not counted when the game started."""
        self._require(table, who)
        return self._happen(console_games.take_late(self.state, table, round_id, seat, who))

    def refund(
        self, table: str, round_id: str, seat: Seat, why: str, who: Who, cause: VoidCause = VoidCause.DECLARED
    ) -> list[AnyEvent]:
        """A hand is fouled: its jackpot wager goes back."""
        self._require(table, who)
        return self._happen(console_games.refund(self.state, table, round_id, seat, why, who, cause))

    def void(self, table: str, round_id: str, why: str, who: Who) -> list[AnyEvent]:
        """The round is void: all jackpot wagers of it go back; recorded wins stand."""
        self._require(table, who)
        return self._happen(console_games.void(self.state, table, round_id, why, who))

    # --- what becomes of a win ----------------------------------------------------------------------------------------

    def hand_over(self, win: str, till: Till, slip: int, who: Who) -> list[AnyEvent]:
        """People give the winner a paid award: chips, or a slip that the cage pays."""
        _require_person_and_time(who)
        return self._happen([award_handover.hand_over(self.state, win, till, slip, who)])

    def pay_hand_pay(self, win: str, who: Who) -> list[AnyEvent]:
        """The cage pays a hand-pay slip."""
        _require_person_and_time(who)
        return self._happen([award_handover.pay_hand_pay(self.state, win, who)])

    def take_return(self, win: str, seat: Seat, amount: Money, who: Who) -> list[AnyEvent]:
        """A player gives back money of a win that was backed out."""
        _require_person_and_time(who)
        return self._happen([adjustments.take_return(self.state, win, seat, amount, who)])

    def print_win(self, win: str, who: Who) -> list[AnyEvent]:
        """The page of a win goes to the printer."""
        _require_person_and_time(who)
        return self._happen([award_handover.print_win(self.state, win, who)])

    # ------------------------------------------------------------------------------------------------------------------

    def _name(self, config: LinkConfig) -> Hash:
        name = document_hash(config)
        self.configs[name] = config
        return name

    def _happen(self, events: list[AnyEvent]) -> list[AnyEvent]:
        for event in events:
            self.state.apply(event, self.configs)
        return events

    def _require(self, table: str, who: Who) -> None:
        _require_person_and_time(who)
        self.state.config.table(table)

    def _events_for(self, command: AnyCommand, who: Who) -> list[AnyEvent]:
        """What a command would make happen. Nothing changes here."""
        state = self.state
        _require_person_and_time(who)
        if isinstance(command, ConsoleCommand):
            state.config.table(command.table)
        match command:
            case OpenConsole() | CloseConsole():
                return [self._open_or_close(command, who)]
            case (
                ChangeLink()
                | FollowFloor()
                | ChangeWager()
                | ChangePrize()
                | ChangeSeed()
                | ChangeMaximum()
                | ChangeRates()
            ):
                return [reconfiguration.change(state, command, who)]
            case Adjust():
                return [adjustments.adjust(state, command, who)]
            case BackOut():
                return [adjustments.back_out(state, command, who)]
            case RecordDeposit():
                return [bank_account.deposit(state, command, who)]
            case Reconcile():
                return bank_account.reconcile(state, command, who)
            case GiveNotice():
                return [bank_account.give_notice(state, command, who)]
            case RemoveJackpot():
                return [bank_account.remove(state, command, who)]
            case _:
                return consoles.perform(state, command, who)

    def _open_or_close(self, command: OpenConsole | CloseConsole, who: Who) -> ConsoleOpened | ConsoleClosed:
        table = self.state.tables[command.table]
        if table.round_id:
            raise CardroomError("game-in-progress", f"Table {command.table} is in a game; end it first.")
        if table.is_closed is isinstance(command, CloseConsole):
            raise CardroomError(
                "no-change", f"Table {command.table} is {'closed' if table.is_closed else 'open'} already."
            )
        kind = ConsoleClosed if isinstance(command, CloseConsole) else ConsoleOpened
        return kind(at=who.at, by=who.by, rule=ACCOUNTING, table=command.table)


def _require_person_and_time(who: Who) -> None:
    if not who.by.strip():
        raise CardroomError("no-person", "Say who does this: every act on a jackpot has a name to it.")
    if who.at.tzinfo is None:
        raise CardroomError("no-time-zone", "Say when this happens, with the time zone.")
