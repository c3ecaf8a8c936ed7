// What lies on the felt: the fold of a round's events. A live table and a replay use the same one.

import type { PastRound, Qualified, Surrendered, TableView, TranscriptLine, WagerSettled } from "../lib/messages";

export type RoundEvent = TableView["events"][number];
export type Holder = number | string; // a seat, or a hand of the table
export type Packet = (string | null)[]; // null: face down
/** What became of a wager, and what the hands were called at that moment: more cards may have been dealt since. */
export type Result = (WagerSettled | Qualified | Surrendered) & { hands: HandWords; hand: string; why: string };

export interface HandWords {
  own: string;
  table: Record<string, string>; // by holder
}

export interface HandScene {
  packets: Packet[]; // as they were dealt
  words: string; // what the hand is, once it is shown
}

export interface SeatScene extends HandScene {
  stakes: Record<string, number>;
  takenBack: string[]; // wagers
  did: string; // at the last decision, where no chips tell it
  state: "in" | "folded" | "surrendered" | "fouled";
  results: Result[]; // in the order of settlement
  returned: Record<string, number>; // stakes that the house has given back, of a void round or a fouled hand
  whyFouled: string;
  net: number | null;
}

export interface Scene {
  roundId: string;
  settings: string; // by which it is played, by their hash
  phase: "idle" | "betting" | "playing" | "over" | "void";
  seats: Record<number, SeatScene>;
  hands: Record<string, HandScene>; // of the table, by holder
  dealerQualifies: boolean | null; // null: he has not shown his hand
  burned: number; // cards put aside unseen
  dice: number[] | null;
  kept: Holder[]; // hands left face up for the best of the table or for envy
  acting: Holder | null; // where the dealer's hand is now
  voidReason: string;
}

const OF_ROUND: Record<RoundEvent["type"], true> = {
  RoundOpened: true, BetPlaced: true, BetsClosed: true, JackpotBetTaken: true, DiceRolled: true, CardsBurned: true, PacketDealt: true, EmptySeatsCollected: true,
  ShufflerCleared: true, Raised: true, Folded: true, Checked: true, TakenBack: true, Surrendered: true, CardExposed: true, DealerRevealed: true, HandShown: true,
  WagerSettled: true, Qualified: true, HandKept: true, HandRemoved: true, RoundClosed: true, RoundVoided: true, HandFouled: true, LateBetRefused: true, MispayCorrected: true,
};

/** Whether something at a table is of the round itself. */
export function isOfRound(event: PastRound["events"][number]): event is RoundEvent {
  return event.type in OF_ROUND;
}

export function emptyScene(): Scene {
  return {
    roundId: "", settings: "", phase: "idle", seats: {}, hands: {}, dealerQualifies: null, burned: 0, dice: null, kept: [], acting: null, voidReason: "",
  };
}

function seatOf(scene: Scene, seat: number): SeatScene {
  return (scene.seats[seat] ??= { stakes: {}, takenBack: [], did: "", packets: [], words: "", state: "in", results: [], returned: {}, whyFouled: "", net: null });
}

function handOf(scene: Scene, holder: Holder): HandScene {
  return typeof holder === "number" ? seatOf(scene, holder) : (scene.hands[holder] ??= { packets: [], words: "" });
}

function settle(scene: Scene, event: WagerSettled | Qualified | Surrendered, line?: TranscriptLine): void {
  const seat = seatOf(scene, event.seat);
  const table = Object.fromEntries(Object.entries(scene.hands).map(([holder, { words }]) => [holder, words]));
  scene.acting = event.seat;
  seat.results.push({ ...event, hands: { own: seat.words, table }, hand: line?.hand ?? "", why: line?.why ?? "" });
}

/** Stakes go back, and what was settled before counts no longer. */
function giveBack(seat: SeatScene, refunds: Record<string, number>): void {
  Object.assign(seat, { stakes: {}, returned: { ...refunds }, results: [], net: null });
}

export function returnedTo(seat: SeatScene | undefined): number {
  return Object.values(seat?.returned ?? {}).reduce((sum, amount) => sum + amount, 0);
}

/** Whether there is anything to tell of a seat's wagers. */
export function isSettled(seat: SeatScene | undefined): seat is SeatScene {
  return seat !== undefined && (seat.results.length > 0 || returnedTo(seat) > 0);
}

/** A whole hand is turned: its cards in the packets that they were dealt in. */
function turn(hand: HandScene, cards: readonly string[], words: string): void {
  let next = 0;
  const turned = hand.packets.map((packet) => packet.map(() => cards[next++] ?? null));
  Object.assign(hand, { packets: next === cards.length ? turned : [[...cards]], words });
}

/** The next card that lies face down is turned. */
function turnNext(hand: HandScene, card: string): void {
  const packet = hand.packets.find((one) => one.includes(null));
  if (packet) packet[packet.indexOf(null)] = card;
}

/** Fold one event in, with what the house says of it. */
export function apply(scene: Scene, event: RoundEvent, line?: TranscriptLine): void {
  switch (event.type) {
    case "RoundOpened":
      Object.assign(scene, emptyScene(), { roundId: event.round_id, settings: event.settings, phase: "betting" });
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
      const down: (string | null)[] = Array.from({ length: event.count - (event.up?.length ?? 0) }, () => null);
      const hand = handOf(scene, event.to);
      scene.acting = event.to;
      hand.packets.push(event.cards ? [...event.cards] : [...down, ...(event.up ?? [])]);
      hand.words = line?.hand ?? "";
      break;
    }
    case "CardsBurned":
      scene.burned += event.count;
      break;
    case "Raised":
      scene.acting = event.seat;
      seatOf(scene, event.seat).stakes[event.wager] = event.stake;
      seatOf(scene, event.seat).did = "";
      break;
    case "Checked":
      scene.acting = event.seat;
      seatOf(scene, event.seat).did = event.option;
      break;
    case "TakenBack": {
      const seat = seatOf(scene, event.seat);
      scene.acting = event.seat;
      delete seat.stakes[event.wager];
      seat.takenBack.push(event.wager);
      seat.did = "";
      break;
    }
    case "Surrendered":
      seatOf(scene, event.seat).state = "surrendered";
      settle(scene, event, line);
      break;
    case "Folded":
      scene.acting = event.seat;
      seatOf(scene, event.seat).state = "folded";
      break;
    case "CardExposed":
      scene.acting = "community";
      turnNext(handOf(scene, "community"), event.card);
      break;
    case "DealerRevealed":
      scene.acting = "dealer";
      scene.dealerQualifies = event.qualifies;
      turn(handOf(scene, "dealer"), event.cards, line?.hand ?? "");
      break;
    case "HandShown":
      scene.acting = event.seat;
      turn(seatOf(scene, event.seat), event.cards, line?.hand ?? "");
      break;
    case "WagerSettled":
    case "Qualified":
      settle(scene, event, line);
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
      scene.voidReason = event.why;
      for (const [seat, refunds] of Object.entries(event.refunds)) giveBack(seatOf(scene, Number(seat)), refunds);
      break;
    case "HandFouled":
      Object.assign(seatOf(scene, event.seat), { state: "fouled", whyFouled: event.why });
      giveBack(seatOf(scene, event.seat), event.refunds);
      break;
  }
}

export function sceneOf(events: readonly RoundEvent[], lines: readonly TranscriptLine[] = []): Scene {
  const scene = emptyScene();
  events.forEach((event, place) => apply(scene, event, lines[place]));
  return scene;
}

/** How long an event deserves to be looked at, in milliseconds; one's own more than others'. */
export function pace(event: RoundEvent, mySeat: number | null): number {
  const mine = "seat" in event && event.seat === mySeat;
  switch (event.type) {
    case "DealerRevealed":
      return 1100;
    case "DiceRolled":
      return 800;
    case "CardExposed":
      return 600;
    case "CardsBurned":
      return 400;
    case "PacketDealt":
      return event.to_empty_seat ? 60 : 280;
    case "HandShown":
      return mine ? 600 : 260;
    case "WagerSettled":
    case "Qualified":
      return mine ? 550 : 110;
    case "Folded":
    case "Raised":
    case "Checked":
    case "TakenBack":
    case "Surrendered":
      return mine ? 0 : 180;
    case "BetsClosed":
      return 350;
    case "RoundClosed":
      return mySeat === null ? 1500 : 0; // who played looks at it for as long as they like
    default:
      return 0;
  }
}
