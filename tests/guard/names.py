"""What the guard calls things, and where today's code has them.

Every name in the stored facts is the guard's own. Whoever renames an event, a field, a code or a line of a pay table
edits a table here; the stored facts stay as they are.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from cardroom.house.features.alerts.causes import AlertKind
from cardroom.house.log import events as e
from cardroom.jackpots import events as j
from cardroom.table import events as t

# What of each event is a fact, and nothing else is: its word, and its fields; `word=path` where today's code has it
# under another name. Sentences, citations, names of hands, what people have typed, and hashes are none.
EVENTS: dict[type[msgspec.Struct], tuple[str, str]] = {
    # --- in a round ---
    t.RoundOpened: ("round-opened", "round_id"),
    t.BetPlaced: ("bet-placed", "seat stakes"),
    t.BetsClosed: ("bets-closed", "seats"),
    t.JackpotBetTaken: ("jackpot-bet-taken", "seat wager stake"),
    t.DiceRolled: ("dice-rolled", "dice first"),
    t.CardsBurned: ("cards-burned", "count"),
    t.PacketDealt: ("packet-dealt", "to count cards up to_empty_seat"),
    t.EmptySeatsCollected: ("empty-seats-collected", "seats"),
    t.ShufflerCleared: ("shuffler-cleared", "cards_left"),
    t.Raised: ("raised", "seat wager multiple stake decision"),
    t.Folded: ("folded", "seat"),
    t.Checked: ("checked", "seat decision option"),
    t.TakenBack: ("taken-back", "seat wager stake decision"),
    t.Surrendered: ("surrendered", "seat wager stake back"),
    t.CardExposed: ("card-exposed", "card"),
    t.DealerRevealed: ("dealer-revealed", "cards qualifies"),
    t.HandShown: ("hand-shown", "seat cards"),
    t.WagerSettled: ("wager-settled", "seat wager stake verdict pays back"),
    t.Qualified: ("qualified", "seat wager stake line pays envy"),
    t.HandKept: ("hand-kept", "holder kept_for"),
    t.HandRemoved: ("hand-removed", "holder"),
    t.RoundClosed: ("round-closed", "results"),
    t.RoundVoided: ("round-voided", "refunds"),
    t.HandFouled: ("hand-fouled", "seat refunds"),
    t.LateBetRefused: ("late-bet-refused", "seat wager amount"),
    t.MispayCorrected: ("mispay-corrected", "seat wager paid due"),
    # --- at a table ---
    e.TablePlaced: ("table-placed", ""),
    e.TableRemoved: ("table-removed", ""),
    e.SatDown: ("sat-down", "seat person name chips"),
    e.ToppedUp: ("topped-up", "seat chips"),
    e.StoodUp: ("stood-up", "seat chips"),
    e.SatOut: ("sat-out", "seat why=cause"),
    e.PaceSet: ("pace-wished", "seat pace"),
    e.CameBack: ("came-back", "seat"),
    e.SeatRenamed: ("seat-renamed", "seat name"),
    e.HostNamed: ("host-named", "person name"),
    e.KickedOut: ("kicked-out", "seat person"),
    e.Admitted: ("admitted", "person"),
    e.InvitationVoided: ("invitation-voided", ""),
    e.TableStopped: ("table-stopped", "round_id part"),
    e.TableOpened: ("table-opened", "inventory"),
    e.TableClosing: ("table-closing", ""),
    e.TableKeptOpen: ("table-kept-open", ""),
    e.TableClosed: ("table-closed", "inventory"),
    e.Filled: ("filled", "amount"),
    e.Credited: ("credited", "amount"),
    e.DropCounted: ("drop-counted", "rack amount expected"),
    e.DropCollected: ("drop-collected", "amount rack difference counted_by checked_by"),
    e.InventoryCounted: ("counted", "inventory found"),
    e.TrayCounted: ("tray-counted", "purpose rack amount expected"),
    e.TrayChecked: ("tray-checked", "purpose rack amount difference counted_by checked_by"),
    e.TableChanging: ("table-changing", ""),
    e.TableChanged: ("table-changed", ""),
    e.RoundBegan: ("round-began", "round_id commitment"),
    e.SeedRevealed: ("seed-revealed", "round_id seed"),
    e.SeedLost: ("seed-lost", "round_id entered_by"),
    e.PayoutCapped: ("payout-capped", "round_id seat won cap"),
    e.RealRoundBegan: ("real-round-began", "round_id"),
    e.RealRoundEnded: ("real-round-ended", "round_id is_void"),
    e.SensorsCounted: ("sensors-counted", "round_id link seats amount"),
    e.CardsShown: ("cards-shown", "round_id holder seat cards entered_by verified_by"),
    e.JackpotChips: ("jackpot-chips", "round_id amount"),
    e.ShufflerPressed: ("shuffler-pressed", "round_id press mode"),
    e.PayoutChecked: ("payout-checked", "round_id seat paid dealer"),
    e.PayoutDiffered: ("payout-differed", "round_id seat entered due dealer"),
    e.PayoutCorrected: ("payout-corrected", "round_id seat entered due dealer handed_over"),
    e.RoundCorrected: ("round-corrected", "round_id seat wager person booked paid due entered_by approved_by kept"),
    e.RoundPrinted: ("round-printed", "round_id number"),
    e.DealerTappedIn: ("dealer-tapped-in", "person name relieves"),
    e.DealerTappedOut: ("dealer-tapped-out", "person name"),
    e.SupervisorCalled: ("supervisor-called", ""),
    e.CallAnswered: ("call-answered", ""),
    e.TableSuspended: ("table-held", ""),
    e.TableResumed: ("table-released", ""),
    # --- of the house ---
    e.ConditionFiled: ("condition-filed", "game condition document dated"),
    e.ConditionWithdrawn: ("condition-withdrawn", "game condition"),
    e.NoteWritten: ("note-written", "about day place"),
    e.StatementEntered: ("statement-entered", "link name balance"),
    e.FloorAsked: ("floor-asked", "request source"),
    e.FloorAnswered: ("floor-answered", "request asked_by approved"),
    e.BackupMade: ("backup-made", "name size"),
    e.BackupVerified: ("backup-verified", "name findings"),
    e.KeyCopiesNoted: ("key-copies-noted", "key seen"),
    e.SessionClosed: ("session-closed", "person session"),
    e.HouseOpened: ("house-opened", "is_changed"),
    e.PersonRenamed: ("renamed", "person name"),
    e.GuestExpired: ("expired", "person amount"),
    e.MoneyIssued: ("money-issued", "person amount"),
    e.LimitsSet: ("limits-set", "person loss minutes money_then=money_when_set keeps_loss keeps_time"),
    e.ChangeAsked: ("asked", "request link change"),
    e.ChangeAnswered: ("answered", "request asked_by approved"),
    e.CommandRefused: ("refused", "person"),
    e.RefusalsCounted: ("refusals-counted", ""),
    e.Flagged: ("flagged", "kind person amount"),
    e.Checkpointed: ("checkpointed", ""),
    e.DayClosed: ("day-closed", "day"),
    e.DayCorrected: ("day-corrected", "wrong right first entered_by approved_by"),
    e.Archived: ("archived", "last"),
    e.LogVerified: ("log-verified", "last findings asked_by"),
    e.RecordsLost: ("records-lost", "first last"),
    e.WinnerNoted: ("winner-noted", "link win fields"),
    e.WinnerErased: ("winner-erased", "link win entered_by"),
    e.Enrolled: ("enrolled", "person name role"),
    e.AccessAsked: ("access-asked", "request change"),
    e.AccessAnswered: ("access-answered", "request change asked_by approved"),
    e.GlassBroken: ("glass-broken", "change"),
    e.Visited: ("visited", "visit first last"),
    e.AccountInvited: ("account-invited", "person password=sets_password card=gets_card asked_by approved_by"),
    e.CodeRedeemed: ("code-redeemed", "person"),
    e.PasswordChanged: ("password-changed", "person"),
    e.RoleChanged: ("role-changed", "person role before"),
    e.AccountSuspended: ("account-suspended", "person"),
    e.AccountReinstated: ("account-reinstated", "person"),
    e.AccountEnded: ("account-ended", "person"),
    e.CardIssued: ("card-issued", "number person"),
    e.CardRevoked: ("card-revoked", "number person"),
    e.TerminalAdded: ("terminal-added", "name"),
    e.TerminalRemoved: ("terminal-removed", "name"),
    e.SignInRefused: ("sign-in-refused", "person refusal source more"),
    e.CardRefused: ("card-refused", "place number person entered_by"),
    e.RefusalCleared: ("refusal-cleared", "place"),
    e.AlertRaised: ("alert-raised", "alert kind=cause.kind place"),
    e.AlertCleared: ("alert-ended", "alert kind place"),
    e.AlertAcknowledged: ("alert-acknowledged", "alert kind place"),
    e.PromotionAsked: ("promotion-asked", "promotion table wager line award first last consented"),
    e.PromotionApproved: ("promotion-approved", "promotion asked_by"),
    e.PromotionDeclined: ("promotion-declined", "promotion"),
    e.PromotionEnded: ("promotion-ended", "promotion"),
    e.PromotionAwarded: ("promotion-awarded", "round_id seat promotion wager line amount"),
    e.CageMoved: ("cage-moved", "number kind cash chips person is_wallet reference undoes"),
    e.CageCountTaken: ("cage-count-taken", "cash chips expected_cash expected_chips"),
    e.CageCountChecked: (
        "cage-count-checked",
        "number cash chips began_cash began_chips last cash_difference chips_difference",
    ),
    e.SlipAsked: ("slip-asked", "slip kind table rack amount"),
    e.SlipApproved: ("slip-approved", "slip"),
    e.SlipSent: ("slip-sent", "slip"),
    e.SlipReceived: ("slip-received", "slip"),
    e.SlipVoided: ("slip-voided", "slip"),
    e.SlipPrinted: ("slip-printed", "slip number"),
    # --- on the link of a jackpot ---
    j.LinkOpened: ("link-opened", ""),
    j.LinkChanged: ("link-changed", "asked_by=by approved_by"),
    j.ConsoleClosed: ("link-table-closed", "table"),
    j.ConsoleOpened: ("link-table-opened", "table"),
    j.GameStarted: ("game-started", "table round_id seats dealer"),
    j.WagerTaken: ("wager-taken", "table round_id seat amount given"),
    j.WagerRefunded: ("wager-refunded", "table round_id seat amount"),
    j.GameVoided: ("game-voided", "table round_id"),
    j.HandQualified: ("hand-qualified", "table round_id seat line source proof"),
    j.SeatsSettled: ("seats-settled", "table round_id"),
    j.SeatsReopened: ("seats-reopened", "table round_id"),
    j.SeatPressed: ("seat-pressed", "table seat"),
    j.HandPressed: ("hand-pressed", "table line lit"),
    j.HandEntered: ("hand-told", "table round_id seat line proof"),
    j.KeyTurned: ("key-turned", "table to"),
    j.WinConfirmed: ("win-confirmed", "table seat line"),
    j.WinSigned: ("win-signed", "table seat line"),
    j.AwardRecorded: (
        "award-recorded",
        "win table round_id seat line pays source level amount displayed card approved_by",
    ),
    j.AwardPaid: ("award-paid", "win table seat source level amount advanced seed reserve overflow"),
    j.AwardHandedOver: ("award-handed-over", "win table till amount slip"),
    j.HandPayPaid: ("hand-pay-paid", "win table slip amount"),
    j.WinPrinted: ("win-printed", "win number"),
    j.EnvyPaid: ("envy-paid", "win table round_id hitter line seat amount"),
    j.AwardReturned: ("award-returned", "win table seat amount"),
    j.GameEnded: ("game-ended", "table round_id"),
    j.Adjusted: ("adjusted", "asked_by=by approved_by level fund change cause=reason win table"),
    j.WinBackedOut: ("win-backed-out", "asked_by=by approved_by win table source level amount envy envy_fate"),
    j.Deposited: ("deposited", "amount"),
    j.BankReconciled: ("bank-reconciled", "required balance difference shortfall"),
    j.LinkClosed: ("link-closed", "shortfall"),
    j.LinkReopened: ("link-reopened", ""),
    j.NoticeGiven: ("notice-given", "asked_by=by last_day approved_by"),
    j.JackpotRemoved: ("jackpot-removed", "asked_by=by destination approved_by move_by amount"),
}

# Codes that are called otherwise today than in the stored facts: {"today": "stored"}.
CODES: dict[str, str] = {
    "table-stalled": "table stalled", "supervisor-called": "supervisor called", "award-pending": "award pending",
    "hold-outside": "hold outside its band", "tray-low": "tray low", "terminal-away": "terminal away",
    "deposit-due": "deposit due", "bank-short": "bank account short", "chain-not-verified": "chain not verified",
    "clock-set": "clock set", "out-of-order": "out of order", "glass-broken": "glass broken",
}  # fmt: skip
# Codes of refusals, likewise.
REFUSALS: dict[str, str] = {
    "two-people": "same-person",
    "table-suspended": "table-held",
    "table-not-suspended": "not-held",
}
# Kinds of significant events, likewise.
SIGNIFICANT: dict[str, str] = {"suspension": "hold"}
# Accounts, likewise.
ACCOUNTS: dict[str, str] = {}
# What is next at a table where a person deals, where no command says it: as it is lettered on the button today.
STEPS = {
    "": "wait", "OPEN": "open", "COUNT": "count", "CLOSE": "close", "PUT RIGHT": "put-right", "VERIFY": "verify",
    "HAND OVER": "hand-over", "START GAME": "start-game", "COIN IN": "coin-in",
}  # fmt: skip
# Lines of pay tables, by the guard's word for each.
LINES = {
    "royal-flush": "royal_flush",
    "straight-flush": "straight_flush",
    "four-of-a-kind": "four_of_a_kind",
    "full-house": "full_house",
    "flush": "flush",
    "straight": "straight",
    "three-of-a-kind": "three_of_a_kind",
    "7-card-straight": "7-card_straight",
    "6-card-straight": "6-card_straight",
    "5-card-straight": "5-card_straight",
    "4-card-straight": "4-card_straight",
    "7-card-straight-flush": "7-card_straight_flush",
    "6-card-straight-flush": "6-card_straight_flush",
    "5-card-straight-flush": "5-card_straight_flush",
    "4-card-straight-flush": "4-card_straight_flush",
    "3-card-straight-flush": "3-card_straight_flush",
}

_LINE_WORDS = {line.lower(): word for word, line in LINES.items()}


def code(value: Enum) -> str:
    return CODES.get(str(value.value), str(value.value))


def alert_kind(stored: str) -> AlertKind:
    return next(kind for kind in AlertKind if code(kind) == stored)


def refusal(name: str) -> str:
    return REFUSALS.get(name, name)


def account(name: str) -> str:
    return ACCOUNTS.get(name, name)


def line_of(today: str) -> str:
    """The guard's word for a line; what is no line stays as it is."""
    return _LINE_WORDS.get(today.lower().replace(" ", "_"), today)


def line_today(word: str) -> str:
    return LINES.get(word, word)
