// A table as it is being played: what the server tells, shown at the pace of a dealer's hands.

import { cardName, spellCards } from "../lib/cards";
import { house } from "../lib/house.svelte";
import type { Display, Frame, SeatExtra, Snapshot, Standing, StoodUp, TranscriptLine, Yours } from "../lib/messages";
import { money } from "../lib/money";
import { isStill, settings, type Pace } from "../lib/settings.svelte";
import { awardName, brought, extraOf, remember, type Extra } from "./extras";
import { decisionOf, spoken } from "./options";
import { apply, emptyScene, isOfRound, pace, sceneOf, type RoundEvent, type Scene } from "./scene";
import { sound, sounds } from "./sound";
import { HEAVIEST, weight } from "./weight";
import { heard, SILENT, type Spoken } from "./spoken";

export interface StoryLine {
  key: number;
  text: string;
  cite: string;
  opens: boolean;
}
/** Where a table stands, with what is for this person alone. */
export type MyStanding = Standing & Yours;
interface Step {
  event: RoundEvent | null;
  line: TranscriptLine;
}

const LONGEST: Record<Pace, number> = { calm: 5_400, normal: 3_600, quick: 900 }; // milliseconds that one frame may take to be shown
const SLOWNESS: Record<Pace, number> = { calm: 1.5, normal: 1, quick: 0.3 };
const RESULT_STAYS = 5_000; // milliseconds, or until the player does something
const NOBODY: Yours = { your_seat: null, your_cards: [], options: [], next_act: null, pace: "normal", hand: null, too_low: "", is_sent_away: false };
const STORY = 150;
const SAID = 12;
const LATE = 5_000; // milliseconds before a decision is made for them, when those who listen are told

/** With the clock of this person's own decision, where there is one. */
function forMe(standing: Standing, yours: Yours | null): MyStanding {
  const mine = yours ?? NOBODY;
  const own = mine.your_seat === null ? undefined : standing.deadlines[mine.your_seat];
  return { ...standing, ...mine, deadline: own ?? standing.deadline };
}

export class LiveTable {
  scene = $state<Scene>(emptyScene());
  standing = $state.raw<MyStanding | null>(null); // as far as it has been shown
  actual = $state.raw<MyStanding | null>(null); // as it is: time runs whatever has been shown
  jackpots = $state.raw<Display[]>([]);
  extras = $state.raw<SeatExtra[]>([]); // what the last rounds brought beside their wagers, as the house tells it
  story = $state.raw<StoryLine[]>([]);
  said = $state.raw<{ key: number; text: string }[]>([]); // for those who listen: what concerns this seat
  isBusy = $state(false);
  isGone = $state(false); // the table is no longer in the house
  cleared = $state(""); // by whom, and what has become of the chips
  isOver = $state(false); // the result of my round lies on the felt, whatever the house does meanwhile
  finished = $state.raw<{ scene: Scene; seat: number } | null>(null); // my last round, kept while the next one is bet on

  #told = $state.raw<{ round: string; said: Spoken; handsDealt: number }[]>([]); // what was last said of the hands of the latest rounds
  #toldNow = $derived(this.#told.find(({ round }) => round === this.scene.roundId));
  hands = $derived(heard(this.#toldNow?.said ?? SILENT, this.scene));
  /** In the round on the felt, once its deal has been shown: the house may be at the next one. */
  handsDealt = $derived((this.standing?.round_id === this.scene.roundId ? this.standing.hands_dealt : this.#toldNow?.handsDealt) ?? 0);

  #number: number | null = null;
  #steps: Step[] = [];
  #later: { standing: MyStanding; jackpots: Display[] | null } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #speed = 1;
  #lines = 0;
  #decision = ""; // the one that was last told
  #deadline: string | null = null; // its clock as it was then
  #warning: ReturnType<typeof setTimeout> | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined; // when the result has been looked at for long enough
  #isSeen = false; // it has
  #stop: () => void;

  constructor(readonly id: string) {
    this.#stop = house.follow(id, { tell: (message) => this.#hear(message), last: () => this.#number, ended: () => (this.isGone = true) });
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
    clearTimeout(this.#warning);
    clearTimeout(this.#leaving);
  }

  /** The result has been seen: on to where the house is. */
  goOn(): void {
    clearTimeout(this.#leaving);
    if (!this.isOver) return;
    this.isOver = false;
    if (!this.isBusy) this.#go();
  }

  #looked(): void {
    this.#isSeen = true;
    if (this.#steps.length) this.goOn();
  }

  get mySeat(): number | null {
    return this.standing?.your_seat ?? null;
  }

  #hear(message: Snapshot | Frame): void {
    if (message.type === "Snapshot") {
      clearTimeout(this.#timer);
      clearTimeout(this.#leaving);
      this.isOver = false;
      this.#steps = [];
      const { events, lines, jackpots, number } = message.view;
      const standing = forMe(message.view.standing, message.view.yours);
      this.#number = number;
      this.scene = sceneOf(events, lines);
      this.story = [];
      events.forEach((event, index) => this.#note(lines[index]!, event));
      this.#stand(standing);
      this.#later = { standing, jackpots };
      this.#settle();
      return;
    }
    this.#number = message.number;
    for (const record of message.records) {
      record.events.forEach((event, place) => {
        const own = message.seen.find((one) => one.number === record.number && one.place === place);
        const told = own?.event ?? event;
        if (told.type === "StoodUp" && told.seat === this.actual?.your_seat && record.clears) this.#leave(told, record.clears);
        this.#steps.push({ event: isOfRound(told) ? told : null, line: own?.line ?? record.lines[place]! });
      });
    }
    const standing = forMe(message.standing, message.yours);
    this.#stand(standing);
    this.#later = { standing, jackpots: message.jackpots ?? this.#later?.jackpots ?? null };
    const wanted = this.#steps.reduce((sum, step) => sum + this.#pace(step), 0);
    this.#speed = isStill() || document.hidden ? 0 : Math.min(SLOWNESS[settings.pace], LONGEST[settings.pace] / (wanted || 1));
    if (!this.isBusy) this.#go();
  }

  #stand(standing: MyStanding): void {
    if (standing.your_seat && !this.actual?.your_seat) this.cleared = "";
    this.actual = standing;
    this.#listen(standing);
    const before = this.extras;
    this.extras = remember(before, standing.extras);
    for (const one of before) if (one.waits && one.seat === standing.your_seat) this.#tellApproved(one, this.extra(one.round_id, one.seat));
  }

  /** What a round has brought to a seat beside its wagers. */
  extra(round: string, seat: number): Extra {
    return extraOf(this.extras, round, seat);
  }

  /** An award of one's own that waited has come, whatever is played by now. */
  #tellApproved(before: Extra, now: Extra): void {
    const paid = now.jackpots - before.jackpots;
    if (paid <= 0) return;
    const told = `A jackpot pays you ${money(paid)}: it is approved.`;
    house.say(told, "good");
    this.#say(told);
    sound.win(HEAVIEST);
    void house.refreshMe();
  }

  /** Whoever loses the seat by others is told where the chips are. */
  #leave({ chips }: StoodUp, by: string): void {
    this.cleared = `${by} Your chips, ${money(chips)}, are in your wallet.`;
    this.#say(this.cleared);
    void house.refreshMe();
  }

  #listen({ round_id: round, hands, line, hand, hands_dealt: handsDealt }: MyStanding): void {
    if (round) this.#told = [{ round, said: { hands, line, yours: hand }, handsDealt }, ...this.#told.filter((one) => one.round !== round)].slice(0, 2);
  }

  #pace(step: Step): number {
    return step.event ? pace(step.event, this.#later?.standing.your_seat ?? this.mySeat) : 0;
  }

  #go(): void {
    this.isBusy = true;
    while (this.#steps.length) {
      if (this.isOver && this.#steps[0]!.event?.type === "RoundOpened") {
        this.isBusy = false;
        if (!this.#isSeen) return;
        this.isOver = false;
      }
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
    this.#announceDecision(this.#later.standing);
    if (this.#later.jackpots) this.jackpots = this.#later.jackpots;
  }

  #show({ event, line }: Step): void {
    const mine = this.#later?.standing.your_seat ?? null;
    if (event) apply(this.scene, event, line);
    if (event) sounds(event);
    if (event?.type === "BetsClosed" && mine && event.seats.includes(mine)) this.finished = null;
    if (event?.type === "RoundClosed" || event?.type === "RoundVoided") this.#closeRound(mine);
    this.#note(line, event);
    if (event?.type === "RoundClosed") this.#say(this.hands.yours?.line || this.hands.line);
    this.#say(event?.type === "RoundClosed" ? this.#cameTo(mine) : inEarnest(event, line, mine));
  }

  /** Only now may the money be seen: it tells how the round ended. */
  #closeRound(mine: number | null): void {
    if (this.#later) this.standing = this.#later.standing;
    if (!mine || !this.scene.seats[mine]) return;
    this.finished = { scene: $state.snapshot(this.scene) as Scene, seat: mine };
    sound.win(weight(this.scene.seats[mine], this.extra(this.scene.roundId, mine)));
    [this.isOver, this.#isSeen] = [true, document.hidden];
    this.#leaving = setTimeout(() => this.#looked(), RESULT_STAYS);
    void house.refreshMe();
  }

  /** What the round that is over came to. */
  #cameTo(mine: number | null): string {
    const seat = mine ? this.scene.seats[mine] : undefined;
    if (!mine || !seat) return "The round is over.";
    const extra = this.extra(this.scene.roundId, mine);
    const net = brought(seat, extra);
    const waits = extra.waits ? ` You have won ${awardName(seat)} of ${money(extra.waits)}, which is paid when it is approved.` : "";
    const paid = extra.jackpots ? `, with ${awardName(seat)} of ${money(extra.jackpots)}` : "";
    return `The round is over: you ${net > 0 ? `win ${money(net)}` : net < 0 ? `lose ${money(-net)}` : "are even"}${paid}.${waits}`;
  }

  #announceDecision(standing: MyStanding): void {
    const decision = decisionOf(standing.round_id, standing.options);
    const left = decision && standing.deadline ? house.until(standing.deadline) : 0;
    if (decision !== this.#decision || standing.deadline !== this.#deadline) {
      clearTimeout(this.#warning);
      if (left > LATE) this.#warning = setTimeout(() => this.#say("Five seconds left to decide."), left - LATE);
    }
    const isNew = decision !== "" && decision !== this.#decision;
    this.#decision = decision;
    this.#deadline = standing.deadline;
    if (!isNew) return;
    const held = standing.hand ? `You hold: ${standing.hand.words}. ` : "";
    this.#say(`${held}${standing.too_low ? `${standing.too_low} ` : ""}Your decision: ${standing.options.map(spoken).join(", or ")}.${left ? ` ${Math.round(left / 1000)} seconds.` : ""}`);
  }

  #say(text: string): void {
    if (text) this.said = [...this.said.slice(1 - SAID), { key: this.#lines++, text }];
  }

  #note({ text, cite }: TranscriptLine, event: RoundEvent | null): void {
    if (!text) return;
    this.story = [...this.story.slice(1 - STORY), { key: this.#lines++, text, cite, opens: event?.type === "RoundOpened" }];
  }
}

/** What someone who only listens wants to know of an event; the rest is in the story. */
function inEarnest(event: RoundEvent | null, { text: words, hand }: TranscriptLine, mine: number | null): string {
  if (!event) return words;
  if ("seat" in event && event.seat !== mine && event.type !== "Qualified") return "";
  switch (event.type) {
    case "PacketDealt":
      if (event.to === mine) return `Your cards: ${(event.cards ?? []).map(cardName).join(", ")}.`;
      return event.up?.length && typeof event.to === "string" ? spellCards(words) : "";
    case "HandShown":
      return hand ? `Your hand: ${hand}.` : "";
    case "Folded":
      return "Your hand is folded.";
    case "TakenBack":
      return `${money(event.stake)} taken back.`;
    case "Surrendered":
      return `Your hand is surrendered: ${money(event.back)} back.`;
    case "RoundOpened":
      return "Place your bets.";
    case "BetPlaced":
    case "Raised":
    case "JackpotBetTaken":
    case "EmptySeatsCollected":
    case "ShufflerCleared":
    case "HandKept":
    case "HandRemoved":
      return "";
    default:
      return spellCards(mine ? words.replace(`Seat ${mine}: `, "") : words);
  }
}
