// What the server says of the hands, once the cards that it speaks of lie on the felt: a table is shown at its own pace.

import type { SpokenAt, SpokenHand } from "../lib/messages";
import type { Holder, Scene } from "./scene";

/** What is said of all hands that lie open, and of one's own. */
export type Spoken = Omit<SpokenAt, "place">;
export const SILENT: Spoken = { hands: [], line: "", yours: null };

/** What was said when so many events of a round had happened. */
export function saidAt(all: readonly SpokenAt[], events: number): Spoken {
  return all.findLast((one) => one.place < events) ?? SILENT;
}

/** What may be said of what lies on the felt now. */
export function heard(said: Spoken, scene: Scene): Spoken {
  const board = visible(scene, "community");
  const lies = (hand: SpokenHand): boolean => {
    const cards = visible(scene, hand.holder);
    if (typeof hand.holder === "number" && scene.seats[hand.holder]?.state === "fouled") return false; // a dead hand is nothing
    return same(cards, hand.cards) && hand.makers.every((card) => cards.includes(card) || board.includes(card));
  };
  const table = said.hands.filter((hand) => typeof hand.holder === "string");
  // Where no hand of the table is to be beaten, what is said waits for the last card, which is out when the round is over.
  const isWhole = table.length > 0 ? table.every(lies) : scene.phase === "over";
  const quiet = (hand: SpokenHand): SpokenHand => (isWhole || typeof hand.holder === "string" ? hand : { ...hand, line: "" });
  return {
    hands: said.hands.filter(lies).map(quiet),
    line: isWhole ? said.line : "",
    yours: said.yours && lies(said.yours) ? quiet(said.yours) : null,
  };
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function handOf(said: Spoken, holder: Holder): SpokenHand | undefined {
  return said.hands.find((hand) => hand.holder === holder);
}

/** The cards of a packet as the game sorts them. */
export function inOrder(packet: readonly (string | null)[], order: readonly string[]): (string | null)[] {
  const place = (card: string | null): number => (card === null || !order.includes(card) ? order.length : order.indexOf(card));
  return [...packet].sort((one, other) => place(one) - place(other));
}

function visible(scene: Scene, holder: Holder): string[] {
  const hand = typeof holder === "number" ? scene.seats[holder] : scene.hands[holder];
  return (hand?.packets ?? []).flat().filter((card) => card !== null);
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && [...one].sort().join() === [...other].sort().join();
}
