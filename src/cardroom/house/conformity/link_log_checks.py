"""What the log says of jackpots: every meter, contribution, award and change, followed a second time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from cardroom.house.conformity.requirement import Found, LogCheck, LogSoFar, Standing
from cardroom.house.features.jackpot_changes.messages import ApproveChange
from cardroom.house.kernel.people import COUNTING, SERVICE
from cardroom.house.log.records import LinkPart, Record
from cardroom.jackpots import LinkConfig, Source
from cardroom.jackpots import events as j
from cardroom.jackpots.commands import KeySwitch, Reason
from cardroom.jackpots.engine.accounts import OF_THE_HOUSE
from cardroom.jackpots.setup.config import WHOLE, AwardOrder
from cardroom.money import Money, Odds, Prize, Share, show_money

METER = "meter:"
LESSENS = frozenset({
    Reason.AMOUNT_WON, Reason.MALFUNCTION, Reason.ABOVE_LIMIT, Reason.UNDISPLAYED_FUNDS, Reason.SEED_RECOVERY,
})  # fmt: skip
TAKES_FROM_METER = (j.AwardPaid, j.WagerRefunded, j.Adjusted, j.WinBackedOut, j.JackpotRemoved)
MICRO_CENT = 10_000


def _links(record: Record) -> Iterator[LinkPart]:
    return (part for part in record.parts if isinstance(part, LinkPart))


def _where(record: Record, part: LinkPart) -> str:
    return f"record {record.position:,} (jackpot {part.link})"


class BooksExplain(LogCheck):
    """Every balance of a jackpot is the sum of the postings in the log."""

    looked_at = "postings"

    def __init__(self) -> None:
        super().__init__()
        self._books: dict[str, Counter[str]] = defaultdict(Counter)

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            for event in part.events:
                for posting in event.postings:
                    self.count += 1
                    for entry in posting.entries:
                        self._books[part.link][entry.account] += entry.amount
                if isinstance(event, j.AwardPaid) and (paid := _to_winner(event)) != event.amount:
                    told = f"{show_money(event.amount)} is paid to a winner, and {show_money(paid)} has been booked"
                    yield _where(record, part), told
                if isinstance(event, j.WagerTaken) and (taken := -_of_players(event)) != event.amount:
                    told = f"a wager of {show_money(event.amount)} is taken, and {show_money(taken)} has been booked"
                    yield _where(record, part), told

    def at_end(self, standing: Standing) -> Iterator[Found]:
        for name, link in standing.house.links.items():
            counted = self._books[name]
            for account in sorted(counted.keys() | link.state.books.keys()):
                is_there, by_log = link.state.balance(account), counted[account]
                if is_there != by_log:
                    told = f"{account} holds {show_money(is_there)}, and the log explains {show_money(by_log)}"
                    yield f"jackpot {name}", told


def _to_winner(event: j.AwardPaid) -> Money:
    return _of_players(event)


def _of_players(event: j.Event) -> Money:
    entries = (entry for posting in event.postings for entry in posting.entries)
    return sum(entry.amount for entry in entries if entry.account.startswith(OF_THE_HOUSE[0]))


class ContributionsAsSet(LogCheck):
    """What a wager gives to each level is its rate of the wager, to the micro-dollar."""

    looked_at = "wagers"

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            config = before.configs.get(part.link)
            for event in part.events:
                if isinstance(event, j.WagerTaken) and config is not None:
                    self.count += 1
                    yield from _as_set(event, config, _where(record, part))


def _as_set(event: j.WagerTaken, config: LinkConfig, where: str) -> Iterator[Found]:
    for level in config.levels:
        given = event.given.get(level.name)
        got = 0 if given is None else given.meter + given.reserve + given.overflow + given.advance
        due = 0 if config.is_house else event.amount * (level.contribution + level.reserve) // WHOLE
        if got != due:
            yield (
                where,
                f"a wager of {show_money(event.amount)} gives {level.name} {show_money(got)}, not {show_money(due)}",
            )


class MetersAddUp(LogCheck):
    """Contributions, hits and wins of each jackpot are what the log comes to."""

    looked_at = "wagers and awards"

    def __init__(self) -> None:
        super().__init__()
        self._contributions: Counter[str] = Counter()
        self._hits: dict[tuple[str, str], list[Money]] = defaultdict(lambda: [0, 0])

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            for event in part.events:
                match event:
                    case j.WagerTaken() | j.WagerRefunded():
                        self.count += 1
                        self._contributions[part.link] += _to_prizes(event)
                    case j.AwardRecorded() if event.level:
                        self.count += 1
                        self._add(part.link, event.level, 1, event.amount)
                    case j.WinBackedOut() if event.level:
                        self._add(part.link, event.level, -1, -event.amount)
                    case _:
                        pass
        yield from ()

    def _add(self, link: str, level: str, count: int, amount: Money) -> None:
        kept = self._hits[link, level]
        kept[0] += count
        kept[1] += amount

    def at_end(self, standing: Standing) -> Iterator[Found]:
        for name, link in standing.house.links.items():
            totals = link.state.totals
            if totals.contributions != self._contributions[name]:
                told = f"{show_money(totals.contributions)} came in, and the log has {show_money(self._contributions[name])}"
                yield f"jackpot {name}", told
            for level, hits in link.state.hits.items():
                if [hits.count, hits.amount] != (found := self._hits[name, level]):
                    told = f"{level} has {hits.count} hits of {show_money(hits.amount)}"
                    yield f"jackpot {name}", f"{told}, and the log {found[0]} of {show_money(found[1])}"


def _to_prizes(event: j.WagerTaken | j.WagerRefunded) -> Money:
    entries = (entry for posting in event.postings for entry in posting.entries)
    prizes = ("meter:", "reserve:", "overflow:", "advance:")
    return sum(entry.amount for entry in entries if entry.account.startswith(prizes))


class MeterFallsForReasons(LogCheck):
    """A meter is lessened only by what a rule allows, and each adjustment says why."""

    looked_at = "decreases"

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            for event in part.events:
                change = _of_meters(event)
                if isinstance(event, j.Adjusted) and not event.why.strip():
                    yield _where(record, part), "an adjustment does not say why"
                if change >= 0:
                    continue
                self.count += 1
                if not isinstance(event, TAKES_FROM_METER):
                    yield _where(record, part), f"{type(event).__name__} lessens a meter by {show_money(-change)}"
                elif isinstance(event, j.Adjusted) and event.reason not in LESSENS:
                    yield _where(record, part), f"a meter is lessened by {show_money(-change)} for “{event.reason}”"


def _of_meters(event: j.Event) -> Money:
    entries = (entry for posting in event.postings for entry in posting.entries)
    return sum(entry.amount for entry in entries if entry.account.startswith(METER))


class RestartsAfterHit(LogCheck):
    """A level that has been won whole starts again with its seed and all of its reserve."""

    looked_at = "awards of a whole level"

    def __init__(self) -> None:
        super().__init__()
        self._recorded: dict[str, tuple[j.AwardRecorded, LinkConfig]] = {}

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            for event in part.events:
                match event:
                    case j.AwardRecorded(source=Source.METER) if part.link in before.configs:
                        self._recorded[event.win] = event, before.configs[part.link]
                    case j.AwardPaid(source=Source.METER) if event.win in self._recorded:
                        won, config = self._recorded.pop(event.win)
                        if isinstance(won.pays, Share) and won.pays.basis_points == WHOLE:
                            self.count += 1
                            seed = config.level(event.level).seed
                            if event.seed != seed:
                                told = (
                                    f"{event.level} starts again with {show_money(event.seed)}, not {show_money(seed)}"
                                )
                                yield _where(record, part), told
                    case _:
                        pass


class AwardsAsShown(LogCheck):
    """An award is what its line pays of the amount on display; a House jackpot pays its posted prize to each winner."""

    looked_at = "awards"

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            config = before.configs.get(part.link)
            for event in part.events:
                if isinstance(event, j.AwardRecorded) and config is not None:
                    self.count += 1
                    due = _due(event, config)
                    if event.amount != due:
                        told = (
                            f"{event.line} is awarded {show_money(event.amount)}, and its line pays {show_money(due)}"
                        )
                        yield _where(record, part), told
                    if config.is_house and event.level and event.displayed != config.level(event.level).seed:
                        yield _where(record, part), f"the posted prize of {event.level} is another one"


def _due(event: j.AwardRecorded, config: LinkConfig) -> Money:
    match event.pays:
        case Share(basis_points=points):
            exact = event.displayed * points // WHOLE
        case Odds():
            exact = event.pays.winnings(config.wager)
        case Prize(amount=amount):
            exact = amount * config.wager // 1_000_000
    return exact // MICRO_CENT * MICRO_CENT


class AwardsInOrder(LogCheck):
    """Wins are numbered as they are recorded, and those of one round are in the order that players were told."""

    looked_at = "awards"

    def __init__(self) -> None:
        super().__init__()
        self._last: Counter[str] = Counter()  # the number of the last win, by link
        self._waiting: dict[tuple[str, str], dict[int, None]] = defaultdict(dict)  # seats, by link and table

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            config = before.configs.get(part.link)
            for event in part.events:
                match event:
                    case j.HandQualified() if event.source is not Source.TRAY:
                        self._waiting[part.link, event.table][event.seat] = None
                    case j.WagerRefunded():
                        self._waiting[part.link, event.table].pop(event.seat, None)
                    case j.GameEnded() | j.GameVoided():
                        self._waiting.pop((part.link, event.table), None)
                    case j.AwardRecorded():
                        self.count += 1
                        yield from self._recorded(event, part, config, _where(record, part))
                    case _:
                        pass

    def _recorded(
        self, event: j.AwardRecorded, part: LinkPart, config: LinkConfig | None, where: str
    ) -> Iterator[Found]:
        number = int(event.win.rpartition("-")[2])
        if number != self._last[part.link] + 1:
            yield where, f"win {event.win} follows number {self._last[part.link]}"
        self._last[part.link] = number
        waiting = self._waiting[part.link, event.table]
        if event.seat not in waiting or config is None:
            return
        first = {
            AwardOrder.SETTLING: max(waiting),
            AwardOrder.CLOCKWISE: min(waiting),
            AwardOrder.AS_RECORDED: event.seat,
        }[config.award_order]
        del waiting[event.seat]
        if event.seat != first:
            yield where, f"seat {event.seat} is paid before seat {first} ({config.award_order.told})"


class NoChangeDuringPlay(LogCheck):
    """Nothing of a jackpot's configuration changes while one of its games is on."""

    looked_at = "changes of a configuration"

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            on = {table for link, table in before.games if link == part.link}
            for event in part.events:
                match event:
                    case j.GameStarted():
                        on.add(event.table)
                    case j.GameEnded() | j.GameVoided():
                        on.discard(event.table)
                    case j.LinkChanged():
                        self.count += 1
                        if on:
                            yield (
                                _where(record, part),
                                f"the configuration changes during a game at {', '.join(sorted(on))}",
                            )
                    case _:
                        pass


class ChangesByTwo(LogCheck):
    """What is changed by hand is asked for by one person and approved by another."""

    looked_at = "changes"

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            for event in part.events:
                if isinstance(event, j.LinkChanged) and event.by == SERVICE.id:
                    continue  # by the floor file: whoever may write it has decided
                if isinstance(event, j.LinkChanged | j.Adjusted | j.WinBackedOut | j.NoticeGiven | j.JackpotRemoved):
                    self.count += 1
                    if event.approved_by in ("", event.by):
                        yield _where(record, part), f"{type(event).__name__} by {event.by} alone"


class AccountingHears(LogCheck):
    """A change of a jackpot takes effect only when somebody of accounting, or an executive, approves it."""

    looked_at = "approved changes"

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        if not isinstance(record.command.act, ApproveChange):
            return
        for part in _links(record):
            for event in part.events:
                if isinstance(event, j.LinkChanged | j.Adjusted | j.WinBackedOut):
                    self.count += 1
                    role = before.roles.get(event.approved_by, record.role)
                    if role not in COUNTING:
                        yield _where(record, part), f"approved by {event.approved_by}, whose role is {role}"


class ClosedTakesNothing(LogCheck):
    """No jackpot wager is taken while its link is closed, or the table's console."""

    looked_at = "wagers"

    def __init__(self) -> None:
        super().__init__()
        self._closed: set[tuple[str, str]] = set()  # a link with "", or a table on it

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            for event in part.events:
                match event:
                    case j.LinkClosed():
                        self._closed.add((part.link, ""))
                    case j.LinkReopened():
                        self._closed.discard((part.link, ""))
                    case j.JackpotRemoved():
                        self._closed.add((part.link, ""))
                    case j.ConsoleClosed():
                        self._closed.add((part.link, event.table))
                    case j.ConsoleOpened():
                        self._closed.discard((part.link, event.table))
                    case j.WagerTaken():
                        self.count += 1
                        if {(part.link, ""), (part.link, event.table)} & self._closed:
                            yield _where(record, part), f"a wager is taken at {event.table}, which is closed for it"
                    case _:
                        pass


class NobodyPaysAlone(LogCheck):
    """Where people deal, at least two people take part in an award that no tray pays."""

    looked_at = "awards where people deal"

    def __init__(self) -> None:
        super().__init__()
        self._so_far: dict[tuple[str, str], set[str]] = defaultdict(set)  # who takes part in the next award, by table
        self._people: dict[str, set[str]] = {}  # by win
        self._where: dict[str, str] = {}

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        for part in _links(record):
            for event in part.events:
                match event:
                    case j.HandPressed(lit=True) | j.WinSigned() | j.WinConfirmed() | j.KeyTurned(to=KeySwitch.JPH):
                        self._so_far[part.link, event.table].add(event.by)
                    case j.HandPressed() | j.GameStarted() | j.GameEnded() | j.GameVoided():
                        self._so_far.pop((part.link, event.table), None)
                    case j.AwardRecorded() if event.source is not Source.TRAY:
                        taking_part = self._so_far.pop((part.link, event.table), set())
                        game = before.games.get((part.link, event.table))
                        if game is not None and game.dealer:
                            self.count += 1
                            self._people[event.win] = taking_part | {event.by, event.approved_by} - {""}
                            self._where[event.win] = _where(record, part)
                    case j.AwardHandedOver() | j.HandPayPaid() if event.win in self._people:
                        self._people[event.win].add(event.by)
                    case _:
                        pass
        yield from ()

    def at_end(self, standing: Standing) -> Iterator[Found]:
        for win, people in self._people.items():
            if len(people) < 2:
                yield self._where[win], f"win {win} is the work of {', '.join(people)} alone"
