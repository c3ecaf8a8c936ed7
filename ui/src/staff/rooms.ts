// The staff's rooms, by what the role may do there. The server decides; this only leaves out what it would refuse.

import { house } from "../lib/house.svelte";

export const BY_TWO = ["Adjust", "BackOut", "ChangeRates", "ChangeSeed", "ChangeMaximum", "ChangeWager", "ChangePrize", "GiveNotice", "RemoveJackpot"] as const;
export type ByTwo = (typeof BY_TWO)[number];

interface Room {
  path: string;
  name: string;
  for: readonly string[]; // who may do one of these
  isRead: boolean; // by auditors and regulators too, who read everything and do nothing
}

const ONLY_READERS = [""]; // no command gives it
const ROOMS: Room[] = [
  { path: "/staff", name: "Floor", for: [], isRead: true },
  { path: "/staff/pit", name: "Pit", for: ["AcknowledgeAlert", "AcknowledgeDeposit", "AcknowledgeFault"], isRead: true },
  { path: "/staff/awards", name: "Awards", for: ["PressHand", "Adjust"], isRead: true },
  { path: "/staff/requests", name: "Requests", for: ["ApproveChange", "ApproveAccess", ...BY_TWO], isRead: true },
  { path: "/staff/rounds", name: "Rounds", for: [], isRead: true },
  { path: "/staff/wins", name: "Wins", for: ["PrintWin"], isRead: true },
  { path: "/staff/cage", name: "Cage", for: ["PrintSlip"], isRead: true },
  { path: "/staff/accounting", name: "Accounting", for: ["WriteNote"], isRead: true },
  { path: "/staff/people", name: "People and cards", for: ["RevokeCard", "ApproveAccess"], isRead: true },
  { path: "/staff/promotions", name: "Promotions", for: ["AskPromotion"], isRead: true },
  { path: "/staff/conditions", name: "Conditions", for: ["FileCondition", "CloseTable"], isRead: true },
  { path: "/staff/conformity", name: "Conformity", for: ["FileCondition"], isRead: true },
  { path: "/staff/audit", name: "Audit", for: ONLY_READERS, isRead: true },
  { path: "/staff/administration", name: "Administration", for: ["NoteKeyCopies", "ApproveFloor"], isRead: true },
  { path: "/staff/account", name: "My account", for: [], isRead: true },
];

export const may = (command: string): boolean => house.me?.may.includes(command) ?? false;

/** Whether somebody reads everything and does nothing. */
export const reads = (): boolean => house.me?.person.role === "auditor" || house.me?.person.role === "regulator";

/** Whether changes to jackpots that wait are told to whoever is signed in. */
export const readsRequests = (): boolean => may("ApproveChange") || BY_TWO.some(may) || reads();

export function rooms(): Room[] {
  const has = (room: Room): boolean => room.path !== "/staff" || !may("AcknowledgeAlert"); // who has the pit needs no other floor
  return ROOMS.filter((room) => has(room) && (room.for.length === 0 || (reads() && room.isRead) || room.for.some(may)));
}

export const leadsTo = (path: string): boolean => rooms().some((room) => room.path === path);
