// Jackpots as people see them: the signs of all tables of a link are one sign.

import { groupBy } from "./group";
import type { Display, Win } from "./messages";

export interface Jackpot extends Omit<Display, "table" | "is_open"> {
  title: string;
  isOpen: boolean; // at any of its tables
  isPending: boolean;
  tables: { table: string; isOpen: boolean }[];
}

export function jackpotsOf(signs: Display[]): Jackpot[] {
  return groupBy(signs, (sign) => sign.link).map((group) => {
    const first = group[0] as Display;
    return {
      ...first,
      title: first.name,
      isOpen: group.some((sign) => sign.is_open),
      isPending: first.levels.some((level) => level.status),
      tables: group.map((sign) => ({ table: sign.table, isOpen: sign.is_open })),
      won: group.flatMap((sign) => sign.won),
    };
  });
}

/** Wins off the meter or of a posted prize; fixed pays come from the tray and are small. */
export const isJackpot = (win: Win): boolean => win.source !== "tray";
