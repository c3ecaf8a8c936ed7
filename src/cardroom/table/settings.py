"""The settings of a table: which game, which wagers and pay tables, which limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

from cardroom.errors import CardroomError
from cardroom.games import find_game, find_paytable
from cardroom.games.model import Game, Kind, Wager
from cardroom.games.operator_paytables import own_paytable
from cardroom.games.paytable import PayTable
from cardroom.money import CENT, DOLLAR, Money, show_money
from cardroom.table.limits import Limits, limits_for


class DealOrder(StrEnum):
    """Where the deal begins and which way it goes."""

    FROM_THE_LEFT = "left"
    DICE_CLOCKWISE = "dice"
    DICE_COUNTER_CLOCKWISE = "dice-counter-clockwise"

    @property
    def uses_dice(self) -> bool:
        return self is not DealOrder.FROM_THE_LEFT


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a round is played under; made by `table_settings`, which checks it; a round names them by their hash."""

    game: str
    seats: int
    offered: tuple[str, ...]  # optional and jackpot wagers on the layout
    paytables: dict[str, PayTable]  # in force, for every wager that has one
    minimum: Money
    maximum: Money  # for the base wager: the posted one, lowered so that its largest multiple is within the limits
    side_minimum: Money
    side_maximum: Money
    chip: Money
    jackpot_wagers: dict[str, Money]
    folded_hands_qualify: bool  # for jackpot wagers where the sheet leaves it to the operator
    deal_order: DealOrder
    limits: Limits
    without_envy: tuple[str, ...] = ()  # jackpot wagers that pay no envy, whatever their pay table prints

    @property
    def rules(self) -> Game:
        return find_game(self.game)

    def gives_envy(self, wager_id: str) -> bool:
        return self.paytables[wager_id].has_envy and wager_id not in self.without_envy

    def is_live_after_fold(self, wager: Wager) -> bool:
        return self.folded_hands_qualify if wager.live_after_fold is None else wager.live_after_fold


def table_settings(
    game_id: str,
    *,
    seats: int | None = None,
    offered: Iterable[str] | None = None,
    paytables: Mapping[str, str | PayTable] | None = None,
    minimum: Money = 5 * DOLLAR,
    maximum: Money | None = None,
    side_minimum: Money = DOLLAR,
    side_maximum: Money | None = None,
    chip: Money = DOLLAR,
    jackpot_wagers: Mapping[str, Money] | None = None,
    folded_hands_qualify: bool = True,
    deal_order: DealOrder = DealOrder.FROM_THE_LEFT,
    limits: Limits | None = None,
    without_envy: Iterable[str] = (),
) -> TableSettings:
    """Check what an operator asks for and fill in the rest: all wagers offered, first printed pay tables."""
    game = find_game(game_id)
    limits = limits or limits_for("washington")
    seats = game.seats if seats is None else seats
    if not 1 <= seats <= game.seats:
        raise CardroomError("bad-seats", f"{game.name} seats 1 to {game.seats} players, not {seats}.")
    if chip < CENT or chip % CENT:
        raise CardroomError("bad-chip", "The chip unit must be a whole number of cents.")
    for name, amount in (("maximum", maximum), ("side maximum", side_maximum)):
        if amount is not None and amount > limits.single_wager:
            raise CardroomError(
                "above-limit",
                f"A {name} of {show_money(amount)} is above the limit of {show_money(limits.single_wager)} a wager"
                f" ({limits.source}); a table may be lower, never higher.",
            )
    posted = limits.single_wager if maximum is None else maximum
    capped = min(_whole_chips(posted, chip), largest_base_wager(game, limits, chip))
    top_side = _whole_chips(limits.single_wager if side_maximum is None else side_maximum, chip)
    for name, low, high in (("base wager", minimum, capped), ("side bet", side_minimum, top_side)):
        if not 0 < low <= high or low % chip:
            raise CardroomError(
                "bad-minimum",
                f"The minimum {name} of {show_money(low)} must be a multiple of the {show_money(chip)} chip"
                f" between {show_money(chip)} and the maximum of {show_money(high)}.",
            )
    if deal_order.uses_dice and game.dice_deal_rule is None:
        raise CardroomError("no-dice", f"The sheet of {game.name} does not allow dealing by dice.")
    side_bets = [wager.id for wager in game.wagers if wager.is_side_bet]
    chosen = side_bets if offered is None else [_side_bet(game, wager_id).id for wager_id in offered]
    return TableSettings(
        game=game.id,
        seats=seats,
        offered=tuple(wager_id for wager_id in side_bets if wager_id in chosen),
        paytables=_paytables_in_force(game, paytables or {}),
        minimum=minimum,
        maximum=capped,
        side_minimum=side_minimum,
        side_maximum=top_side,
        chip=chip,
        jackpot_wagers=_jackpot_wagers(game, jackpot_wagers or {}, limits),
        folded_hands_qualify=folded_hands_qualify,
        deal_order=deal_order,
        limits=limits,
        without_envy=tuple(_jackpot_wager(game, wager_id).id for wager_id in without_envy),
    )


def largest_base_wager(game: Game, limits: Limits, chip: Money = DOLLAR) -> Money:
    """So that also its largest multiple is within the limits."""
    return _whole_chips(limits.single_wager // game.largest_multiple, chip)


def _whole_chips(amount: Money, chip: Money) -> Money:
    return amount - amount % chip


def _side_bet(game: Game, wager_id: str) -> Wager:
    wager = game.wager(wager_id)
    if not wager.is_side_bet:
        raise CardroomError(
            "not-optional", f"{wager.name} belongs to {game.name} itself; only optional wagers are chosen."
        )
    return wager


def _jackpot_wager(game: Game, wager_id: str) -> Wager:
    wager = game.wager(wager_id)
    if wager.kind is not Kind.JACKPOT:
        raise CardroomError("not-a-jackpot", f"{wager.name} is not a jackpot wager.")
    return wager


def _paytables_in_force(game: Game, chosen: Mapping[str, str | PayTable]) -> dict[str, PayTable]:
    """The operator's choice, by wager ("base": all wagers of the game itself), or the first one printed.

    A table that is none of the printed ones is the operator's own, wherever it comes from.
    """
    for wager_id in chosen:
        if wager_id != "base":
            game.wager(wager_id)
    tables = {}
    for wager in game.wagers:
        if not wager.paytables:
            continue
        choice = chosen.get(wager.id, None if wager.is_side_bet else chosen.get("base"))
        if isinstance(choice, PayTable) and choice not in wager.paytables:
            choice = own_paytable(game, wager, choice).table
        table = find_paytable(wager, choice) if isinstance(choice, str) else choice
        tables[wager.id] = table or wager.paytables[0]
    return tables


def _jackpot_wagers(game: Game, chosen: Mapping[str, Money], limits: Limits) -> dict[str, Money]:
    """A jackpot wager is one fixed amount; $1 unless the operator sets another."""
    amounts = {wager.id: DOLLAR for wager in game.wagers if wager.kind is Kind.JACKPOT}
    for wager_id, amount in chosen.items():
        wager = _jackpot_wager(game, wager_id)
        validate_jackpot_wager(amount, limits)
        amounts[wager.id] = amount
    return amounts


def validate_jackpot_wager(amount: Money, limits: Limits) -> None:
    if not 0 < amount <= limits.single_wager or amount % CENT:
        raise CardroomError("bad-amount", f"A jackpot wager of {show_money(amount)} is outside the limits.")
