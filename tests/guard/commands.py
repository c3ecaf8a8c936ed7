"""The commands of the guard's log: what each is called in the stored file, and which class it is today.

A stored command is its word under `do`, and its fields as plain JSON. The words are the guard's own, so that a class, a
tag or a field may get another name: then this table is edited, and not the log.

Commands name things that the house has made: rounds, requests, wins, slips, alerts, tables among friends. Their ids
are counted: `delta-1-3` is the third round of a table, `request-12` is asked for in the twelfth record, `delta-2` is
the second win of a link, slips and alerts have a number. So they are the same whenever the same commands are done; a
change in how they are counted is a declared change of behaviour.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from cardroom.house.log import commands as c
from cardroom.jackpots import commands as j
from cardroom.table import commands as t

from ..causes import cause_of, which
from .names import alert_kind, code, line_of, line_today

WORD = "do"  # the field of a stored command that says what it is

COMMANDS: dict[str, type[msgspec.Struct]] = {
    # of the house
    "sit-down": c.SitDown,
    "top-up": c.TopUp,
    "stand-up": c.StandUp,
    "sit-out": c.SitOut,
    "come-back": c.ComeBack,
    "set-pace": c.SetPace,
    "set-name": c.SetName,
    "set-own-limits": c.SetOwnLimits,
    "issue-play-money": c.IssuePlayMoney,
    "host-table": c.HostTable,
    "kick-out": c.KickOut,
    "void-invitation": c.VoidInvitation,
    "hand-host-over": c.HandHostOver,
    "end-table": c.EndTable,
    "begin-round": c.BeginRound,
    "at-table": c.AtTable,
    "at-console": c.AtConsole,
    "count-sensors": c.CountSensors,
    "declare-hand": c.DeclareHand,
    "verify-hand": c.VerifyHand,
    "reopen-seats": c.ReopenSeats,
    "correct-sensor": c.CorrectSensor,
    "refund-hand": c.RefundHand,
    "void-game": c.VoidGame,
    "press-shuffler": c.PressShuffler,
    "pay-seat": c.PaySeat,
    "correct-payout": c.CorrectPayout,
    "correct-round": c.CorrectRound,
    "print-round": c.PrintRound,
    "tap-in": c.TapIn,
    "tap-out": c.TapOut,
    "call-supervisor": c.CallSupervisor,
    "file-condition": c.FileCondition,
    "withdraw-condition": c.WithdrawCondition,
    "write-note": c.WriteNote,
    "enter-statement": c.EnterStatement,
    "answer-call": c.AnswerCall,
    "ask-floor": c.AskFloor,
    "approve-floor": c.ApproveFloor,
    "decline-floor": c.DeclineFloor,
    "note-key-copies": c.NoteKeyCopies,
    "note-backup": c.NoteBackup,
    "note-verified-backup": c.NoteVerifiedBackup,
    "close-session": c.CloseSession,
    "hold-table": c.SuspendTable,
    "release-table": c.ResumeTable,
    "acknowledge-refusal": c.AcknowledgeRefusal,
    "acknowledge-alert": c.AcknowledgeAlert,
    "acknowledge-deposit": c.AcknowledgeDeposit,
    "acknowledge-fault": c.AcknowledgeFault,
    "open-table": c.OpenTable,
    "close-table": c.CloseTable,
    "keep-open": c.KeepOpen,
    "count-tray": c.CountTray,
    "check-count": c.CheckCount,
    "collect-drop": c.CollectDrop,
    "count-drop": c.CountDrop,
    "check-drop": c.CheckDrop,
    "change-table": c.ChangeTable,
    "ask-promotion": c.AskPromotion,
    "approve-promotion": c.ApprovePromotion,
    "decline-promotion": c.DeclinePromotion,
    "end-promotion": c.EndPromotion,
    "sell-chips": c.SellChips,
    "redeem-chips": c.RedeemChips,
    "bring-to-cage": c.BringToCage,
    "take-from-cage": c.TakeFromCage,
    "undo-cage-move": c.UndoCageMove,
    "count-cage": c.CountCage,
    "check-cage-count": c.CheckCageCount,
    "ask-slip": c.AskSlip,
    "approve-slip": c.ApproveSlip,
    "send-fill": c.SendFill,
    "receive-fill": c.ReceiveFill,
    "send-credit": c.SendCredit,
    "receive-credit": c.ReceiveCredit,
    "void-slip": c.VoidSlip,
    "print-slip": c.PrintSlip,
    "hand-over": c.HandOver,
    "pay-hand-pay": c.PayHandPay,
    "take-return": c.TakeReturn,
    "print-win": c.PrintWin,
    "on-bank": c.OnBank,
    "ask": c.AskChange,
    "approve": c.ApproveChange,
    "decline": c.DeclineChange,
    "close-day": c.CloseDay,
    "correct-day": c.CorrectDay,
    "ask-access": c.AskAccess,
    "approve-access": c.ApproveAccess,
    "decline-access": c.DeclineAccess,
    "suspend": c.SuspendAccount,
    "end-account": c.EndAccount,
    "revoke-card": c.RevokeCard,
    "remove-terminal": c.RemoveTerminal,
    "lent": c.Lent,
    "open-house": c.OpenHouse,
    "expire-guests": c.ExpireGuests,
    "admit": c.Admit,
    "note-refused-card": c.NoteRefusedCard,
    "count-refusals": c.CountRefusals,
    "raise-alert": c.RaiseAlert,
    "clear-alert": c.ClearAlert,
    "note-verification": c.NoteVerification,
    "note-loss": c.NoteLostRecords,
    "note-winner": c.NoteWinner,
    "erase-winner": c.EraseWinner,
    "stop-table": c.StopTable,
    "void-without-key": c.VoidWithoutKey,
    "take-checkpoint": c.TakeCheckpoint,
    "archive": c.Archive,
    "enrol": c.Enrol,
    "issue-card": c.IssueCard,
    "redeem": c.RedeemInvitation,
    "end-sessions": c.EndSessions,
    "note-sign-in": c.NoteRefusedSignIn,
    "break-glass": c.BreakGlass,
    "end-visit": c.EndVisit,
    "note-visit": c.NoteVisit,
    # carried to a round
    "bet": t.Bet,
    "choose": t.Choose,
    "close-bets": t.CloseBets,
    "roll-dice": t.RollDice,
    "burn-cards": t.BurnCards,
    "deal-packet": t.DealPacket,
    "collect-empty-seats": t.CollectEmptySeats,
    "clear-shuffler": t.ClearShuffler,
    "take-folded": t.TakeFolded,
    "expose-card": t.ExposeCard,
    "reveal-hand": t.RevealHand,
    "return-wager": t.ReturnWager,
    "settle-seat": t.SettleSeat,
    "settle-second-pass": t.SettleSecondPass,
    "close-round": t.CloseRound,
    "declare-misdeal": t.DeclareMisdeal,
    "foul-hand": t.FoulHand,
    "refuse-late-bet": t.RefuseLateBet,
    "correct-mispay": t.CorrectMispay,
    # carried to a console
    "press-seat": j.PressSeat,
    "press-hand": j.PressHand,
    "turn-key": j.TurnKey,
    "press-jackpot": j.PressJackpot,
    "confirm": j.Confirm,
    "swipe-card": j.SwipeCard,
    "game-over": j.GameOver,
    "end-game": j.EndGame,
    # asked for by two
    "adjust": j.Adjust,
    "back-out": j.BackOut,
    "change-wager": j.ChangeWager,
    "change-prize": j.ChangePrize,
    "change-seed": j.ChangeSeed,
    "change-maximum": j.ChangeMaximum,
    "change-rates": j.ChangeRates,
    "give-notice": j.GiveNotice,
    "remove-jackpot": j.RemoveJackpot,
    # about a bank account
    "record-deposit": j.RecordDeposit,
    "reconcile": j.Reconcile,
    # doors that two people open
    "enrol-staff": c.EnrolStaff,
    "change-role": c.ChangeRole,
    "reset-account": c.ResetAccount,
    "give-card": c.GiveCard,
    "reinstate": c.ReinstateAccount,
    "add-terminal": c.AddTerminal,
}
# Fields that have another name today than in the stored log, by command: {"sit-down": {"stored": "today"}}.
FIELDS: dict[str, dict[str, str]] = {
    **{word: {"hand": "line"} for word in ("declare-hand", "verify-hand", "press-hand")},
    **{word: {"reason": "why"} for word in ("declare-misdeal", "foul-hand", "correct-mispay", "correct-payout")},
    "hand-over": {"source": "till"},
    "back-out": {"envy": "envy_fate"},
    "press-shuffler": {"what": "press"},
    "note-refused-card": {"what": "command"},
    "enrol-staff": {"card": "gets_card"},
    "sit-out": {"why": "cause"},
}
# Fields that name a line of a pay table.
LINES = frozenset({"declare-hand", "verify-hand", "press-hand"})
# An alert is stored with its kind, with a word that tells two causes apart, and with a sentence, which nobody reads.
ALERT, SAYS = "raise-alert", "Look."
# The hash of a record is not stored: it is another when records are written otherwise. It is that of `last`.
HEAD = "of that record"

_DECODER = msgspec.json.Decoder(c.AnyCommand)
_WORDS = {kind: word for word, kind in COMMANDS.items()}


def to_plain(command: msgspec.Struct) -> dict[str, Any]:
    """A command as it is stored."""
    word = _WORDS[type(command)]
    found: dict[str, Any] = {WORD: word}
    names = {today: stored for stored, today in FIELDS.get(word, {}).items()}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if value is None or value is msgspec.UNSET:
            continue
        found[names.get(name, name)] = to_plain(value) if type(value) in _WORDS else _plain(value)
    if word in LINES:
        found["hand"] = line_of(found["hand"])
    if isinstance(command, c.RaiseAlert):
        found |= {"kind": code(command.cause.kind), "cause": which(command.cause), "says": SAYS}
    return found


def _plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def from_plain(stored: dict[str, Any]) -> c.AnyCommand:
    """The command of today's code. Bounds are checked as they are of whatever comes from outside."""
    return _DECODER.decode(json.dumps(_tagged(stored)))


def _tagged(stored: dict[str, Any]) -> dict[str, Any]:
    word = stored[WORD]
    made, names = COMMANDS[word].__struct_config__, FIELDS.get(word, {})
    found: dict[str, Any] = {str(made.tag_field): made.tag}
    for name, value in stored.items():
        if name != WORD:
            is_command = isinstance(value, dict) and WORD in value
            found[names.get(name, name)] = _tagged(value) if is_command else value
    if word in LINES:
        found["line"] = line_today(found["line"])
    if word == ALERT:
        found["cause"] = _plain(cause_of(alert_kind(found.pop("kind")), found["cause"]))
        del found["says"]
    return found


def words_in(stored: dict[str, Any]) -> set[str]:
    """What a stored command is, and what it carries."""
    inner = [value for value in stored.values() if isinstance(value, dict) and WORD in value]
    return {stored[WORD]}.union(*(words_in(one) for one in inner))
