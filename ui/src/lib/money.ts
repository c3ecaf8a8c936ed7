// Amounts are integers of a micro-dollar everywhere; only here do they become words.

export const DOLLAR = 1_000_000;
export const CENT = 10_000;

export function money(amount: number): string {
  const cents = Math.trunc(Math.abs(amount) / CENT);
  const whole = Math.trunc(cents / 100).toLocaleString("en-US");
  const rest = cents % 100 ? `.${String(cents % 100).padStart(2, "0")}` : "";
  return `${amount < 0 ? "−" : ""}$${whole}${rest}`;
}

/** With its cents always, as a meter shows it. */
export function meter(amount: number): string {
  const cents = Math.trunc(amount / CENT);
  return `$${Math.trunc(cents / 100).toLocaleString("en-US")}.${String(cents % 100).padStart(2, "0")}`;
}

const MOST = 1_000_000_000 * DOLLAR; // what the house takes for an amount

/** "$1,234.50" as it is typed; null where it is no amount of whole cents, or more than anyone can have. */
export function parseMoney(text: string): number | null {
  const amount = read(text);
  return amount === null || amount > MOST ? null : amount;
}

/** Why what is typed is no amount: too much, or else as whoever asks for it says. */
export function whyNoAmount(text: string, otherwise: string): string {
  return (read(text) ?? 0) > MOST ? `That is too much: ${money(MOST)} at most.` : otherwise;
}

function read(text: string): number | null {
  const found = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return null;
  return Number((found[1] ?? "").replaceAll(",", "")) * DOLLAR + Number((found[2] ?? "").padEnd(2, "0")) * CENT;
}

export function signed(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}
