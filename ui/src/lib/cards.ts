// Cards are written as the server writes them: rank, then suit: "As", "10h".

export const SUITS: Record<string, { sign: string; name: string }> = {
  c: { sign: "♣", name: "clubs" },
  d: { sign: "♦", name: "diamonds" },
  h: { sign: "♥", name: "hearts" },
  s: { sign: "♠", name: "spades" },
};
const NAMES: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack" };

export const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];

export const rankOf = (card: string): string => card.slice(0, -1);
export const suitOf = (card: string): string => card.slice(-1);

/** As a player sorts a hand: by rank from the ace down, cards face down last. */
export function sorted(cards: (string | null)[]): (string | null)[] {
  const place = (card: string | null): number => (card ? 4 * RANKS.indexOf(rankOf(card)) + "shdc".indexOf(suitOf(card)) : 99);
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** "queen of hearts" */
export function cardName(card: string): string {
  return `${NAMES[rankOf(card)] ?? rankOf(card)} of ${SUITS[suitOf(card)]?.name ?? "?"}`;
}

/** The hand that a line of a pay table stands for, by the line's id. */
export const lineName = (line: string): string => line.replaceAll("_", " ");

/** A sentence with the signs of the suits. */
export function signCards(text: string): string {
  return text.replace(/\b(10|[2-9AKQJ])([cdhs])\b/g, (_, rank: string, suit: string) => rank + (SUITS[suit]?.sign ?? suit));
}

/** A sentence with every card in it spelt out, for those who listen. */
export function spellCards(text: string): string {
  return text.replace(/\b(10|[2-9AKQJ])([cdhs])\b/g, (card) => cardName(card));
}
