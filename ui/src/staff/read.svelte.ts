// A button that says something else now takes no press until it can have been read: whoever presses twice means what it said before.
// A press that is not taken is refused in words.

import { house } from "../lib/house.svelte";

const READ_IN = 400; // milliseconds
const DOUBLE = 1_000; // milliseconds within which a second press is the first one's

/** For a component: whether what its button says can have been read. */
export class Read {
  isRead = $state(false);
  #takenAt = -DOUBLE; // when a press was last taken

  constructor(says: () => string) {
    const said = $derived(says());
    $effect.pre(() => {
      void said;
      this.isRead = false;
      const later = setTimeout(() => (this.isRead = true), READ_IN);
      return () => clearTimeout(later);
    });
  }

  /** Whether this press is for what the button says. The second of a double press, however slow the system lets it be, is no press of its own. */
  isMeant(event: MouseEvent, label: string): boolean {
    const isSecond = event.detail === 2 || (!this.isRead && performance.now() - this.#takenAt < DOUBLE);
    if (this.isRead && !isSecond) this.#takenAt = performance.now();
    else if (!isSecond) house.say(`“${label}” has only just come up here. Press again if you mean it.`);
    return this.isRead && !isSecond;
  }
}
