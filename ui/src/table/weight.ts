// How much a result weighs: light and sound grow with it. From 0, nothing won, to 4, what people tell at home.

import { brought, NOTHING } from "./extras";
import type { SeatScene } from "./scene";

const STEPS = [3, 10, 40]; // times the stake
export const HEAVIEST = 1 + STEPS.length;

/** What still waits to be approved weighs as much as what is paid. */
export function weight(seat: SeatScene, extra = NOTHING): number {
  const net = brought(seat, extra) + extra.waits;
  if (net <= 0) return 0;
  const stakes = seat.results.flatMap((result) => ("stake" in result ? [result.stake] : []));
  const times = net / Math.max(1, ...stakes);
  return 1 + STEPS.filter((step) => times >= step).length;
}
