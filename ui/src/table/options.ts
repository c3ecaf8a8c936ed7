// What a player may do at a decision, as the table names it: in words for a button, for those who listen, and by key.

import type { Option } from "../lib/messages";
import { money } from "../lib/money";

/** What a button says: "Play 2x, $10", "Take back Bet 1, $5", "Fold". */
export function label(option: Option, wagerName: (id: string) => string): string {
  const name = option.name.charAt(0).toUpperCase() + option.name.slice(1);
  const isTimes = option.kind === "bet" && option.name === `${option.multiple}x`;
  const what = isTimes ? `${wagerName(option.wager)} ${option.name}` : option.kind === "take-back" ? `${name} ${wagerName(option.wager)}` : name;
  return option.amount ? `${what}, ${money(Math.abs(option.amount))}` : what;
}

/** "3x for $15", "take back $5", "check" */
export function spoken(option: Option): string {
  if (!option.amount) return option.name;
  return option.amount > 0 ? `${option.name} for ${money(option.amount)}` : `${option.name} ${money(-option.amount)}`;
}

/** The single key of each option: the first letter or digit of its name that no option before it has. */
export function keysOf(options: readonly Option[]): string[] {
  const taken: string[] = [];
  for (const { name } of options) {
    const own = [...name.toLowerCase()].filter((letter) => /[\p{L}\d]/u.test(letter));
    taken.push(own.find((letter) => !taken.includes(letter)) ?? "");
  }
  return taken;
}

/** Which decision of which round these options belong to; "" where there is none. */
export function decisionOf(roundId: string, options: readonly Option[]): string {
  return options[0] ? `${roundId}/${options[0].decision}` : "";
}
