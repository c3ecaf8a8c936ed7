// What lies on the felt: the fold of a round's events. A live table and a replay use the same one.

import type { PastRound, Qualified, TableView, WagerSettled } from "../lib/messages";

export type RoundEvent = TableView["events"][number];
export type Holder = number | "dealer" | "community";
export type Result = WagerSettled | Qualified;

export interface SeatScene {
  stakes: Record<string, number>;
  cards: (string | null)[]; // null: face down
  words: string; // what the hand is, once it is shown
  state: "in" | "folded" | "fouled";
  results: Result[]; // in the order of settlement
  net: number | null;
}

export interface Scene {
  roundId: string;
  phase: "idle" | "betting" | "playing" | "over" | "void";
  seats: Record<number, SeatScene>;
  dealer: { cards: (string | null)[]; words: string; qualifies: boolean | null };
  community: (string | null)[];
  dice: number[] | null;
  kept: Holder[]; // hands left face up for the best of the table or for envy
  acting: Holder | null; // where the dealer's hand is now
  voidReason: string;
}

/** Whether something at a table is of the round itself: only that cites a rule. */
export function isOfRound(event: PastRound["events"][number]): event is RoundEvent {
  return "cite" in event;
}

export function emptyScene(): Scene {
  return {
    roundId: "", phase: "idle", seats: {}, dealer: { cards: [], words: "", qualifies: null },
    community: [], dice: null, kept: [], acting: null, voidReason: "",
  };
}

function seatOf(scene: Scene, seat: number): SeatScene {
  return (scene.seats[seat] ??= { stakes: {}, cards: [], words: "", state: "in", results: [], net: null });
}

/** Fold one event in. */
export function apply(scene: Scene, event: RoundEvent): void {
  switch (event.type) {
    case "RoundOpened":
      Object.assign(scene, emptyScene(), { roundId: event.round_id, phase: "betting" });
      break;
    case "BetPlaced":
      if (Object.keys(event.stakes).length) seatOf(scene, event.seat).stakes = { ...event.stakes };
      else delete scene.seats[event.seat];
      break;
    case "BetsClosed":
      scene.phase = "playing";
      for (const seat of Object.keys(scene.seats).map(Number)) if (!event.seats.includes(seat)) delete scene.seats[seat];
      break;
    case "JackpotBetTaken":
      scene.acting = event.seat;
      break;
    case "DiceRolled":
      scene.dice = [...event.dice];
      break;
    case "PacketDealt": {
      if (event.to_empty_seat) break;
      const down: (string | null)[] = Array.from({ length: event.count - event.up.length }, () => null);
      const cards = event.cards ?? [...down, ...event.up];
      scene.acting = event.to;
      if (event.to === "dealer") scene.dealer.cards = [...scene.dealer.cards, ...cards];
      else if (event.to === "community") scene.community = cards;
      else seatOf(scene, event.to).cards = [...seatOf(scene, event.to).cards, ...cards];
      break;
    }
    case "Raised":
      scene.acting = event.seat;
      seatOf(scene, event.seat).stakes[event.wager] = event.stake;
      break;
    case "Folded":
      scene.acting = event.seat;
      seatOf(scene, event.seat).state = "folded";
      break;
    case "CardExposed": {
      const next = scene.community.indexOf(null);
      scene.acting = "community";
      if (next >= 0 && !scene.community.includes(event.card)) scene.community[next] = event.card;
      break;
    }
    case "DealerRevealed":
      scene.acting = "dealer";
      scene.dealer = { cards: [...event.cards], words: event.hand, qualifies: event.qualifies };
      break;
    case "HandShown":
      scene.acting = event.seat;
      Object.assign(seatOf(scene, event.seat), { cards: [...event.cards], words: event.hand });
      break;
    case "WagerSettled":
    case "Qualified":
      scene.acting = event.seat;
      seatOf(scene, event.seat).results.push(event);
      break;
    case "HandKept":
      scene.kept.push(event.holder);
      break;
    case "HandRemoved":
      scene.kept = scene.kept.filter((holder) => holder !== event.holder);
      break;
    case "RoundClosed":
      scene.phase = "over";
      scene.acting = null;
      for (const [seat, net] of Object.entries(event.results)) seatOf(scene, Number(seat)).net = net;
      break;
    case "RoundVoided":
      scene.phase = "void";
      scene.acting = null;
      scene.voidReason = event.reason;
      break;
    case "HandFouled":
      Object.assign(seatOf(scene, event.seat), { state: "fouled", stakes: {} });
      break;
  }
}

export function sceneOf(events: readonly RoundEvent[]): Scene {
  const scene = emptyScene();
  for (const event of events) apply(scene, event);
  return scene;
}

/** How long an event deserves to be looked at, in milliseconds; one's own more than others'. */
export function pace(event: RoundEvent, mySeat: number | null): number {
  const mine = "seat" in event && event.seat === mySeat;
  switch (event.type) {
    case "DealerRevealed":
      return 1100;
    case "CardExposed":
    case "DiceRolled":
      return 800;
    case "PacketDealt":
      return event.to_empty_seat ? 60 : 280;
    case "HandShown":
      return mine ? 600 : 260;
    case "WagerSettled":
    case "Qualified":
      return mine ? 550 : 110;
    case "Folded":
    case "Raised":
      return mine ? 0 : 180;
    case "BetsClosed":
      return 350;
    case "RoundClosed":
      return 1500;
    default:
      return 0;
  }
}
