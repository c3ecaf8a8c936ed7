// The roles of the staff, and those that come with a card.

export const ROLES = ["dealer", "supervisor", "executive", "technician", "administrator", "accounting", "cage", "auditor", "regulator"];
export const HOLD_CARDS = ["supervisor", "executive", "technician", "administrator"];
