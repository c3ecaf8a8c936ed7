// What a round brings to a seat beside what its wagers were settled at: jackpots, and what a posted cap keeps back.

import type { SeatExtra } from "../lib/messages";
import type { SeatScene } from "./scene";

export type Extra = Omit<SeatExtra, "round_id" | "seat">;
export const NOTHING: Extra = { jackpots: 0, waits: 0, kept: 0, promotions: 0 };
const REMEMBERED = 20;

export function extraOf(extras: readonly SeatExtra[], round: string, seat: number): Extra {
  return extras.find((one) => one.round_id === round && one.seat === seat) ?? NOTHING;
}

/** What is known after the house has told of its last rounds: of earlier ones it tells no more, and waits no longer. */
export function remember(known: readonly SeatExtra[], told: readonly SeatExtra[]): SeatExtra[] {
  const isSame = (one: SeatExtra) => (other: SeatExtra) => one.round_id === other.round_id && one.seat === other.seat;
  const before = known.filter((one) => !told.some(isSame(one))).map((one) => ({ ...one, waits: 0 }));
  const now = told.map((one) => ({ ...one, kept: Math.max(one.kept, known.find(isSame(one))?.kept ?? 0), promotions: Math.max(one.promotions, known.find(isSame(one))?.promotions ?? 0) })); // a cap and a promotion are told with their own round
  return [...before, ...now].slice(-REMEMBERED);
}

/** What a round has brought to a seat in all, as far as it is paid. */
export function brought(seat: SeatScene | undefined, extra: Extra): number {
  return (seat?.net ?? 0) - extra.kept + extra.jackpots + extra.promotions;
}

/** Whose hand has hit one is paid a jackpot, and the others at the table envy. */
export function awardName(seat: SeatScene | undefined): string {
  return seat?.results.some((result) => result.type === "Qualified") ? "a jackpot" : "envy";
}
