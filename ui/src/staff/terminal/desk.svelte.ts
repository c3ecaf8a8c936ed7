// One terminal: what its page shows, and what is pressed on it.

import { house, type Command } from "../../lib/house.svelte";
import type { AtConsole, HandButton, TerminalView } from "../../lib/messages";
import { settings } from "../../lib/settings.svelte";
import { authority } from "../authority.svelte";
import { learnTitle, saying } from "../saying";

export type Press = AtConsole["press"];
export type Sheet = { type: "hand"; link: string; line: string } | { type: "pays" } | { type: "right" } | { type: "call" } | { type: "suspend" } | { type: "late" } | null;

const FRESH = 3_000; // milliseconds within which what comes of an act is shown

export class Desk {
  view = $state.raw<TerminalView | null>(null);
  sheet = $state.raw<Sheet>(null);
  /** What was done last, for those who listen. */
  happened = $state("");
  #unshown = 0; // acts of which it is not shown yet what has come of them
  #noted = 0; // when the last of them was taken
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly table: string) {}

  watch(): () => void {
    return house.watchTerminal(this.table, (told) => this.#show(told));
  }

  /** What was done is told together with what comes of it, and no longer when something else comes next. */
  #show(told: TerminalView): void {
    const { says } = this;
    this.view = told;
    learnTitle(told);
    if (this.says === says) return;
    if (this.#unshown > 0 && performance.now() - this.#noted < FRESH) this.#unshown -= 1;
    else [this.happened, this.#unshown] = ["", 0];
  }

  /** Players are told that the table waits for a dealer: who deals Cardroom's cards taps in first. */
  get tapsIn(): boolean {
    const { view } = this;
    return Boolean(view?.dealing) && view?.next?.whose === "dealer" && !view.dealer && house.me?.person.role === "dealer";
  }

  /** What comes next, in a sentence. */
  get says(): string {
    if (this.tapsIn) return "Nobody deals here: tap in, and the table goes on with you.";
    const waits = this.view?.dealing && this.view.waits_for === "players" ? "Nobody sits here yet: the table waits for players." : "";
    return this.view?.next?.says ?? waits;
  }

  /** Whether this button is the next press, and is to be shown as such. */
  isNext(label: string, link = ""): boolean {
    const next = this.view?.next;
    return settings.nextPress && !this.tapsIn && next?.label === label && (link === "" || next.link === link);
  }

  /** Whether this key is the page's: nothing on it that takes keys has the keyboard. */
  hasKeyboard(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
    return !(event.target instanceof HTMLElement && event.target.closest("button, a, input, select, textarea, summary"));
  }

  /** One press after the other; a button that is pressed again when its act is done is rightly pressed. */
  async act(command: Command, words = saying(command), signs = "", byCard = false): Promise<boolean> {
    let says = "";
    const send = (): Promise<boolean> => ((says = this.says), authority.try(command, byCard, signs));
    const isDone = await authority.alone(command, () => {
      const done = this.#last.then(send);
      this.#last = done;
      return done;
    });
    return this.note(isDone, words, says);
  }

  /** Whoever swipes a card for it is shown what it signs for. */
  press(link: string, press: Press, signs = "", byCard = false): Promise<boolean> {
    const command = { type: "AtConsole", link, press } as const;
    return this.act(command, saying(command), signs, byCard);
  }

  note(isDone: boolean, words: string, before = this.says): boolean {
    if (isDone) {
      [this.happened, this.#noted] = [`${words}.`, performance.now()];
      if (this.says === before) this.#unshown += 1;
    }
    return isDone;
  }

  /** A hand button. Real cards prove the hand: the tray's pays at once, others once the button is lit. */
  async pressHand(link: string, { line, source, is_lit }: HandButton): Promise<void> {
    const sheet = { type: "hand", link, line } as const;
    if (this.view?.is_real && source === "tray") {
      this.sheet = sheet;
      return;
    }
    const isDone = await this.press(link, { type: "PressHand", table: this.table, line });
    if (isDone && this.view?.is_real && !is_lit && !this.#isProven(link, line)) this.sheet = sheet;
  }

  /** Verified before, and lit again for its award. A keypad does not say whose it is: until all seats are checked another's is meant. */
  #isProven(link: string, hand: string): boolean {
    const console = this.view?.consoles.find((console) => console.link === link);
    if (!console) return false;
    const ofKeypad = console.generation === "keypad";
    return console.waiting.some(({ seat, line }) => line === hand && (ofKeypad ? console.is_settled : seat === console.seat));
  }
}

export const seatsOf = (view: TerminalView): number[] => Array.from({ length: view.seats }, (_, i) => i + 1);
