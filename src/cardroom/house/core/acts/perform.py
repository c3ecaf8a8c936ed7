"""What each command does to the house."""

from __future__ import annotations

from cardroom.house.core import commands as c
from cardroom.house.core.acts import (
    access,
    alerts,
    approvals,
    awards,
    banks,
    closings,
    consoles,
    corrections,
    counts,
    duty,
    faults,
    friends,
    holding,
    names,
    openings,
    paying,
    plans,
    presses,
    real,
    rounds,
    seats,
    slips,
    winners,
)
from cardroom.house.core.work import Work


def perform(work: Work, command: c.AnyCommand) -> None:
    """Carry a command out, or raise why not."""
    friends.require_invited(work, command)
    match command:
        case c.SitDown():
            seats.sit_down(work, command)
        case c.TopUp():
            seats.top_up(work, command)
        case c.StandUp():
            seats.stand_up(work, command)
        case c.SitOut():
            seats.sit_out(work, command)
        case c.SetPace():
            seats.set_pace(work, command)
        case c.ComeBack():
            seats.come_back(work, work.house.table(command.table))
        case c.SetName():
            names.set_name(work, command.name)
        case c.HostTable():
            friends.host(work, command)
        case c.KickOut():
            friends.kick_out(work, command)
        case c.VoidInvitation():
            friends.void_invitation(work, command)
        case c.Admit():
            friends.admit(work, command)
        case c.HandHostOver():
            friends.hand_over(work, command)
        case c.EndTable():
            friends.end(work, work.house.table(command.table))
        case c.SetOwnLimits():
            seats.set_own_limits(work, command)
        case c.IssuePlayMoney():
            seats.issue_play_money(work)
        case c.Enrol():
            access.enrol(work, command)
        case c.ExpireGuests():
            seats.expire(work, command)
        case c.BeginRound():
            rounds.begin(work, work.house.table(command.table))
        case c.AtTable():
            rounds.play(work, work.house.table(command.table), command.command)
        case c.AtConsole():
            presses.press(work, command)
        case c.CountSensors():
            rounds.count_sensors(work, command)
        case c.DeclareHand() | c.VerifyHand():
            real.show_hand(work, command)
        case c.ReopenSeats():
            real.reopen_seats(work, work.house.table(command.table))
        case c.CorrectSensor():
            real.correct_sensor(work, command)
        case c.RefundHand():
            real.refund_hand(work, command)
        case c.VoidGame():
            real.void_game(work, command)
        case c.Lent():
            duty.require_signed_in(work, command.to)
            perform(work, command.command)
            duty.was_taken(work, command)
        case c.TapIn():
            duty.tap_in(work, work.house.table(command.table))
        case c.TapOut():
            duty.tap_out(work, work.house.table(command.table))
        case c.CallSupervisor():
            duty.call(work, command)
        case c.AnswerCall():
            duty.answer(work, work.house.table(command.table))
        case c.PressShuffler():
            paying.press_shuffler(work, command)
        case c.PaySeat():
            paying.pay_seat(work, command)
        case c.CorrectPayout():
            paying.correct_payout(work, command)
        case c.HoldTable():
            holding.hold(work, command)
        case c.ReleaseTable():
            holding.release(work, work.house.table(command.table))
        case c.AcknowledgeRefusal():
            duty.acknowledge(work, command)
        case c.AcknowledgeAlert() | c.AcknowledgeDeposit() | c.AcknowledgeFault():
            alerts.acknowledge(work, command)
        case c.RaiseAlert():
            alerts.raise_alert(work, command)
        case c.ClearAlert():
            alerts.end(work, command)
        case c.NoteVerification():
            alerts.note_verification(work, command)
        case c.StopTable():
            faults.stop(work, command)
        case c.NoteLoss():
            alerts.note_loss(work, command)
        case c.VoidWithoutKey():
            rounds.void_without_key(work, command)
        case c.IssueCard():
            duty.issue(work, command)
        case c.RevokeCard():
            duty.revoke(work, command)
        case c.AskAccess():
            access.ask(work, command)
        case c.ApproveAccess() | c.DeclineAccess():
            access.answer(work, command)
        case c.Suspend():
            access.suspend(work, command)
        case c.EndAccount():
            access.end(work, command)
        case c.RemoveTerminal():
            access.remove_terminal(work, command)
        case c.Redeem():
            access.redeem(work, command)
        case c.EndSessions():
            access.end_sessions(work, command)
        case c.NoteSignIn():
            access.note_sign_in(work, command)
        case c.BreakGlass():
            access.break_glass(work, command)
        case c.NoteRefusedCard():
            duty.note_refused(work, command)
        case c.HandOver():
            awards.hand_over(work, command)
        case c.TakeReturn():
            awards.take_return(work, command)
        case c.PrintWin():
            awards.print_win(work, command)
        case c.NoteWinner():
            winners.note(work, command)
        case c.EraseWinner():
            winners.erase(work, command)
        case c.CorrectRound():
            corrections.correct(work, command)
        case c.PrintRound():
            corrections.print_round(work, command)
        case c.OpenTable():
            counts.require_by_house(work.house.table(command.table))
            banks.open_table(work, work.house.table(command.table), command.inventory)
        case c.CloseTable():
            rounds.close_table(work, work.house.table(command.table))
        case c.KeepOpen():
            rounds.keep_open(work, work.house.table(command.table))
        case c.CountTray():
            counts.count_tray(work, command)
        case c.CheckCount():
            counts.check_count(work, command)
        case c.ChangeTable():
            plans.change_table(work, command)
        case c.AskSlip():
            slips.ask(work, command)
        case c.ApproveSlip():
            slips.approve(work, command)
        case c.SendFill() | c.SendCredit():
            slips.send(work, command)
        case c.ReceiveFill() | c.ReceiveCredit():
            slips.receive(work, command)
        case c.VoidSlip():
            slips.void(work, command)
        case c.PrintSlip():
            slips.print_slip(work, command)
        case c.CollectDrop():
            counts.require_no_count(work.house.table(command.table))
            banks.collect_drop(work, work.house.table(command.table))
        case c.CountDrop():
            counts.count_drop(work, command)
        case c.CheckDrop():
            counts.check_drop(work, command)
        case c.OnBank():
            consoles.tell(work, work.house.link(command.link), command.command)
            rounds.give_back_jackpot_bets(work, work.house.link(command.link))
        case c.Ask():
            approvals.ask(work, command)
        case c.Approve() | c.Decline():
            approvals.answer(work, command)
        case c.OpenHouse():
            openings.open_house(work, command)
        case c.CountRefusals():
            closings.note(work, command)
        case c.TakeCheckpoint():
            closings.take_checkpoint(work)
        case c.CloseDay():
            closings.close_day(work, command)
        case c.CorrectDay():
            closings.correct_day(work, command)
        case c.Archive():
            closings.archive(work, command)
