// What could not be asked while the house was away.

import { untrack } from "svelte";
import { house } from "./house.svelte";

/** For a component that has failed to fetch something: it asks again when the house is back. */
export function againWhenBack(hasFailed: () => unknown, ask: () => void): void {
  $effect(() => {
    if (house.connection === "open") untrack(() => hasFailed() && ask());
  });
}
