// Made by `cardroom schema --typescript FILE` from the messages of the server. Do not edit.

export type FromClient = Subscribe | Unsubscribe | WatchLobby | WatchJackpots | WatchTerminal | Submit | Ping;

export type FromServer = Hello | Snapshot | Frame | Accepted | Refused | Lobby | Jackpots | Terminal | Unsubscribed | Outage | Pong;

/** A command is carried out and on disk; its record has this position in the log. */
export interface Accepted {
  type: "Accepted";
  key: string;
  position: number;
  is_repeat: boolean;
}

/** A card that was refused has been looked into. */
export interface AcknowledgeRefusal {
  type: "AcknowledgeRefusal";
  place: string;
}

/** Change what a level holds by hand. */
export interface Adjust {
  type: "Adjust";
  why: string;
  level: string;
  change: number;
  reason: Reason;
  fund?: Fund;
  win?: string;
}

/** A supervisor has come. */
export interface AnswerCall {
  type: "AnswerCall";
  table: string;
}

/** Approve a change that somebody else has asked for. */
export interface Approve {
  type: "Approve";
  request: string;
}

/** A change to a jackpot that takes effect when another person approves it. */
export interface Ask {
  type: "Ask";
  link: string;
  change: Adjust | BackOut | ChangeWager | ChangePrize | ChangeSeed | ChangeMaximum | ChangeRates | GiveNotice | RemoveJackpot;
}

/** A press at a jackpot console; the press names its table. */
export interface AtConsole {
  type: "AtConsole";
  link: string;
  press: PressSeat | PressHand | TurnKey | PressJackpot | Confirm | SwipeCard | GameOver | EndGame;
}

/** What someone does in the round at a table: bet, choose, the dealer's next act, or an irregularity. */
export interface AtTable {
  type: "AtTable";
  table: string;
  command: Bet | Choose | CloseBets | RollDice | BurnCards | DealPacket | CollectEmptySeats | ClearShuffler | TakeFolded | ExposeCard | RevealHand | ReturnWager | SettleSeat | SettleSecondPass | CloseRound | DeclareMisdeal | FoulHand | RefuseLateBet | CorrectMispay;
}

export interface Audit {
  games: GameAudit[];
  not_counted: NotCounted[];
}

/** How far an award has come. */
export type AwardStanding = "lit" | "locked" | "to be handed over" | "waiting";

/** Undo what a recorded win did to its level. */
export interface BackOut {
  type: "BackOut";
  why: string;
  win: string;
}

export interface Bar {
  label: string;
  value: number;
  text: string;
  tone: Tone;
}

export interface BarGroup {
  title: string;
  bars: Bar[];
}

/** Horizontal bars, one small plot a group, all on one scale. */
export interface BarPlot {
  type: "bars";
  name: string;
  caption: string;
  description: string;
  axis: string;
  groups: BarGroup[];
  logarithmic: boolean;
}

/** Open the betting: the deck is shuffled and its commitment shown. */
export interface BeginRound {
  type: "BeginRound";
  table: string;
}

/** A seat's wagers before the deal, all of them; they replace what was there. None at all: take them back. */
export interface Bet {
  type: "Bet";
  seat: number;
  stakes: Record<string, number>;
}

export interface BetPlaced {
  type: "BetPlaced";
  cite: string;
  seat: number;
  stakes: Record<string, number>;
}

export interface BetsClosed {
  type: "BetsClosed";
  cite: string;
  seats: number[];
}

/** Cards are put aside unseen before the next ones are dealt. */
export interface BurnCards {
  type: "BurnCards";
}

/** A supervisor is wanted at a table. */
export interface Call {
  by: string;
  since: string;
  why: string;
}

/** The supervisor is there. */
export interface CallAnswered {
  type: "CallAnswered";
}

/** Ask for a supervisor at a table. */
export interface CallSupervisor {
  type: "CallSupervisor";
  table: string;
  why?: string;
}

/** One of the 52 cards. Ranks count 0 (two) to 12 (ace), suits 0 (clubs) to 3 (spades). */
export type Card = "10c" | "10d" | "10h" | "10s" | "2c" | "2d" | "2h" | "2s" | "3c" | "3d" | "3h" | "3s" | "4c" | "4d" | "4h" | "4s" | "5c" | "5d" | "5h" | "5s" | "6c" | "6d" | "6h" | "6s" | "7c" | "7d" | "7h" | "7s" | "8c" | "8d" | "8h" | "8s" | "9c" | "9d" | "9h" | "9s" | "Ac" | "Ad" | "Ah" | "As" | "Jc" | "Jd" | "Jh" | "Js" | "Kc" | "Kd" | "Kh" | "Ks" | "Qc" | "Qd" | "Qh" | "Qs";

export interface CardExposed {
  type: "CardExposed";
  cite: string;
  card: Card;
}

export interface CardLogin {
  card: Scanned | Keyed;
}

/** A staff card, valid or revoked. */
export interface CardView {
  number: string;
  person: Person;
  issued_at: string;
  issued_by: string;
  has_pin: boolean;
  is_valid: boolean;
  revoked_at: string | null;
  revoked_by: string;
  why: string;
}

/** Cards that nobody sees before their round is over. */
export interface CardsBurned {
  type: "CardsBurned";
  cite: string;
  count: number;
}

/** The cards of the player (“seat”), of the dealer, or of all. */
export interface CardsOf {
  holder: string;
  cards: Card[];
}

/** Real cards that prove a hand: those of a seat, of the dealer, or of the community. */
export interface CardsShown {
  type: "CardsShown";
  round_id: string;
  holder: string;
  seat: number;
  cards: Card[];
  entered_by: string;
  verified_by: string;
}

/** One figure before and after. */
export interface Change {
  label: string;
  before: string;
  after: string;
  by: string;
  exactly: string;
  tone: Tone;
}

/** The most that a level shows from now on; None: no maximum. */
export interface ChangeMaximum {
  type: "ChangeMaximum";
  why: string;
  level: string;
  maximum: number | null;
}

/** Another posted prize of a House jackpot. */
export interface ChangePrize {
  type: "ChangePrize";
  why: string;
  level: string;
  prize: number;
}

/** What one level gets of every wager from now on. */
export interface ChangeRates {
  type: "ChangeRates";
  why: string;
  level: string;
  contribution: number;
  reserve: number;
}

/** What a level starts with after the next award of all of it; the meter stays as it is. */
export interface ChangeSeed {
  type: "ChangeSeed";
  why: string;
  level: string;
  seed: number;
}

/** Another fixed wager at every table of the link; fixed pays and envy go with it. */
export interface ChangeWager {
  type: "ChangeWager";
  why: string;
  wager: number;
}

/** ALL SEATS CHECKED: no more hands of this round will be declared; or one was overlooked. */
export interface CheckSeats {
  type: "CheckSeats";
  table: string;
  checked?: boolean;
}

/** A player goes on and leaves all wagers as they are. */
export interface Checked {
  type: "Checked";
  cite: string;
  seat: number;
  decision: string;
  option: string;
}

/** At a decision, one of the options by its name: "fold", "check", "1x", "2x" and so on. */
export interface Choose {
  type: "Choose";
  seat: number;
  option: string;
}

/** The cards not dealt leave the shuffler. */
export interface ClearShuffler {
  type: "ClearShuffler";
}

/** No more bets; jackpot wagers are taken in. */
export interface CloseBets {
  type: "CloseBets";
}

/** Freeze the figures of a gaming day that is over. */
export interface CloseDay {
  type: "CloseDay";
  day: string;
}

/** All is paid and taken; the cards are locked up. */
export interface CloseRound {
  type: "CloseRound";
}

/** Close a table, after the round in play; bets, chips and inventory go back to where they belong. */
export interface CloseTable {
  type: "CloseTable";
  table: string;
  counted?: number | null;
}

/** Empty the drop box into the cage. */
export interface CollectDrop {
  type: "CollectDrop";
  table: string;
  counted?: number | null;
}

/** Packets dealt to empty seats go to the discard rack. */
export interface CollectEmptySeats {
  type: "CollectEmptySeats";
}

export interface Column {
  head: string;
  kind: ColumnKind;
}

/** What a column holds, which decides how it is set. */
export type ColumnKind = "exact" | "number" | "text";

/** Why a table cannot be priced; the line counts from 1. */
export interface Complaint {
  text: string;
  line: number | null;
}

/** Touch display: the supervisor has verified the win. */
export interface Confirm {
  type: "Confirm";
  table: string;
}

export type Console = "keypad" | "touch";

/** One console: there is one a sensor. */
export interface ConsoleView {
  link: string;
  kind: JackpotKind;
  sensor: number;
  wager_name: string;
  wager: number;
  generation: Console;
  start: string;
  is_open: boolean;
  levels: LevelDisplay[];
  round_id: string;
  lit: number[];
  proposed: number[];
  key: Key;
  seat: number | null;
  hand: string;
  is_verified: boolean;
  is_confirmed: boolean;
  locked: Win | null;
  card: StaffCard | null;
  hands: HandButton[];
  waiting: Waiting[];
  wins: Win[];
  to_hand_over: Win[];
  is_settled: boolean;
  envy: Envy[];
  face_up: number[];
  asks_cards: Record<string, number>;
  asks_stayed_in: boolean;
}

/** The dealer handed over a wrong amount for a wager; the difference is made good. */
export interface CorrectMispay {
  type: "CorrectMispay";
  seat: number;
  wager: string;
  paid: number;
  reason: string;
}

/** A sensor was in dispute after the game started: its wager counts after all, or goes back. */
export interface CorrectSensor {
  type: "CorrectSensor";
  link: string;
  table: string;
  seat: number;
  lit: boolean;
  why: string;
}

/** COIN IN or START GAME: the wagers on lit sensors count. At a table with real cards the dealer says which are lit; at a dealt one they are the bets of the round, and betting is closed by it. */
export interface CountSensors {
  type: "CountSensors";
  link: string;
  table: string;
  seats?: number[];
}

/** What is in the tray of a table with real cards, by hand: what patrons lost to it or won is known now. */
export interface Counted {
  type: "Counted";
  inventory: number;
  found: number;
}

/** Chips from the tray to the cage. */
export interface Credit {
  type: "Credit";
  table: string;
  amount: number;
}

export interface Credited {
  type: "Credited";
  amount: number;
}

export interface DealPacket {
  type: "DealPacket";
  to: number | string;
}

export interface DealerRevealed {
  type: "DealerRevealed";
  cite: string;
  cards: Card[];
  hand: string;
  qualifies: boolean;
}

/** Somebody deals here from now on, in the place of whoever did so before. */
export interface DealerTappedIn {
  type: "DealerTappedIn";
  person: string;
  name: string;
  relieves: string;
}

export interface DealerTappedOut {
  type: "DealerTappedOut";
  person: string;
  name: string;
}

export interface DealerView {
  person: string;
  name: string;
  since: string;
}

/** The cards that are shuffled afresh every round. */
export interface Deck {
  ranks: string[];
  suits: string[];
  packs: number;
}

/** A fixed pay, which the dealer pays from the tray. */
export interface DeclareHand {
  type: "DeclareHand";
  link: string;
  table: string;
  seat: number;
  hand: string;
  cards: Card[];
  dealer?: Card[];
  community?: Card[];
  stayed_in?: boolean | null;
}

/** The round is void and every stake goes back. */
export interface DeclareMisdeal {
  type: "DeclareMisdeal";
  reason: string;
}

/** Decline a change that somebody else has asked for. */
export interface Decline {
  type: "Decline";
  request: string;
}

/** Somebody whom anyone at this machine may come in as. */
export interface DemonstrationStaff {
  person: Person;
  number: string;
  pin: string;
}

export interface DiceRolled {
  type: "DiceRolled";
  cite: string;
  dice: [number, number, number];
  first: number | string;
}

export interface Display {
  link: string;
  kind: JackpotKind;
  table: string;
  wager: number;
  paytable: string;
  is_open: boolean;
  levels: LevelDisplay[];
  lines: LineDisplay[];
  won: Win[];
  notices: string[];
}

export interface DropCollected {
  type: "DropCollected";
  amount: number;
}

export interface EditableGame {
  game: string;
  name: string;
  base: string;
  wagers: EditableWager[];
}

/** A wager that is paid by a table, the hands that a table of it can name, and the printed ones. */
export interface EditableWager {
  wager: string;
  name: string;
  reads: string;
  hands: string[];
  columns: number[];
  has_envy: boolean;
  is_jackpot: boolean;
  solves_the_game: boolean;
  tables: PayTableDocument[];
}

export interface EditedLine {
  hand: string;
  pays: string[];
  envy: string;
}

export interface EmptySeatsCollected {
  type: "EmptySeatsCollected";
  cite: string;
  seats: number[];
}

/** Touch display. */
export interface EndGame {
  type: "EndGame";
  table: string;
}

/** A person of the staff, or a player with a name of his own; secrets are kept apart. */
export interface Enrol {
  type: "Enrol";
  person: string;
  name: string;
  role: string;
}

export interface Enrolled {
  person: Person;
  card: NewCard | null;
}

/** What a seat gets for another's hand when the game ends. */
export interface Envy {
  hitter: number;
  hand: string;
  seat: number;
  amount: number;
}

/** Turn the next community card, or those that are turned together. */
export interface ExposeCard {
  type: "ExposeCard";
}

/** One figure with its name; `note` says what it is a share of. */
export interface Fact {
  label: string;
  value: string;
  note: string;
  tone: Tone;
}

/** The figures that someone in a hurry reads. */
export interface Facts {
  type: "facts";
  facts: Fact[];
}

/** A session of so many rounds: where it stands on average and how far it strays, in units of the base wager. */
export interface Fan {
  rounds: number;
  mean: number;
  deviation: number;
  title: string;
}

export interface FanPlot {
  type: "fans";
  name: string;
  caption: string;
  description: string;
  axis: string;
  fans: Fan[];
}

/** One figure that a request would change. */
export interface FigureChange {
  what: string;
  before: string;
  after: string;
}

/** Chips from the cage to the tray. */
export interface Fill {
  type: "Fill";
  table: string;
  amount: number;
}

export interface Filled {
  type: "Filled";
  amount: number;
}

export interface Folded {
  type: "Folded";
  cite: string;
  seat: number;
}

/** A player's hand is dead and its stakes go back; a fouled dealer's hand voids the round. */
export interface FoulHand {
  type: "FoulHand";
  holder: number | "dealer";
  reason: string;
}

/** What happened at a table after one number and up to another; one a commit at most. Everything but the last two fields is the same for everyone. */
export interface Frame {
  type: "Frame";
  table: string;
  after: number;
  number: number;
  records: Told[];
  standing: Standing;
  jackpots: Display[] | null;
  yours: Yours | null;
  seen: Seen[];
}

/** The part of a level that an adjustment changes. */
export type Fund = "meter" | "overflow" | "reserve";

/** The figures that a sheet prints beside the exact ones, and what stands out. */
export interface GameAudit {
  game: string;
  name: string;
  colour: string;
  section: Section;
  notices: Notice[];
  printed: number;
  agree: number;
}

/** A game in a few figures, under its first printed pay tables and the best play. */
export interface GameFigures {
  game: string;
  name: string;
  summary: string;
  colour: string;
  facts: Fact[];
  expectation: string;
  side_bets: Table | null;
  tone: Tone;
  findings: number;
}

/** Keypad. */
export interface GameOver {
  type: "GameOver";
  table: string;
}

/** Announce that the jackpot will be taken away after this day. */
export interface GiveNotice {
  type: "GiveNotice";
  why: string;
  last_day: string;
}

/** What each option of a decision is worth, in base wagers for the whole hand: what is staked already counts. */
export interface HandAnswer {
  game: string;
  decision: string;
  hand: Card[];
  community: Card[];
  dealer_up: Card | null;
  staked: number;
  words: string;
  verdict: string;
  options: WeighedOption[];
}

/** A hand of the pay table, with what it pays now and where that comes from. */
export interface HandButton {
  hand: string;
  pays: string;
  amount: number;
  source: Source;
  envy: number;
  is_lit: boolean;
}

export interface HandFouled {
  type: "HandFouled";
  cite: string;
  seat: number;
  reason: string;
  refunds: Record<string, number>;
}

/** A hand stays face up: it may be the best of the table, or gives envy. */
export interface HandKept {
  type: "HandKept";
  cite: string;
  holder: number | string;
  reason: "best so far" | "envy";
}

/** Give the winner the money of a paid award, where the cards are real: from the tray, or by a slip of the cage. */
export interface HandOver {
  type: "HandOver";
  link: string;
  win: string;
  source: Till;
}

/** A place for a hand of the table, which is no player's. */
export interface HandPlace {
  holder: string;
  name: string;
  whose: string;
  cards: number;
}

/** A player's hand, as text like "As Kd 10h". */
export interface HandQuestion {
  game: string;
  hand: string;
  community: string;
  dealer_up: string;
  staked: number | null;
}

/** A better hand has been found than the one left exposed. */
export interface HandRemoved {
  type: "HandRemoved";
  cite: string;
  holder: number | string;
}

export interface HandShown {
  type: "HandShown";
  cite: string;
  seat: number;
  cards: Card[];
  hand: string;
}

/** How the winner got the money, where people hand it over. */
export interface HandedOver {
  till: Till;
  at: string;
  by: string;
  slip: number;
}

export interface Health {
  status: string;
  version: string;
  house: string;
}

/** The first message of a connection. */
export interface Hello {
  type: "Hello";
  version: string;
  house: string;
  play_money: number;
  now: string;
  you: Person | null;
  is_demonstration: boolean;
}

/** Play money for someone who has little left; only where the house plays for play money. */
export interface IssuePlayMoney {
  type: "IssuePlayMoney";
}

export interface JackpotBetTaken {
  type: "JackpotBetTaken";
  cite: string;
  seat: number;
  wager: string;
  stake: number;
}

/** Real chips of a jackpot that came into the tray later, or, below zero, went back or out for the link. */
export interface JackpotChips {
  type: "JackpotChips";
  round_id: string;
  amount: number;
}

export type JackpotKind = "house" | "progressive";

export interface Jackpots {
  type: "Jackpots";
  signs: Display[];
}

/** The supervisor's key on a keypad console. */
export type Key = "JPH" | "RUN";

/** A staff card by its number and PIN. */
export interface Keyed {
  type: "Keyed";
  number: string;
  pin: string;
}

/** A browser that the house knows. */
export interface KnownTerminal {
  name: string;
}

export interface LateBetRefused {
  type: "LateBetRefused";
  cite: string;
  seat: number;
  wager: string;
  amount: number;
}

/** A table's felt: what is written on it, and where its wagers lie. */
export interface Layout {
  table: string;
  name: string;
  game: string;
  is_real: boolean;
  seats: number;
  colour: string;
  lettering: string[];
  rows: string[][];
  spots: Spot[];
  hands: HandPlace[];
  seat_cards: number;
}

export interface LevelDisplay {
  name: string;
  amount: number;
  status: string;
}

export interface Limits {
  jurisdiction: string;
  since: string;
  single_wager: number;
  games_per_hand: number;
  games_above_small_wager: number;
  small_wager: number;
  source: string;
}

export interface Line {
  text: string;
  cite: string;
}

export interface LineDisplay {
  hand: string;
  pays: string;
  amount: number;
  envy: number;
}

/** A win in the list of a day, and where its page is. */
export interface ListedWin {
  link: string;
  win: string;
  at: string;
  table: string;
  seat: number;
  round_id: string;
  hand: string;
  source: Source;
  level: string;
  amount: number;
  approved_by: string;
  is_paid: boolean;
  is_backed_out: boolean;
  handed_over: HandedOver | null;
  prints: number;
  page: string;
}

/** Short terms with a sentence each, like the rules of a sheet. */
export interface Listing {
  type: "listing";
  items: [string, string][];
}

export interface Lobby {
  type: "Lobby";
  tables: LobbyTable[];
}

export interface LobbyTable {
  table: string;
  name: string;
  game: string;
  game_name: string;
  summary: string;
  colour: string;
  minimum: number;
  maximum: number;
  seats: number;
  taken: number[];
  is_real: boolean;
  is_dealt_by_hand: boolean;
  waits_for: Wait;
  side_bets: string[];
  jackpots: Display[];
}

export interface MatrixRow {
  command: string;
  says: string;
  roles: string[];
}

export interface Me {
  person: Person;
  wallet: number;
  in_all: number;
  seats: Record<string, number>;
  limits: OwnLimitsView;
  may: string[];
}

export interface MispayCorrected {
  type: "MispayCorrected";
  cite: string;
  seat: number;
  wager: string;
  paid: number;
  due: number;
  reason: string;
}

/** A staff card as it is printed. Its code is shown once and cannot be looked up. */
export interface NewCard {
  number: string;
  person: string;
  code: string;
  svg: string;
}

/** A staff card for a person; `why` the one before is replaced, if there is one. */
export interface NewCardFor {
  person: string;
  pin: string | null;
  why: string;
}

/** A PIN for the card that is swiped. */
export interface NewPin {
  card: Scanned | Keyed;
  pin: string;
}

export interface NewStaff {
  person: string;
  name: string;
  role: string;
  password: string;
  card: boolean;
  pin: string | null;
}

/** The browser that asks for this becomes a terminal of the house. */
export interface NewTerminal {
  name: string;
}

/** What has to be done about an award now. */
export interface NextAct {
  says: string;
  whose: Role[];
  command: SitDown | TopUp | StandUp | SetOwnLimits | IssuePlayMoney | BeginRound | AtTable | AtConsole | CountSensors | DeclareHand | VerifyHand | CheckSeats | CorrectSensor | RefundHand | VoidGame | TapIn | TapOut | CallSupervisor | AnswerCall | AcknowledgeRefusal | OpenTable | CloseTable | Fill | Credit | CollectDrop | OnBank | Ask | Approve | Decline | Enrol | RevokeCard | HandOver | PrintWin | CloseDay | null;
}

/** A game that no way of counting fits, and why. */
export interface NotCounted {
  game: string;
  name: string;
  colour: string;
  why: string;
}

export interface Notice {
  type: "notice";
  title: string;
  paragraphs: string[];
  tone: Tone;
}

/** A pay-off as a multiple of the stake: 3 to 2, 9 for 1. */
export interface Odds {
  type: "odds";
  pays: number;
  per: number;
  kind: CardroomMoneyKind;
}

/** Something about a jackpot's bank account. */
export interface OnBank {
  type: "OnBank";
  link: string;
  command: RecordDeposit | Reconcile;
}

/** Who deals where, who calls, and what has to be looked into. */
export interface OnDuty {
  tables: TableOnDuty[];
  refused: RefusedAt[];
}

/** Open a table with an inventory of chips from the cage. */
export interface OpenTable {
  type: "OpenTable";
  table: string;
  inventory: number;
}

/** A legal answer to a decision, and what it puts on the layout, or takes off it. */
export interface Option {
  name: string;
  kind: "bet" | "check" | "fold" | "surrender" | "take-back";
  wager: string;
  multiple: number;
  amount: number;
  decision: string;
}

/** The house waits for its database, and takes no command until it is back; then the message is empty. */
export interface Outage {
  type: "Outage";
  message: string;
}

export interface Overview {
  games: GameFigures[];
  plots: BarPlot[];
  not_counted: NotCounted[];
}

/** Limits that a player has set for himself. Looser ones asked for wait a day. */
export interface OwnLimitsView {
  loss: number | null;
  until: string | null;
  looser_from: string | null;
}

export interface PacketDealt {
  type: "PacketDealt";
  cite: string;
  to: number | string;
  count: number;
  cards: Card[] | null;
  up: Card[];
  to_empty_seat: boolean;
  hand?: string;
  places?: number[];
}

/** One pay table: its figures in a line, then its lines. */
export interface Panel {
  type: "panel";
  table: Table;
  facts: Fact[];
  more: Table[];
  tone: Tone;
}

/** A whole PAR sheet. */
export interface ParSheet {
  title: string;
  summary: string;
  running_head: string;
  identity: [string, string][];
  command: string;
  notices: Notice[];
  sections: Section[];
  disclaimer: string;
}

export interface Paragraph {
  type: "paragraph";
  text: string;
}

export interface Particular {
  what: string;
  text: string;
}

/** A finished round as one of its people may see it; the seed proves the shuffle. */
export interface PastRound {
  round_id: string;
  table: string;
  game: string;
  rules_hash: string;
  began: string;
  your_seat: number | null;
  commitment: string;
  seed: string;
  deck: Deck;
  events: (TablePlaced | TableRemoved | TableOpened | TableClosing | TableClosed | Filled | Credited | DropCollected | SatDown | ToppedUp | StoodUp | RoundBegan | SeedRevealed | PayoutCapped | RealRoundBegan | SensorsCounted | CardsShown | JackpotChips | Counted | DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered | RoundOpened | BetPlaced | BetsClosed | JackpotBetTaken | DiceRolled | CardsBurned | PacketDealt | EmptySeatsCollected | ShufflerCleared | Raised | Folded | Checked | TakenBack | Surrendered | CardExposed | DealerRevealed | HandShown | WagerSettled | Qualified | HandKept | HandRemoved | RoundClosed | RoundVoided | HandFouled | LateBetRefused | MispayCorrected)[];
  lines: Line[];
}

export interface PayLine {
  hand: string;
  label: string;
  pays: string[];
  envy: string;
}

export interface PayTableDocument {
  id: string;
  title: string;
  aliases: string[];
  approved: boolean;
  columns: number[];
  lines: PayLine[];
  printed: Record<string, string>;
}

/** The house's posted payout cap was reached (WAC 230-15-490). */
export interface PayoutCapped {
  type: "PayoutCapped";
  round_id: string;
  seat: number;
  won: number;
  cap: number;
}

export interface PendingAward {
  table: string;
  table_name: string;
  link: string;
  sensor: number;
  round_id: string;
  wager: string;
  seat: number | null;
  hand: string;
  standing: AwardStanding;
  win: string;
  source: Source;
  level: string;
  amount: number;
  cards: CardsOf[];
  needs: StaffCard;
  why: string;
  next: NextAct | null;
  comes_after: string;
}

export interface PendingRequest {
  request: string;
  link: string;
  change: Adjust | BackOut | ChangeWager | ChangePrize | ChangeSeed | ChangeMaximum | ChangeRates | GiveNotice | RemoveJackpot;
  asked_by: string;
  asked_by_name: string;
  asked_at: string | null;
  why: string;
  figures: FigureChange[];
  may_answer: boolean;
  why_not: string;
  obstacle: string;
}

export interface Person {
  id: string;
  name: string;
  role: Role;
}

export interface Ping {
  type: "Ping";
}

/** A round from one person's seat. */
export interface PlayedRound {
  round_id: string;
  position: number;
  table: string;
  at: string;
  seat: number;
  staked: number;
  net: number;
  jackpots: number;
  is_void: boolean;
  is_over: boolean;
}

export interface Pong {
  type: "Pong";
  now: string;
}

/** Both generations: a hand button lights up, and goes out when pressed again. */
export interface PressHand {
  type: "PressHand";
  table: string;
  hand: string;
}

/** Keypad, J-POT: records the win and locks the amount. There are no seat buttons: the supervisor names the seat. */
export interface PressJackpot {
  type: "PressJackpot";
  table: string;
  seat: number;
}

/** Touch display: choose the player's spot. */
export interface PressSeat {
  type: "PressSeat";
  table: string;
  seat: number;
}

export interface PriceAnswer {
  before: Panel;
  after: Panel | null;
  changes: Change[];
  verdict: string;
  lines: PricedLine[];
  complaint: Complaint | null;
  warnings: string[];
}

/** A pay table as it is edited, to be held against the printed one it started from. */
export interface PriceQuestion {
  game: string;
  wager: string;
  paytable: string;
  lines: EditedLine[];
  hands: number | null;
}

/** What a line is worth, as a share of the stake (the game's own tables: of the base wager). */
export interface PricedLine {
  hand: string;
  ways: string;
  chance: string;
  before: string;
  after: string;
}

/** Print the page of a recorded win; every print but the first says that it is a reprint. */
export interface PrintWin {
  type: "PrintWin";
  link: string;
  win: string;
}

/** The last print of a win's page. */
export interface Printed {
  number: number;
  at: string;
  by: string;
}

/** A fixed amount for the wager the pay table is printed for ($1); the stake is gone. */
export interface Prize {
  type: "prize";
  amount: number;
}

/** Why something was not done: a code for programs and a sentence for people. */
export interface Problem {
  code: string;
  message: string;
}

/** Real cards that a hand was proven by, and the people who looked at them. */
export interface Proof {
  cards: Record<string, Card[]>;
  entered_by: string;
  verified_by: string;
}

/** A jackpot hand. The jackpots price it; the stake was taken when the game started. */
export interface Qualified {
  type: "Qualified";
  cite: string;
  seat: number;
  wager: string;
  stake: number;
  paytable: string;
  line: string;
  pays: Odds | Share | Prize;
  envy: Prize | null;
  hand: string;
}

/** A player makes a wager at a decision. */
export interface Raised {
  type: "Raised";
  cite: string;
  seat: number;
  wager: string;
  multiple: number;
  stake: number;
  decision?: string;
}

/** Real cards are dealt: the wagers of the round have been counted on a console. */
export interface RealRoundBegan {
  type: "RealRoundBegan";
  round_id: string;
}

/** The closed list of reasons for changing what a level holds by hand. */
export type Reason = "added by the house" | "amount won" | "correction of a malfunction" | "display above its limit" | "moved in from a removed jackpot" | "overflow returned to the display" | "recovery of the seed" | "undisplayed funds booked as receipts";

/** Hold the bank account against what is required; a shortfall closes the link. */
export interface Reconcile {
  type: "Reconcile";
  balance?: number | null;
}

/** Accruals have been paid into the jackpot's bank account. */
export interface RecordDeposit {
  type: "RecordDeposit";
  amount: number;
}

/** One hand is fouled: its jackpot wagers go back. */
export interface RefundHand {
  type: "RefundHand";
  table: string;
  seat: number;
  why: string;
}

/** Chips put down after the betting closed are pushed back, for the record. */
export interface RefuseLateBet {
  type: "RefuseLateBet";
  seat: number;
  wager: string;
  amount: number;
}

/** A message is refused and nothing has changed. */
export interface Refused {
  type: "Refused";
  key: string;
  code: string;
  message: string;
}

/** The last card that was refused at a place, until another one is taken there or it has been looked into. */
export interface RefusedAt {
  place: string;
  card: RefusedCard;
}

/** The last card that was refused at a place. */
export interface RefusedCard {
  at: string;
  number: string;
  person: string;
  entered_by: string;
  what: string;
  reason: string;
}

/** Take the jackpot away; what it holds goes to another jackpot or to a fund for problem gambling. A House jackpot holds nothing: it is discontinued, and needs no destination. */
export interface RemoveJackpot {
  type: "RemoveJackpot";
  why: string;
  destination: string;
  level?: string;
}

/** What a change would do if it were asked for now. */
export interface RequestPreview {
  figures: FigureChange[];
  obstacle: string;
}

/** Give a wager back before hands are compared. */
export interface ReturnWager {
  type: "ReturnWager";
  seat: number;
}

/** Turn the dealer's hand. */
export interface RevealHand {
  type: "RevealHand";
}

/** A staff card counts for nothing from now on. */
export interface RevokeCard {
  type: "RevokeCard";
  number: string;
  why: string;
}

export type Role = "accounting" | "auditor" | "dealer" | "executive" | "guest" | "player" | "service" | "supervisor" | "technician";

/** Three dice from a cup say where the deal begins. */
export interface RollDice {
  type: "RollDice";
}

/** The deck is shuffled; anyone can later check it against the commitment. */
export interface RoundBegan {
  type: "RoundBegan";
  round_id: string;
  commitment: string;
  nonce: string;
  key: string;
}

export interface RoundClosed {
  type: "RoundClosed";
  cite: string;
  results: Record<string, number>;
}

/** The first event names all that the round is played under. */
export interface RoundOpened {
  type: "RoundOpened";
  cite: string;
  round_id: string;
  settings: string;
  rules_hash: string;
}

export interface RoundVoided {
  type: "RoundVoided";
  cite: string;
  reason: string;
  refunds: Record<string, Record<string, number>>;
}

/** The first cell names the row. */
export interface Row {
  cells: string[];
  tone: Tone;
  is_total: boolean;
}

export interface RuleText {
  number: string;
  text: string;
}

export interface RulesDocument {
  game: string;
  name: string;
  summary: string;
  colour: string;
  sheet: Sheet;
  seats: number;
  rules: RuleText[];
  stages: StageDocument[];
  dealer_qualifies_with: string | null;
  wagers: WagerDocument[];
  rulings: Ruling[];
  limits: Limits;
  rules_hash: string;
  settable: Setting[];
  variant: Record<string, unknown>;
}

/** How a rule is read where the sheet leaves it open. */
export interface Ruling {
  reads: string;
  text: string;
}

export interface SatDown {
  type: "SatDown";
  seat: number;
  person: string;
  name: string;
  chips: number;
}

/** A staff card by its printed code, as a scanner types it or a camera reads it. */
export interface Scanned {
  type: "Scanned";
  code: string;
}

export interface SeatView {
  seat: number;
  name: string;
  chips: number;
}

export interface Section {
  name: string;
  title: string;
  blocks: (Table | Tables | Facts | Panel | Notice | Paragraph | Verbatim | Listing | BarPlot | FanPlot)[];
}

export interface SeedRevealed {
  type: "SeedRevealed";
  round_id: string;
  seed: string;
}

/** An event that one person sees more of than everyone, and its place among those of its record. */
export interface Seen {
  number: number;
  place: number;
  event: TablePlaced | TableRemoved | TableOpened | TableClosing | TableClosed | Filled | Credited | DropCollected | SatDown | ToppedUp | StoodUp | RoundBegan | SeedRevealed | PayoutCapped | RealRoundBegan | SensorsCounted | CardsShown | JackpotChips | Counted | DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered | RoundOpened | BetPlaced | BetsClosed | JackpotBetTaken | DiceRolled | CardsBurned | PacketDealt | EmptySeatsCollected | ShufflerCleared | Raised | Folded | Checked | TakenBack | Surrendered | CardExposed | DealerRevealed | HandShown | WagerSettled | Qualified | HandKept | HandRemoved | RoundClosed | RoundVoided | HandFouled | LateBetRefused | MispayCorrected;
  words: string;
}

/** Real chips on lit sensors count for a link, and are taken into the tray. What the link has of them is the cage's to keep. */
export interface SensorsCounted {
  type: "SensorsCounted";
  round_id: string;
  link: string;
  seats: number[];
  amount: number;
}

/** Limits on oneself: the most to lose and the longest to play. None: no such limit. */
export interface SetOwnLimits {
  type: "SetOwnLimits";
  loss?: number | null;
  minutes?: number | null;
}

/** A rule that may be set: its values in order, and the one that the sheet prints. */
export interface Setting {
  name: string;
  values: unknown[];
  default: unknown;
}

export interface SettleSeat {
  type: "SettleSeat";
  seat: number;
}

/** In the second pass, a seat's wager on the best hand of the table. */
export interface SettleSecondPass {
  type: "SettleCoverAll";
  seat: number;
}

/** What becomes of a wager when these facts hold, with the rule that says so. */
export interface Settled {
  when: Record<string, unknown[]>;
  then: string;
}

/** A percentage of a jackpot level: 100%, 10%, 100% Mega. */
export interface Share {
  type: "share";
  basis_points: number;
  level: string;
}

/** Where a game's rules are read from: an approved rule sheet, or what is commonly published. */
export interface Sheet {
  title: string;
  approval: string;
  is_approved: boolean;
}

/** Cards that have proven a hand in this round. */
export interface ShownCards {
  holder: string;
  seat: number;
  cards: Card[];
}

export interface ShufflerCleared {
  type: "ShufflerCleared";
  cite: string;
  cards_left: number;
}

/** A line to be signed on. */
export interface Signature {
  whose: string;
  name: string;
}

/** Take a seat and buy chips. */
export interface SitDown {
  type: "SitDown";
  table: string;
  seat: number;
  buy_in: number;
}

export interface Snapshot {
  type: "Snapshot";
  table: string;
  view: TableView;
}

/** Where an award is paid from. */
export type Source = "house" | "meter" | "tray";

/** A place on the layout for a wager, and what may be put there. */
export interface Spot {
  wager: string;
  name: string;
  kind: CardroomGamesModelKind;
  minimum: number;
  maximum: number;
  chip: number;
  multiples: number[];
  on: string;
}

/** The card swiped at a touch display. */
export type StaffCard = "executive" | "supervisor";

/** One step of the procedure; a condition as the facts under which it is taken. */
export interface StageDocument {
  stage: string;
  details: Record<string, unknown>;
  when: Record<string, unknown>[] | null;
}

/** Leave the seat with one's chips. A supervisor may do it for a seat. */
export interface StandUp {
  type: "StandUp";
  table: string;
  seat?: number | null;
}

/** Where a table stands, for anyone. */
export interface Standing {
  waits_for: Wait;
  is_closing: boolean;
  dealer: string;
  is_calling: boolean;
  deadline: string | null;
  deadlines: Record<string, string>;
  seats: SeatView[];
  round_id: string;
  commitment: string;
}

/** The next press, or whatever else is waited for. */
export interface Step {
  label: string;
  whose: Whose;
  says: string;
  link: string;
  command: SitDown | TopUp | StandUp | SetOwnLimits | IssuePlayMoney | BeginRound | AtTable | AtConsole | CountSensors | DeclareHand | VerifyHand | CheckSeats | CorrectSensor | RefundHand | VoidGame | TapIn | TapOut | CallSupervisor | AnswerCall | AcknowledgeRefusal | OpenTable | CloseTable | Fill | Credit | CollectDrop | OnBank | Ask | Approve | Decline | Enrol | RevokeCard | HandOver | PrintWin | CloseDay | null;
}

export interface StoodUp {
  type: "StoodUp";
  seat: number;
  chips: number;
}

/** The best play as a short list; the first rule that fits decides. */
export interface StrategyAnswer {
  game: string;
  name: string;
  base: string;
  hand_cards: number;
  dealer_shows_card: boolean;
  decisions: StrategyDecision[];
  words: string[];
  facts: Fact[];
  differences: Table | null;
}

/** One decision of a game: its rules, and what a player can see and have staked when it comes up. */
export interface StrategyDecision {
  wager: string;
  name: string;
  rules: StrategyRule[];
  community: number;
  stakes: number[];
}

export interface StrategyRule {
  bet: string;
  hands: string;
}

/** A command. The same key from the same person is carried out once, so it is safe to send it again. A key begins with its time by the server's clock, in milliseconds since 1970, and a dash. */
export interface Submit {
  type: "Submit";
  command: SitDown | TopUp | StandUp | SetOwnLimits | IssuePlayMoney | BeginRound | AtTable | AtConsole | CountSensors | DeclareHand | VerifyHand | CheckSeats | CorrectSensor | RefundHand | VoidGame | TapIn | TapOut | CallSupervisor | AnswerCall | AcknowledgeRefusal | OpenTable | CloseTable | Fill | Credit | CollectDrop | OnBank | Ask | Approve | Decline | Enrol | RevokeCard | HandOver | PrintWin | CloseDay;
  key?: string;
  card?: Scanned | Keyed | null;
}

/** Follow a table. `after`: the last number seen; what was missed is told, or a snapshot if that is too long ago. */
export interface Subscribe {
  type: "Subscribe";
  table: string;
  after?: number | null;
}

export interface SupervisorCalled {
  type: "SupervisorCalled";
  why: string;
}

/** A player gives the hand up for a part of the base wager. */
export interface Surrendered {
  type: "Surrendered";
  cite: string;
  seat: number;
  wager: string;
  stake: number;
  back: number;
}

/** Touch display: records the win, locks the amount and changes the meter. */
export interface SwipeCard {
  type: "SwipeCard";
  table: string;
  card: StaffCard;
}

export interface Table {
  type: "table";
  title: string;
  columns: Column[];
  rows: Row[];
}

export interface TableClosed {
  type: "TableClosed";
  inventory: number;
}

/** The table closes when the round in play is over. */
export interface TableClosing {
  type: "TableClosing";
}

export interface TableOnDuty {
  table: string;
  name: string;
  is_open: boolean;
  dealer: DealerView | null;
  call: Call | null;
}

export interface TableOpened {
  type: "TableOpened";
  inventory: number;
}

/** The table comes to be, or goes on under another plan from the next round on. */
export interface TablePlaced {
  type: "TablePlaced";
  plan: string;
}

/** The table is no longer on the floor. */
export interface TableRemoved {
  type: "TableRemoved";
}

/** A table as a person sees it. The round is told by its events, each with what the person may know. */
export interface TableView {
  table: string;
  name: string;
  game: string;
  number: number;
  standing: Standing;
  yours: Yours | null;
  events: (RoundOpened | BetPlaced | BetsClosed | JackpotBetTaken | DiceRolled | CardsBurned | PacketDealt | EmptySeatsCollected | ShufflerCleared | Raised | Folded | Checked | TakenBack | Surrendered | CardExposed | DealerRevealed | HandShown | WagerSettled | Qualified | HandKept | HandRemoved | RoundClosed | RoundVoided | HandFouled | LateBetRefused | MispayCorrected)[];
  words: string[];
  jackpots: Display[];
}

/** Small tables that stand side by side where there is room. */
export interface Tables {
  type: "tables";
  tables: Table[];
}

/** Take in the wagers that a folded hand has lost. */
export interface TakeFolded {
  type: "TakeFolded";
  seat: number;
}

/** A player takes a wager off the layout. */
export interface TakenBack {
  type: "TakenBack";
  cite: string;
  seat: number;
  wager: string;
  stake: number;
  decision: string;
}

/** Deal at a table from now on. Whoever dealt there is relieved. */
export interface TapIn {
  type: "TapIn";
  table: string;
}

/** Deal no longer. A supervisor may do it for whoever deals there. */
export interface TapOut {
  type: "TapOut";
  table: string;
}

/** The terminal of a table as it stands now. */
export interface Terminal {
  type: "Terminal";
  view: TerminalView;
}

export interface TerminalView {
  table: string;
  name: string;
  game: string;
  game_name: string;
  is_real: boolean;
  is_open: boolean;
  seats: number;
  round_id: string;
  waits_for: Wait;
  next: Step | null;
  consoles: ConsoleView[];
  shown: ShownCards[];
  dealer: DealerView | null;
  call: Call | null;
  refused: RefusedCard | null;
}

/** Where the money of an award comes from that people hand over. */
export type Till = "cage" | "tray";

/** Events of one record of a table as a person may see them. */
export interface Told {
  number: number;
  events: (TablePlaced | TableRemoved | TableOpened | TableClosing | TableClosed | Filled | Credited | DropCollected | SatDown | ToppedUp | StoodUp | RoundBegan | SeedRevealed | PayoutCapped | RealRoundBegan | SensorsCounted | CardsShown | JackpotChips | Counted | DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered | RoundOpened | BetPlaced | BetsClosed | JackpotBetTaken | DiceRolled | CardsBurned | PacketDealt | EmptySeatsCollected | ShufflerCleared | Raised | Folded | Checked | TakenBack | Surrendered | CardExposed | DealerRevealed | HandShown | WagerSettled | Qualified | HandKept | HandRemoved | RoundClosed | RoundVoided | HandFouled | LateBetRefused | MispayCorrected)[];
  words: string[];
}

/** How much attention something wants. */
export type Tone = "alarm" | "good" | "plain" | "warning";

/** Buy more chips. */
export interface TopUp {
  type: "TopUp";
  table: string;
  amount: number;
}

export interface ToppedUp {
  type: "ToppedUp";
  seat: number;
  chips: number;
}

/** Keypad: the supervisor's key. */
export interface TurnKey {
  type: "TurnKey";
  table: string;
  to: Key;
}

export interface Unsubscribe {
  type: "Unsubscribe";
  table: string;
}

export interface Unsubscribed {
  type: "Unsubscribed";
  table: string;
}

/** Text whose line breaks and columns matter: a command, a strategy. */
export interface Verbatim {
  type: "verbatim";
  text: string;
}

export type Verdict = "lose" | "push" | "win";

/** An award off the meter, or a posted prize: the supervisor has looked at the cards. */
export interface VerifyHand {
  type: "VerifyHand";
  link: string;
  table: string;
  seat: number;
  hand: string;
  cards: Card[];
  dealer?: Card[];
  community?: Card[];
  stayed_in?: boolean | null;
}

/** A misdeal: all jackpot wagers of the round go back. */
export interface VoidGame {
  type: "VoidGame";
  table: string;
  why: string;
}

export interface WagerDocument {
  id: string;
  name: string;
  kind: CardroomGamesModelKind;
  placed: string;
  reads: string | null;
  after_fold: string;
  settlement: Settled[];
  paytable_in_force: string | null;
  paytables: PayTableDocument[];
}

/** One wager: what the cards make for it, and what that pays; or which cards it asks for. */
export interface WagerPays {
  wager: string;
  name: string;
  hand: string;
  line: string;
  pays: string;
  asks: Record<string, number>;
}

export interface WagerSettled {
  type: "WagerSettled";
  cite: string;
  seat: number;
  wager: string;
  stake: number;
  verdict: Verdict;
  pays: Odds | Share | Prize | null;
  back: number;
  hand: string;
}

/** What a table waits for. */
export type Wait = "bets" | "closed" | "decisions" | "players" | "the dealer" | "the next round";

/** A hand that qualified for an award which is not recorded yet. */
export interface Waiting {
  seat: number;
  line: string;
}

/** Follow all jackpot signs. */
export interface WatchJackpots {
  type: "WatchJackpots";
}

/** Follow the list of tables. */
export interface WatchLobby {
  type: "WatchLobby";
}

/** Follow the terminal of a table; for the staff. */
export interface WatchTerminal {
  type: "WatchTerminal";
  table: string;
}

export interface WeighedOption {
  option: string;
  name: string;
  at_stake: number;
  expectation: string;
  exactly: string;
  value: number;
  cost: string;
  cost_exactly: string;
  is_best: boolean;
}

/** Who has to do something. */
export type Whose = "dealer" | "executive" | "players" | "supervisor";

/** A recorded win. It stands until it is backed out by hand. */
export interface Win {
  id: string;
  number: number;
  config: string;
  table: string;
  round_id: string;
  seat: number;
  line: string;
  pays: Odds | Share | Prize;
  source: Source;
  level: string;
  amount: number;
  displayed: number;
  at: string;
  approved_by: string;
  card: StaffCard | null;
  paid_at: string | null;
  meter_after: number;
  advanced: number;
  seed: number;
  reserve: number;
  overflow: number;
  is_backed_out: boolean;
  adjusted: number;
  proof?: Proof;
  handed_over?: HandedOver;
  printed?: Printed;
}

export interface WinPage {
  house: string;
  link: string;
  win: string;
  jackpot: string;
  amount: number;
  figures: string;
  words: string;
  hand: string;
  cards: CardsOf[];
  table: string;
  seat: number;
  round_id: string;
  at: string;
  particulars: Particular[];
  keep_until: string;
  signatures: Signature[];
  notices: string[];
  is_paid: boolean;
  is_backed_out: boolean;
  printed: Printed | null;
}

/** What only one person is told of where a table stands. */
export interface Yours {
  your_seat: number | null;
  your_cards: Card[];
  options: Option[];
  next_act: CloseBets | RollDice | BurnCards | DealPacket | CollectEmptySeats | ClearShuffler | TakeFolded | ExposeCard | RevealHand | ReturnWager | SettleSeat | SettleSecondPass | CloseRound | null;
}

export type CardroomGamesModelKind = "base" | "decision" | "equal" | "jackpot" | "optional" | "rider";

/** Whether a stake comes back with the winnings ("to") or is gone whatever happens ("for"). */
export type CardroomMoneyKind = "for" | "to";
