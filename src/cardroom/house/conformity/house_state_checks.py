"""What the house as it stands says: its floor, its jackpots, its books, and what is kept beside the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction

from cardroom.errors import CardroomError
from cardroom.games.catalogue import is_known
from cardroom.house.audit.software_identity import differences, installed
from cardroom.house.conformity.requirement import Found, Standing
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.approval_conditions.checklist import missing, outside_approval
from cardroom.house.floor.plan import KEEP_CARDS_DAYS
from cardroom.jackpots import Link, LinkConfig, display
from cardroom.jackpots.engine.bank_account import bank_position
from cardroom.jackpots.reports.regulator_figures import payout_caps
from cardroom.jackpots.setup.config import WHOLE
from cardroom.money import Odds, show_money
from cardroom.table.limits import limits_for

ON_DISPLAY_WITHIN = 30.0  # seconds
LEAST_CHANCE = Fraction(1, 100_000_000)
ROUNDS_RECALLED = 10


def _links(standing: Standing) -> list[tuple[str, Link]]:
    return [(name, link) for name, link in standing.house.links.items() if not link.state.is_removed]


def _progressives(standing: Standing) -> list[tuple[str, Link]]:
    return [(name, link) for name, link in _links(standing) if not link.state.config.is_house]


def _public(house: House) -> list[LiveTable]:
    return [table for table in house.tables.values() if not table.plan.is_private]


# --- jackpots ---------------------------------------------------------------------------------------------------------


def meter_at_every_table(standing: Standing) -> Iterator[Found]:
    for name, link in _links(standing):
        for on_link in link.state.config.tables:
            table = standing.house.tables.get(on_link.id)
            if table is None:
                continue  # it has left the floor
            if name not in table.plan.links:
                yield f"table {table.id}", f"plays for jackpot {name} and does not show it"
                continue
            for level in display(link.state, table.id).levels:
                if level.amount != link.state.displayed(level.name):
                    yield f"table {table.id}", f"shows {show_money(level.amount)} for {level.name}"


def win_on_display(standing: Standing) -> Iterator[Found]:
    slowest = standing.slowest_display
    if slowest is not None and slowest > ON_DISPLAY_WITHIN:
        yield "signs", f"an award was shown {slowest:,.1f} s after it was recorded"


def levels_are_set(standing: Standing) -> Iterator[Found]:
    for name, link in _progressives(standing):
        for level in link.state.config.levels:
            if level.contribution <= 0:
                yield f"jackpot {name}", f"{level.name} gets nothing of a wager"
        rates = sum(level.contribution + level.reserve for level in link.state.config.levels)
        if rates > WHOLE:
            yield f"jackpot {name}", "its levels get more than the whole wager"


def chances_are_not_too_long(standing: Standing) -> Iterator[Found]:
    for name, link in _progressives(standing):
        for table in link.state.config.tables:
            for line, chance in _chances(link.state.config, table.id).items():
                if chance < LEAST_CHANCE:
                    longer = f"1 in {round(1 / chance):,}" if chance else "never"
                    yield f"jackpot {name} at {table.id}", f"{line} is hit {longer}"


def _chances(config: LinkConfig, table_id: str) -> dict[str, Fraction]:
    """As they are brought in from outside, or as the lab counts them."""
    table = config.table(table_id)
    if table.chances:
        return {line: chance.fraction for line, chance in table.chances.items()}
    if not is_known(table.game):
        return {}
    from cardroom.lab.jackpots.line_chances import award_chances  # the house itself never loads the lab

    try:
        return award_chances(table.rules, config.paytable, folded_hands_qualify=table.folded_hands_win)
    except CardroomError:
        return {}


def limits_are_not_below(standing: Standing) -> Iterator[Found]:
    for name, link in _progressives(standing):
        for level in link.state.config.levels:
            shown = link.state.displayed(level.name)
            if level.maximum is not None and shown > level.maximum:
                told = f"{level.name} shows {show_money(shown)}, above its limit of {show_money(level.maximum)}"
                yield f"jackpot {name}", told


def chances_are_equal(standing: Standing) -> Iterator[Found]:
    for name, link in _progressives(standing):
        config = link.state.config
        if len(config.games) < 2:
            continue
        first, *others = config.tables
        for other in others:
            if other.chances != first.chances:
                yield f"jackpot {name}", f"{other.id} and {first.id} have other chances"
            if other.folded_hands_win != first.folded_hands_win:
                yield f"jackpot {name}", f"{other.id} and {first.id} differ in whether folded hands win"


def tables_are_identified(standing: Standing) -> Iterator[Found]:
    for name, link in _links(standing):
        counted = Counter(table.id for table in link.state.config.tables)
        for table, times in counted.items():
            if times > 1:
                yield f"jackpot {name}", f"{table} stands on it {times} times"


def money_is_at_the_bank(standing: Standing) -> Iterator[Found]:
    for name, link in _progressives(standing):
        position = bank_position(link.state, standing.at)
        if position.is_overdue:
            yield f"jackpot {name}", f"a deposit was due at {position.deposit_due:%Y-%m-%d %H:%M}"
        if position.balance is not None and position.shortfall and not link.state.shortfall:
            yield f"jackpot {name}", f"its account is short of {show_money(position.shortfall)}, and it takes wagers"


# --- tables -----------------------------------------------------------------------------------------------------------


def rounds_are_recalled(standing: Standing) -> Iterator[Found]:
    reader = standing.reader
    for table in _public(standing.house):
        for row in reader.rounds_before(table.id, standing.house.position + 1, ROUNDS_RECALLED):
            positions = sorted({row.first, row.last or row.first})
            if [record.position for record in reader.at(positions)] != positions:
                yield f"round {row.round_id}", "its records are not there"


def wagers_are_within_limits(standing: Standing) -> Iterator[Found]:
    limits = limits_for(standing.house.floor.jurisdiction, standing.at.date())
    for table in _public(standing.house):
        settings = table.plan.settings
        if not is_known(settings.game):
            continue
        largest = settings.maximum * settings.rules.largest_multiple
        for what, amount in (("a wager", largest), ("a side bet", settings.side_maximum)):
            if amount > limits.single_wager:
                told = f"{what} may be {show_money(amount)}; at most {show_money(limits.single_wager)} is allowed"
                yield f"table {table.id}", told


def caps_are_not_too_low(standing: Standing) -> Iterator[Found]:
    for table in _public(standing.house):
        cap, settings = table.plan.payout_cap, table.plan.settings
        if cap is None:
            continue
        odds = [
            pay.pays // pay.per
            for wager, paytable in settings.paytables.items()
            if wager not in settings.jackpot_wagers
            for line in paytable.lines
            for pay in line.pays
            if isinstance(pay, Odds)
        ]
        least = payout_caps(settings.minimum, settings.maximum, max(odds, default=1))
        if cap < least.player:
            told = f"its pay-out cap is {show_money(cap)}, and may not be below {show_money(least.player)}"
            yield f"table {table.id}", told


def cards_are_kept(standing: Standing) -> Iterator[Found]:
    days = standing.house.floor.approvals.keep_cards_days
    if days < KEEP_CARDS_DAYS:
        yield "floor", f"winning hands and decks are kept for {days} days, not {KEEP_CARDS_DAYS}"


def conditions_are_on_file(standing: Standing) -> Iterator[Found]:
    house = standing.house
    for table in _public(house):
        if not is_known(table.plan.settings.game):
            continue
        for condition in missing(house.floor, table.plan, house.conditions):
            yield f"table {table.id}", f"“{condition}” is not on file"
        for why in outside_approval(table.plan):
            yield f"table {table.id}", f"is outside its approval ({why})"


def keeps_no_conditions(standing: Standing) -> bool:
    return standing.house.floor.conditions.venue is None


# --- software ---------------------------------------------------------------------------------------------------------


def log_is_verified(standing: Standing) -> Iterator[Found]:
    verified = standing.house.verified
    if verified is None:
        yield "log", "has never been verified"
        return
    if verified.findings:
        yield "log", f"the last verification found {verified.findings} faults"
    if standing.at - verified.at > timedelta(days=1):
        yield "log", f"was verified last on {verified.at:%Y-%m-%d}"


def software_is_identified(standing: Standing) -> Iterator[Found]:
    if standing.release is not None:
        yield from differences(standing.release, installed())


def no_release(standing: Standing) -> bool:
    return standing.release is None


def no_server(standing: Standing) -> bool:
    return standing.slowest_display is None
