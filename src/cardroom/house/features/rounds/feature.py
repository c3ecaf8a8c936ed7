"""The table of rounds."""

from __future__ import annotations

from cardroom.house.features.rounds import handlers, payouts, presses, real_cards
from cardroom.house.features.rounds.messages import (
    AtConsole,
    AtTable,
    BeginRound,
    CorrectPayout,
    CorrectSensor,
    CountSensors,
    DeclareHand,
    PaySeat,
    PressShuffler,
    RefundHand,
    ReopenSeats,
    VerifyHand,
    VoidGame,
    VoidWithoutKey,
)
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import DEALING, MANAGING, ONLY_SERVICE, PLAYERS, SUPERVISING, Role
from cardroom.jackpots import commands as j
from cardroom.table import commands as t

FEATURE = Feature(
    commands=(
        command(BeginRound, handlers.begin, DEALING),
        command(AtTable, handlers.play),
        command(AtConsole, presses.press),
        command(CountSensors, handlers.count_sensors, DEALING),
        command(DeclareHand, real_cards.show_hand, frozenset({Role.DEALER}) | MANAGING),
        command(VerifyHand, real_cards.show_hand, frozenset({Role.DEALER}) | MANAGING),
        command(ReopenSeats, real_cards.reopen_seats, frozenset({Role.DEALER}) | MANAGING),
        command(CorrectSensor, real_cards.correct_sensor, MANAGING),
        command(RefundHand, real_cards.refund_hand, MANAGING),
        command(VoidGame, real_cards.void_game, MANAGING),
        command(PressShuffler, payouts.press_shuffler, DEALING - ONLY_SERVICE),
        command(PaySeat, payouts.pay_seat, DEALING - ONLY_SERVICE),
        command(CorrectPayout, payouts.correct_payout, MANAGING),
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
)
