"""Commands as they come in from outside: what is unknown, missing or out of bounds is refused before anyone looks."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.table.commands import (
    AnyCommand,
    Bet,
    Choose,
    CloseBets,
    CorrectMispay,
    DealPacket,
    DeclareMisdeal,
    FoulHand,
    RefuseLateBet,
    SettleSeat,
    SettleSecondPass,
)

SENT = [
    (Bet(2, {"ante": 10_000_000}), {"type": "Bet", "seat": 2, "stakes": {"ante": 10_000_000}}),
    (Bet(2, {}), {"type": "Bet", "seat": 2, "stakes": {}}),
    (Choose(12, "fold"), {"type": "Choose", "seat": 12, "option": "fold"}),
    (CloseBets(), {"type": "CloseBets"}),
    (DealPacket("community"), {"type": "DealPacket", "to": "community"}),
    (DealPacket(3), {"type": "DealPacket", "to": 3}),
    (SettleSeat(1), {"type": "SettleSeat", "seat": 1}),
    (SettleSecondPass(1), {"type": "SettleSecondPass", "seat": 1}),
    (DeclareMisdeal("boxed card"), {"type": "DeclareMisdeal", "why": "boxed card"}),
    (FoulHand("dealer", "six cards"), {"type": "FoulHand", "holder": "dealer", "why": "six cards"}),
    (RefuseLateBet(1, "ante", 1), {"type": "RefuseLateBet", "seat": 1, "wager": "ante", "amount": 1}),
    (
        CorrectMispay(1, "ante", 0, "short"),
        {"type": "CorrectMispay", "seat": 1, "wager": "ante", "paid": 0, "why": "short"},
    ),
]


@pytest.mark.parametrize(("command", "sent"), SENT)
def test_a_command_is_read_as_it_was_sent_and_nothing_beside_it(command, sent):
    assert msgspec.convert(sent, AnyCommand) == command
    for wrong in (sent | {"by": "ann"}, *({k: v for k, v in sent.items() if k != left_out} for left_out in sent)):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, AnyCommand)


@pytest.mark.parametrize(
    "out_of_bounds",
    [
        {"type": "Bet", "seat": 0, "stakes": {}},
        {"type": "Bet", "seat": 13, "stakes": {}},
        {"type": "Bet", "seat": True, "stakes": {}},
        {"type": "Bet", "seat": 1, "stakes": {"ante": 0}},
        {"type": "Bet", "seat": 1, "stakes": {"ante": 10**15 + 1}},
        {"type": "Bet", "seat": 1, "stakes": {"ante": 1.5}},
        {"type": "Bet", "seat": 1, "stakes": {"an\0te": 1}},
        {"type": "Bet", "seat": 1, "stakes": {f"wager {number}": 1 for number in range(13)}},
        {"type": "Choose", "seat": 1, "option": ""},
        {"type": "Choose", "seat": 1, "option": 2},
        {"type": "Choose", "seat": 1, "option": "x" * 81},
        {"type": "DealPacket", "to": 0},
        {"type": "DealPacket", "to": "x" * 81},
        {"type": "SettleSeat", "seat": -1},
        {"type": "DeclareMisdeal", "why": ""},
        {"type": "DeclareMisdeal", "why": "x" * 401},
        {"type": "FoulHand", "holder": "community", "why": "six cards"},
        {"type": "FoulHand", "holder": 99, "why": "six cards"},
        {"type": "RefuseLateBet", "seat": 1, "wager": "ante", "amount": 0},
        {"type": "CorrectMispay", "seat": 1, "wager": "ante", "paid": -1, "why": "short"},
        {"type": "Command"},
        {"type": "Act"},
    ],
)
def test_what_is_out_of_bounds_is_refused(out_of_bounds):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(out_of_bounds, AnyCommand)
