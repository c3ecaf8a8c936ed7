// The invitation to a table of one's own. The house shows it once and keeps only its hash, so this browser remembers it.

import { post } from "../lib/api";
import type { InvitedTo, PrivateTable } from "../lib/messages";

const KEY = "cardroom-invitation"; // of the one table that one hosts

export function keep(table: string, invitation: string): void {
  localStorage.setItem(KEY, JSON.stringify({ table, invitation }));
}

/** "" where this browser has none. */
export function kept(table: string): string {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<PrivateTable>;
    return found.table === table ? (found.invitation ?? "") : "";
  } catch {
    return "";
  }
}

/** Another one; the one before counts no more. */
export async function renew(table: string): Promise<string> {
  const { invitation } = await post<PrivateTable>(`/api/friends/${encodeURIComponent(table)}/invitation`, {});
  keep(table, invitation);
  return invitation;
}

/** The table that an invitation leads to. */
export async function accept(invitation: string): Promise<string> {
  return (await post<InvitedTo>("/api/invitations", { invitation })).table;
}
