// The chips that a player has put on the layout and not yet bet. Every step can be taken back.

import type { Layout, Spot } from "../lib/messages";
import { DOLLAR, money } from "../lib/money";

type Stakes = Record<string, number>;

export const CHIPS = [1, 5, 25, 100, 500].map((dollars) => dollars * DOLLAR);

export class Bets {
  stakes = $state<Stakes>({});
  #past = $state<Stakes[]>([]);
  last = $state.raw<Stakes>({}); // what was bet in the round before

  constructor(readonly layout: Layout) {
    try {
      this.last = JSON.parse(sessionStorage.getItem(this.#key) ?? "{}") as Stakes;
    } catch {
      // nothing to bet again
    }
  }

  get #key(): string {
    return `cardroom.bets.${this.layout.table}`;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get isEmpty(): boolean {
    return Object.keys(this.stakes).length === 0;
  }
  /** Any of these opens a hand. */
  get bases(): Spot[] {
    return this.layout.spots.filter((spot) => spot.kind === "base");
  }
  /** The one that others are equal to. */
  get base(): Spot {
    return this.bases[0]!;
  }
  get opening(): string {
    return this.bases.map((spot) => spot.name).join(" or ");
  }
  get total(): number {
    return this.#totalOf(this.stakes);
  }
  /** What leaves the player's chips with this bet: wagers equal to the base one are put down by the table. */
  #totalOf(stakes: Stakes): number {
    const own = Object.values(stakes).reduce((sum, amount) => sum + amount, 0);
    const equal = this.layout.spots.filter((spot) => spot.kind === "equal").length;
    return own + equal * (stakes[this.base.wager] ?? 0);
  }

  /** What may be clicked: decisions come later, equal wagers follow the base one, and riders have no stake. */
  takes(spot: Spot): boolean {
    return spot.kind === "base" || spot.kind === "optional" || spot.kind === "jackpot";
  }

  /** The first chip on a spot puts down the least it takes. Returns a sentence where a chip cannot lie there. */
  add(spot: Spot, chip: number, chipsLeft: number): string {
    const now = this.stakes[spot.wager] ?? 0;
    const amount = spot.kind === "jackpot" ? spot.maximum : Math.max(now + chip, spot.minimum);
    if (spot.kind === "jackpot" && now) return this.remove(spot);
    if (amount > spot.maximum) return `${spot.name} takes at most ${money(spot.maximum)} here${now ? `; there is ${money(now)} on it` : ""}.`;
    if (amount % spot.chip) return `${spot.name} takes multiples of ${money(spot.chip)}.`;
    if (this.#totalOf({ ...this.stakes, [spot.wager]: amount }) > chipsLeft) return `You have ${money(chipsLeft)} in chips left at this table. Buy more chips to bet more.`;
    this.#set({ ...this.stakes, [spot.wager]: amount });
    return "";
  }

  remove(spot: Spot): string {
    const { [spot.wager]: _, ...rest } = this.stakes;
    if (_ !== undefined) this.#set(rest);
    return "";
  }

  /** Why this cannot be bet yet; "" if it can. */
  get problem(): string {
    if (this.isEmpty) return "";
    if (!this.bases.some((spot) => this.stakes[spot.wager])) return `Every hand needs the ${this.opening}: at least ${money(this.base.minimum)}.`;
    for (const spot of this.layout.spots) {
      const on = this.stakes[spot.wager];
      if (on !== undefined && on < spot.minimum) return `${spot.name} takes at least ${money(spot.minimum)}.`;
    }
    return "";
  }

  clear(): void {
    if (!this.isEmpty) this.#set({});
  }

  rebet(): void {
    this.#set({ ...this.last });
  }

  undo(): void {
    const before = this.#past.pop();
    if (before) this.stakes = before;
  }

  /** The bet is on the table. */
  placed(): void {
    this.last = { ...this.stakes };
    this.#past = [];
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(this.last));
    } catch {
      // it is forgotten with the page then
    }
  }

  /** What was bet lies loose on the layout again; wagers equal to the base one go with it. */
  restore(stakes: Stakes): void {
    const own = this.layout.spots.filter((spot) => this.takes(spot) && stakes[spot.wager]);
    this.stakes = Object.fromEntries(own.map((spot) => [spot.wager, stakes[spot.wager]!]));
  }

  reset(): void {
    this.stakes = {};
    this.#past = [];
  }

  #set(stakes: Stakes): void {
    this.#past.push({ ...this.stakes });
    this.stakes = stakes;
  }
}
