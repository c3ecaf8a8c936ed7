// Why a wager won or lost: the rule that the house quotes for it, in its words, with how it is read.

import type { RulesDocument } from "../lib/messages";
import type { Result, Scene } from "./scene";

export interface Reason {
  hands: string[];
  rule: string; // as cited
  text: string;
  rulings: string[];
}

export function why(result: Result, scene: Scene, rules: RulesDocument): Reason {
  const wager = rules.wagers.find(({ id }) => id === result.wager);
  const isTooLow = "verdict" in result && result.verdict === "lose" && result.hand !== "";
  const rule = rules.rules.find(({ number }) => number === result.why);
  const state = scene.seats[result.seat]?.state;
  const hands: string[] = [];
  if (state === "folded" || state === "surrendered") hands.push(`You ${state} this hand.`);
  else if (result.hands.own) hands.push(`Your hand: ${result.hands.own}.`);
  for (const [holder, words] of Object.entries(result.hands.table)) {
    if (words) hands.push(`The ${holder}'s hand: ${words}.`);
  }
  if (scene.dealerQualifies === false) hands.push(rules.dealer_falls_short);
  const reads = wager?.reads;
  if (reads && result.hand && result.hand !== result.hands.own) hands.push(`The pay table is read on ${reads}: ${result.hand}.`);
  if (isTooLow && wager?.needed) hands.push(wager.needed);
  return {
    hands,
    rule: rule?.cite ?? "",
    text: rule?.whole ?? "",
    rulings: rules.rulings.filter((ruling) => ruling.reads === result.why).map((ruling) => ruling.text),
  };
}
