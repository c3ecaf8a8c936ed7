// Whose authority an act needs. The server decides; this asks for a staff card before it would refuse.

import { get, Refusal, sentence } from "../lib/api";
import { house, type Command, type SwipedCard } from "../lib/house.svelte";
import type { MatrixRow } from "../lib/messages";

/** The person has closed the prompt: nothing was done. */
export class Dismissed extends Error {
  constructor() {
    super("Nothing was done: no card was swiped.");
  }
}

interface Asked {
  command: Command;
  signs: string; // what the card stands for: seat, hand and amount
  why: string; // why one's own role is not enough
  done: () => void;
  dismissed: () => void;
}

/** What a command does: its own name, or that of what it carries to a table, a console or a link. */
function nameOf(command: Command): string {
  switch (command.type) {
    case "AtConsole":
      return command.press.type;
    case "AtTable":
    case "OnBank":
      return command.command.type;
    case "AskChange":
    case "AskAccess":
      return command.change.type;
    default:
      return command.type;
  }
}

const JUST_NOW = 1_000; // milliseconds

/** To JPH it is a supervisor's key; back to RUN anyone's who deals. */
const isKey = (command: Command): boolean => command.type === "AtConsole" && command.press.type === "TurnKey" && command.press.to === "JPH";
const isExecutives = (command: Command): boolean => command.type === "AtConsole" && command.press.type === "SwipeCard" && command.press.card === "executive";

class Authority {
  /** What waits for a card. */
  asked = $state.raw<Asked | null>(null);
  #underWay = new Set<string>();
  #done = ""; // what was done last, and when
  #doneAt = 0;
  #matrix: Promise<MatrixRow[]> | null = null;

  /** Whether the role of whoever is signed in gives this. The card reader of a console takes a card from anyone. */
  may(command: Command): boolean {
    if (command.type === "AtConsole" && command.press.type === "SwipeCard") return false;
    if (command.type === "CorrectRound") return false; // two people
    if (isKey(command)) return house.me?.person.role === "supervisor" || house.me?.person.role === "executive";
    return house.me?.may.includes(nameOf(command)) ?? false;
  }

  /** Send it at once if the role gives it, else ask for a card. Resolves when it is done, rejects with a sentence. */
  async act(command: Command, signs = ""): Promise<void> {
    if (!this.may(command)) return this.withCard(command, signs);
    try {
      await house.submit(command);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "two-people") throw error;
      await this.withCard(command, signs, error.message); // another person's
    }
  }

  /** By a staff card, whatever the role of whoever is signed in. */
  withCard(command: Command, signs = "", why = ""): Promise<void> {
    this.asked?.dismissed();
    return new Promise((resolve, reject) => {
      this.asked = {
        command,
        signs,
        why,
        done: () => ((this.asked = null), resolve()),
        dismissed: () => ((this.asked = null), reject(new Dismissed())),
      };
    });
  }

  /** As `act`, telling the person where it is refused. */
  async try(command: Command, byCard = false, signs = ""): Promise<boolean> {
    try {
      await (byCard ? this.withCard(command, signs) : this.act(command, signs));
      house.hush();
      return true;
    } catch (error) {
      if (!(error instanceof Dismissed)) house.say(sentence(error));
      return false;
    }
  }

  /** As `try`. A second press of the same, while the first is under way or has just been done, is none. */
  async once(command: Command, byCard = false): Promise<boolean> {
    const press = JSON.stringify(command);
    if (press === this.#done && performance.now() - this.#doneAt < JUST_NOW) return false;
    const isDone = await this.alone(command, () => this.try(command, byCard));
    if (isDone) [this.#done, this.#doneAt] = [press, performance.now()];
    return isDone;
  }

  /** Do it; a second press of the same while it is under way is none. One that comes after it is another. */
  async alone(command: Command, act: () => Promise<boolean>): Promise<boolean> {
    const press = JSON.stringify(command);
    if (this.#underWay.has(press)) return false;
    this.#underWay.add(press);
    try {
      return await act();
    } finally {
      this.#underWay.delete(press);
    }
  }

  /** With the card that was swiped. A refusal rejects, and the prompt stays. */
  async swipe(card: SwipedCard): Promise<void> {
    const { asked } = this;
    if (!asked) return;
    await house.submit(asked.command, card);
    if (this.asked === asked) asked.done();
  }

  /** Whose card can give it: "supervisor or executive". */
  async rolesFor(command: Command): Promise<string> {
    if (isExecutives(command)) return "executive";
    if (isKey(command)) return "supervisor or executive";
    this.#matrix ??= get<MatrixRow[]>("/api/matrix");
    const rows = await this.#matrix.catch(() => ((this.#matrix = null), []));
    const roles = rows.find((row) => row.sent_as.includes(nameOf(command)))?.roles ?? [];
    return roles.filter((role) => role !== "service").join(" or ");
  }
}

export const authority = new Authority();
