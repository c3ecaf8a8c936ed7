// What is said of a round that is void: what came back first, since a reason may be long.

import { money } from "../lib/money";
import { returnedTo, type Scene } from "./scene";

/** "" where the round is not void. */
export function voided(scene: Scene, seat: number | null): string {
  if (scene.phase !== "void") return "";
  const back = returnedTo(seat ? scene.seats[seat] : undefined);
  return `The round is void, and ${back ? `your ${money(back)} is back` : "every stake goes back"}. ${reason(scene)}`;
}

export function reason(scene: Scene): string {
  return `The reason: ${scene.voidReason.replace(/[.\s]+$/, "")}.`;
}
