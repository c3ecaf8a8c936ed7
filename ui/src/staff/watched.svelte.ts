// What a page of the staff shows: fetched, fetched again every few seconds, and at once after something was done.

import { get, sentence } from "../lib/api";

const EVERY = 4_000; // milliseconds

export class Watched<T> {
  value = $state.raw<T | null>(null);
  problem = $state("");
  #path: () => string;
  #asked = ""; // last: a page that is gone has no path any more

  constructor(path: () => string) {
    this.#path = path;
  }

  /** For an effect: begins, and returns what ends it. */
  watch(): () => void {
    void this.refresh();
    const timer = setInterval(() => document.hidden || void this.refresh(), EVERY);
    return () => clearInterval(timer);
  }

  async refresh(): Promise<void> {
    const path = this.#path();
    this.#asked = path;
    try {
      const found = await get<T>(path);
      if (path === this.#asked) [this.value, this.problem] = [found, ""];
    } catch (error) {
      this.problem = sentence(error);
    }
  }
}
