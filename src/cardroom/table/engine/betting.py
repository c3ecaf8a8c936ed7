"""What a seat may put down before the deal."""

from __future__ import annotations

from collections.abc import Mapping

from cardroom.errors import CardroomError
from cardroom.games.model import Fold, Kind, MakeBet, Surrender, Wager
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat
from cardroom.table.settings import TableSettings


def with_equal_wagers(settings: TableSettings, stakes: Mapping[str, Money]) -> dict[str, Money]:
    """The stakes, with wagers that must equal the base wager put down where the player left them out."""
    base = settings.rules.base_wager.id
    equal = [wager.id for wager in settings.rules.wagers if wager.kind is Kind.EQUAL]
    return dict(stakes) | {name: stakes[base] for name in equal if base in stakes and name not in stakes}


def validate_seat(settings: TableSettings, seat: Seat) -> None:
    if not 1 <= seat <= settings.seats:
        raise CardroomError("unknown-seat", f"This table has seats 1 to {settings.seats}, not {seat}.")


def validate_bets(settings: TableSettings, stakes: Mapping[str, Money]) -> None:
    """Refuse a seat's wagers, as a whole, with the first thing that is wrong with them."""
    game = settings.rules
    for wager_id, amount in stakes.items():
        _validate_amount(settings, game.wager(wager_id), amount)
    base = game.base_wager
    if stakes and not any(wager.id in stakes for wager in game.base_wagers):
        names = " or ".join(wager.name for wager in game.base_wagers)
        raise CardroomError("no-base-wager", f"An optional wager needs the {names} beside it.")
    for wager in game.wagers:
        if stakes and wager.kind is Kind.EQUAL and stakes.get(wager.id) != stakes.get(base.id, 0):
            beside = f" of {show_money(stakes[base.id])}" if base.id in stakes else ", and there is none"
            raise CardroomError("unequal-wagers", f"{wager.name} must equal the {base.name}{beside}.")
    _validate_number_of_games(settings, stakes)


def _validate_amount(settings: TableSettings, wager: Wager, amount: Money) -> None:
    if wager.kind is Kind.DECISION:
        raise CardroomError("not-yet", f"{wager.name} is bet after the deal, at the decision.")
    if wager.kind is Kind.RIDER:
        stands_on = settings.rules.wager(wager.on).name
        raise CardroomError("not-staked", f"Nothing is bet on the {wager.name}: it stands on the {stands_on}.")
    if amount <= 0:
        raise CardroomError("bad-amount", f"{wager.name}: a wager must be more than {show_money(0)}.")
    if wager.is_side_bet and wager.id not in settings.offered:
        raise CardroomError("not-offered", f"{wager.name} is not offered at this table.")
    if wager.kind is Kind.JACKPOT:
        fixed = settings.jackpot_wagers[wager.id]
        if amount != fixed:
            raise CardroomError("fixed-wager", f"{wager.name} is a fixed wager of {show_money(fixed)}.")
        return
    low, high = settings.minimum, settings.maximum
    if wager.is_side_bet:
        low, high = settings.side_minimum, settings.side_maximum
    if not low <= amount <= high:
        where = "below this table's minimum" if amount < low else "above this table's maximum"
        limit = low if amount < low else high
        raise CardroomError("off-limits", f"{wager.name}: {show_money(amount)} is {where} of {show_money(limit)}.")
    if amount % settings.chip:
        raise CardroomError(
            "odd-chips",
            f"{wager.name}: {show_money(amount)} is not a multiple of the {show_money(settings.chip)} chip.",
        )


def minimum_to_stay_in(settings: TableSettings, stakes: Mapping[str, Money]) -> Money:
    """What a hand takes at the least after these bets to stay in, but for what only some hands are asked for."""
    game = settings.rules
    asked = [decision for decision in game.decisions if decision.when is None]
    least = (
        min(
            option.multiple if isinstance(option, MakeBet) else 0
            for option in decision.options
            if not isinstance(option, Fold | Surrender)
        )
        for decision in asked
    )
    return sum(least) * stakes.get(game.base_wager.id, 0)


def _validate_number_of_games(settings: TableSettings, stakes: Mapping[str, Money]) -> None:
    """The base game counts as one game and every optional wager as one more."""
    game, limits = settings.rules, settings.limits
    games = [amount for wager_id, amount in stakes.items() if game.wager(wager_id).kind is not Kind.EQUAL]
    if len(games) > limits.games_per_hand:
        raise CardroomError(
            "too-many-games", f"A hand may have at most {limits.games_per_hand} different wagers here; take one off."
        )
    if sum(amount > limits.small_wager for amount in games) > limits.games_above_small_wager:
        raise CardroomError(
            "too-many-large-games",
            f"Only {limits.games_above_small_wager} wagers of a hand may be above {show_money(limits.small_wager)}.",
        )
