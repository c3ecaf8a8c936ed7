// A table of one's own, opened with one press: one is somebody, sits at its first seat, and looks at it.

import { post } from "../lib/api";
import { house } from "../lib/house.svelte";
import type { NewPrivateTable, PrivateTable } from "../lib/messages";
import { router } from "../lib/router.svelte";
import { sitting } from "../lib/sitting.svelte";
import { keep } from "./invitations";

const FIRST_SEAT = 1;

/** Throws what is refused; the name may be left to the house. */
export async function host(wanted: NewPrivateTable): Promise<void> {
  await house.becomeSomeone();
  const name = wanted.name.trim() || `${house.me?.person.name ?? "Our"}'s table`;
  const { table, invitation } = await post<PrivateTable>("/api/friends", { ...wanted, name });
  keep(table, invitation);
  router.go(`/tables/${table}`);
  await sitting.take(table, FIRST_SEAT, wanted.minimum);
}
