// The card room as this browser knows it: one socket, who one is, the lobby, the jackpot signs.

import { get, post, Refusal, sentence } from "./api";
import type { Display, Frame, FromServer, Heard, LobbyJackpot, LobbyNews, LobbyTable, LobbyView, Me, Mute, PitView, React, Say, Snapshot, Submit, TerminalView } from "./messages";

export type Command = Submit["command"];
export type SwipedCard = NonNullable<Submit["card"]>;
type TableMessage = Snapshot | Frame;
interface Waiting {
  command: Command;
  card: SwipedCard | null;
  resolve: () => void;
  reject: (error: Error) => void;
}
/** Something said to the person; a refusal with its code, by which a page knows what button to put beside it. */
interface Notice {
  text: string;
  tone: "good" | "bad";
  code: string;
}
interface Followed {
  tell: (message: TableMessage) => void;
  last: () => number | null;
  ended?: () => void; // the table is gone
}

const SESSION_OVER = 4401;
const ANSWERS_IN = 800; // milliseconds; after twice as many without a word the house is called silent
const DEAD_AFTER = 8_000; // milliseconds of silence, or of waiting to be let in: then another socket is opened
const FETCH_AGAIN = 2000; // milliseconds after a list of tables that did not come
// With these a server does not know what has become of a command: it, or the next one, is asked again.
const UNDECIDED = new Set(["database-away", "not-owner", "log-moved", "database-replaced", "broken"]);

class House {
  name = $state("Cardroom");
  isDemonstration = $state(false); // the built-in floor, tried on the machine that runs it
  hasDoors = $state(false); // one has started it, and comes in as any of the staff
  playMoney = $state(0); // what the house gives a newcomer; 0: it plays for real money
  me = $state<Me | null>(null);
  isKnown = $state(false); // whether we have asked who this is
  connection = $state<"opening" | "open" | "lost">("opening");
  /** Why the house takes no command for the moment. */
  outage = $state("");
  lobby = $state.raw<LobbyTable[] | null>(null);
  lobbyJackpots = $state.raw<LobbyJackpot[]>([]);
  signs = $state.raw<Display[] | null>(null);
  notice = $state<Notice | null>(null);
  /** Something was sent, and the house has said nothing since. */
  isSilent = $state(false);

  #socket: WebSocket | null = null;
  #session = 0; // how often this browser has become someone else, or nobody
  #retry = 400;
  #began = 0; // when this page did, by the server's clock: the device's may be wrong, and may be set
  #tables = new Map<string, Followed>();
  #pit: ((view: PitView) => void) | null = null;
  #terminals = new Map<string, (view: TerminalView) => void>();
  #listeners = new Map<string, (heard: Heard) => void>();
  #talk = new Map<string, Heard>(); // the last of each table: it may come before the page has anybody who listens
  #unsaid: () => void = () => {}; // what was last said at a table has been refused
  #waiting = new Map<string, Waiting>();
  #postponed = new Set<string>(); // of these, what the house could not take
  #lobbyWatchers = 0;
  #lobbyNumber = -1; // up to which the lobby is known
  #signWatchers = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #listening: ReturnType<typeof setTimeout> | undefined; // for an answer
  #heard = 0; // messages so far
  #unanswered = 0; // questions since the last of them

  start(): void {
    this.#connect();
    // Another network, or a machine that slept, leaves a socket that is dead though nobody has closed it.
    addEventListener("online", () => this.expectNews());
    document.addEventListener("visibilitychange", () => document.hidden || this.expectNews());
  }

  // --- telling the person ---------------------------------------------------------------------------------------------

  say(text: string, tone: "good" | "bad" = "bad", code = ""): void {
    clearTimeout(this.#noticeTimer);
    this.notice = { text, tone, code };
    this.#noticeTimer = setTimeout(() => (this.notice = null), tone === "bad" ? 12_000 : 5_000);
  }

  /** Why nothing goes on for the moment; "" where it does. */
  get trouble(): string {
    if (this.connection === "lost") return "The connection to the card room is lost. Trying again … Nothing is lost: bets and seats are kept by the house.";
    return this.outage || (this.isSilent ? "The card room does not answer. What you pressed is kept, and done once when it is back." : "");
  }

  hush(): void {
    clearTimeout(this.#noticeTimer);
    this.notice = null;
  }

  #now(): number {
    return this.#began + performance.now();
  }

  /** Milliseconds until a moment of the server's clock. */
  until(moment: string): number {
    return Date.parse(moment) - this.#now();
  }

  // --- who one is -------------------------------------------------------------------------------------------------------

  async refreshMe(): Promise<void> {
    const session = this.#session;
    try {
      const me = await get<Me>("/api/me");
      if (session === this.#session) this.me = me;
    } catch (error) {
      if (error instanceof Refusal && error.status === 401 && session === this.#session) this.#endSession();
    }
  }

  async #know(isSomeone: boolean): Promise<void> {
    if (isSomeone) await this.refreshMe();
    else this.#endSession();
    this.isKnown = true;
  }

  /** Come in as a guest with play money, unless one is somebody already. */
  async becomeSomeone(): Promise<void> {
    if (!this.me) await this.#enter("/api/guest", {});
  }

  async signIn(person: string, password: string): Promise<void> {
    await this.#enter("/api/login", { person, password });
  }

  /** All other sessions end; this one goes on as a new one. */
  async changePassword(old: string, wanted: string): Promise<void> {
    await this.#enter("/api/password", { old, new: wanted });
  }

  /** At a terminal of the house. */
  async signInWithCard(card: SwipedCard): Promise<void> {
    await this.#enter("/api/login/card", { card });
  }

  /** As one of the demonstration's staff. */
  async comeInAs(role: string): Promise<void> {
    await this.#enter(`/api/demonstration/${role}`, {});
  }

  get isStaff(): boolean {
    return this.me !== null && !["guest", "player"].includes(this.me.person.role);
  }

  async signOut(): Promise<void> {
    try {
      await this.#change(async () => {
        await post("/api/logout", {});
        this.me = null;
      });
    } catch (error) {
      this.say(sentence(error));
    }
  }

  async #enter(path: string, body: unknown): Promise<void> {
    await this.#change(async () => void (this.me = await post<Me>(path, body)));
  }

  /** Become someone else: the old connection ends with the old session, the next one carries the new one. */
  async #change(become: () => Promise<void>): Promise<void> {
    const before = this.#socket;
    this.#socket = null;
    const late = setTimeout(() => (this.isSilent = true), 2 * ANSWERS_IN); // nobody can be asked meanwhile
    try {
      await become();
    } finally {
      this.#session += 1; // what was asked before is answered to another
      clearTimeout(late);
      this.isSilent = false;
      before?.close();
      await this.#reconnect();
    }
  }

  // --- commands ---------------------------------------------------------------------------------------------------------

  /** Resolves when it is carried out and on disk. A lost connection loses nothing: the same key is sent again. */
  submit(command: Command, card: SwipedCard | null = null): Promise<void> {
    const key = this.#newKey();
    return new Promise((resolve, reject) => {
      if (!this.#waiting.size && !this.isSilent) this.#stopListening(); // for what was awaited before, and has come
      this.#waiting.set(key, { command, card, resolve, reject });
      this.#send({ type: "Submit", key, command, card });
      this.expectNews();
    });
  }

  /** Something must come from the house now. If it says nothing, not even when it is asked, people are told. */
  expectNews(): void {
    if (this.#listening !== undefined) return;
    const before = this.#heard;
    this.#listening = setTimeout(() => {
      if (this.#heard !== before) return this.#listenOn();
      this.#send({ type: "Ping" });
      this.#listening = setTimeout(() => {
        if (this.#heard === before) this.#noteSilence();
        this.#listenOn();
      }, ANSWERS_IN);
    }, ANSWERS_IN);
  }

  #noteSilence(): void {
    if (this.connection !== "open") return;
    this.isSilent = true;
    if (++this.#unanswered * 2 * ANSWERS_IN >= DEAD_AFTER) this.#giveUp();
  }

  #stopListening(): void {
    clearTimeout(this.#listening);
    this.#listening = undefined;
  }

  /** As long as anything is awaited. */
  #listenOn(): void {
    this.#listening = undefined;
    if (this.#waiting.size || this.isSilent) this.expectNews();
  }

  /** A key begins with its time by the server's clock: the server remembers those of the last minutes. */
  #newKey(): string {
    const chance = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${Math.round(this.#now())}-${chance}`;
  }

  /** As `submit`, telling the person where it is refused. */
  async try(command: Command): Promise<boolean> {
    try {
      await this.submit(command);
      this.hush();
      return true;
    } catch (error) {
      this.say(sentence(error), "bad", error instanceof Refusal ? error.code : "");
      return false;
    } finally {
      const isDecision = command.type === "AtTable" && command.command.type === "Choose";
      if (!isDecision) void this.refreshMe(); // what a decision brings is not to be seen before the cards are
    }
  }

  // --- following --------------------------------------------------------------------------------------------------------

  follow(table: string, followed: Followed): () => void {
    this.#tables.set(table, followed);
    this.#send({ type: "Subscribe", table });
    this.expectNews();
    return () => {
      this.#tables.delete(table);
      this.#send({ type: "Unsubscribe", table });
    };
  }

  watchLobby(): () => void {
    if (this.#lobbyWatchers++ === 0) this.#send({ type: "WatchLobby" });
    return () => void this.#lobbyWatchers--;
  }

  watchSigns(): () => void {
    if (this.#signWatchers++ === 0) this.#send({ type: "WatchJackpots" });
    return () => void this.#signWatchers--;
  }

  /** Follow the terminal of a table; for the staff. */
  watchTerminal(table: string, tell: (view: TerminalView) => void): () => void {
    this.#terminals.set(table, tell);
    this.#send({ type: "WatchTerminal", table });
    return () => void this.#terminals.delete(table);
  }

  /** Follow the pit; for the staff. */
  watchPit(tell: (view: PitView) => void): () => void {
    this.#pit = tell;
    this.#send({ type: "WatchPit" });
    return () => void (this.#pit = null);
  }

  /** What is said at a table among friends that one follows. */
  listen(table: string, tell: (heard: Heard) => void): () => void {
    this.#listeners.set(table, tell);
    const last = this.#talk.get(table);
    if (last) tell(last);
    return () => {
      this.#listeners.delete(table);
      this.#talk.delete(table);
    };
  }

  /** Say something there, or have somebody say no more; it stands in no log. A refusal is said; false: nobody hears it. */
  speak(message: Say | React | Mute, refused: () => void = () => {}): boolean {
    this.#unsaid = refused;
    return this.connection === "open" && this.#send(message);
  }

  // --- the socket -------------------------------------------------------------------------------------------------------

  #send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #connect(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    const tooLong = setTimeout(() => this.#socket === socket && this.#giveUp(), DEAD_AFTER);
    socket.onopen = () => {
      clearTimeout(tooLong);
      this.#retry = 400;
      this.connection = "open";
      if (this.#lobbyWatchers) this.#send({ type: "WatchLobby" });
      if (this.#signWatchers) this.#send({ type: "WatchJackpots" });
      for (const [table, followed] of this.#tables) this.#send({ type: "Subscribe", table, after: followed.last() });
      for (const table of this.#terminals.keys()) this.#send({ type: "WatchTerminal", table });
      if (this.#pit) this.#send({ type: "WatchPit" });
      this.#postponed.clear();
      for (const [key, { command, card }] of this.#waiting) this.#send({ type: "Submit", key, command, card });
      this.expectNews();
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(JSON.parse(event.data) as FromServer);
    socket.onclose = (event) => {
      clearTimeout(tooLong);
      if (this.#socket !== socket) return; // replaced on purpose
      this.connection = "lost";
      this.isSilent = false;
      if (event.code === SESSION_OVER && this.me) {
        this.#endSession();
        return;
      }
      setTimeout(() => this.#socket === socket && this.#connect(), this.#retry);
      this.#retry = Math.min(this.#retry * 2, 3_000);
    };
  }

  /** Nothing comes over this socket any more: what is waited for is asked again over the next one. */
  #giveUp(): void {
    const dead = this.#socket;
    [this.connection, this.isSilent, this.#unanswered] = ["lost", false, 0];
    this.#connect();
    dead?.close();
  }

  /** This browser is nobody's any more, though nobody left. */
  #endSession(): void {
    if (!this.me) return;
    const [isGuest, isStaff] = [this.me.person.role === "guest", this.isStaff];
    this.me = null;
    this.#session += 1;
    this.say(
      isStaff
        ? "Your session is over. Sign in again to go on."
        : isGuest
        ? "Your session is over, and with it this guest's play money. Sit down again to go on as a new guest."
        : "Your session is over. Your money is kept in your account: sign in again to go on.",
    );
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    const before = this.#socket;
    this.#connect();
    before?.close();
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.CONNECTING) {
      await new Promise<void>((resolve) => ["open", "close"].forEach((event) => socket.addEventListener(event, () => resolve(), { once: true })));
    }
  }

  /** What of the lobby has changed; all of it is fetched where some was missed. */
  #follow(news: LobbyNews): void {
    if (this.lobby === null || news.after > this.#lobbyNumber) return void this.#fetchLobby();
    if (news.number <= this.#lobbyNumber) return;
    this.#lobbyNumber = news.number;
    const tables = new Map([...this.lobby, ...news.tables].map((table) => [table.table, table]));
    for (const gone of news.gone) tables.delete(gone);
    this.lobby = [...tables.values()];
    this.lobbyJackpots = [...new Map([...this.lobbyJackpots, ...news.jackpots].map((jackpot) => [jackpot.link, jackpot])).values()];
  }

  async #fetchLobby(): Promise<void> {
    const view = await get<LobbyView>("/api/lobby").catch(() => null);
    if (view === null) setTimeout(() => this.#lobbyWatchers && this.#send({ type: "WatchLobby" }), FETCH_AGAIN);
    else if (view.number > this.#lobbyNumber) [this.#lobbyNumber, this.lobby, this.lobbyJackpots] = [view.number, view.tables, view.jackpots];
  }

  #receive(message: FromServer): void {
    this.#heard++;
    [this.isSilent, this.#unanswered] = [false, 0];
    switch (message.type) {
      case "Hello":
        this.outage = "";
        this.name = message.house;
        this.playMoney = message.play_money;
        this.isDemonstration = message.is_demonstration;
        this.hasDoors = message.has_doors;
        this.#began = Date.parse(message.now) - performance.now();
        if (message.you?.id !== this.me?.person.id) void this.#know(message.you !== null);
        else this.isKnown = true;
        break;
      case "Lobby":
        this.#follow(message.news);
        break;
      case "Jackpots":
        this.signs = message.signs;
        break;
      case "Pit":
        this.#pit?.(message.view);
        break;
      case "Terminal":
        this.#terminals.get(message.view.table)?.(message.view);
        break;
      case "Heard":
        this.#talk.set(message.table, message);
        this.#listeners.get(message.table)?.(message);
        break;
      case "Unsubscribed":
        this.#tables.get(message.table)?.ended?.();
        break;
      case "Snapshot":
      case "Frame":
        this.#tables.get(message.table)?.tell(message);
        break;
      case "Accepted":
        this.#waiting.get(message.key)?.resolve();
        this.#waiting.delete(message.key);
        break;
      case "Outage":
        this.outage = message.message;
        if (!this.outage) {
          // Only what was not taken: the rest is with the house, and a second copy might meet another state.
          for (const [key, { command, card }] of this.#waiting) if (this.#postponed.has(key)) this.#send({ type: "Submit", key, command, card });
          this.#postponed.clear();
        }
        break;
      case "Refused": {
        if (UNDECIDED.has(message.code) && this.#waiting.has(message.key)) {
          this.#postponed.add(message.key); // sent again when a house is back
          break;
        }
        const waiting = this.#waiting.get(message.key);
        this.#waiting.delete(message.key);
        const refusal = new Refusal(message.code, message.message, 409);
        if (waiting) waiting.reject(refusal);
        else {
          this.say(message.message);
          this.#unsaid();
        }
        if (message.code === "not-signed-in" || message.code === "session-over") this.#endSession();
        break;
      }
    }
  }
}

export const house = new House();
