// Sitting down, in one click: come in as a guest if need be, and buy chips for forty small bets.

import { sentence } from "./api";
import { house } from "./house.svelte";

const SMALL_BETS = 40;

/** True if one sits there now; otherwise the person has been told why not. */
export async function sitDown(table: string, seat: number, minimum: number): Promise<boolean> {
  try {
    await house.becomeSomeone();
  } catch (error) {
    house.say(sentence(error));
    return false;
  }
  const wanted = SMALL_BETS * minimum;
  const wallet = house.me?.wallet ?? 0;
  if (wallet < minimum && !(await house.try({ type: "IssuePlayMoney" }))) return false;
  return house.try({ type: "SitDown", table, seat, buy_in: Math.min(wanted, wallet >= minimum ? wallet : wanted) });
}
