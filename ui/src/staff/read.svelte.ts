// A button that says something else now takes no press until it can have been read: whoever presses twice means what it said before.

const READ_IN = 400; // milliseconds

/** For a component: whether what its button says can have been read. */
export class Read {
  isRead = $state(false);

  constructor(says: () => string) {
    const said = $derived(says());
    $effect.pre(() => {
      void said;
      this.isRead = false;
      const later = setTimeout(() => (this.isRead = true), READ_IN);
      return () => clearTimeout(later);
    });
  }

  /** Whether this press is for what the button says: not the second of a double click, however slow the system lets it be. */
  isMeant(event: MouseEvent): boolean {
    return this.isRead && event.detail !== 2;
  }
}
