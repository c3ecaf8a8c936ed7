// How much a result weighs: light and sound grow with it. From 0, nothing won, to 4, what people tell at home.

import type { SeatScene } from "./scene";

const STEPS = [3, 10, 40]; // times the stake

export function weight(seat: SeatScene, award = 0): number {
  const net = (seat.net ?? 0) + award;
  if (net <= 0) return 0;
  const stakes = seat.results.flatMap((result) => ("stake" in result ? [result.stake] : []));
  const times = net / Math.max(1, ...stakes);
  return 1 + STEPS.filter((step) => times >= step).length;
}
