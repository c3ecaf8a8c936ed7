"""The table of rounds."""

from __future__ import annotations

from cardroom.house.features.days.messages import DayCorrected
from cardroom.house.features.rounds import checked_payouts, console_presses, handlers, real_cards, rows, state, text
from cardroom.house.features.rounds.messages import (
    AtConsole,
    AtTable,
    BeginRound,
    CardsShown,
    CorrectPayout,
    CorrectSensor,
    CountSensors,
    DeclareHand,
    JackpotChips,
    PayoutCapped,
    PayoutChecked,
    PayoutCorrected,
    PayoutDiffered,
    PaySeat,
    PressShuffler,
    RealRoundBegan,
    RealRoundEnded,
    RefundHand,
    ReopenSeats,
    RoundBegan,
    SeedLost,
    SeedRevealed,
    SensorsCounted,
    ShufflerPressed,
    VerifyHand,
    VoidGame,
    VoidWithoutKey,
)
from cardroom.house.features.tables.messages import TableClosed, TableRemoved
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command, in_house, on_link
from cardroom.house.kernel.people import DEALING, MANAGING, ONLY_SERVICE, PLAYERS, SUPERVISING, Role
from cardroom.jackpots import commands as j
from cardroom.jackpots.events import AwardPaid, EnvyPaid
from cardroom.table import commands as t
from cardroom.table.events import BetsClosed, HandFouled, MispayCorrected, RoundVoided

FEATURE = Feature(
    commands=(
        command(BeginRound, handlers.begin, DEALING),
        command(AtTable, handlers.play),
        command(AtConsole, console_presses.press),
        command(CountSensors, handlers.count_sensors, DEALING),
        command(DeclareHand, real_cards.prove_award_hand, frozenset({Role.DEALER}) | MANAGING),
        command(VerifyHand, real_cards.prove_award_hand, frozenset({Role.DEALER}) | MANAGING),
        command(ReopenSeats, real_cards.reopen_seats, frozenset({Role.DEALER}) | MANAGING),
        command(CorrectSensor, real_cards.correct_sensor, MANAGING),
        command(RefundHand, real_cards.refund_hand, MANAGING),
        command(VoidGame, real_cards.void_game, MANAGING),
        command(PressShuffler, checked_payouts.press_shuffler, DEALING - ONLY_SERVICE),
        command(PaySeat, checked_payouts.pay_seat, DEALING - ONLY_SERVICE),
        command(CorrectPayout, checked_payouts.correct_payout, MANAGING),
        command(VoidWithoutKey, handlers.void_without_key, MANAGING),
    ),
    carried={
        t.Bet: PLAYERS,
        t.Choose: PLAYERS | ONLY_SERVICE,
        t.Act: DEALING,
        t.RefuseLateBet: DEALING,
        t.DeclareMisdeal: MANAGING,
        t.FoulHand: MANAGING,
        t.CorrectMispay: MANAGING,
        j.PressSeat: DEALING,
        j.PressHand: DEALING,
        j.GameOver: DEALING,
        j.EndGame: DEALING,
        j.TurnKey: DEALING,  # to JPH a supervisor's: see `allowed_for`
        j.PressJackpot: DEALING,  # the card at JPH stands for it
        j.Confirm: DEALING,  # the card that follows stands for it
        j.SwipeCard: SUPERVISING,
    },
    events=(
        at_table(RoundBegan, on_table=state.began, applied=state.beginning, rows=(rows.of_round,)),
        at_table(SeedRevealed, on_table=state.seed_revealed, applied=state.over, rows=(rows.of_round, rows.of_players)),
        at_table(SeedLost, EventKind.VOID, applied=state.over, rows=(rows.of_round, rows.of_players)),
        at_table(PayoutCapped, EventKind.CAP, on_table=state.capped),
        at_table(RealRoundBegan, on_table=state.real_began, applied=state.real_beginning, rows=(rows.of_real_round,)),
        at_table(RealRoundEnded, rows=(rows.of_real_round,)),
        at_table(SensorsCounted, on_table=state.sensors_counted),
        at_table(CardsShown, EventKind.CARDS, on_table=state.cards_shown),
        at_table(JackpotChips),
        at_table(ShufflerPressed, applied=state.shuffler_pressed),
        at_table(PayoutChecked),
        at_table(PayoutDiffered, EventKind.PAYOUT, applied=state.payout_differed),
        at_table(PayoutCorrected, EventKind.CORRECTION, applied=state.mispaid_cleared),
    ),
    follows=(
        at_table(TableClosed, applied=state.table_closed),
        at_table(TableRemoved, applied=state.table_removed),
        at_table(BetsClosed, rows=(rows.of_players,)),
        at_table(MispayCorrected, rows=(rows.of_round,)),
        at_table(RoundVoided, applied=state.mispaid_cleared),
        at_table(HandFouled, applied=state.fouled),
        on_link(AwardPaid, applied=state.award_paid, rows=(rows.of_winners,)),
        on_link(EnvyPaid, applied=state.award_paid, rows=(rows.of_winners,)),
        in_house(DayCorrected, beforehand=state.day_corrected),
    ),
    rows=(rows.RoundRow, rows.RealRoundRow, rows.PlayedRow),
    told=text.told,
    significant=text.significant,
)
