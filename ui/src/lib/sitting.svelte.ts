// Sitting down with one click: as a guest if need be, at the first free seat, with enough chips for a while.

import { Refusal, sentence } from "./api";
import { house } from "./house.svelte";
import type { LobbyTable } from "./messages";
import { router } from "./router.svelte";

const BETS = 40; // a comfortable buy-in, in bets of the minimum
const GONE = ["seat-taken", "seat-in-play"];

export type Chance = "real" | "seated" | "closed" | "full" | "staff" | "short" | "grant" | "free";

export function freeSeats(table: LobbyTable): number[] {
  return Array.from({ length: table.seats }, (_, i) => i + 1).filter((seat) => !table.taken.includes(seat));
}

/** The seat that this person holds at a table. */
export function ownSeat(table: LobbyTable): number | null {
  const seat = house.me?.seats[table.table];
  return seat !== undefined && table.taken.includes(seat) ? seat : null;
}

class Sitting {
  busy = $state(""); // the table where this person is about to sit, or "money"
  seat = $state(0); // that was pressed there, where one looks at the table

  /** Who is nobody yet will have what newcomers are given. */
  get inHand(): number {
    return house.me?.wallet ?? house.playMoney;
  }

  get mayHavePlayMoney(): boolean {
    return house.me !== null && house.me.in_all < house.playMoney;
  }

  /** What this person can do at a table. */
  chance(table: LobbyTable): Chance {
    if (table.is_real) return "real";
    if (ownSeat(table)) return "seated";
    if (table.waits_for === "closed") return "closed";
    if (house.me && !house.me.may.includes("SitDown")) return "staff";
    if (freeSeats(table).length === 0) return "full";
    if (this.inHand >= table.minimum) return "free";
    return this.mayHavePlayMoney ? "grant" : "short";
  }

  takePlayMoney(): Promise<void> {
    return this.#while("money", () => this.#refill());
  }

  /** Sit down from the lobby, and go there. */
  sitDown(table: LobbyTable): Promise<void> {
    return this.#while(table.table, async () => {
      await this.#sit(table.table, freeSeats(table), table.minimum);
      router.go(`/tables/${table.table}`);
    });
  }

  /** Sit down at a table that one is looking at. */
  take(table: string, seat: number, minimum: number): Promise<void> {
    this.seat = seat;
    return this.#while(table, () => this.#sit(table, [seat], minimum));
  }

  async #sit(table: string, seats: number[], minimum: number): Promise<void> {
    await house.becomeSomeone();
    if (this.inHand < minimum && this.mayHavePlayMoney) await this.#refill();
    const affordable = Math.floor(this.inHand / minimum);
    await this.#takeSeat(table, seats, Math.max(Math.min(BETS, affordable), 1) * minimum);
    await house.refreshMe();
  }

  async #refill(): Promise<void> {
    await house.submit({ type: "IssuePlayMoney" });
    await house.refreshMe();
  }

  async #takeSeat(table: string, seats: number[], buyIn: number): Promise<void> {
    let refusal = new Refusal("full-table", "Every seat at this table is taken; choose another table.", 409);
    for (const seat of seats) {
      try {
        return await house.submit({ type: "SitDown", table, seat, buy_in: buyIn });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === "seated-already") return;
        if (!GONE.includes(error.code)) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  async #while(busy: string, act: () => Promise<void>): Promise<void> {
    if (this.busy === busy) return;
    if (this.busy) return house.say("What you pressed before is still on its way. Press again when it is done.");
    this.busy = busy;
    try {
      await act();
      house.hush();
    } catch (error) {
      house.say(sentence(error));
      void house.refreshMe();
    } finally {
      this.busy = "";
    }
  }
}

export const sitting = new Sitting();
