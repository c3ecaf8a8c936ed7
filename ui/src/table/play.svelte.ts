// What a player does at a seat: puts chips down, bets, takes back, decides. Every press shows at once that it is on its way.

import { house } from "../lib/house.svelte";
import type { Layout, Option, RulesDocument, Spot } from "../lib/messages";
import type { Advisor } from "./advice.svelte";
import type { Bets, Problem } from "./bets.svelte";
import type { LiveTable, MyStanding } from "./live.svelte";
import { decisionOf } from "./options";
import type { SeatScene } from "./scene";
import { sound } from "./sound";

const ON_ITS_WAY = "What you pressed before is still on its way. Press again when it is done.";
const STILL_SHOWN = "What has happened is still being shown. Press again when the buttons are there.";

export class Play {
  chosen = $state(0); // the chip that is put down by a press on a spot
  sending = $state(""); // what has been pressed and not been answered
  help = $state("");
  helpCode = $state(""); // like the code of a refusal: by it a page knows what button to put beside it
  #answered = $state(""); // the decision that this person answered last
  #asked = $state(""); // the one that was asked last
  isCommitted = $state(false); // the chips on the layout are bet as soon as the betting opens

  constructor(
    readonly layout: Layout,
    readonly rules: RulesDocument,
    readonly bets: Bets,
    readonly live: LiveTable,
    readonly advisor: Advisor,
  ) {
    this.chosen = bets.firstChip;
  }

  // --- where one stands -----------------------------------------------------------------------------------------------

  get standing(): MyStanding {
    return this.live.standing!;
  }
  get seat(): number {
    return this.standing.your_seat ?? 0;
  }
  get mine(): SeatScene | undefined {
    return this.live.scene.seats[this.seat];
  }
  get chips(): number {
    return this.standing.seats.find((one) => one.seat === this.seat)?.chips ?? 0;
  }
  /** The house waits for this seat no longer. */
  get isAway(): boolean {
    return this.live.actual?.seats.find((one) => one.seat === this.seat)?.is_away ?? false;
  }
  get hasBet(): boolean {
    return this.live.scene.phase === "betting" && this.mine !== undefined;
  }
  get mayBet(): boolean {
    return this.standing.waits_for === "bets" && this.live.scene.phase === "betting" && !this.mine;
  }
  get options(): Option[] {
    return this.live.isBusy ? [] : this.standing.options;
  }
  /** What the cheapest option costs beyond one's chips, of those that they are too few for. */
  get lacking(): number {
    const beyond = this.options.map((option) => option.amount - this.chips).filter((missing) => missing > 0);
    return beyond.length ? Math.min(...beyond) : 0;
  }
  /** Chips may be put on the layout: the betting is open, or one waits for it. */
  get mayPutDown(): boolean {
    return !this.isCommitted && (this.mayBet || this.isBetween);
  }
  /** One's round is over and the next has not begun. */
  get isBetween(): boolean {
    const { phase } = this.live.scene;
    return !this.live.isBusy && (this.live.isOver || phase === "over" || phase === "void" || phase === "idle");
  }
  /** A bet does not have the cards dealt: a person deals when all have bet. */
  get isDealtByHand(): boolean {
    return this.live.actual?.is_dealt_by_hand ?? false;
  }
  get canRebet(): boolean {
    return this.mayPutDown && Object.keys(this.bets.last).length > 0;
  }
  get stakes(): Record<string, number> {
    return this.mine && !this.showsBets ? this.mine.stakes : this.bets.stakes;
  }
  /** Chips for the next round lie where those of the last one lay. */
  get showsBets(): boolean {
    return this.isBetween && !this.bets.isEmpty;
  }

  /** What became of one's hand, in words. */
  get whatBecame(): string {
    const mine = this.mine;
    if (!mine || mine.state === "in") return mine?.words ?? "";
    if (mine.state === "fouled" || !this.#asked) return `Your hand was ${mine.state}`;
    return this.#answered === this.#asked ? `You ${mine.state}` : `Time was up: your hand was ${mine.state}`;
  }

  noteDecision(): void {
    if (this.standing.options.length) this.#asked = decisionOf(this.standing.round_id, this.standing.options);
  }

  // --- chips ------------------------------------------------------------------------------------------------------------

  add(spot: Spot, chip = this.chosen): void {
    if (!this.mayPutDown || !this.bets.takes(spot)) return;
    this.live.goOn();
    this.#tell(this.bets.add(spot, chip, this.chips));
    if (!this.help) sound.chip();
  }

  remove(spot: Spot): void {
    if (this.mayPutDown) this.#tell(this.bets.remove(spot));
  }

  undo(): void {
    this.bets.undo();
    this.#tell(null);
  }

  clear(): void {
    this.bets.clear();
    this.#tell(null);
  }

  double(): void {
    this.#tell(this.bets.double(this.chips));
  }

  rebet(): boolean {
    this.live.goOn();
    this.bets.rebet();
    const isShort = this.bets.total > this.chips;
    this.#tell(isShort ? this.bets.shortOfChips : null);
    return !isShort;
  }

  /** What was bet last, bet again with one press; where the betting is not open yet, as soon as it is. */
  async betAgain(): Promise<void> {
    if (!this.canRebet || !this.rebet()) return;
    await this.place();
  }

  /** What the house would say to it; where chips are short it comes with a button. */
  #tell(problem: Problem | null): void {
    this.help = problem?.text ?? "";
    this.helpCode = problem?.code ?? "";
  }

  /** A key was pressed for what cannot be done before everything is shown. */
  tellTooEarly(): void {
    this.#tell({ text: STILL_SHOWN, code: "too-early" });
  }

  /** What was said is settled, or no longer the point. */
  forget(): void {
    this.#tell(null);
  }

  // --- the house is asked -----------------------------------------------------------------------------------------------

  /** A second press of the same is on its way already; another one is refused in words, since it may meet another moment. */
  async #once(what: string, act: () => Promise<unknown>): Promise<void> {
    if (this.sending === what) return;
    if (this.sending) return this.#tell({ text: ON_ITS_WAY, code: "on-its-way" });
    this.sending = what;
    try {
      await act();
    } finally {
      this.sending = "";
    }
  }

  #bet(stakes: Record<string, number>): Promise<boolean> {
    return house.try({ type: "AtTable", table: this.layout.table, command: { type: "Bet", seat: this.seat, stakes } });
  }

  place(): Promise<void> {
    this.isCommitted = false;
    return this.#once("bet", async () => {
      if (this.bets.isEmpty) this.#tell({ text: this.layout.no_bet.nothing_there, code: "no-base-wager" });
      else if (this.bets.problem.text) this.#tell(this.bets.problem);
      else if (!this.mayBet) this.isCommitted = this.isBetween;
      else {
        const stakes = { ...this.bets.stakes };
        if (!(await this.#bet(stakes))) return;
        this.bets.placed(stakes);
        this.#tell(null);
      }
    });
  }

  comeBack(): Promise<void> {
    return this.#once("come back", () => house.try({ type: "ComeBack", table: this.layout.table }));
  }

  takeBack(): Promise<void> {
    return this.#once("back", async () => {
      const before = { ...this.stakes };
      if (await this.#bet({})) this.bets.restore(before);
    });
  }

  decide(option: Option): Promise<void> {
    return this.#once(option.name, async () => {
      this.#answered = decisionOf(this.standing.round_id, [option]);
      const command = { type: "Choose", seat: this.seat, option: option.name } as const;
      if (await house.try({ type: "AtTable", table: this.layout.table, command })) this.advisor.decided(option.name);
    });
  }
}
