// Made by `cardroom schema --typescript FILE` from the messages of the server. Do not edit.

export type FromClient = Subscribe | Unsubscribe | WatchLobby | WatchJackpots | WatchTerminal | WatchPit | Submit | Say | React | Mute | Ping;

export type FromServer = Hello | Snapshot | Frame | Accepted | Refused | Lobby | Jackpots | Terminal | Pit | Heard | Unsubscribed | Outage | Pong;

/** Why a seat is not waited for. */
export type Absence = "asked" | "gone" | "no-bet";

/** A command is carried out and on disk; its record has this position in the log. */
export interface Accepted {
  type: "Accepted";
  key: string;
  position: number;
  is_repeat: boolean;
}

export interface AccessView {
  staff: StaffMember[];
  requests: PendingAccess[];
  terminals: KnownTerminalView[];
}

/** Only an active account signs in, swipes a card, asks or approves. */
export type AccountState = "active" | "ended" | "invited" | "suspended";

/** One bank account: green or red, and why. */
export interface AccountView {
  link: string;
  name: string;
  is_green: boolean;
  why: string[];
  found: BankReconciliation;
  known_since: string | null;
  lines: MatchedLine[];
  deposits: BookedDeposit[];
  statements: string[];
}

/** An alert of any kind has been seen to. */
export interface AcknowledgeAlert {
  type: "AcknowledgeAlert";
  alert: string;
  note?: string;
}

/** An alert about a deposit that is due has been seen to. */
export interface AcknowledgeDeposit {
  type: "AcknowledgeDeposit";
  alert: string;
  note?: string;
}

/** An alert about a terminal that is away, or a log that is not verified, has been seen to. */
export interface AcknowledgeFault {
  type: "AcknowledgeFault";
  alert: string;
  note?: string;
}

/** A card that was refused has been looked into. */
export interface AcknowledgeRefusal {
  type: "AcknowledgeRefusal";
  place: string;
}

/** A browser may become a terminal of the house under this name. */
export interface AddTerminal {
  type: "AddTerminal";
  name: string;
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

export interface AdministrationView {
  version: string;
  sessions: StaffSession[];
  servers: ServerView[];
  backups: BackupView[];
  may_back_up: boolean;
  backup: BackupProgress | null;
  backup_problem: string;
  keys: KeyView[];
}

/** Somebody has come to a table among friends by its invitation. */
export interface Admitted {
  type: "Admitted";
  person: string;
}

export type AlertKind = "award-pending" | "bank-short" | "chain-not-verified" | "clock-set" | "deposit-due" | "glass-broken" | "hold-outside" | "out-of-order" | "supervisor-called" | "table-stalled" | "terminal-away" | "tray-low";

export interface AlertView {
  alert: string;
  kind: AlertKind;
  title: string;
  place: string;
  name: string;
  is_table: boolean;
  says: string;
  since: string;
  times: number;
  ended: string | null;
  seen_at: string | null;
  seen_by: string;
  first_by: string;
  note: string;
  command: string;
}

export type Answer = "does-not-hold" | "holds" | "needs-a-person";

/** A supervisor has come. */
export interface AnswerCall {
  type: "AnswerCall";
  table: string;
}

/** One requirement, and what was found. */
export interface Answered {
  requirement: string;
  area: Area;
  says: string;
  source: string;
  answer: Answer;
  evidence: string;
  findings: Finding[];
  more: number;
}

/** A regulator's letter. */
export interface Approval {
  authority: string;
  day: string;
  submission: number;
  rules: string;
  conditions: ApprovalCondition[];
}

/** What has to be on file before a game is offered; each with a document that shows it. */
export interface ApprovalCondition {
  id: string;
  text: string;
  venue: Venue | null;
  only_if: string;
  wager: string;
}

/** Approve what somebody of another line has asked for. */
export interface ApproveAccess {
  type: "ApproveAccess";
  request: string;
}

/** Approve a change that somebody else has asked for. */
export interface ApproveChange {
  type: "ApproveChange";
  request: string;
}

/** Approve a floor that somebody of another line has asked for. */
export interface ApproveFloor {
  type: "ApproveFloor";
  request: string;
}

/** Approve a promotion that somebody else has asked for: it is for rounds that begin from now on. */
export interface ApprovePromotion {
  type: "ApprovePromotion";
  promotion: string;
}

/** Approve a fill or a credit that somebody else has asked for. */
export interface ApproveSlip {
  type: "ApproveSlip";
  slip: number;
}

export interface ApprovedFloorView {
  source: string;
  asked_by: string;
  approved_by: string;
  at: string;
  waits: boolean;
  changes: FloorChange[];
}

export interface ArchivedFile {
  file: string;
  day: string;
  first: number;
  last: number;
  hash: string;
}

/** The files of archived days, and what is wrong with them by the manifests that the log names. */
export interface ArchivesView {
  files: ArchivedFile[];
  manifests: number;
  findings: [string, string][];
}

export type Area = "jackpots" | "money" | "people" | "software" | "tables";

/** Something that takes effect when a person of another line approves it. */
export interface AskAccess {
  type: "AskAccess";
  change: EnrolStaff | ChangeRole | ResetAccount | GiveCard | ReinstateAccount | AddTerminal;
}

/** A change to a jackpot that takes effect when another person approves it. */
export interface AskChange {
  type: "AskChange";
  link: string;
  change: Adjust | BackOut | ChangeWager | ChangePrize | ChangeSeed | ChangeMaximum | ChangeRates | GiveNotice | RemoveJackpot;
}

/** Ask for a promotion at a table, from one gaming day to another. */
export interface AskPromotion {
  type: "AskPromotion";
  table: string;
  wager: string;
  line: string;
  award: number;
  first: string;
  last: string;
  document: string;
  consented: string;
}

/** Ask for a fill or a credit: a slip is numbered for it. */
export interface AskSlip {
  type: "AskSlip";
  table: string;
  kind: SlipKind;
  rack: Record<string, number>;
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

export interface AuditFound {
  rounds: FoundRound[];
  wins: ListedWin[];
  before: number | null;
}

export interface AuditView {
  days: string[];
  position: number;
  head: string;
  verification: Verification;
  examining: Examining;
  pack: ReadyPack | null;
  public_key: string;
}

/** How far an award has come. */
export type AwardStanding = "lit" | "locked" | "to-hand-over" | "waiting";

/** Undo what a recorded win did to its level. */
export interface BackOut {
  type: "BackOut";
  why: string;
  win: string;
  envy_fate?: EnvyFate | null;
}

/** Who has undone a win by hand, and why. */
export interface BackedOut {
  at: string;
  by: string;
  approved_by: string;
  why: string;
}

/** A copy of the database that the house knows of. */
export interface Backup {
  at: string;
  name: string;
  size: number;
  verified: string | null;
  findings: number;
}

/** What is being made or verified, and how far it is. */
export interface BackupProgress {
  name: string;
  is_verified: boolean;
  done: number;
  of: number;
}

export interface BackupView {
  name: string;
  at: string;
  size: number;
  verified: string | null;
  findings: number;
  is_at_hand: boolean;
}

/** All of it. */
export interface BankAccounts {
  day: string;
  accounts: AccountView[];
  funds: FundView[];
}

/** Required against deposited, on one day. */
export interface BankReconciliation {
  at: string;
  held: number;
  undeposited: number;
  deposit_due: string | null;
  is_overdue: boolean;
  required: number;
  deposited: number;
  booked: number;
  balance: number | null;
  difference: number | null;
  shortfall: number;
}

export interface BankView {
  table: string;
  name: string;
  game_name: string;
  is_real: boolean;
  is_counted: boolean;
  is_open: boolean;
  is_closing: boolean;
  is_playing: boolean;
  says: string;
  tray: number | null;
  drop: number | null;
  inventory: number;
  chips: ChipPile[];
  proposed: string;
  count: CountView | null;
  notes: ChipPile[];
  drop_count: CountView | null;
  slips: SlipView[];
  seats: SeatAtBank[];
  plan: PlanView;
  coming: PlanView | null;
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

/** Horizontal bars, one small plot a group, all on one classes. */
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

/** A record, with what it adds. */
export interface BehindLine {
  position: number;
  at: string;
  by: string;
  what: string;
  round_id: string;
  text: string;
  amount: number;
}

/** Another figure that is in this one. */
export interface BehindPart {
  name: string;
  text: string;
  amount: number;
  opens: string;
}

/** A seat's wagers before the deal, all of them; they replace what was there. None at all: take them back. */
export interface Bet {
  type: "Bet";
  seat: number;
  stakes: Record<string, number>;
}

export interface BetPlaced {
  type: "BetPlaced";
  rule: string | OtherRule;
  seat: number;
  stakes: Record<string, number>;
}

/** A wager on the layout. */
export interface BetView {
  wager: string;
  name: string;
  stake: number;
  chips: Pile[];
  is_open: boolean;
}

export interface BetsClosed {
  type: "BetsClosed";
  rule: string | OtherRule;
  seats: number[];
}

export interface BonusLine {
  id: string;
  text: string;
}

/** Where a promotion may be offered. */
export interface BonusTable {
  table: string;
  name: string;
  wagers: BonusWager[];
}

export interface BonusWager {
  id: string;
  name: string;
  lines: BonusLine[];
}

export interface BookedDeposit {
  position: number;
  at: string;
  by: string;
  amount: number;
  line: string;
}

/** Cash or chips come into the cage from the vault or the bank. */
export interface BringToCage {
  type: "BringToCage";
  why: string;
  cash?: number;
  chips?: number;
}

/** Cards are put aside unseen before the next ones are dealt. */
export interface BurnCards {
  type: "BurnCards";
}

/** A count that a second person has to check. */
export interface CageCountView {
  cash: Record<string, number>;
  chips: Record<string, number>;
  cash_piles: ChipPile[];
  chip_piles: ChipPile[];
  cash_amount: number;
  chips_amount: number;
  by: string;
  name: string;
  at: string;
  differs: boolean;
  needs_reason: boolean;
  says: string;
}

/** What moves the drawers of the cage. */
export type CageMove = "brought" | "credit" | "drop" | "fill" | "hand-pay" | "redeemed" | "return" | "sold" | "taken";

export interface CageMovementView {
  number: number;
  kind: CageMove;
  says: string;
  cash: number;
  chips: number;
  by: string;
  at: string;
  can_be_undone: boolean;
}

export interface CageView {
  says: string;
  last: LastCountView | null;
  count: CageCountView | null;
  movements: CageMovementView[];
  notes: ChipPile[];
  chips: ChipPile[];
  has_wallets: boolean;
  named_from: number | null;
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

export interface CameBack {
  type: "CameBack";
  seat: number;
}

/** One of the 52 cards. Ranks count 0 (two) to 12 (ace), suits 0 (clubs) to 3 (spades). */
export type Card = "10c" | "10d" | "10h" | "10s" | "2c" | "2d" | "2h" | "2s" | "3c" | "3d" | "3h" | "3s" | "4c" | "4d" | "4h" | "4s" | "5c" | "5d" | "5h" | "5s" | "6c" | "6d" | "6h" | "6s" | "7c" | "7d" | "7h" | "7s" | "8c" | "8d" | "8h" | "8s" | "9c" | "9d" | "9h" | "9s" | "Ac" | "Ad" | "Ah" | "As" | "Jc" | "Jd" | "Jh" | "Js" | "Kc" | "Kd" | "Kh" | "Ks" | "Qc" | "Qd" | "Qh" | "Qs";

export interface CardExposed {
  type: "CardExposed";
  rule: string | OtherRule;
  card: Card;
}

export interface CardLogin {
  card: Scanned | Keyed;
}

/** Why a staff card was not taken; the values are the codes of refusals, too. */
export type CardRefusal = "not-active" | "not-allowed" | "not-your-card" | "revoked-card" | "unknown-card" | "wrong-card" | "wrong-pin";

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
  rule: string | OtherRule;
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

export interface ChangeRole {
  type: "ChangeRole";
  person: string;
  role: string;
}

/** What a level starts with after the next award of all of it; the meter stays as it is. */
export interface ChangeSeed {
  type: "ChangeSeed";
  why: string;
  level: string;
  seed: number;
}

/** Other limits, side bets or way of dealing, from the next round on. What is left out stays. */
export interface ChangeTable {
  type: "ChangeTable";
  table: string;
  minimum?: number | null;
  maximum?: number | null;
  side_minimum?: number | null;
  side_maximum?: number | null;
  side_bets?: string[] | null;
  dealer?: Dealer | null;
}

/** Another fixed wager at every table of the link; fixed pays and envy go with it. */
export interface ChangeWager {
  type: "ChangeWager";
  why: string;
  wager: number;
}

export type Changed = "added" | "changed" | "refused" | "removed" | "stands";

/** What was changed in the house: floor, tables, jackpots, people, cards, terminals, conditions, days. */
export interface ChangesView {
  changes: ListedEvent[];
  before: number | null;
}

/** Something that somebody said or did at a table among friends. */
export interface ChatLine {
  number: number;
  at: string;
  name: string;
  seat: number | null;
  text: string;
  reaction: "🍀" | "🎉" | "👏" | "😄" | "😢" | "😮" | null;
}

export interface Check {
  what: string;
  holds: boolean;
}

/** The cage is as another person has counted it: the shift is over, and the next one begins with that. */
export interface CheckCageCount {
  type: "CheckCageCount";
  cash: Record<string, number>;
  chips: Record<string, number>;
  why?: string;
}

/** The tray is as another person has counted it: the table opens with that, or closes. */
export interface CheckCount {
  type: "CheckCount";
  table: string;
  rack: Record<string, number>;
  why?: string;
}

/** The drop is as another person has counted it: it goes into the cage. */
export interface CheckDrop {
  type: "CheckDrop";
  table: string;
  rack: Record<string, number>;
  why?: string;
}

/** A player goes on and leaves all wagers as they are. */
export interface Checked {
  type: "Checked";
  rule: string | OtherRule;
  hand_number?: number;
  seat: number;
  decision: string;
  option: string;
}

export interface Chip {
  value: number;
  colour: string;
}

/** Chips of one value; of coins, cents. */
export interface ChipPile {
  value: number;
  colour: string;
  name: string;
  count: number;
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

/** Close a table, after the round in play; where a person deals its tray is then counted. */
export interface CloseTable {
  type: "CloseTable";
  table: string;
  counted?: number | null;
}

/** One table, slip or count in a step. */
export interface ClosingItem {
  what: string;
  says: string;
  is_done: boolean;
  href: string;
  note: string;
  place: string;
}

export interface ClosingStep {
  id: string;
  title: string;
  is_done: boolean;
  says: string;
  items: ClosingItem[];
}

/** Empty the drop box of a table where the house deals into the cage: its books know what is in it. */
export interface CollectDrop {
  type: "CollectDrop";
  table: string;
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

/** Be waited for again. Whoever bets or decides is back by that. */
export interface ComeBack {
  type: "ComeBack";
  table: string;
}

/** Why a table cannot be priced; the line counts from 1. */
export interface Complaint {
  text: string;
  line: number | null;
}

export type ConditionStanding = "in-case" | "missing" | "on-file";

export interface ConditionView {
  condition: string;
  says: string;
  only_if: string;
  standing: ConditionStanding;
  document: string;
  dated: string | null;
  by: string;
  at: string | null;
}

export interface ConditionsView {
  venue: Venue;
  is_kept: boolean;
  keeps_closed: boolean;
  notices: string[];
  games: GameConditions[];
}

/** Touch display: the win is verified; the card that follows signs for that. */
export interface Confirm {
  type: "Confirm";
  table: string;
}

export interface ConformityView {
  examining: Examining;
  statement: Statement | null;
}

export type Console = "keypad" | "touch";

/** One console: there is one a sensor. */
export interface ConsoleView {
  link: string;
  name: string;
  kind: JackpotKind;
  sensor: number;
  wager: number;
  generation: Console;
  start: string;
  is_open: boolean;
  levels: LevelDisplay[];
  round_id: string;
  lit: number[];
  proposed: number[];
  key: KeySwitch;
  seat: number | null;
  line: string;
  is_verified: boolean;
  is_confirmed: boolean;
  locked: Win | null;
  card: StaffCard | null;
  takes_executive: boolean;
  amount: number;
  told: EnteredHand | null;
  may_be_signed: boolean;
  hands: HandButton[];
  waiting: WaitingHand[];
  wins: Win[];
  to_hand_over: Win[];
  is_settled: boolean;
  envy: Envy[];
  face_up: number[];
  asks_cards: Record<string, number>;
  asks_stayed_in: boolean;
}

/** The gaming day that is on began by a wrong clock: what was done from its first record on counts for another. */
export interface CorrectDay {
  type: "CorrectDay";
  day: string;
  first: number;
  why: string;
}

/** The dealer handed over a wrong amount for a wager; the difference is made good. */
export interface CorrectMispay {
  type: "CorrectMispay";
  seat: number;
  wager: string;
  paid: number;
  why: string;
}

/** A payout that differed is put right, and the seat is settled as it should have been. */
export interface CorrectPayout {
  type: "CorrectPayout";
  table: string;
  why: string;
  handed_over?: boolean;
}

/** Put right what a settled wager was paid, whether the next round has begun or not. It takes two people. Who is signed in enters it, and a supervisor's card stands for it. */
export interface CorrectRound {
  type: "CorrectRound";
  table: string;
  round_id: string;
  seat: number;
  wager: string;
  why: string;
  paid?: number | null;
  due?: number | null;
  found?: InLog | null;
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

export interface Correction {
  at: string;
  seat: number;
  wager: string;
  booked: number;
  paid: number;
  due: number;
  capped: string;
  why: string;
  entered_by: string;
  approved_by: string;
}

export interface CostlyMistake {
  round_id: string;
  title: string;
  hand: Card[];
  words: string;
  chose: string;
  best: string;
  cost: number;
}

/** What is in the cage, by note and chip, at the end of a shift. Somebody else checks it. */
export interface CountCage {
  type: "CountCage";
  cash: Record<string, number>;
  chips: Record<string, number>;
}

/** What is in the drop box by note, where a person deals. Somebody else checks it. */
export interface CountDrop {
  type: "CountDrop";
  table: string;
  rack: Record<string, number>;
}

/** COIN IN or START GAME: the wagers on lit sensors count. At a table with real cards the dealer says which are lit; at a dealt one they are the bets of the round, and betting is closed by it. */
export interface CountSensors {
  type: "CountSensors";
  link: string;
  table: string;
  seats?: number[];
}

/** What is in the tray by chip, for the opening or the closing. Somebody else checks it. */
export interface CountTray {
  type: "CountTray";
  table: string;
  purpose: Purpose;
  rack: Record<string, number>;
}

/** A count that a second person has to check. */
export interface CountView {
  purpose: Purpose;
  rack: Record<string, number>;
  piles: ChipPile[];
  amount: number;
  by: string;
  name: string;
  at: string;
  difference: number;
  needs_reason: boolean;
  says: string;
}

export interface Credited {
  type: "Credited";
  amount: number;
}

/** A day on its way to being final. */
export interface DayClosing {
  house: string;
  day: string;
  begins: string;
  ends: string;
  is_closed: boolean;
  is_next: boolean;
  closes_by_hand: boolean;
  steps: ClosingStep[];
  missing: number;
}

export interface DealPacket {
  type: "DealPacket";
  to: number | string;
}

export type Dealer = "automatic" | "human";

export interface DealerRevealed {
  type: "DealerRevealed";
  rule: string | OtherRule;
  cards: Card[];
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

/** A table that a person deals with Cardroom's cards. */
export interface DealingView {
  pays: Pays;
  figure_is: string;
  phase: Phase | null;
  seats: DealtSeat[];
  turned: Turned[];
  settlement: Settlement | null;
  differs: Differs | null;
  column: ShownColumn | null;
  story: TranscriptLine[];
  wagers: [string, string][];
}

/** A seat, as the dealer sees it. */
export interface DealtSeat {
  seat: number;
  name: string;
  bets: BetView[];
  lights: string[];
  says: string;
  is_awaited: boolean;
  deadline: string | null;
}

/** The cards that are shuffled afresh every round. */
export interface Deck {
  ranks: string[];
  suits: string[];
  packs: number;
}

/** A fixed pay, which the dealer pays from the tray. Small ones that give no envy are told without cards. */
export interface DeclareHand {
  type: "DeclareHand";
  link: string;
  table: string;
  seat: number;
  line: string;
  cards?: Card[];
  dealer?: Card[];
  community?: Card[];
  stayed_in?: boolean | null;
}

/** The round is void and every stake goes back. */
export interface DeclareMisdeal {
  type: "DeclareMisdeal";
  why: string;
}

/** Decline what somebody else has asked for, or take back what one has asked for oneself. */
export interface DeclineAccess {
  type: "DeclineAccess";
  request: string;
}

/** Decline a change that somebody else has asked for. */
export interface DeclineChange {
  type: "DeclineChange";
  request: string;
}

/** Decline a floor that somebody else has asked for, or take back what one has asked for oneself. */
export interface DeclineFloor {
  type: "DeclineFloor";
  request: string;
}

/** A promotion that was asked for is not to be, or is withdrawn. */
export interface DeclinePromotion {
  type: "DeclinePromotion";
  promotion: string;
}

/** Somebody whom whoever started the demonstration may come in as. */
export interface DemonstrationStaff {
  person: Person;
  number: string;
  pin: string;
}

export interface DiceRolled {
  type: "DiceRolled";
  rule: string | OtherRule;
  dice: [number, number, number];
  first: number | string;
}

export interface Difference {
  where: string;
  what: string;
}

/** A figure that was not what is due. */
export interface Differs {
  seat: number;
  entered: number;
  due: number;
  dealer: string;
  words: string;
  at: string;
}

export interface Display {
  link: string;
  name: string;
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

/** The drop is in the cage: as two people have counted it, or, where the house deals, by its books. */
export interface DropCollected {
  type: "DropCollected";
  amount: number;
  rack?: Record<string, number>;
  difference?: number;
  counted_by?: string;
  checked_by?: string;
  why?: string;
}

/** One person has counted a drop box; nothing moves until another has checked it. */
export interface DropCounted {
  type: "DropCounted";
  rack: Record<string, number>;
  amount: number;
  expected: number | null;
}

/** Something that a report is due for. */
export interface DueReport {
  place: string;
  kind: FlagKind;
  name: string;
  day: string;
  at: string;
  person: string;
  amount: number;
  table: string;
  round_id: string;
  win: string;
  position: number;
  filed: string;
  filed_by: string;
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
  rule: string | OtherRule;
  seats: number[];
}

/** Somebody has left the house: the account ends for good, and the card with it. */
export interface EndAccount {
  type: "EndAccount";
  person: string;
  why: string;
}

/** Touch display. */
export interface EndGame {
  type: "EndGame";
  table: string;
}

/** A promotion ends before its last day. Rounds that have begun under it still get its award. */
export interface EndPromotion {
  type: "EndPromotion";
  promotion: string;
  why: string;
}

/** End one's table, when the round in play is over. The house does it where nobody is left. */
export interface EndTable {
  type: "EndTable";
  table: string;
}

/** A new account of the staff, or of a player with a name of his own. */
export interface EnrolStaff {
  type: "EnrolStaff";
  person: string;
  name: string;
  role: string;
  gets_card?: boolean;
  until?: string | null;
}

/** A statement of the bank account of a jackpot; one of the same name takes the place of an earlier one. Its balance is held against the books as by `Reconcile`. */
export interface EnterStatement {
  type: "EnterStatement";
  link: string;
  name: string;
  balance: number;
  lines?: StatementLine[];
}

/** A hand of real cards that nobody has signed for yet: the swipe that follows does. */
export interface EnteredHand {
  seat: number;
  line: string;
  proof: Proof;
}

/** What a seat gets for another's hand when the game ends. */
export interface Envy {
  hitter: number;
  hand: string;
  seat: number;
  amount: number;
}

/** What becomes of the envy that a win gave, once the win is backed out. */
export type EnvyFate = "asked-back" | "left";

/** The key is destroyed. Here the data may still be read. */
export interface Erased {
  backups: Backup[];
  prints: number;
}

export type Examination = "conformity" | "pack";

/** What runs now and how far it is, or why the last one came to nothing. */
export interface Examining {
  running: Examination | null;
  done: number;
  of: number;
  problem: string;
}

export interface Explained {
  hands: HeldHand[];
  seats: ExplainedSeat[];
}

/** While a round is in progress it is what a spectator sees. */
export interface ExplainedRound {
  round_id: string;
  house: string;
  table: string;
  table_name: string;
  game: string;
  day: string;
  began: string;
  is_over: boolean;
  is_void: boolean;
  is_real: boolean;
  can_be_explained: boolean;
  people: Record<string, string>;
  explained: Explained;
  irregular: string[];
  jackpots: string[];
  money: Moved[];
  corrections: Correction[];
  booked: Record<string, number>;
  told: TranscriptLine[];
  checks: Check[];
  commitment: string;
  seed: string;
  prints: number;
  notices: string[];
}

export interface ExplainedSeat {
  seat: number;
  compared: string[];
  wagers: ExplainedWager[];
  staked: number;
  back: number;
}

export interface ExplainedWager {
  wager: string;
  name: string;
  stake: number;
  verdict: string;
  hand: string;
  back: number;
  arithmetic: string;
  rule: RuleQuote;
  is_jackpot: boolean;
}

/** Turn the next community card, or those that are turned together. */
export interface ExposeCard {
  type: "ExposeCard";
}

/** One table on the gaming day that is on, with what the lab has to say of it. */
export interface ExposedTable {
  table: string;
  win: number;
  drop: number;
  handle: number;
  hold: number | null;
  hold_of_handle: number | null;
  exposure: TableExposure | null;
  band: HoldBand | null;
  is_inside: boolean | null;
  why_not: string;
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

export type FaultyPart = "game" | "view";

/** What makes a figure: other figures, or records. */
export interface FigureBehind {
  title: string;
  text: string;
  amount: number;
  sum: number;
  is_equal: boolean;
  parts: BehindPart[];
  lines: BehindLine[];
  count: number;
  next: number | null;
}

/** One figure that a request would change. */
export interface FigureChange {
  what: string;
  before: string;
  after: string;
}

/** Put on file with which document a condition of a game is met. It takes the place of an earlier one. */
export interface FileCondition {
  type: "FileCondition";
  game: string;
  condition: string;
  document: string;
  dated: string;
}

export interface Filled {
  type: "Filled";
  amount: number;
}

export interface Finding {
  where: string;
  what: string;
}

export type FlagKind = "cash" | "cash-out" | "winnings";

/** One difference of two floors: of the house, a table or a jackpot. */
export interface FloorChange {
  change: Changed;
  of: string;
  id: string;
  key: string;
  before: string;
  after: string;
  says: string;
}

/** What `cardroom check-config` says of a file, and what it would change here. */
export interface FloorCheck {
  mistakes: string[];
  warnings: string[];
  notes: string[];
  changes: FloorChange[];
  may_ask: boolean;
}

/** What the operator would regret of the floor. */
export interface FloorRegret {
  table: string;
  says: string;
}

export interface FloorTable {
  id: string;
  name: string;
  game: string;
  jackpots: string[];
}

/** The floor in force. */
export interface FloorView {
  name: string;
  hash: string;
  tables: FloorTable[];
  links: string[];
  approved: ApprovedFloorView | null;
  request: PendingFloor | null;
}

export interface Folded {
  type: "Folded";
  rule: string | OtherRule;
  hand_number?: number;
  seat: number;
}

/** One reason among those that an account moves for. */
export interface ForWhat {
  what: string;
  amount: number;
}

/** What a change would do that is waiting, or that somebody is about to ask for. */
export interface ForeseenChange {
  figures: FigureChange[];
  obstacle: string;
}

/** A player's hand is dead and its stakes go back; a fouled dealer's hand voids the round. */
export interface FoulHand {
  type: "FoulHand";
  holder: number | "dealer";
  why: string;
}

export interface FoundRound {
  round_id: string;
  table: string;
  position: number;
  began: string;
  is_over: boolean;
  is_void: boolean;
  is_real: boolean;
  seats: SeatInRound[];
  corrections: number;
}

/** What happened at a table after one number and up to another; one a commit at most. Everything but the last two fields is the same for everyone. */
export interface Frame {
  type: "Frame";
  table: string;
  after: number;
  number: number;
  records: SeenEvents[];
  standing: Standing;
  jackpots: Display[] | null;
  yours: Yours | null;
  seen: Seen[];
}

/** The part of a level that an adjustment changes. */
export type Fund = "meter" | "overflow" | "reserve";

/** What a removed jackpot has left to the fund for problem gambling. */
export interface FundView {
  link: string;
  name: string;
  amount: number;
  since: string | null;
  move_by: string | null;
  position: number;
  note: string;
}

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

export interface GameConditions {
  game: string;
  name: string;
  approval: string;
  submission: number | null;
  dated: string | null;
  rules: string;
  tables: TableConditions[];
  conditions: ConditionView[];
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

/** A staff card for a person; one that the person had before is revoked, for this reason. */
export interface GiveCard {
  type: "GiveCard";
  person: string;
  why?: string;
}

/** Announce that the jackpot will be taken away after this day. */
export interface GiveNotice {
  type: "GiveNotice";
  why: string;
  last_day: string;
}

/** What the link has that somebody was given. */
export interface GivenInvitation {
  invitation: string;
}

/** What one of two people tells the holder of an account. It is shown once; another one takes its place. */
export interface HalfCode {
  person: string;
  half: string;
  is_first: boolean;
  ends: string;
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
  line: string;
  hand: string;
  pays: string;
  amount: number;
  source: Source;
  envy: number;
  is_lit: boolean;
  asks_cards: boolean;
}

export interface HandFouled {
  type: "HandFouled";
  rule: string | OtherRule;
  hand_number?: number;
  seat: number;
  why: string;
  refunds: Record<string, number>;
}

/** Somebody else at the table is its host from now on. */
export interface HandHostOver {
  type: "HandHostOver";
  table: string;
  seat: number;
}

/** A hand stays face up: it may be the best of the table, or gives envy. */
export interface HandKept {
  type: "HandKept";
  rule: string | OtherRule;
  hand_number?: number;
  holder: number | string;
  kept_for: KeptFor;
}

/** Give the winner a paid award, where the cards are real: chips from the tray, or a slip that the cage pays. */
export interface HandOver {
  type: "HandOver";
  link: string;
  win: string;
  till: Till;
}

/** An award on a slip. It is owed until the cage has paid it, or the win is backed out. */
export interface HandPay {
  slip: number;
  link: string;
  win: string;
  jackpot: string;
  hand: string;
  table: string;
  table_name: string;
  seat: number;
  round_id: string;
  amount: number;
  approved_by: string;
  written_by: string;
  written_at: string;
  paid_by: string;
  paid_at: string | null;
  is_backed_out: boolean;
}

export interface HandPays {
  owed: HandPay[];
  owed_in_all: number;
  done: HandPay[];
  paid_in_all: number;
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
  rule: string | OtherRule;
  hand_number?: number;
  holder: number | string;
}

export interface HandShown {
  type: "HandShown";
  rule: string | OtherRule;
  hand_number?: number;
  seat: number;
  cards: Card[];
}

/** How the winner got the money, where people hand it over: in chips, or on a slip that the cage pays. */
export interface HandedOver {
  till: Till;
  at: string;
  by: string;
  slip: number;
  paid_at?: string | null;
  paid_by?: string;
}

export interface Health {
  status: string;
  version: string;
  house: string;
  troubles: string[];
  stopped: string[];
}

/** All that was said at a table among friends within a day, as far as it is remembered. */
export interface Heard {
  type: "Heard";
  table: string;
  host: number | null;
  muted: number[];
  watchers: Watcher[];
  lines: ChatLine[];
  quiet: string;
}

/** The cards of a holder, as far as they may be seen, and what they make. */
export interface HeldHand {
  holder: string;
  seat: number | null;
  name: string;
  cards: Card[];
  hand: string;
  made_by: Card[];
  note: string;
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
  has_doors: boolean;
}

/** What a table has won today, inside the band that the wagers made there give. */
export interface Hold {
  win: number | null;
  expected: number;
  low: number;
  high: number;
  is_estimate: boolean;
  is_outside: boolean;
  says: string;
}

/** Where 95 of 100 tables with these stakes end under best play; at most 2.5 of the rest lie beyond either end. */
export interface HoldBand {
  expected: number;
  deviation: number;
  is_exact_deviation: boolean;
  low: number;
  high: number;
  method: Method;
  is_estimate: boolean;
  words: string;
  handle: number;
  expected_hold: number | null;
  low_hold: number | null;
  high_hold: number | null;
}

/** Whose table it is. */
export interface HostNamed {
  type: "HostNamed";
  person: string;
  name: string;
}

/** Open a table of one's own for play money. The house gives it its id; players come by the host's invitation. */
export interface HostTable {
  type: "HostTable";
  game: string;
  minimum: number;
  maximum: number;
  name: string;
}

/** A rule that may be set, as a player reads it. */
export interface HouseRule {
  about: string;
  now: string;
  others: string[];
}

/** What the log has of a wager, as far as it was read when something is done about its round. */
export interface InLog {
  person: string;
  booked: number;
  is_over: boolean;
  later: number;
  as_of: number;
  of_seat?: SeatInLog | null;
}

/** What is in the tray of a table with real cards, by hand: what patrons lost to it or won is known now. */
export interface InventoryCounted {
  type: "InventoryCounted";
  inventory: number;
  found: number;
}

/** The invitation that was given out counts no more. */
export interface InvitationVoided {
  type: "InvitationVoided";
}

export interface InvitedTo {
  table: string;
}

/** Play money for someone who has little left; only where the house plays for play money. */
export interface IssuePlayMoney {
  type: "IssuePlayMoney";
}

export interface JackpotBetTaken {
  type: "JackpotBetTaken";
  rule: string | OtherRule;
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

/** A closing that was announced is taken back, before the tray is counted: the table goes on. */
export interface KeepOpen {
  type: "KeepOpen";
  table: string;
}

export type KeptFor = "best" | "envy";

/** The supervisor's key on a keypad console. */
export type KeySwitch = "JPH" | "RUN";

/** A key of the house by its fingerprint. The key itself is shown to nobody. */
export interface KeyView {
  name: string;
  seals: boolean;
  is_used: boolean;
  source: string;
  public_key: string;
  copies: string;
  seen: string | null;
  noted_by: string;
  noted_at: string | null;
}

/** A staff card by its number and PIN. */
export interface Keyed {
  type: "Keyed";
  number: string;
  pin: string;
}

/** Ask somebody to leave one's table for good; a hand in play is finished first. */
export interface KickOut {
  type: "KickOut";
  table: string;
  seat: number;
}

/** The host wants somebody here no longer. */
export interface KickedOut {
  type: "KickedOut";
  seat: number;
  person: string;
}

export type Kind = "base" | "decision" | "equal" | "jackpot" | "optional" | "rider";

/** A game that the house knows, with or without a table of it on the floor. */
export interface KnownGame {
  game: string;
  name: string;
  summary: string;
  most: number;
}

/** A terminal that two people have agreed on, and whether a browser is it. */
export interface KnownTerminalView {
  name: string;
  is_placed: boolean;
}

export interface LastCountView {
  number: number;
  cash: number;
  chips: number;
  counted_by: string;
  checked_by: string;
  at: string;
}

export interface LateBetRefused {
  type: "LateBetRefused";
  rule: string | OtherRule;
  seat: number;
  wager: string;
  amount: number;
}

/** A table's felt: what is written on it, and where its wagers lie. */
export interface Layout {
  table: string;
  name: string;
  title: string;
  game: string;
  is_real: boolean;
  is_private: boolean;
  seats: number;
  colour: string;
  lettering: string[];
  rows: string[][];
  spots: Spot[];
  no_bet: NoBet;
  chips: Chip[];
  hands: HandPlace[];
  seat_cards: number;
}

/** A first hand as far as it has been played. */
export interface Lesson {
  game: string;
  name: string;
  goal: string;
  colour: string;
  places: HandPlace[];
  seat_cards: number;
  wagers: Record<string, string>;
  bets: string[];
  events: (RoundOpened | BetPlaced | BetsClosed | JackpotBetTaken | DiceRolled | CardsBurned | PacketDealt | EmptySeatsCollected | ShufflerCleared | Raised | Folded | Checked | TakenBack | Surrendered | CardExposed | DealerRevealed | HandShown | WagerSettled | Qualified | HandKept | HandRemoved | RoundClosed | RoundVoided | HandFouled | LateBetRefused | MispayCorrected)[];
  spoken: SpokenAt[];
  steps: LessonStep[];
  asks: string;
  options: Offered[];
  too_low: string;
  goes_on: string;
  is_over: boolean;
}

/** Something that happens, told to the learner; the felt shows so many events by then. */
export interface LessonStep {
  events: number;
  says: string[];
  rule: string;
  quote: string;
}

export interface LevelDisplay {
  name: string;
  amount: number;
  status: string;
  title: string;
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

export interface LineDisplay {
  id: string;
  hand: string;
  pays: string;
  amount: number;
  envy: number;
}

/** A count of the cage by two people, under its place in the log. */
export interface ListedCageCount {
  position: number;
  number: number;
  at: string;
  cash: number;
  chips: number;
  difference: string;
  counted_by: string;
  checked_by: string;
}

export interface ListedDay {
  day: string;
  is_closed: boolean;
  is_on: boolean;
}

export interface ListedEvent {
  position: number;
  place: number;
  day: string;
  at: string;
  by: string;
  stream: string;
  number: number;
  kind: string;
  what: string;
}

/** A win in the list of a day, and where its page is. */
export interface ListedWin {
  link: string;
  jackpot: string;
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

/** What of the list of tables has changed; at first nothing has. */
export interface Lobby {
  type: "Lobby";
  news: LobbyNews;
}

/** The same wherever it is played for. */
export interface LobbyJackpot {
  link: string;
  name: string;
  levels: LevelDisplay[];
  notices: string[];
}

/** What of the list is other than after one number, up to another. Whoever has seen less fetches all of it. */
export interface LobbyNews {
  after: number;
  number: number;
  tables: LobbyTable[];
  gone: string[];
  jackpots: LobbyJackpot[];
}

export interface LobbyTable {
  table: string;
  name: string;
  title: string;
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
  jackpots: TableJackpot[];
}

/** All of the list. It stands as after this number; news that go further are to be followed. */
export interface LobbyView {
  number: number;
  tables: LobbyTable[];
  jackpots: LobbyJackpot[];
}

/** A line of a statement, with the deposit that it shows. */
export interface MatchedLine {
  place: string;
  statement: string;
  dated: string;
  amount: number;
  text: string;
  deposit: number | null;
  note: string;
}

export interface MatrixRow {
  command: string;
  says: string;
  roles: string[];
  sent_as: string[];
}

export interface Me {
  person: Person;
  wallet: number;
  in_all: number;
  seats: Record<string, number>;
  limits: OwnLimitsView;
  may: string[];
}

export type Method = "bound" | "exact";

export interface MispayCorrected {
  type: "MispayCorrected";
  rule: string | OtherRule;
  seat: number;
  wager: string;
  paid: number;
  due: number;
  why: string;
}

/** What an account gets or gives. All of them together come to nothing. */
export interface Moved {
  account: string;
  name: string;
  amount: number;
  parts: ForWhat[];
  words: string;
}

/** The host hears enough of whoever sits there, or has said a line and only watches; or hears him again. */
export interface Mute {
  type: "Mute";
  table: string;
  seat?: number | null;
  line?: number | null;
  muted?: boolean;
}

/** A staff card as it is printed. Its code is shown once and cannot be looked up. */
export interface NewCard {
  number: string;
  person: string;
  code: string;
  svg: string;
}

/** A PIN for the card that is swiped. */
export interface NewPin {
  card: Scanned | Keyed;
  pin: string;
}

/** A table among friends, for play money. */
export interface NewPrivateTable {
  game: string;
  minimum: number;
  maximum: number;
  name: string;
}

/** The browser that asks for this becomes a terminal of the house, as two people have agreed. */
export interface NewTerminal {
  name: string;
}

/** What has to be done about an award now. */
export interface NextAct {
  says: string;
  whose: Role[];
  command: SitDown | TopUp | StandUp | SitOut | ComeBack | SetPace | SetName | SetOwnLimits | IssuePlayMoney | HostTable | KickOut | VoidInvitation | HandHostOver | EndTable | BeginRound | AtTable | AtConsole | CountSensors | DeclareHand | VerifyHand | ReopenSeats | CorrectSensor | RefundHand | VoidGame | PressShuffler | PaySeat | CorrectPayout | CorrectRound | PrintRound | TapIn | TapOut | CallSupervisor | AnswerCall | SuspendTable | ResumeTable | RevokeCard | AcknowledgeRefusal | AcknowledgeAlert | AcknowledgeDeposit | AcknowledgeFault | OpenTable | ChangeTable | CloseTable | KeepOpen | CountTray | CheckCount | CollectDrop | CountDrop | CheckDrop | AskSlip | ApproveSlip | SendFill | ReceiveFill | SendCredit | ReceiveCredit | VoidSlip | PrintSlip | SellChips | RedeemChips | BringToCage | TakeFromCage | UndoCageMove | CountCage | CheckCageCount | AskPromotion | ApprovePromotion | DeclinePromotion | EndPromotion | HandOver | PayHandPay | TakeReturn | PrintWin | OnBank | AskChange | ApproveChange | DeclineChange | CloseDay | CorrectDay | AskAccess | ApproveAccess | DeclineAccess | SuspendAccount | EndAccount | RemoveTerminal | FileCondition | WithdrawCondition | WriteNote | EnterStatement | NoteKeyCopies | ApproveFloor | DeclineFloor | null;
}

/** The next press, or whatever else is waited for. */
export interface NextStep {
  label: string;
  whose: Whose;
  says: string;
  link: string;
  cite: string;
  asks_figure: boolean;
  command: SitDown | TopUp | StandUp | SitOut | ComeBack | SetPace | SetName | SetOwnLimits | IssuePlayMoney | HostTable | KickOut | VoidInvitation | HandHostOver | EndTable | BeginRound | AtTable | AtConsole | CountSensors | DeclareHand | VerifyHand | ReopenSeats | CorrectSensor | RefundHand | VoidGame | PressShuffler | PaySeat | CorrectPayout | CorrectRound | PrintRound | TapIn | TapOut | CallSupervisor | AnswerCall | SuspendTable | ResumeTable | RevokeCard | AcknowledgeRefusal | AcknowledgeAlert | AcknowledgeDeposit | AcknowledgeFault | OpenTable | ChangeTable | CloseTable | KeepOpen | CountTray | CheckCount | CollectDrop | CountDrop | CheckDrop | AskSlip | ApproveSlip | SendFill | ReceiveFill | SendCredit | ReceiveCredit | VoidSlip | PrintSlip | SellChips | RedeemChips | BringToCage | TakeFromCage | UndoCageMove | CountCage | CheckCageCount | AskPromotion | ApprovePromotion | DeclinePromotion | EndPromotion | HandOver | PayHandPay | TakeReturn | PrintWin | OnBank | AskChange | ApproveChange | DeclineChange | CloseDay | CorrectDay | AskAccess | ApproveAccess | DeclineAccess | SuspendAccount | EndAccount | RemoveTerminal | FileCondition | WithdrawCondition | WriteNote | EnterStatement | NoteKeyCopies | ApproveFloor | DeclineFloor | null;
}

/** Why chips that a player puts down are no bet, in the sentences of the house: a page has none of its own. */
export interface NoBet {
  nothing_there: string;
  no_base: string;
  short_of_chips: string;
  at_maximum: string;
}

/** A game that no way of counting fits, and why. */
export interface NotCounted {
  game: string;
  name: string;
  colour: string;
  why: string;
}

/** What a note explains or signs off. */
export type NoteAbout = "bank-line" | "difference" | "fund" | "report-filed" | "win";

/** Where copies of a key lie, and when somebody has last seen them. It takes the place of what was noted before. */
export interface NoteKeyCopies {
  type: "NoteKeyCopies";
  key: string;
  where: string;
  seen: string;
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
  per?: number;
  kind?: OddsKind;
}

/** Whether a stake comes back with the winnings ("to") or is gone whatever happens ("for"). */
export type OddsKind = "for" | "to";

/** An answer to the decision, and what the rule says of it. */
export interface Offered {
  name: string;
  label: string;
  rule: string;
  quote: string;
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

/** A one-time code that its holder has not redeemed yet. Two people know a half of it each. */
export interface OpenCode {
  asked_by: string;
  approved_by: string;
  ends: string;
  is_yours: boolean;
  gives_card: boolean;
}

/** Open a table where the house deals, with an inventory of chips from the cage. */
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

export type OtherRule = [RuleSource, string];

/** The house waits for its database, and takes no command until it is back; then the message is empty. */
export interface Outage {
  type: "Outage";
  message: string;
}

export interface Overview {
  games: GameFigures[];
  plots: BarPlot[];
  not_counted: NotCounted[];
  counting: string[];
}

/** Limits that a player has set for himself. Looser ones asked for wait a day. */
export interface OwnLimitsView {
  loss: number | null;
  until: string | null;
  looser_from: string | null;
}

/** A round that a player shows to whoever has this link. */
export interface OwnLink {
  round_id: string;
  title: string;
  path: string;
  at: string;
}

/** How fast a player wants to play. */
export type Pace = "calm" | "normal" | "quick";

/** How fast a seat wants to play: "calm", "normal" or "quick". */
export interface PaceSet {
  type: "PaceSet";
  seat: number;
  pace: string;
}

export interface PacketDealt {
  type: "PacketDealt";
  rule: string | OtherRule;
  hand_number?: number;
  to: number | string;
  count: number;
  cards: Card[] | null;
  up?: Card[];
  to_empty_seat?: boolean;
  places: number[];
}

/** One pay table: its figures in a line, then its lines. */
export interface Panel {
  type: "panel";
  table: Table;
  facts: Fact[];
  more: Table[];
  tone: Tone;
}

/** A report. `house`, `notices` and `signatures` are as on every paper of the house. */
export interface Paper {
  house: string;
  title: string;
  period: string;
  notices: string[];
  sections: PaperSection[];
  signatures: Signature[];
  made: string;
}

export interface PaperCell {
  text: string;
  value: string;
  opens: string;
  is_number: boolean;
  is_bad: boolean;
}

export interface PaperRow {
  cells: PaperCell[];
  is_total: boolean;
}

export interface PaperSection {
  title: string;
  columns: string[];
  rows: PaperRow[];
  says: string;
}

/** A whole PAR sheet. */
export interface ParSheet {
  title: string;
  summary: string;
  running_head: string;
  in_plain_words: Section;
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
  title: string;
  table: string;
  game: string;
  rules_hash: string;
  began: string;
  your_seat: number | null;
  commitment: string;
  seed: string;
  deck: Deck;
  events: (DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered | Filled | Credited | TablePlaced | TableRemoved | TableStopped | TableOpened | TableClosing | TableKeptOpen | TableClosed | TableChanging | TableChanged | InventoryCounted | DropCollected | SatDown | ToppedUp | StoodUp | SatOut | PaceSet | CameBack | SeatRenamed | RoundBegan | SeedRevealed | SeedLost | PayoutCapped | RealRoundBegan | RealRoundEnded | SensorsCounted | CardsShown | JackpotChips | ShufflerPressed | PayoutChecked | PayoutDiffered | PayoutCorrected | TableSuspended | TableResumed | DropCounted | TrayCounted | TrayChecked | RoundCorrected | RoundPrinted | HostNamed | KickedOut | Admitted | InvitationVoided | PromotionAwarded | RoundOpened | BetPlaced | BetsClosed | JackpotBetTaken | DiceRolled | CardsBurned | PacketDealt | EmptySeatsCollected | ShufflerCleared | Raised | Folded | Checked | TakenBack | Surrendered | CardExposed | DealerRevealed | HandShown | WagerSettled | Qualified | HandKept | HandRemoved | RoundClosed | RoundVoided | HandFouled | LateBetRefused | MispayCorrected)[];
  lines: TranscriptLine[];
  corrections: string[];
  spoken: SpokenAt[];
  extras: SeatExtra[];
}

/** The cage pays the winner what it owes on a hand-pay slip: in cash, or by a check of the house. */
export interface PayHandPay {
  type: "PayHandPay";
  link: string;
  win: string;
  by_check?: boolean;
}

export interface PayLine {
  hand: string;
  label: string;
  pays: string[];
  envy: string;
}

/** Settle the next seat where payouts are checked: what the dealer has counted out for it, beyond its stakes. */
export interface PaySeat {
  type: "PaySeat";
  table: string;
  seat: number;
  paid: number;
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

/** The dealer has counted out what was due to a seat beyond its stakes. */
export interface PayoutChecked {
  type: "PayoutChecked";
  round_id: string;
  seat: number;
  paid: number;
  dealer: string;
}

/** The seat has what is due. Wrong chips that were handed over are in the books, and made good. */
export interface PayoutCorrected {
  type: "PayoutCorrected";
  round_id: string;
  seat: number;
  entered: number;
  due: number;
  dealer: string;
  why: string;
  handed_over: boolean;
}

/** The dealer's figure for a seat was another than what is due. No money has moved; a supervisor puts it right. */
export interface PayoutDiffered {
  type: "PayoutDiffered";
  round_id: string;
  seat: number;
  entered: number;
  due: number;
  dealer: string;
}

/** Who counts what a seat wins, where a person deals the cards that Cardroom shuffles. */
export type Pays = "assisted" | "checked";

/** Something about accounts, cards or terminals that waits for a person of another line. */
export interface PendingAccess {
  request: string;
  change: EnrolStaff | ChangeRole | ResetAccount | GiveCard | ReinstateAccount | AddTerminal;
  says: string;
  asked_by: string;
  asked_by_name: string;
  asked_at: string;
  is_yours: boolean;
  may_answer: boolean;
  why_not: string;
  approvers: Person[];
}

export interface PendingAward {
  table: string;
  table_name: string;
  link: string;
  jackpot: string;
  sensor: number;
  round_id: string;
  wager: string;
  seat: number | null;
  line: string;
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

/** A floor that waits for a person of another line. */
export interface PendingFloor {
  request: string;
  source: string;
  why: string;
  asked_by: string;
  asked_by_name: string;
  at: string;
  changes: FloorChange[];
  may_answer: boolean;
  is_yours: boolean;
  why_not: string;
}

export interface PendingRequest {
  request: string;
  link: string;
  jackpot: string;
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

/** What one person has played and done. Nothing here is known of anybody but what the house calls them. */
export interface PersonStory {
  person: Person;
  state: AccountState;
  until: string | null;
  card: string;
  money: number;
  rounds: number;
  staked: number;
  net: number;
  jackpots: number;
  first: string;
  last: string;
  events: ListedEvent[];
  before: number | null;
}

export type Phase = "betting" | "closed" | "playing" | "void";

/** Chips of one colour, side by side. */
export interface Pile {
  value: number;
  colour: string;
  count: number;
}

export interface Ping {
  type: "Ping";
}

/** The pit as it stands now, as one's role may see it. */
export interface Pit {
  type: "Pit";
  view: PitView;
}

export interface PitTile {
  table: string;
  name: string;
  game: string;
  game_name: string;
  colour: string;
  is_real: boolean;
  is_dealt_by_hand: boolean;
  is_open: boolean;
  is_closing: boolean;
  suspended: Suspension | null;
  minimum: number;
  maximum: number;
  seats: number;
  players: number;
  rounds: number;
  waits: WaitView;
  dealer: DealerView | null;
  call: Call | null;
  trouble: string;
  lacks: string;
  slips: string[];
  money: TableMoney | null;
}

export interface PitView {
  day: string;
  now: string;
  tables: PitTile[];
  alerts: AlertView[];
  refused: RefusedAt[];
  regrets: FloorRegret[];
  verification: Verification;
}

/** The limits, side bets and way of dealing of a table. */
export interface PlanView {
  minimum: number;
  maximum: number;
  side_minimum: number;
  side_maximum: number;
  side_bets: SideBet[];
  dealer: Dealer;
}

/** What a session's decisions were worth, by exact advice given afterwards. */
export interface PlayReview {
  decisions: number;
  best: number;
  accuracy: string;
  cost: number;
  costliest: CostlyMistake[];
  with_mistakes: string[];
  not_counted: number;
}

export interface PlaySession {
  rounds: PlayedRound[];
  since: string | null;
  staked: number;
  net: number;
  line: number[];
  is_cut: boolean;
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
  corrected: number;
  title: string;
  table_title: string;
}

export interface Pong {
  type: "Pong";
  now: string;
}

/** Both generations: a hand button lights up, and goes out when pressed again. */
export interface PressHand {
  type: "PressHand";
  table: string;
  line: string;
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

/** What the sheet has a dealer do at the packet shuffler: its mode, or the green button. */
export interface PressShuffler {
  type: "PressShuffler";
  table: string;
  press: "count" | "first" | "mode";
}

/** What a command would do if it were given now. */
export interface Preview {
  refusal: string;
  code: string;
  needs_card: boolean;
  money: Moved[];
  words: string[];
  change: ForeseenChange | null;
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

/** Print the page of a round; every print but the first says that it is a reprint. */
export interface PrintRound {
  type: "PrintRound";
  table: string;
  round_id: string;
  prints?: number | null;
}

/** Print a slip; every print but the first says that it is a reprint. */
export interface PrintSlip {
  type: "PrintSlip";
  slip: number;
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

/** A table of one's own. The invitation is shown here and never again: the house keeps only its hash. */
export interface PrivateTable {
  table: string;
  invitation: string;
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

/** A hand gets the award of a promotion, beside what its wager pays. */
export interface PromotionAwarded {
  type: "PromotionAwarded";
  round_id: string;
  seat: number;
  promotion: string;
  wager: string;
  line: string;
  amount: number;
}

export interface PromotionPrice {
  chance: string;
  exactly: string;
  cost: string;
  stakes: StakePrice[];
  why_not: string;
}

export type PromotionStanding = "asked" | "coming" | "over" | "running";

export interface PromotionView {
  promotion: string;
  table: string;
  name: string;
  says: string;
  standing: PromotionStanding;
  first: string;
  last: string;
  document: string;
  consented: string;
  asked_by: string;
  approved_by: string;
  awards: number;
  paid: number;
  price: PromotionPrice | null;
}

export interface PromotionsView {
  paid: number;
  promotions: PromotionView[];
  offers: BonusTable[];
}

/** Real cards that a hand was proven by, and the people who looked at them. */
export interface Proof {
  cards: Record<string, Card[]>;
  entered_by: string;
  verified_by: string;
}

export type Purpose = "closing" | "drop" | "opening";

/** A jackpot hand. The jackpots price it; the stake was taken when the game started. */
export interface Qualified {
  type: "Qualified";
  rule: string | OtherRule;
  hand_number?: number;
  seat: number;
  wager: string;
  stake: number;
  paytable: string;
  line: string;
  pays: Odds | Share | Prize;
  envy: Prize | null;
}

/** A player makes a wager at a decision. */
export interface Raised {
  type: "Raised";
  rule: string | OtherRule;
  hand_number?: number;
  seat: number;
  wager: string;
  multiple: number;
  stake: number;
  decision?: string;
}

/** A gesture, likewise. */
export interface React {
  type: "React";
  table: string;
  reaction: "🍀" | "🎉" | "👏" | "😄" | "😢" | "😮";
}

/** An evidence pack that waits to be taken. */
export interface ReadyPack {
  name: string;
  size: number;
  made: string;
  asked_by: string;
  first_day: string;
  last_day: string;
  records: number;
  manifest: string;
}

/** Real cards are dealt: the wagers of the round have been counted on a console. */
export interface RealRoundBegan {
  type: "RealRoundBegan";
  round_id: string;
}

/** The last console of the table has ended its game, or a supervisor has voided the round. */
export interface RealRoundEnded {
  type: "RealRoundEnded";
  round_id: string;
  is_void: boolean;
}

/** The closed list of reasons for changing what a level holds by hand; postings carry them as their code. */
export type Reason = "above-limit" | "added-by-house" | "amount-won" | "malfunction" | "moved-in" | "overflow-returned" | "seed-recovery" | "undisplayed-funds";

/** The chips of a credit are in the cage. */
export interface ReceiveCredit {
  type: "ReceiveCredit";
  slip: number;
}

/** The chips of a fill are in the tray. */
export interface ReceiveFill {
  type: "ReceiveFill";
  slip: number;
}

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

/** Somebody gets cash at the cage, for chips or out of the wallet. */
export interface RedeemChips {
  type: "RedeemChips";
  amount: number;
  person?: string | null;
  from_wallet?: boolean;
}

export interface Redeemed {
  card: NewCard | null;
}

/** A one-time code, first the half of whoever asked for it, and what its holder wants to be known by. */
export interface Redeeming {
  person: string;
  code: string;
  password: string | null;
  pin: string | null;
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
  says: string;
}

/** The last card that was refused at a place. */
export interface RefusedCard {
  at: string;
  number: string;
  person: string;
  entered_by: string;
  what: string;
  refusal: CardRefusal;
  times?: number;
}

/** What an operator would regret, in a sentence. */
export interface Regret {
  kind: RegretKind;
  text: string;
  key: string;
  is_grave: boolean;
}

export type RegretKind = "above-cap" | "not-counted" | "player-edge" | "small-bank";

/** An account that was suspended is active again. */
export interface ReinstateAccount {
  type: "ReinstateAccount";
  person: string;
}

/** Take the jackpot away; what it holds goes to another jackpot or to a fund for problem gambling. A House jackpot holds nothing: it is discontinued, and needs no destination. */
export interface RemoveJackpot {
  type: "RemoveJackpot";
  why: string;
  destination: string;
  level?: string;
}

/** A browser is no terminal of the house any more. */
export interface RemoveTerminal {
  type: "RemoveTerminal";
  name: string;
}

/** A seat was overlooked when all were taken for checked: hands may be declared again. */
export interface ReopenSeats {
  type: "ReopenSeats";
  table: string;
}

/** Where anyone may see a round, as the player did who made the link. */
export interface ReplayLink {
  path: string;
}

/** Password and PIN are forgotten: the holder sets new ones. */
export interface ResetAccount {
  type: "ResetAccount";
  person: string;
}

/** Go on at a table that was suspended. */
export interface ResumeTable {
  type: "ResumeTable";
  table: string;
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

export type Role = "accounting" | "administrator" | "auditor" | "cage" | "dealer" | "executive" | "guest" | "player" | "regulator" | "service" | "supervisor" | "technician";

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
  seal_key: string;
}

export interface RoundClosed {
  type: "RoundClosed";
  rule: string | OtherRule;
  results: Record<string, number>;
}

/** What a settled wager was paid is put right: the difference moves. The round may lie far back. */
export interface RoundCorrected {
  type: "RoundCorrected";
  round_id: string;
  seat: number;
  wager: string;
  person: string;
  booked: number;
  paid: number;
  due: number;
  why: string;
  entered_by: string;
  approved_by: string;
  kept: number;
}

/** The first event names all that the round is played under. */
export interface RoundOpened {
  type: "RoundOpened";
  rule: string | OtherRule;
  round_id: string;
  settings: string;
  rules_hash: string;
}

export interface RoundPrinted {
  type: "RoundPrinted";
  round_id: string;
  number: number;
  by: string;
}

export interface RoundVoided {
  type: "RoundVoided";
  rule: string | OtherRule;
  cause: VoidCause;
  why: string;
  refunds: Record<string, Record<string, number>>;
}

/** The first cell names the row. */
export interface Row {
  cells: string[];
  tone: Tone;
  is_total: boolean;
}

export interface RuleQuote {
  number: string;
  name: string;
  text: string;
  rulings: string[];
}

/** Where a rule stands that is none of the game's own sheet. */
export type RuleSource = "WAC" | "keypad" | "procedure" | "ruling" | "touch";

export interface RuleText {
  number: string;
  cite: string;
  text: string;
  whole: string;
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
  dealer_falls_short: string;
  wagers: WagerDocument[];
  rulings: Ruling[];
  limits: Limits;
  rules_hash: string;
  settable: Setting[];
  variant: Record<string, unknown>;
  house_rules: HouseRule[];
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

/** The seat is kept and not waited for. */
export interface SatOut {
  type: "SatOut";
  seat: number;
  cause: string;
}

/** A line to everyone at a table among friends. It stands in no log. */
export interface Say {
  type: "Say";
  table: string;
  text: string;
}

/** A staff card by its printed code, as a scanner types it or a camera reads it. */
export interface Scanned {
  type: "Scanned";
  code: string;
}

export interface SeatAtBank {
  seat: number;
  name: string;
  chips: number;
  is_in_play: boolean;
}

/** What a round brings to a seat beside what its wagers were settled at. */
export interface SeatExtra {
  round_id: string;
  seat: number;
  jackpots: number;
  waits: number;
  kept: number;
  promotions: number;
}

/** What the log has of the seat in that round, with earlier corrections: a posted cap is on all that it wins. */
export interface SeatInLog {
  stake: number;
  others: number;
  kept?: number;
  cap?: number | null;
}

export interface SeatInRound {
  seat: number;
  name: string;
  staked: number;
  net: number;
  jackpots: number;
}

/** Whoever sits there is called otherwise now. */
export interface SeatRenamed {
  type: "SeatRenamed";
  seat: number;
  name: string;
}

export interface SeatView {
  seat: number;
  name: string;
  chips: number;
  is_away: boolean;
  is_computer: boolean;
}

export interface Section {
  name: string;
  title: string;
  blocks: (Table | Tables | Facts | Panel | Notice | Paragraph | Verbatim | Listing | BarPlot | FanPlot)[];
}

/** A round is over, and its seed will never be seen: the key that it was made from is lost. */
export interface SeedLost {
  type: "SeedLost";
  round_id: string;
  seal_key: string;
  entered_by: string;
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
  event: DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered | Filled | Credited | TablePlaced | TableRemoved | TableStopped | TableOpened | TableClosing | TableKeptOpen | TableClosed | TableChanging | TableChanged | InventoryCounted | DropCollected | SatDown | ToppedUp | StoodUp | SatOut | PaceSet | CameBack | SeatRenamed | RoundBegan | SeedRevealed | SeedLost | PayoutCapped | RealRoundBegan | RealRoundEnded | SensorsCounted | CardsShown | JackpotChips | ShufflerPressed | PayoutChecked | PayoutDiffered | PayoutCorrected | TableSuspended | TableResumed | DropCounted | TrayCounted | TrayChecked | RoundCorrected | RoundPrinted | HostNamed | KickedOut | Admitted | InvitationVoided | PromotionAwarded | RoundOpened | BetPlaced | BetsClosed | JackpotBetTaken | DiceRolled | CardsBurned | PacketDealt | EmptySeatsCollected | ShufflerCleared | Raised | Folded | Checked | TakenBack | Surrendered | CardExposed | DealerRevealed | HandShown | WagerSettled | Qualified | HandKept | HandRemoved | RoundClosed | RoundVoided | HandFouled | LateBetRefused | MispayCorrected;
  line: TranscriptLine;
}

/** Events of one record of a table as a person may see them. */
export interface SeenEvents {
  number: number;
  events: (DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered | Filled | Credited | TablePlaced | TableRemoved | TableStopped | TableOpened | TableClosing | TableKeptOpen | TableClosed | TableChanging | TableChanged | InventoryCounted | DropCollected | SatDown | ToppedUp | StoodUp | SatOut | PaceSet | CameBack | SeatRenamed | RoundBegan | SeedRevealed | SeedLost | PayoutCapped | RealRoundBegan | RealRoundEnded | SensorsCounted | CardsShown | JackpotChips | ShufflerPressed | PayoutChecked | PayoutDiffered | PayoutCorrected | TableSuspended | TableResumed | DropCounted | TrayCounted | TrayChecked | RoundCorrected | RoundPrinted | HostNamed | KickedOut | Admitted | InvitationVoided | PromotionAwarded | RoundOpened | BetPlaced | BetsClosed | JackpotBetTaken | DiceRolled | CardsBurned | PacketDealt | EmptySeatsCollected | ShufflerCleared | Raised | Folded | Checked | TakenBack | Surrendered | CardExposed | DealerRevealed | HandShown | WagerSettled | Qualified | HandKept | HandRemoved | RoundClosed | RoundVoided | HandFouled | LateBetRefused | MispayCorrected)[];
  lines: TranscriptLine[];
  clears: string;
}

/** Somebody pays cash at the cage, for chips or into the wallet. Nobody's name: a patron whom nobody knows. */
export interface SellChips {
  type: "SellChips";
  amount: number;
  person?: string | null;
  to_wallet?: boolean;
}

/** The chips of an approved credit leave the tray. */
export interface SendCredit {
  type: "SendCredit";
  slip: number;
}

/** The chips of an approved fill leave the cage. */
export interface SendFill {
  type: "SendFill";
  slip: number;
}

/** Real chips on lit sensors count for a link, and are taken into the tray. What the link has of them is the cage's to keep. */
export interface SensorsCounted {
  type: "SensorsCounted";
  round_id: string;
  link: string;
  seats: number[];
  amount: number;
}

/** A server of the house, which runs it or stands by. */
export interface ServerView {
  server: string;
  address: string;
  version: string;
  is_owner: boolean;
  is_silent: boolean;
  position: number;
  not_ready: string;
}

/** Be called so from now on. */
export interface SetName {
  type: "SetName";
  name: string;
}

/** Limits on oneself: the most to lose and the longest to play. None: no such limit, unless it is kept as it is. */
export interface SetOwnLimits {
  type: "SetOwnLimits";
  loss?: number | null;
  minutes?: number | null;
  keeps_loss?: boolean;
  keeps_time?: boolean;
}

/** Wish for a speed at one's table. Where all who play there wish it quick, the house's pauses are short. */
export interface SetPace {
  type: "SetPace";
  table: string;
  pace: Pace;
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
  type: "SettleSecondPass";
  seat: number;
}

/** What becomes of a wager when these facts hold, with the rule that says so. */
export interface Settled {
  when: Record<string, unknown[]>;
  then: string;
}

/** The seat that is settled next. */
export interface Settlement {
  seat: number;
  name: string;
  cards: Card[];
  hand: string;
  makers: Card[];
  wagers: WagerDue[];
  notes: string[];
  take: number | null;
  push: number | null;
  chips: Pile[];
}

/** A percentage of a jackpot level: 100%, 10%, 100% Mega. */
export interface Share {
  type: "share";
  basis_points: number;
  level?: string;
}

/** Where a game's rules are read from: an approved rule sheet, or what is commonly published. */
export interface Sheet {
  title: string;
  approval: string;
  is_approved: boolean;
  letter: Approval | null;
}

/** Cards that have proven a hand in this round. */
export interface ShownCards {
  holder: string;
  seat: number;
  cards: Card[];
}

/** What a wager pays in this round, as the shuffler shows it. */
export interface ShownColumn {
  wager: string;
  hands: number;
  pays: [string, string][];
}

/** With the felt that it was played on. */
export interface ShownRound {
  round_id: string;
  title: string;
  table: string;
  game: string;
  rules_hash: string;
  began: string;
  your_seat: number | null;
  commitment: string;
  seed: string;
  deck: Deck;
  events: (DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered | Filled | Credited | TablePlaced | TableRemoved | TableStopped | TableOpened | TableClosing | TableKeptOpen | TableClosed | TableChanging | TableChanged | InventoryCounted | DropCollected | SatDown | ToppedUp | StoodUp | SatOut | PaceSet | CameBack | SeatRenamed | RoundBegan | SeedRevealed | SeedLost | PayoutCapped | RealRoundBegan | RealRoundEnded | SensorsCounted | CardsShown | JackpotChips | ShufflerPressed | PayoutChecked | PayoutDiffered | PayoutCorrected | TableSuspended | TableResumed | DropCounted | TrayCounted | TrayChecked | RoundCorrected | RoundPrinted | HostNamed | KickedOut | Admitted | InvitationVoided | PromotionAwarded | RoundOpened | BetPlaced | BetsClosed | JackpotBetTaken | DiceRolled | CardsBurned | PacketDealt | EmptySeatsCollected | ShufflerCleared | Raised | Folded | Checked | TakenBack | Surrendered | CardExposed | DealerRevealed | HandShown | WagerSettled | Qualified | HandKept | HandRemoved | RoundClosed | RoundVoided | HandFouled | LateBetRefused | MispayCorrected)[];
  lines: TranscriptLine[];
  corrections: string[];
  spoken: SpokenAt[];
  extras: SeatExtra[];
  layout: Layout;
  rules: RulesDocument;
}

export interface ShufflerCleared {
  type: "ShufflerCleared";
  rule: string | OtherRule;
  cards_left: number;
}

/** The dealer has set the shuffler, or pressed its green button. */
export interface ShufflerPressed {
  type: "ShufflerPressed";
  press: "count" | "first" | "mode";
  round_id: string;
  mode: string;
  rule: string;
}

export interface SideBet {
  id: string;
  name: string;
  is_offered: boolean;
}

/** A line to be signed on. */
export interface Signature {
  whose: string;
  name: string;
}

/** Who did something, and when. */
export interface Signed {
  by: string;
  at: string;
}

/** Take a seat and buy chips. */
export interface SitDown {
  type: "SitDown";
  table: string;
  seat: number;
  buy_in: number;
}

/** Keep the seat and be waited for no longer. The house does it for a seat whose player is not there. */
export interface SitOut {
  type: "SitOut";
  table: string;
  seat?: number | null;
  cause?: Absence;
}

export interface Slip {
  number: number;
  kind: SlipKind;
  table: string;
  rack: Record<string, number>;
  amount: number;
  changed: string;
  asked: Signed;
  approved?: Signed | null;
  sent?: Signed | null;
  received?: Signed | null;
  voided?: Signed | null;
  cause?: VoidCause;
  why?: string;
  prints?: number;
  printed?: Signed | null;
}

export type SlipKind = "credit" | "fill";

/** A slip as it is printed. */
export interface SlipPage {
  house: string;
  title: string;
  number: number;
  figures: string;
  words: string;
  piles: ChipPile[];
  particulars: Particular[];
  signatures: Signature[];
  notices: string[];
  prints: number;
  printed: string;
  slip: SlipView;
}

/** The slips of a gaming day, and what has to be explained about them. */
export interface SlipReport {
  day: string;
  slips: Slip[];
  fills: number;
  credits: number;
  open: number[];
  void: number[];
  reprinted: number[];
  missing: number[];
}

export interface SlipSigned {
  what: string;
  by: string;
  name: string;
  at: string;
}

export type SlipStage = "approved" | "asked" | "received" | "sent" | "void";

export interface SlipView {
  number: number;
  kind: SlipKind;
  table: string;
  table_name: string;
  amount: number;
  piles: ChipPile[];
  stage: SlipStage;
  says: string;
  next: string;
  can_be_void: boolean;
  signed: SlipSigned[];
  why: string;
  prints: number;
}

export interface Snapshot {
  type: "Snapshot";
  table: string;
  view: TableView;
}

export interface SoftwareView {
  version: string;
  identity: string;
  files: number;
  is_compared: boolean;
  differences: Difference[];
}

/** Where an award is paid from. */
export type Source = "house" | "meter" | "tray";

/** What is said once an event has happened, until more is said. */
export interface SpokenAt {
  hands: SpokenHand[];
  line: string;
  yours: SpokenHand | null;
  place: number;
}

/** A hand as it is called. */
export interface SpokenHand {
  holder: number | string;
  words: string;
  makers: Card[];
  cards: Card[];
  line: string;
}

/** A place on the layout for a wager, and what may be put there. */
export interface Spot {
  wager: string;
  name: string;
  kind: Kind;
  minimum: number;
  maximum: number;
  chip: number;
  multiples: number[];
  on: string;
  too_little: string;
  too_much: string;
  odd_chips: string;
}

/** The card swiped at a touch display. */
export type StaffCard = "executive" | "supervisor";

export interface StaffMember {
  person: Person;
  state: AccountState;
  card: string;
  has_pin: boolean;
  code: OpenCode | null;
  until: string | null;
}

/** One browser in which somebody of the staff is signed in. */
export interface StaffSession {
  session: string;
  person: Person;
  since: string | null;
  terminal: string;
  by_card: boolean;
  is_this: boolean;
  may_end: boolean;
}

/** One step of the procedure; a condition as the facts under which it is taken. */
export interface StageDocument {
  stage: string;
  details: Record<string, unknown>;
  when: Record<string, unknown>[] | null;
}

/** The house edge of one stake, without the promotion and with it. */
export interface StakePrice {
  stake: number;
  without: string;
  with_it: string;
  exactly: string;
  favours_players: boolean;
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
  waits_in_words: string;
  is_closing: boolean;
  dealer: string;
  is_dealt_by_hand: boolean;
  is_calling: boolean;
  deadline: string | null;
  deadlines: Record<string, string>;
  seats: SeatView[];
  round_id: string;
  commitment: string;
  hands: SpokenHand[];
  line: string;
  extras: SeatExtra[];
  promotions: string[];
  hands_dealt: number;
}

export interface Statement {
  house: string;
  version: string;
  at: string;
  position: number;
  head: string;
  answers: Answered[];
}

/** One movement of a bank account; below zero: it went out. */
export interface StatementLine {
  dated: string;
  amount: number;
  text?: string;
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
  command: SitDown | TopUp | StandUp | SitOut | ComeBack | SetPace | SetName | SetOwnLimits | IssuePlayMoney | HostTable | KickOut | VoidInvitation | HandHostOver | EndTable | BeginRound | AtTable | AtConsole | CountSensors | DeclareHand | VerifyHand | ReopenSeats | CorrectSensor | RefundHand | VoidGame | PressShuffler | PaySeat | CorrectPayout | CorrectRound | PrintRound | TapIn | TapOut | CallSupervisor | AnswerCall | SuspendTable | ResumeTable | RevokeCard | AcknowledgeRefusal | AcknowledgeAlert | AcknowledgeDeposit | AcknowledgeFault | OpenTable | ChangeTable | CloseTable | KeepOpen | CountTray | CheckCount | CollectDrop | CountDrop | CheckDrop | AskSlip | ApproveSlip | SendFill | ReceiveFill | SendCredit | ReceiveCredit | VoidSlip | PrintSlip | SellChips | RedeemChips | BringToCage | TakeFromCage | UndoCageMove | CountCage | CheckCageCount | AskPromotion | ApprovePromotion | DeclinePromotion | EndPromotion | HandOver | PayHandPay | TakeReturn | PrintWin | OnBank | AskChange | ApproveChange | DeclineChange | CloseDay | CorrectDay | AskAccess | ApproveAccess | DeclineAccess | SuspendAccount | EndAccount | RemoveTerminal | FileCondition | WithdrawCondition | WriteNote | EnterStatement | NoteKeyCopies | ApproveFloor | DeclineFloor;
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
  rule: string | OtherRule;
  hand_number?: number;
  seat: number;
  wager: string;
  stake: number;
  back: number;
}

/** Somebody of the staff signs in nowhere and does nothing until two people have reinstated the account. */
export interface SuspendAccount {
  type: "SuspendAccount";
  person: string;
  why: string;
}

/** Stop everything at a table: somebody disputes what happened. Clocks stop, and nobody loses time by it. */
export interface SuspendTable {
  type: "SuspendTable";
  table: string;
  why: string;
}

/** Everything at a table stands still: who has stopped it, since when and why. */
export interface Suspension {
  by: string;
  since: string;
  why: string;
}

/** Touch display: signs for verification and CONFIRM; records the win, locks the amount and changes the meter. Where an award takes the executive's card the supervisor's comes first, and signs only. */
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

/** The table goes on under another plan, by the staff; until the floor file says something new about it. */
export interface TableChanged {
  type: "TableChanged";
  plan: string;
}

/** The table goes on under another plan when its next round begins. */
export interface TableChanging {
  type: "TableChanging";
  plan: string;
}

export interface TableClosed {
  type: "TableClosed";
  inventory: number;
}

/** The table closes when the round in play is over. */
export interface TableClosing {
  type: "TableClosing";
}

export interface TableConditions {
  table: string;
  name: string;
  is_open: boolean;
  lacks: string;
}

/** What a table may have to pay, under the best and the boldest play. */
export interface TableExposure {
  wagers: WagerExposure[];
  largest: number;
  seat_at_most: number;
  table_at_most: number;
  is_reached: boolean;
  inventory: number;
  payout_cap: number | null;
  regrets: Regret[];
}

/** A jackpot that a table plays for. */
export interface TableJackpot {
  link: string;
  is_open: boolean;
}

/** The table goes on after all. */
export interface TableKeptOpen {
  type: "TableKeptOpen";
}

/** A table's figures of the day. */
export interface TableMoney {
  drop: number;
  win: number;
  handle: number;
  tray: number;
  inventory: number;
  hold: Hold | null;
}

export interface TableOnDuty {
  table: string;
  name: string;
  is_open: boolean;
  dealer: DealerView | null;
  call: Call | null;
  suspended: Suspension | null;
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

/** The table goes on where it was suspended. */
export interface TableResumed {
  type: "TableResumed";
}

/** Something of the table has failed: nothing more is played there until it is opened anew. */
export interface TableStopped {
  type: "TableStopped";
  part: FaultyPart;
  error: string;
  round_id: string;
}

/** Nothing is dealt, bet or decided until a supervisor lets the table go on. */
export interface TableSuspended {
  type: "TableSuspended";
  why: string;
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
  lines: TranscriptLine[];
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

/** Cash or chips leave the cage, by the card of a second person, swiped where the cage is signed in. */
export interface TakeFromCage {
  type: "TakeFromCage";
  why: string;
  cash?: number;
  chips?: number;
}

/** A player gives back money of a win that was backed out: what he won, or envy that was asked back. */
export interface TakeReturn {
  type: "TakeReturn";
  link: string;
  win: string;
  seat: number;
  amount: number;
  person?: string | null;
}

/** A player takes a wager off the layout. */
export interface TakenBack {
  type: "TakenBack";
  rule: string | OtherRule;
  hand_number?: number;
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

/** From which amount a winner's tax data is asked for, since when, and by which rule. */
export interface TaxThreshold {
  since: string;
  amount: number;
  cites: string;
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
  next: NextStep | null;
  consoles: ConsoleView[];
  shown: ShownCards[];
  dealing: DealingView | null;
  dealer: DealerView | null;
  call: Call | null;
  suspended: Suspension | null;
  refused: RefusedAt | null;
}

/** Where the money of an award comes from that people hand over. */
export type Till = "cage" | "tray";

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

/** One thing that happened. It is made when it is read, and written nowhere. */
export interface TranscriptLine {
  text: string;
  cite: string;
  hand?: string;
  why?: string;
}

/** Two people agree on what is in the tray. What differs from what was expected has an account of its own. */
export interface TrayChecked {
  type: "TrayChecked";
  purpose: Purpose;
  rack: Record<string, number>;
  amount: number;
  difference: number;
  counted_by: string;
  checked_by: string;
  why: string;
}

/** One person has counted the tray; nothing moves until another has checked it. */
export interface TrayCounted {
  type: "TrayCounted";
  purpose: Purpose;
  rack: Record<string, number>;
  amount: number;
  expected: number | null;
}

/** Keypad: the supervisor's key. The card that turns it to JPH is the key until it is back at RUN. */
export interface TurnKey {
  type: "TurnKey";
  table: string;
  to: KeySwitch;
}

/** Cards that lie face up for everyone. */
export interface Turned {
  whose: string;
  seat: number | null;
  cards: Card[];
  hand: string;
  makers: Card[];
}

/** Undo what was done by mistake at the cage in this shift. Its number stays its own. */
export interface UndoCageMove {
  type: "UndoCageMove";
  number: number;
  why: string;
}

export interface Unsubscribe {
  type: "Unsubscribe";
  table: string;
}

export interface Unsubscribed {
  type: "Unsubscribed";
  table: string;
}

/** Where a game is offered. A letter has conditions of its own for each. */
export type Venue = "commercial" | "tribal";

/** Text whose line breaks and columns matter: a command, a strategy. */
export interface Verbatim {
  type: "verbatim";
  text: string;
}

export type Verdict = "lose" | "push" | "win";

/** Whether the log is verified today, and how far a verification is that runs now. */
export interface Verification {
  at: string | null;
  last: number;
  findings: number;
  is_of_today: boolean;
  is_running: boolean;
  done: number;
  of: number;
  problem: string;
}

/** An award off the meter, or a posted prize. A supervisor has looked at the cards, or signs for them next. */
export interface VerifyHand {
  type: "VerifyHand";
  link: string;
  table: string;
  seat: number;
  line: string;
  cards?: Card[];
  dealer?: Card[];
  community?: Card[];
  stayed_in?: boolean | null;
}

/** Why a round is void, or a wager goes back. */
export type VoidCause = "declared" | "game-failed" | "key-lost" | "rules-changed" | "rules-fail" | "rules-gone" | "sensor" | "table-closed" | "table-ended";

/** A misdeal: all jackpot wagers of the round go back. */
export interface VoidGame {
  type: "VoidGame";
  table: string;
  why: string;
}

/** Nobody comes to one's table any more by the invitation that was given out. Who has come by it stays. */
export interface VoidInvitation {
  type: "VoidInvitation";
  table: string;
}

/** A slip whose chips have not left is not needed, or wrong. Its number stays its own. */
export interface VoidSlip {
  type: "VoidSlip";
  slip: number;
  why: string;
}

export interface WagerDocument {
  id: string;
  name: string;
  kind: Kind;
  placed: string;
  reads: string | null;
  after_fold: string;
  settlement: Settled[];
  paytable_in_force: string | null;
  paytables: PayTableDocument[];
  needed: string;
}

/** What becomes of one wager, and by which rule. */
export interface WagerDue {
  wager: string;
  name: string;
  stake: number;
  verdict: Verdict | null;
  words: string;
  cite: string;
  rule: string;
  take: number;
  push: number;
  chips: Pile[];
}

/** One wager that the tray pays, at the table's limits. */
export interface WagerExposure {
  wager: string;
  name: string;
  paytable: string;
  hands: number | null;
  edge: string;
  edge_text: string;
  player_has_edge: boolean;
  largest: number;
  largest_by: string;
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
  rule: string | OtherRule;
  hand_number?: number;
  seat: number;
  wager: string;
  stake: number;
  verdict: Verdict;
  pays: Odds | Share | Prize | null;
  back: number;
}

/** What a table waits for. */
export type Wait = "a supervisor" | "bets" | "closed" | "decisions" | "players" | "the dealer" | "the next round";

/** To the staff. */
export interface WaitView {
  what: Wait;
  whose: Whose | null;
  says: string;
  since: string;
}

/** A hand that qualified for an award which is not recorded yet. */
export interface WaitingHand {
  seat: number;
  line: string;
}

/** Follow all jackpot signs. */
export interface WatchJackpots {
  type: "WatchJackpots";
}

/** Follow what changes of the list of tables. All of it is fetched from /api/lobby once the first answer is here. */
export interface WatchLobby {
  type: "WatchLobby";
}

/** Follow the tiles and alerts of the pit; for the staff. */
export interface WatchPit {
  type: "WatchPit";
}

/** Follow the terminal of a table; for the staff. */
export interface WatchTerminal {
  type: "WatchTerminal";
  table: string;
}

/** Somebody without a seat who has said something. */
export interface Watcher {
  line: number;
  name: string;
  is_muted: boolean;
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
  player?: string;
  dealt_by?: string;
  entered_by: string;
  verified_by?: string;
  confirmed_by?: string;
  approved_by: string;
  card: StaffCard | null;
  paid_at?: string | null;
  meter_after?: number;
  advanced?: number;
  seed?: number;
  reserve?: number;
  overflow?: number;
  is_backed_out?: boolean;
  backed_out?: BackedOut | null;
  envy?: Record<string, number>;
  envy_fate?: EnvyFate | null;
  returned?: Record<string, number>;
  adjusted?: number;
  proof?: Proof | null;
  handed_over?: HandedOver | null;
  printed?: Printed | null;
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
  envy: Record<string, number>;
  owed_back: Record<string, number>;
  printed: Printed | null;
}

/** A winner's own data, as somebody of the staff has written it down. "" has not been told. */
export interface Winner {
  name: string;
  identification: string;
  address: string;
  tax_number: string;
}

export type WinnerField = "address" | "identification" | "name" | "tax_number";

export interface WinnerView {
  asks: WinnerField[];
  tax: TaxThreshold | null;
  winner: Winner | null;
  is_erased: boolean;
  keep_until: string | null;
  may_erase: boolean;
}

/** Take a condition off file: its document holds no longer. */
export interface WithdrawCondition {
  type: "WithdrawCondition";
  game: string;
  condition: string;
  why: string;
}

/** A written note beside a figure of a gaming day, open or closed. The figure stays as it is. */
export interface WriteNote {
  type: "WriteNote";
  about: NoteAbout;
  day: string;
  place: string;
  text: string;
}

/** What only one person is told of where a table stands. */
export interface Yours {
  your_seat: number | null;
  pace: string;
  your_cards: Card[];
  options: Option[];
  next_act: CloseBets | RollDice | BurnCards | DealPacket | CollectEmptySeats | ClearShuffler | TakeFolded | ExposeCard | RevealHand | ReturnWager | SettleSeat | SettleSecondPass | CloseRound | null;
  hand: SpokenHand | null;
  too_low: string;
  is_sent_away: boolean;
}
