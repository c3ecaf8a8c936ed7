// The chips that a player has put on the layout and not yet bet. Every step can be taken back.

import type { Layout, Spot } from "../lib/messages";

type Stakes = Record<string, number>;

const IN_A_ROW = 5; // chips that a phone has room for
const FAR_BELOW = 5; // times smaller than the least bet

/** Why chips cannot lie so, in the words of the house, with the code that a refusal of it has. */
export interface Problem {
  text: string;
  code: string;
}
const FINE: Problem = { text: "", code: "" };

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
  /** The chips of the table that a bet can be made with, the smallest first. Where there are too many, those far below the least bet go first. */
  get rack(): number[] {
    const most = Math.max(...this.layout.spots.map((spot) => spot.maximum));
    const fitting = this.layout.chips.map((chip) => chip.value).filter((value) => value <= most && value % this.base.chip === 0);
    const small = fitting.filter((value) => FAR_BELOW * value < this.base.minimum).length;
    const first = Math.max(0, Math.min(small, fitting.length - IN_A_ROW));
    return fitting.length ? fitting.slice(first, first + IN_A_ROW) : [this.base.chip];
  }
  /** The one to begin with: the largest that is no more than the least bet. */
  get firstChip(): number {
    return this.rack.findLast((value) => value <= this.base.minimum) ?? this.rack[0]!;
  }
  /** Any of these opens a hand. */
  get bases(): Spot[] {
    return this.layout.spots.filter((spot) => spot.kind === "base");
  }
  /** The one that others are equal to. */
  get base(): Spot {
    return this.bases[0]!;
  }
  get total(): number {
    return this.#totalOf(this.stakes);
  }
  get lastTotal(): number {
    return this.#totalOf(this.last);
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

  /** The first chip on a spot puts down the least it takes. Says where a chip cannot lie there. */
  add(spot: Spot, chip: number, chipsLeft: number): Problem {
    const now = this.stakes[spot.wager] ?? 0;
    const amount = spot.kind === "jackpot" ? spot.maximum : Math.max(now + chip, spot.minimum);
    if (spot.kind === "jackpot" && now) return this.remove(spot);
    if (amount > spot.maximum) return { text: spot.too_much, code: "off-limits" };
    if (amount % spot.chip) return { text: spot.odd_chips, code: "odd-chips" };
    if (this.#totalOf({ ...this.stakes, [spot.wager]: amount }) > chipsLeft) return this.shortOfChips;
    this.#set({ ...this.stakes, [spot.wager]: amount });
    return FINE;
  }

  get shortOfChips(): Problem {
    return { text: this.layout.no_bet.short_of_chips, code: "short-of-chips" };
  }

  remove(spot: Spot): Problem {
    const { [spot.wager]: _, ...rest } = this.stakes;
    if (_ !== undefined) this.#set(rest);
    return FINE;
  }

  /** Why this cannot be bet yet. */
  get problem(): Problem {
    if (this.isEmpty) return FINE;
    if (!this.bases.some((spot) => this.stakes[spot.wager])) return { text: this.layout.no_bet.no_base, code: "no-base-wager" };
    for (const spot of this.layout.spots) {
      const on = this.stakes[spot.wager];
      if (on !== undefined && on < spot.minimum) return { text: spot.too_little, code: "off-limits" };
    }
    return FINE;
  }

  clear(): void {
    if (!this.isEmpty) this.#set({});
  }

  /** Twice of everything that lies there and can be doubled. Says where chips are missing. */
  double(chipsLeft: number): Problem {
    const twice = this.layout.spots.filter((spot) => this.stakes[spot.wager]).map((spot) => [spot.wager, Math.min(2 * this.stakes[spot.wager]!, spot.maximum)] as const);
    const stakes = Object.fromEntries(twice);
    const total = this.#totalOf(stakes);
    if (total > chipsLeft) return this.shortOfChips;
    if (total === this.total) return { text: this.layout.no_bet.at_maximum, code: "off-limits" };
    this.#set(stakes);
    return FINE;
  }

  rebet(): void {
    this.#set({ ...this.last });
  }

  undo(): void {
    const before = this.#past.pop();
    if (before) this.stakes = before;
  }

  /** The bet is on the table. */
  placed(stakes: Stakes): void {
    this.last = stakes;
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
