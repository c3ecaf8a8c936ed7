// Why a wager won or lost: the rule that was cited, in its words, with how it is read.

import type { RulesDocument } from "../lib/messages";
import type { Result, Scene } from "./scene";

export interface Reason {
  hands: string[];
  rule: string; // "rule 10a", as cited
  text: string;
  rulings: string[];
}

export function why(result: Result, scene: Scene, rules: RulesDocument): Reason {
  const cited = result.cite.startsWith(rules.sheet.title) ? result.cite.slice(rules.sheet.title.length + 2) : result.cite;
  const rule = cited.replace(/^rule /, "");
  const state = scene.seats[result.seat]?.state;
  const hands: string[] = [];
  if (state === "folded" || state === "surrendered") hands.push(`You ${state} this hand.`);
  else if (result.hands.own) hands.push(`Your hand: ${result.hands.own}.`);
  for (const [holder, words] of Object.entries(result.hands.table)) {
    const short = holder === "dealer" && rules.dealer_qualifies_with && scene.dealerQualifies === false;
    if (words) hands.push(`The ${holder}'s hand: ${words}${short ? `, which does not qualify (at least: ${rules.dealer_qualifies_with})` : ""}.`);
  }
  const reads = rules.wagers.find((wager) => wager.id === result.wager)?.reads;
  if (reads && "hand" in result && result.hand) hands.push(`The pay table is read on ${reads}: ${result.hand}.`);
  return {
    hands,
    rule: cited,
    text: rules.rules.find((one) => one.number === rule)?.text ?? "",
    rulings: rules.rulings.filter((ruling) => ruling.reads === rule).map((ruling) => ruling.text),
  };
}
