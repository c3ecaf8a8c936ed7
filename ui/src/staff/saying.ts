// An act in a few words, for whoever is asked to lend a card to it.

import { lineName } from "../lib/cards";
import type { Command } from "../lib/house.svelte";
import type { ConsoleView } from "../lib/messages";
import { money } from "../lib/money";

const titles = new Map<string, string>(); // of the tables that a page has shown

export function learnTitle({ table, name }: { table: string; name: string }): void {
  titles.set(table, name);
}

const titleOf = (table: string): string => titles.get(table) ?? `table ${table}`;

/** What a card signs for: "Seat 3, straight flush, $500.06". */
export function awardOf({ line, seat, told, waiting, amount }: ConsoleView): string {
  if (!line) return "";
  const whose = seat ?? told?.seat ?? waiting.find((hand) => hand.line === line)?.seat;
  return `${whose === undefined ? "" : `Seat ${whose}, `}${lineName(line)}, ${money(amount)}`;
}

export function saying(command: Command): string {
  switch (command.type) {
    case "AtConsole":
      return pressed(command);
    case "AtTable":
      return dealt(command.command);
    case "VerifyHand":
      return `Verify the ${lineName(command.line)} of seat ${command.seat}`;
    case "DeclareHand":
      return `Declare the ${lineName(command.line)} of seat ${command.seat}`;
    case "CorrectPayout":
      return "Put the payout right";
    case "HandOver":
      return `Hand over win ${command.win}, ${command.till === "tray" ? "from the tray" : "by a hand-pay slip"}`;
    case "PayHandPay":
      return `Pay the hand-pay slip of win ${command.win}`;
    case "CorrectSensor":
      return command.lit ? `Count the sensor of seat ${command.seat} after all` : `Give the wager of seat ${command.seat} back`;
    case "CorrectRound":
      return `Put round ${command.round_id} right for seat ${command.seat}`;
    case "PrintRound":
      return `Print round ${command.round_id}`;
    case "RefundHand":
      return `Give the jackpot wagers of seat ${command.seat} back`;
    case "VoidGame":
      return `Misdeal at ${titleOf(command.table)}: give every jackpot wager back`;
    case "TapIn":
      return `Deal at ${titleOf(command.table)}`;
    case "TapOut":
      return `Deal no longer at ${titleOf(command.table)}`;
    case "AnswerCall":
      return `Answer the call of ${titleOf(command.table)}`;
    case "CountTray":
      return `Count the tray of ${titleOf(command.table)} for the ${command.purpose}`;
    case "CheckCount":
      return `Check the count of the tray of ${titleOf(command.table)}`;
    case "CloseTable":
      return `Close ${titleOf(command.table)}`;
    case "KeepOpen":
      return `Keep ${titleOf(command.table)} open`;
    case "ChangeTable":
      return `Change the limits, side bets or dealing of ${titleOf(command.table)}`;
    case "AskSlip":
      return `Ask for a ${command.kind} at ${titleOf(command.table)}`;
    case "ApproveSlip":
    case "SendFill":
    case "ReceiveFill":
    case "SendCredit":
    case "ReceiveCredit":
    case "VoidSlip":
    case "PrintSlip":
      return `${spaced(command.type)}: slip ${command.slip}`;
    case "AskAccess":
      return spaced(command.change.type);
    case "ApproveAccess":
      return "Approve what was asked for";
    case "OpenTable":
      return `Open ${titleOf(command.table)}`;
    default:
      return spaced(command.type);
  }
}

function pressed(command: Extract<Command, { type: "AtConsole" }>): string {
  const { press } = command;
  switch (press.type) {
    case "TurnKey":
      return `Turn the key to ${press.to}`;
    case "PressJackpot":
      return `J-POT for seat ${press.seat}`;
    case "Confirm":
      return "CONFIRM";
    case "SwipeCard":
      return `The ${press.card}'s card signs for the win`;
    case "PressSeat":
      return `Seat ${press.seat}`;
    case "PressHand":
      return lineName(press.line);
    case "GameOver":
      return "GAME OVER";
    case "EndGame":
      return "END GAME";
  }
}

/** "Deal packet: dealer", "Settle seat: seat 3". */
function dealt(act: Extract<Command, { type: "AtTable" }>["command"]): string {
  const whose = "to" in act ? act.to : "holder" in act ? act.holder : "seat" in act ? act.seat : "";
  return spaced(act.type) + (whose === "" ? "" : `: ${typeof whose === "number" ? `seat ${whose}` : whose}`);
}

/** "AcknowledgeRefusal" is "Acknowledge refusal". */
function spaced(type: string): string {
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
