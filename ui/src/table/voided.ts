// What is said of a round that is void, or of a hand that is fouled: what came back first, since a reason may be long.

import { money } from "../lib/money";
import { returnedTo, type Scene, type SeatScene } from "./scene";

/** "" where the round is not void. */
export function voided(scene: Scene, seat: number | null): string {
  if (scene.phase !== "void") return "";
  const back = returnedTo(seat ? scene.seats[seat] : undefined);
  return `The round is void, and ${back ? `your ${money(back)} is back` : "every stake goes back"}. ${reason(scene)}`;
}

export function reason(scene: Scene): string {
  return because(scene.voidReason);
}

/** "" where the hand is not fouled. */
export function fouled(seat: SeatScene | undefined): string {
  return seat?.state === "fouled" ? `Your hand is fouled, and your ${money(returnedTo(seat))} is back. ${because(seat.whyFouled)}`.trim() : "";
}

function because(words: string): string {
  const said = words.replace(/[.\s]+$/, "");
  return said ? `The reason: ${said}.` : "";
}
