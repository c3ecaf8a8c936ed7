// A plain page on the public messages of the server: the lobby, a seat, bets, decisions, and what happens in words.

const DOLLAR = 1_000_000;
const element = (id) => document.getElementById(id);
const money = (amount) => {
  const text = (Math.abs(amount) / DOLLAR).toLocaleString("en-US", { minimumFractionDigits: amount % DOLLAR ? 2 : 0, maximumFractionDigits: 2 });
  return (amount < 0 ? "-$" : "$") + text;
};
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

let me = null; // from /api/me
let socket = null;
let retry = 500;
let lobby = [];
let table = null; // the one in view: {id, rules, number, round, standing, jackpots}
const answers = new Map(); // keys of commands on their way

function make(tag, text = "", properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  if (text) made.textContent = text;
  return made;
}

function showCards(cards) {
  return cards.map((card) => {
    const suit = card.slice(-1);
    return make("span", card.slice(0, -1) + SUITS[suit], { className: "dh".includes(suit) ? "card red" : "card" });
  });
}

// --- talking to the server -------------------------------------------------------------------------------------------

async function ask(path, body) {
  const answer = await fetch(path, body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const document = await answer.json();
  if (!answer.ok) throw new Error(document.message);
  return document;
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket.onopen = () => {
    retry = 500;
    send({ type: "WatchLobby" });
    if (table) send({ type: "Subscribe", table: table.id, after: table.number });
    for (const [key, { command }] of answers) send({ type: "Submit", key, command }); // the key makes this safe
  };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    element("who").textContent = "The connection is lost; trying again …";
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 10_000);
  };
}

function send(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function submit(command) {
  const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return new Promise((resolve) => {
    answers.set(key, { command, resolve });
    send({ type: "Submit", key, command });
  }).then((answer) => {
    element("message").textContent = answer.type === "Refused" ? answer.message : "";
    refreshMe();
    return answer.type !== "Refused";
  });
}

function receive(message) {
  if (message.type === "Hello") element("house").textContent = message.house;
  if (message.type === "Hello" || message.type === "Accepted") showWho();
  if (message.type === "Lobby") { lobby = message.tables; showLobby(); }
  if (message.type === "Accepted" || message.type === "Refused") {
    answers.get(message.key)?.resolve(message);
    answers.delete(message.key);
  }
  if (!table || message.table !== table.id) return;
  if (message.type === "Snapshot") {
    const { events, jackpots, number, ...standing } = message.view;
    Object.assign(table, { number, standing, jackpots });
    element("story").replaceChildren();
    events.forEach(tell);
    showTable();
  }
  if (message.type === "Frame") {
    Object.assign(table, { number: message.number, standing: message.standing, jackpots: message.jackpots ?? table.jackpots });
    for (const record of message.records) {
      for (const event of record.events) tell(event.type === "Played" ? event.event : event);
    }
    showTable();
  }
}

// --- who ---------------------------------------------------------------------------------------------------------------

async function refreshMe() {
  me = await ask("/api/me").catch(() => null);
  showWho();
}

function showWho() {
  element("who").textContent = me ? `${me.person.name}, ${me.person.role} · wallet ${money(me.wallet)} · in all ${money(me.in_all)}` : "Watching. Sit down at a table to play as a guest.";
  element("leave").hidden = !me;
}

async function becomeSomeone() {
  if (me) return;
  me = await ask("/api/guest", {});
  const opened = new Promise((resolve) => socket.addEventListener("close", resolve, { once: true }));
  socket.close(); // the next connection carries the new session
  await opened;
  await new Promise((resolve) => { const wait = setInterval(() => { if (socket.readyState === WebSocket.OPEN) { clearInterval(wait); resolve(); } }, 50); });
}

// --- the lobby ----------------------------------------------------------------------------------------------------------

function showLobby() {
  element("tables").replaceChildren(...lobby.map((one) => {
    const item = make("li");
    item.append(make("strong", one.name), make("div", `${one.table} · ${money(one.minimum)} to ${money(one.maximum)} · ${one.taken.length} of ${one.seats} seats taken`, { className: "small" }));
    for (const sign of one.jackpots) item.append(make("div", sign.levels.map((level) => `${level.name} ${money(level.amount)}${level.status ? " " + level.status : ""}`).join(" · "), { className: "small" }));
    item.append(make("button", "Go to the table", { onclick: () => enter(one.table) }));
    return item;
  }));
}

async function enter(id) {
  const [rules, layout] = await Promise.all([ask(`/api/tables/${id}/rules`), ask(`/api/tables/${id}/layout`)]);
  table = { id, number: null, standing: null, jackpots: [], rules, layout };
  element("lobby").hidden = true;
  element("table").hidden = false;
  element("message").textContent = "";
  element("story").replaceChildren();
  makeBets();
  send({ type: "Subscribe", table: id });
}

element("back").onclick = () => {
  send({ type: "Unsubscribe", table: table.id });
  table = null;
  element("table").hidden = true;
  element("lobby").hidden = false;
};

element("leave").onclick = async () => {
  await ask("/api/logout", {}).catch(() => null);
  me = null;
  showWho();
};

// --- the table ----------------------------------------------------------------------------------------------------------

const wagerName = (id) => table.rules.wagers.find((wager) => wager.id === id)?.name ?? id;

function makeBets() {
  const form = element("bets");
  form.replaceChildren(make("h3", "Your bets"));
  for (const spot of table.layout) {
    if (spot.kind === "decision" || spot.kind === "equal") continue; // later, or put down by the table itself
    const label = make("label", `${spot.name} $ `);
    const step = Math.min(spot.chip, spot.minimum) / DOLLAR;
    const value = spot.kind === "base" ? spot.minimum / DOLLAR : "";
    label.append(make("input", "", { name: spot.wager, type: "number", min: 0, max: spot.maximum / DOLLAR, step, value, placeholder: String(spot.minimum / DOLLAR) }));
    form.append(label);
  }
  form.append(make("button", "Bet", { type: "submit" }));
  form.onsubmit = (event) => {
    event.preventDefault();
    const stakes = {};
    for (const input of form.querySelectorAll("input")) if (Number(input.value) > 0) stakes[input.name] = Math.round(Number(input.value) * 100) * (DOLLAR / 100);
    submit({ type: "PlaceBets", table: table.id, stakes });
  };
}

function showTable() {
  const standing = table.standing;
  const one = lobby.find((other) => other.table === table.id);
  element("table-title").textContent = `${table.rules.name} · ${table.id}`;
  showState();
  element("seats").replaceChildren(...Array.from({ length: one.seats }, (_, index) => seatItem(index + 1)));
  element("cards").replaceChildren(...(standing.your_cards.length ? [make("span", "Your cards: "), ...showCards(standing.your_cards)] : []));
  element("bets").hidden = !(standing.your_seat && standing.waits_for === "bets");
  const actions = standing.options.map((option) => make("button", option.multiple ? `${wagerName(option.wager)} ${option.multiple}x (${money(option.amount)})` : "Fold", { onclick: () => submit({ type: "Decide", table: table.id, multiple: option.multiple }) }));
  if (standing.your_seat) {
    actions.push(make("button", "Buy chips", { onclick: () => submit({ type: "TopUp", table: table.id, amount: one.minimum * 20 }) }));
    actions.push(make("button", "Stand up", { onclick: () => submit({ type: "StandUp", table: table.id }) }));
    actions.push(make("button", "More play money", { onclick: () => submit({ type: "IssuePlayMoney" }) }));
  }
  element("actions").replaceChildren(...actions);
  element("jackpots").textContent = table.jackpots.map((sign) => `${sign.link}: ${sign.levels.map((level) => `${level.name} ${money(level.amount)} ${level.status}`).join(", ")}. ${sign.notices.join(" ")}`).join(" ");
}

function showState() {
  const { deadline, waits_for } = table.standing;
  const left = deadline ? Math.max(0, Math.round((new Date(deadline) - Date.now()) / 1000)) : null;
  const words = waits_for === "closed" ? "This table is closed." : `Waiting for ${waits_for}${left === null ? "" : `, ${left} s`}.`;
  if (element("state").textContent !== words) element("state").textContent = words;
}

function seatItem(number) {
  const seat = table.standing.seats.find((other) => other.seat === number);
  const item = make("li", seat ? `${number}: ${seat.name}${seat.is_you ? " (you)" : ""}, ${money(seat.chips)}` : "", { className: seat?.is_you ? "mine" : "" });
  if (!seat && !table.standing.your_seat) item.append(make("button", `Sit at ${number}`, { onclick: () => sit(number) }));
  else if (!seat) item.textContent = `${number}: free`;
  return item;
}

async function sit(number) {
  const minimum = lobby.find((other) => other.table === table.id).minimum;
  try {
    await becomeSomeone();
    await submit({ type: "SitDown", table: table.id, seat: number, buy_in: minimum * 40 });
  } catch (error) {
    element("message").textContent = error.message;
  }
}

// --- what happens, in words ---------------------------------------------------------------------------------------------

const cards = (list) => list.map((card) => card.slice(0, -1) + SUITS[card.slice(-1)]).join(" ");
const holder = (who) => (typeof who === "number" ? `seat ${who}` : `the ${who}`);
const bets = (stakes) => Object.entries(stakes).map(([id, amount]) => `${wagerName(id)} ${money(amount)}`).join(", ");
const WORDS = {
  RoundOpened: (e) => `Round ${e.round_id} is open for bets.`,
  BetPlaced: (e) => Object.keys(e.stakes).length ? `Seat ${e.seat} bets ${bets(e.stakes)}.` : `Seat ${e.seat} takes its bets back.`,
  BetsClosed: () => "No more bets.",
  DiceRolled: (e) => `The dice show ${e.dice.join("-")}.`,
  PacketDealt: (e) => `${e.count} cards to ${holder(e.to)}${e.cards ? ": " + cards(e.cards) : e.up?.length ? ", " + cards(e.up) + " up" : ", face down"}.`,
  Raised: (e) => `Seat ${e.seat} bets ${wagerName(e.wager)} ${e.multiple}x, ${money(e.stake)}.`,
  Folded: (e) => `Seat ${e.seat} folds.`,
  CardExposed: (e) => `The dealer turns ${cards([e.card])}.`,
  DealerRevealed: (e) => `The dealer shows ${cards(e.cards)}: ${e.hand}${e.qualifies ? "" : "; the dealer does not qualify"}.`,
  HandShown: (e) => `Seat ${e.seat} shows ${cards(e.cards)}: ${e.hand}.`,
  WagerSettled: (e) => `Seat ${e.seat}: ${wagerName(e.wager)} ${e.verdict === "lose" ? "loses " + money(e.stake) : e.verdict === "push" ? "pushes" : "wins " + money(e.back - e.stake)}.`,
  Qualified: (e) => `Seat ${e.seat}: ${wagerName(e.wager)} hits ${e.line}!`,
  RoundClosed: (e) => `The round is over: ${Object.entries(e.results).map(([seat, net]) => `seat ${seat} ${net > 0 ? "+" : ""}${money(net)}`).join(", ")}.`,
  RoundVoided: (e) => `The round is void (${e.reason}); every stake goes back.`,
  SatDown: (e) => `${e.name} sits down at seat ${e.seat} with ${money(e.chips)}.`,
  StoodUp: (e) => `Seat ${e.seat} gets up with ${money(e.chips)}.`,
  RoundBegan: (e) => `The deck is shuffled; commitment ${e.commitment.slice(0, 16)}…`,
  SeedRevealed: (e) => `The seed of the shuffle: ${e.seed.slice(0, 16)}…`,
};

function tell(event) {
  const words = WORDS[event.type]?.(event);
  if (!words) return;
  const story = element("story");
  story.append(make("li", words, { title: event.cite ?? "", className: event.type === "RoundOpened" ? "start" : "" }));
  while (story.children.length > 200) story.firstChild.remove();
  story.scrollTop = story.scrollHeight;
}

setInterval(() => { if (table?.standing) showState(); }, 1000);
await refreshMe();
connect();
