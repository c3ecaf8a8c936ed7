// Cards that are told one after the other: the player's, the dealer's, the community's.

import { RANKS } from "../../lib/cards";
import type { Card } from "../../lib/messages";

export const NAMES: Record<string, string> = { seat: "Player's cards", dealer: "Dealer's cards", community: "Community cards" };
export const nameOf = (holder: string): string => NAMES[holder] ?? `Cards of ${holder}`;

export class Told {
  cards = $state<Record<string, Card[]>>({});
  chosen = $state("");

  /** `asks`: how many cards of each holder. */
  constructor(readonly asks: () => Record<string, number>) {}

  of(holder: string): Card[] {
    return this.cards[holder] ?? [];
  }

  isFull(holder: string): boolean {
    return this.of(holder).length >= (this.asks()[holder] ?? 0);
  }

  get isComplete(): boolean {
    return Object.keys(this.asks()).every((holder) => this.isFull(holder));
  }

  /** Whose card comes next: of whoever was chosen, else of the first who lacks one. */
  get active(): string {
    if (this.chosen in this.asks() && !this.isFull(this.chosen)) return this.chosen;
    return Object.keys(this.asks()).find((holder) => !this.isFull(holder)) ?? "";
  }

  holderOf(card: string): string {
    return Object.keys(this.cards).find((holder) => this.of(holder).includes(card as Card)) ?? "";
  }

  /** A card that is picked again is taken back. */
  pick(card: string): void {
    const holder = this.holderOf(card);
    if (holder) this.cards[holder] = this.of(holder).filter((other) => other !== card);
    else if (this.active) this.cards[this.active] = [...this.of(this.active), card as Card];
  }

  /** "As 10h" typed; returns what could not be read. */
  type(text: string): string {
    const wrong = text.split(/[\s,]+/).filter((word) => word && !this.#add(word));
    return wrong.join(" ");
  }

  #add(word: string): boolean {
    const rank = word.slice(0, -1).toUpperCase().replace(/^T$/, "10");
    const card = rank + word.slice(-1).toLowerCase();
    if (!RANKS.includes(rank) || !"cdhs".includes(card.slice(-1)) || !this.active) return false;
    if (!this.holderOf(card)) this.pick(card);
    return true;
  }
}
