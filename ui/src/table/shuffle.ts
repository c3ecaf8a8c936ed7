// Checks a shuffle in this browser, from the published recipe and nothing else: docs/fair-shuffle.md.

import { sha256 } from "@noble/hashes/sha2.js";
import { shake256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import { sceneOf, type RoundEvent } from "./scene";

/** What the house showed before the bets, made from what it revealed after the round. */
export function commitmentOf(roundId: string, seed: string): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(roundId), hexToBytes(seed))));
}

/** The deck, top card first, and the dice that a seed makes; `deck` is the order before the shuffle. */
export function shuffle(seed: string, deck: readonly string[]): { deck: string[]; dice: number[] } {
  const stream = shake256(concatBytes(utf8ToBytes("cardroom shuffle\0"), hexToBytes(seed)), { dkLen: 4096 });
  let next = 0;
  const below = (bound: number): number => {
    const limit = 256 - (256 % bound); // bytes past the largest multiple would favour small numbers
    let byte = stream[next++]!;
    while (byte >= limit) byte = stream[next++]!;
    return byte % bound;
  };
  const cards = [...deck];
  for (let last = cards.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return { deck: cards, dice: [1 + below(6), 1 + below(6), 1 + below(6)] };
}

const DECK = ["c", "d", "h", "s"].flatMap((suit) => ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"].map((rank) => rank + suit));

export interface Check {
  keepsPromise: boolean; // the seed makes the commitment
  seen: number; // cards of the round that this person knows
  astray: string[]; // those that did not come from where the deck has them
  deck: string[];
}

/** Hold a finished round against its seed: the commitment, and every card one has seen, packet by packet. */
export function check(roundId: string, commitment: string, seed: string, events: readonly RoundEvent[]): Check {
  const { deck } = shuffle(seed, DECK);
  const scene = sceneOf(events);
  const astray: string[] = [];
  let [top, seen] = [0, 0];
  for (const event of events) {
    if (event.type !== "PacketDealt") continue;
    const packet = deck.slice(top, (top += event.count));
    const known = event.to === "dealer" ? scene.dealer.cards : event.to === "community" ? scene.community : (scene.seats[event.to]?.cards ?? []);
    for (const card of event.to_empty_seat ? [] : known) {
      if (card === null) continue;
      seen++;
      if (!packet.includes(card)) astray.push(card);
    }
  }
  return { keepsPromise: commitmentOf(roundId, seed) === commitment, seen, astray, deck };
}
