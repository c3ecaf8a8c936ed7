// The card room as this browser knows it: one socket, who one is, the lobby, the jackpot signs.

import { get, post, Refusal, sentence } from "./api";
import type { Display, Frame, FromServer, LobbyTable, Me, Snapshot, Submit, TerminalView } from "./messages";

export type Command = Submit["command"];
export type SwipedCard = NonNullable<Submit["card"]>;
type TableMessage = Snapshot | Frame;
interface Waiting {
  command: Command;
  card: SwipedCard | null;
  resolve: () => void;
  reject: (error: Error) => void;
}
interface Followed {
  tell: (message: TableMessage) => void;
  last: () => number | null;
}

const SESSION_OVER = 4401;
// With these a server does not know what has become of a command: it, or the next one, is asked again.
const UNDECIDED = new Set(["database-away", "not-owner", "log-moved", "database-replaced", "broken"]);

class House {
  name = $state("Cardroom");
  isDemonstration = $state(false); // anyone at this machine comes in as any of the staff
  playMoney = $state(0); // what the house gives a newcomer; 0: it plays for real money
  me = $state<Me | null>(null);
  isKnown = $state(false); // whether we have asked who this is
  connection = $state<"opening" | "open" | "lost">("opening");
  /** Why the house takes no command for the moment. */
  outage = $state("");
  lobby = $state.raw<LobbyTable[] | null>(null);
  signs = $state.raw<Display[] | null>(null);
  notice = $state<{ text: string; tone: "good" | "bad" } | null>(null);

  #socket: WebSocket | null = null;
  #retry = 400;
  #ahead = 0; // the server's clock less ours, in milliseconds
  #tables = new Map<string, Followed>();
  #terminals = new Map<string, (view: TerminalView) => void>();
  #waiting = new Map<string, Waiting>();
  #postponed = new Set<string>(); // of these, what the house could not take
  #lobbyWatchers = 0;
  #signWatchers = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  start(): void {
    this.#connect();
  }

  // --- telling the person ---------------------------------------------------------------------------------------------

  say(text: string, tone: "good" | "bad" = "bad"): void {
    clearTimeout(this.#noticeTimer);
    this.notice = { text, tone };
    this.#noticeTimer = setTimeout(() => (this.notice = null), tone === "bad" ? 12_000 : 5_000);
  }

  hush(): void {
    clearTimeout(this.#noticeTimer);
    this.notice = null;
  }

  /** Milliseconds until a moment of the server's clock. */
  until(moment: string): number {
    return Date.parse(moment) - (Date.now() + this.#ahead);
  }

  // --- who one is -------------------------------------------------------------------------------------------------------

  async refreshMe(): Promise<void> {
    try {
      this.me = await get<Me>("/api/me");
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) this.#endSession();
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
    try {
      await become();
    } finally {
      before?.close();
      await this.#reconnect();
    }
  }

  // --- commands ---------------------------------------------------------------------------------------------------------

  /** Resolves when it is carried out and on disk. A lost connection loses nothing: the same key is sent again. */
  submit(command: Command, card: SwipedCard | null = null): Promise<void> {
    const key = this.#newKey();
    return new Promise((resolve, reject) => {
      this.#waiting.set(key, { command, card, resolve, reject });
      this.#send({ type: "Submit", key, command, card });
    });
  }

  /** A key begins with its time by the server's clock: the server remembers those of the last minutes. */
  #newKey(): string {
    const chance = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${Date.now() + this.#ahead}-${chance}`;
  }

  /** As `submit`, telling the person where it is refused. */
  async try(command: Command): Promise<boolean> {
    try {
      await this.submit(command);
      this.hush();
      return true;
    } catch (error) {
      this.say(sentence(error));
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

  // --- the socket -------------------------------------------------------------------------------------------------------

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#retry = 400;
      this.connection = "open";
      if (this.#lobbyWatchers) this.#send({ type: "WatchLobby" });
      if (this.#signWatchers) this.#send({ type: "WatchJackpots" });
      for (const [table, followed] of this.#tables) this.#send({ type: "Subscribe", table, after: followed.last() });
      for (const table of this.#terminals.keys()) this.#send({ type: "WatchTerminal", table });
      this.#postponed.clear();
      for (const [key, { command, card }] of this.#waiting) this.#send({ type: "Submit", key, command, card });
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(JSON.parse(event.data) as FromServer);
    socket.onclose = (event) => {
      if (this.#socket !== socket) return; // replaced on purpose
      this.connection = "lost";
      if (event.code === SESSION_OVER && this.me) {
        this.#endSession();
        return;
      }
      setTimeout(() => this.#socket === socket && this.#connect(), this.#retry);
      this.#retry = Math.min(this.#retry * 2, 3_000);
    };
  }

  /** This browser is nobody's any more, though nobody left. */
  #endSession(): void {
    if (!this.me) return;
    const isGuest = this.me.person.role === "guest";
    this.me = null;
    this.say(
      isGuest
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
      await new Promise<void>((resolve) => socket.addEventListener("open", () => resolve(), { once: true }));
    }
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "Hello":
        this.outage = "";
        this.name = message.house;
        this.playMoney = message.play_money;
        this.isDemonstration = message.is_demonstration;
        this.#ahead = Date.parse(message.now) - Date.now();
        if (message.you?.id !== this.me?.person.id) void this.#know(message.you !== null);
        else this.isKnown = true;
        break;
      case "Lobby":
        this.lobby = message.tables;
        break;
      case "Jackpots":
        this.signs = message.signs;
        break;
      case "Terminal":
        this.#terminals.get(message.view.table)?.(message.view);
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
        else this.say(message.message);
        if (message.code === "not-signed-in" || message.code === "session-over") this.#endSession();
        break;
      }
    }
  }
}

export const house = new House();
