// The shape of the window, which decides how a table is laid out; and what a page puts into the bar at its top.

import type { Snippet } from "svelte";
import { MediaQuery } from "svelte/reactivity";

/** A desk has room for a felt; a tall screen is held in one hand; a short one is a phone on its side, or a page zoomed in. */
export type Shape = "desk" | "tall" | "short";

const roomy = new MediaQuery("(min-width: 60rem) and (min-height: 40rem)");
const upright = new MediaQuery("(max-aspect-ratio: 1/1)");

class Screen {
  bar = $state.raw<Snippet | null>(null); // a page's own, in place of the rooms
  menu = $state.raw<Snippet | null>(null); // what of it does not fit
  dialogs = $state.raw<HTMLDialogElement[]>([]); // that are open, the uppermost last: over it lies nothing else
  tellsItself = $state(false); // the page has a place for what the house says, where it covers nothing

  get shape(): Shape {
    return roomy.current ? "desk" : upright.current ? "tall" : "short";
  }
}

export const screen = new Screen();
