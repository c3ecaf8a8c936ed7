// A table as it is being played: what the server tells, shown at the pace of a dealer's hands.

import { spellCards } from "../lib/cards";
import { house } from "../lib/house.svelte";
import type { Display, Frame, Snapshot, Standing, Win } from "../lib/messages";
import { isStill } from "../lib/settings.svelte";
import { apply, emptyScene, pace, sceneOf, type RoundEvent, type Scene } from "./scene";

export interface StoryLine {
  key: number;
  text: string;
  cite: string;
  opens: boolean;
}
interface Step {
  event: RoundEvent | null;
  words: string;
}

const LONGEST = 5_000; // milliseconds that one frame may take to be shown
const STORY = 150;

export class LiveTable {
  scene = $state<Scene>(emptyScene());
  standing = $state.raw<Standing | null>(null); // as far as it has been shown
  deadline = $state.raw<string | null>(null); // time runs whatever has been shown
  jackpots = $state.raw<Display[]>([]);
  wins = $state.raw<Win[]>([]); // jackpot awards at this table of late
  story = $state.raw<StoryLine[]>([]);
  spoken = $state(""); // for those who listen: what concerns this seat, and the table as a whole
  isBusy = $state(false);
  finished = $state.raw<{ scene: Scene; seat: number } | null>(null); // my last round, kept while the next one is bet on

  #number: number | null = null;
  #steps: Step[] = [];
  #later: { standing: Standing; jackpots: Display[] | null } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #speed = 1;
  #lines = 0;
  #stop: () => void;

  constructor(readonly id: string) {
    this.#stop = house.follow(id, { tell: (message) => this.#hear(message), last: () => this.#number });
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }

  get mySeat(): number | null {
    return this.standing?.your_seat ?? null;
  }

  /** Show at once what is still to be shown. */
  hurry(): void {
    clearTimeout(this.#timer);
    while (this.#steps.length) this.#show(this.#steps.shift()!);
    this.#settle();
  }

  #hear(message: Snapshot | Frame): void {
    if (message.type === "Snapshot") {
      clearTimeout(this.#timer);
      this.#steps = [];
      const { events, words, jackpots, number, table: _, name: __, game: ___, ...standing } = message.view;
      this.#number = number;
      this.scene = sceneOf(events);
      this.story = [];
      events.forEach((event, index) => this.#note(words[index] ?? "", event));
      this.#later = { standing, jackpots };
      this.#settle();
      return;
    }
    this.#number = message.number;
    for (const record of message.records) {
      record.events.forEach((event, index) => {
        this.#steps.push({ event: event.type === "Played" ? event.event : null, words: record.words[index] ?? "" });
      });
    }
    this.deadline = message.standing.deadline;
    this.#later = { standing: message.standing, jackpots: message.jackpots ?? this.#later?.jackpots ?? null };
    const wanted = this.#steps.reduce((sum, step) => sum + this.#pace(step), 0);
    this.#speed = isStill() || document.hidden ? 0 : Math.min(1, LONGEST / (wanted || 1));
    if (!this.isBusy) this.#go();
  }

  #pace(step: Step): number {
    return step.event ? pace(step.event, this.#later?.standing.your_seat ?? this.mySeat) : 0;
  }

  #go(): void {
    this.isBusy = true;
    while (this.#steps.length) {
      const step = this.#steps.shift()!;
      this.#show(step);
      const wait = this.#pace(step) * this.#speed;
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#go(), wait);
        return;
      }
    }
    this.#settle();
  }

  #settle(): void {
    this.isBusy = false;
    if (!this.#later) return;
    this.standing = this.#later.standing;
    this.deadline = this.#later.standing.deadline;
    if (!this.#later.jackpots) return;
    this.jackpots = this.#later.jackpots;
    const fresh = this.jackpots.flatMap((sign) => sign.won).filter((win) => !this.wins.some((one) => one.id === win.id));
    if (fresh.length) this.wins = [...this.wins, ...fresh].slice(-20);
  }

  #show({ event, words }: Step): void {
    const mine = this.#later?.standing.your_seat ?? null;
    if (event) apply(this.scene, event);
    if (event?.type === "RoundClosed" && mine && this.scene.seats[mine]) this.finished = { scene: $state.snapshot(this.scene) as Scene, seat: mine };
    else if (event?.type === "BetsClosed" && mine && event.seats.includes(mine)) this.finished = null;
    this.#note(words, event);
    const concerns = !event || !("seat" in event) || event.seat === mine || event.type === "Qualified";
    const isOthersPacket = event?.type === "PacketDealt" && typeof event.to === "number" && event.to !== mine;
    if (words && concerns && !isOthersPacket) this.spoken = spellCards(words);
  }

  #note(text: string, event: RoundEvent | null): void {
    if (!text) return;
    const line = { key: this.#lines++, text, cite: event && "cite" in event ? event.cite : "", opens: event?.type === "RoundOpened" };
    this.story = [...this.story.slice(1 - STORY), line];
  }
}
