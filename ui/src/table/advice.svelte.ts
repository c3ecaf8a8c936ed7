// The lab at one's elbow: what each option is worth, and how well one has decided in this session.

import { get, sentence } from "../lib/api";
import type { HandAnswer } from "../lib/messages";

interface Tally {
  decisions: number;
  best: number;
  cost: number; // base wagers given away
}

const KEY = "cardroom.advice";

function load(): Tally {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "") as Tally;
  } catch {
    return { decisions: 0, best: 0, cost: 0 };
  }
}

export class Advisor {
  answer = $state.raw<HandAnswer | null>(null);
  chosen = $state<string | null>(null); // the option that was decided on, once it was
  problem = $state("");
  tally = $state<Tally>(load());
  #asked = 0;
  #early: string | null = null; // decided before the lab had answered

  constructor(readonly table: string) {}

  /** Ask at an open decision. The answer comes in milliseconds and is shown now or later, as the person likes. */
  async ask(): Promise<void> {
    this.answer = null;
    this.chosen = null;
    this.problem = "";
    this.#early = null;
    const number = ++this.#asked;
    try {
      const answer = await get<HandAnswer>(`/api/tables/${this.table}/advice`);
      if (number !== this.#asked) return; // the next decision has come meanwhile
      this.answer = answer;
      if (this.#early !== null) this.decided(this.#early);
    } catch (error) {
      if (number === this.#asked) this.problem = sentence(error);
    }
  }

  decided(name: string): void {
    if (!this.answer) this.#early = name;
    const option = this.answer?.options.find((one) => one.option === name);
    const best = this.answer?.options.find((one) => one.is_best);
    if (!option || !best || this.chosen !== null) return;
    this.chosen = name;
    const { decisions, best: before, cost } = this.tally;
    this.tally = { decisions: decisions + 1, best: before + (option.is_best ? 1 : 0), cost: cost + best.value - option.value };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.tally));
    } catch {
      // the tally lasts as long as the page then
    }
  }
}
