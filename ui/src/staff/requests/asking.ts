// The changes that take two people: what they are called, and how one is made from what is typed.

import type { Command } from "../../lib/house.svelte";
import { money, parseMoney, signed } from "../../lib/money";
import type { Fund, Reason, EnvyFate } from "../../lib/messages";
import type { ByTwo } from "../rooms";

export type Change = Extract<Command, { type: "AskChange" }>["change"];

export const NAMES: Record<ByTwo, string> = {
  Adjust: "Adjust what a jackpot holds",
  BackOut: "Back out a win",
  ChangeRates: "Change the rates",
  ChangeSeed: "Change the seed",
  ChangeMaximum: "Change the maximum",
  ChangeWager: "Change the wager",
  ChangePrize: "Change the posted prize",
  GiveNotice: "Announce the end of a jackpot",
  RemoveJackpot: "Remove a jackpot",
};

export const REASONS: Record<Reason, string> = {
  malfunction: "correction of a malfunction",
  "amount-won": "amount won",
  "above-limit": "display above its limit",
  "undisplayed-funds": "undisplayed funds booked as receipts",
  "seed-recovery": "recovery of the seed",
  "overflow-returned": "overflow returned to the display",
  "added-by-house": "added by the house",
  "moved-in": "moved in from a removed jackpot",
};
export const FUNDS: Fund[] = ["meter", "reserve", "overflow"];
export const PROBLEM_GAMBLING = "problem_gambling";

export interface Typed {
  level: string;
  amount: string;
  isLess: boolean;
  reason: Reason;
  fund: Fund;
  win: string;
  envy: EnvyFate | "";
  contribution: string;
  reserve: string;
  hasMaximum: boolean;
  lastDay: string;
  destination: string;
  destinationLevel: string;
  why: string;
}

export const EMPTY: Typed = {
  level: "", amount: "", isLess: false, reason: "malfunction", fund: "meter", win: "", envy: "", contribution: "", reserve: "", hasMaximum: true,
  lastDay: "", destination: PROBLEM_GAMBLING, destinationLevel: "", why: "",
};

/** What is typed as the change it means. Throws a sentence about what cannot be read. */
export function changeOf(kind: ByTwo, typed: Typed): Change {
  const why = typed.why.trim();
  if (!why) throw new Error("Say why: it stands in the record.");
  const { level } = typed;
  switch (kind) {
    case "Adjust":
      return { type: kind, level, change: amount(typed.amount) * (typed.isLess ? -1 : 1), reason: typed.reason, fund: typed.fund, win: typed.win.trim(), why };
    case "BackOut":
      if (!typed.win.trim()) throw new Error("Name the win: its page and the wins of the day have its number.");
      return { type: kind, win: typed.win.trim(), why, envy_fate: typed.envy || null };
    case "ChangeRates":
      return { type: kind, level, contribution: rate(typed.contribution), reserve: rate(typed.reserve), why };
    case "ChangeSeed":
      return { type: kind, level, seed: amount(typed.amount), why };
    case "ChangeMaximum":
      return { type: kind, level, maximum: typed.hasMaximum ? amount(typed.amount) : null, why };
    case "ChangeWager":
      return { type: kind, wager: amount(typed.amount), why };
    case "ChangePrize":
      return { type: kind, level, prize: amount(typed.amount), why };
    case "GiveNotice":
      if (!typed.lastDay) throw new Error("Name the last day.");
      return { type: kind, last_day: typed.lastDay, why };
    case "RemoveJackpot":
      return { type: kind, destination: typed.destination, level: typed.destinationLevel, why };
  }
}

function amount(text: string): number {
  const found = parseMoney(text);
  if (found === null) throw new Error(`“${text}” is not an amount: write it like $1,234.50.`);
  return found;
}

/** "2.5%" in basis points. */
function rate(text: string): number {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  const points = found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : Number.NaN;
  if (!(points <= 10_000)) throw new Error(`“${text}” is not a rate: write it like 2.5%.`);
  return points;
}

const percent = (points: number): string => `${points / 100}%`;

/** A change in a few words. */
export function told(change: Change): string {
  switch (change.type) {
    case "Adjust":
      return `${change.level}: ${signed(change.change)} to the ${change.fund ?? "meter"}, ${REASONS[change.reason]}${change.win ? ` (win ${change.win})` : ""}`;
    case "BackOut":
      return `Win ${change.win} is backed out${change.envy_fate ? `, its envy ${change.envy_fate === "left" ? "left" : "asked back"}` : ""}`;
    case "ChangeRates":
      return `${change.level}: ${percent(change.contribution)} of every wager, ${percent(change.reserve)} to the reserve`;
    case "ChangeSeed":
      return `${change.level}: the seed becomes ${money(change.seed)}`;
    case "ChangeMaximum":
      return change.maximum === null ? `${change.level}: no maximum any more` : `${change.level}: the maximum becomes ${money(change.maximum)}`;
    case "ChangeWager":
      return `The wager becomes ${money(change.wager)} at every table`;
    case "ChangePrize":
      return `${change.level}: the posted prize becomes ${money(change.prize)}`;
    case "GiveNotice":
      return `The last day is ${change.last_day}`;
    case "RemoveJackpot":
      return change.destination ? `Removed; what it holds goes to: ${change.destination === PROBLEM_GAMBLING ? "a fund for problem gambling" : change.destination}` : "Discontinued";
  }
}
