import type { Chip } from "./messages";

// How the colours that a floor file names are painted: the chip, and what is lettered on it.
const PAINT: Record<string, [chip: string, letters: string]> = {
  white: ["#f4f4f0", "#1b1b1f"], pink: ["#f2a7c3", "#1b1b1f"], red: ["#b3262e", "#fff"], orange: ["#d9731a", "#1b1b1f"],
  yellow: ["#f0cf4a", "#1b1b1f"], green: ["#14693b", "#fff"], blue: ["#22568f", "#fff"], purple: ["#5b2a86", "#fff"],
  lavender: ["#c3b1e8", "#1b1b1f"], brown: ["#6b4226", "#fff"], gray: ["#6d7378", "#fff"], black: ["#1b1b1f", "#fff"],
  coins: ["#c8cdd2", "#1b1b1f"],
};

/** How a pile of that amount is painted: in the colour of the highest chip that is not above it. */
export function paintFor(amount: number, chips: readonly Chip[]): [chip: string, letters: string] {
  return paintOf(chips.findLast((chip) => chip.value <= amount)?.colour ?? "coins");
}

export const paintOf = (colour: string): [chip: string, letters: string] => PAINT[colour] ?? ["#22568f", "#fff"];
