// Drawings are laid out in the units of the page, so that letters in them are as large as elsewhere.

/** Pixels of a rem; asked for again whenever a drawing's width changes. */
export function rem(_width: number): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Round numbers from low to high, at most so many. */
export function ticks(low: number, high: number, most: number): number[] {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= most) ?? span;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, place) => (first + place) * step);
}

/** A mark of an axis: a plain number, as short as it can be. */
export function mark(value: number): string {
  return Number(value.toPrecision(6)).toLocaleString("en-US", { maximumFractionDigits: 10 }).replace("-", "−");
}
