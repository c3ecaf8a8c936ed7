// Checks a shuffle in this browser, from the published recipe and nothing else: docs/fair-shuffle.md.

import { sha256 } from "@noble/hashes/sha2.js";
import { shake256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import type { Deck } from "../lib/messages";
import { sceneOf, type HandScene, type RoundEvent } from "./scene";

/** What the house showed before the bets, made from what it revealed after the round. */
export function commitmentOf(roundId: string, seed: string): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(roundId), hexToBytes(seed))));
}

/** The deck, top card first, and the dice that a seed makes; `deck` is the order before the shuffle. */
export function shuffle(seed: string, deck: readonly string[]): { deck: string[]; dice: number[] } {
  const stream = shake256(concatBytes(utf8ToBytes("cardroom shuffle\0"), hexToBytes(seed)), { dkLen: 4096 });
  let next = 0;
  const byte = (): number => stream[next++]!;
  const below = (bound: number): number => {
    const [draw, size] = bound <= 256 ? [byte, 256] : [() => 256 * byte() + byte(), 65_536];
    const limit = size - (size % bound); // what is past the largest multiple would favour small numbers
    let drawn = draw();
    while (drawn >= limit) drawn = draw();
    return drawn % bound;
  };
  const cards = [...deck];
  for (let last = cards.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return { deck: cards, dice: [1 + below(6), 1 + below(6), 1 + below(6)] };
}

/** All cards of a game in the order before the shuffle: suit by suit, pack after pack. */
export function unshuffled({ ranks, suits, packs }: Deck): string[] {
  const pack = suits.flatMap((suit) => ranks.map((rank) => rank + suit));
  return Array.from({ length: packs }, () => pack).flat();
}

export interface Check {
  keepsPromise: boolean; // the seed makes the commitment
  seen: number; // cards of the round that this person knows
  astray: string[]; // those that did not come from where the deck has them
  deck: string[];
}

export interface Promised {
  round_id: string;
  commitment: string;
  seed: string;
  deck: Deck;
}

/** Hold a finished round against its seed: the commitment, and for every card one has seen, its place in the deck. */
export function check(round: Promised, events: readonly RoundEvent[]): Check {
  const { deck } = shuffle(round.seed, unshuffled(round.deck));
  const scene = sceneOf(events);
  const hands: Record<string, HandScene> = { ...scene.seats, ...scene.hands };
  const packets = new Map(Object.entries(hands).map(([holder, hand]) => [holder, [...hand.packets]]));
  const astray: string[] = [];
  let [top, seen] = [0, 0];
  for (const event of events) {
    if (event.type !== "PacketDealt" && event.type !== "CardsBurned") continue;
    const known = event.type === "CardsBurned" || event.to_empty_seat ? [] : (packets.get(String(event.to))?.shift() ?? []);
    known.forEach((card, index) => {
      if (card === null) return;
      seen++;
      if (card !== deck[top + index]) astray.push(card);
    });
    top += event.count;
  }
  return { keepsPromise: commitmentOf(round.round_id, round.seed) === round.commitment, seen, astray, deck };
}
