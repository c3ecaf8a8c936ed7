// What a person likes, kept in this browser.

export type Theme = "auto" | "light" | "dark";
export type Pace = "calm" | "normal" | "quick";
export type AdviceMode = "off" | "after" | "before";

interface Likes {
  theme: Theme;
  fourColours: boolean;
  motion: boolean;
  advice: AdviceMode;
  shortcuts: boolean; // single keys bet and decide at a table
  pace: Pace; // of what is shown; and, where all at a table wish it, of the house
  sound: boolean;
  nextPress: boolean; // a terminal shows which button is next
}

const KEY = "cardroom.settings";
const DEFAULTS: Likes = { theme: "auto", fourColours: false, motion: true, advice: "off", shortcuts: true, pace: "normal", sound: true, nextPress: true };

function load(): Likes {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Likes>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Likes>(load());

/** Call once: keeps the page and the browser's memory in step with the settings. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.suits = settings.fourColours ? "four" : "two";
    root.dataset.motion = settings.motion ? "on" : "off";
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // a browser that keeps nothing still plays
    }
  });
}

export function isStill(): boolean {
  return !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
