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

export function signed(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}
