// Position and view texts (RULES.md, "Position text") and move texts, read into plain objects.
// No drawing and no knowledge of any edition here.

/** A card on the table; a turned one shows its second face. */
export interface PlacedCard {
  id: string;
  turned: boolean;
}

export interface ChosenCard extends PlacedCard {
  /** Whether it goes to the storage rather than to the discards. */
  stored: boolean;
}

export interface CommittedCard extends PlacedCard {
  seat: number;
}

/** A pile or a hand: the cards that are named, and how many are not. */
export interface Pile<C extends PlacedCard = PlacedCard> {
  cards: C[];
  hidden: number;
}

export interface Target {
  id: string;
  committed: CommittedCard[];
}

export interface Spirit {
  resolved: number;
  segments: number;
  committed: CommittedCard[];
}

export interface Seat {
  character: string;
  unflipped: boolean;
  hand: Pile;
  deck: Pile;
  discard: Pile;
  storage: Pile;
  chosen: Pile<ChosenCard>;
  relics: string[];
}

export interface Position {
  /** The seat whose view this is; null where everything is open. */
  viewer: number | null;
  level: number;
  phase: string;
  seat: number | null;
  start: number | null;
  blessings: number;
  rests: number;
  turn: { played: boolean; signalled: boolean; stored: boolean };
  row: Target[];
  deck: Pile;
  done: string[];
  spirit: Spirit | null;
  marker: string;
  queue: number[];
  taking: string | null;
  seats: Seat[];
}

export interface PositionHead {
  level: number;
  phase: string;
  seat: number | null;
  blessings: number;
  rests: number;
  turn: string;
  rowLength: number;
}

export interface Move {
  text: string;
  kind: string;
  card: string | null;
  targets: string[];
  rotate: boolean;
  picks: string[];
}

function listOf(text: string | undefined): string[] {
  return text === undefined || text === "-" || text === "" ? [] : text.split(",");
}

/** "WK3'" -> {id: "WK3", turned: true}: turned cards show their second face. */
export function cardOf(text: string): PlacedCard {
  const turned = text.endsWith("'");
  return { id: turned ? text.slice(0, -1) : text, turned };
}

/** A pile or hand: the cards that are named, and how many are not ("?3" in a view). */
function cardsOf(text: string | undefined): Pile {
  if (text?.startsWith("?")) return { cards: [], hidden: Number(text.slice(1)) || 0 };
  return { cards: listOf(text).map(cardOf), hidden: 0 };
}

/** "(WJ3@1+WJ4'@2)" -> the committed cards, each with the seat that committed it. */
function committedOf(text: string | undefined): CommittedCard[] {
  if (!text) return [];
  return text
    .slice(1, -1)
    .split("+")
    .map((part) => {
      const [card = "", seat] = part.split("@");
      return { ...cardOf(card), seat: Number(seat) };
    });
}

function targetOf(text: string): Target {
  const open = text.indexOf("(");
  return open < 0
    ? { id: text, committed: [] }
    : { id: text.slice(0, open), committed: committedOf(text.slice(open)) };
}

function spiritOf(text: string): Spirit | null {
  if (text === "-") return null;
  const found = /^(\d+)\/(\d+)(\(.*\))?$/.exec(text);
  if (!found) throw new Error(`spirit=${text} cannot be read`);
  return { resolved: Number(found[1]), segments: Number(found[2]), committed: committedOf(found[3]) };
}

/** "^WJ2-WJ7'" -> the discards chosen in `keep`; stored ones go to the storage. */
function chosenOf(text: string): Pile<ChosenCard> {
  if (text.startsWith("?")) return { cards: [], hidden: Number(text.slice(1)) || 0 };
  const parts = text === "-" ? [] : (text.match(/[\^-][A-Za-z0-9]+'?/g) ?? []);
  return { cards: parts.map((part) => ({ ...cardOf(part.slice(1)), stored: part[0] === "^" })), hidden: 0 };
}

function seatOf(text: string): Seat {
  const equals = text.indexOf("=");
  const parts = text.slice(equals + 1).split("/");
  if (equals < 1 || parts.length < 6) throw new Error(`the seat ${text} cannot be read`);
  return {
    character: text.slice(0, equals),
    unflipped: parts[0] === "A",
    hand: cardsOf(parts[1]),
    deck: cardsOf(parts[2]),
    discard: cardsOf(parts[3]),
    storage: cardsOf(parts[4]),
    chosen: chosenOf(parts[5] ?? "-"),
    relics: listOf(parts[6]),
  };
}

function seatNumber(text: string | undefined): number | null {
  return text === undefined || text === "-" ? null : Number(text);
}

/** Whether a card of a hand or a storage lies with its second face up. */
export function liesTurned(position: Position, id: string): boolean {
  const held = position.seats.flatMap((seat) => [...seat.hand.cards, ...seat.storage.cards]);
  return held.some((card) => card.id === id && card.turned);
}

/** A position text or a view text. Throws an Error that says which part cannot be read. */
export function parsePosition(text: string): Position {
  const fields: Record<string, string | undefined> = {};
  const seats: Seat[] = [];
  for (const part of text.trim().split(" ")) {
    const equals = part.indexOf("=");
    if (part.includes("/") && /^[a-z]+=[Au]\//.test(part)) seats.push(seatOf(part));
    else fields[part.slice(0, equals)] = part.slice(equals + 1);
  }
  for (const name of ["level", "phase", "row"]) {
    if (fields[name] === undefined) throw new Error(`${name}= is missing`);
  }
  const turn = fields.turn ?? "-";
  return {
    viewer: seatNumber(fields.view),
    level: Number(fields.level),
    phase: fields.phase ?? "",
    seat: seatNumber(fields.seat),
    start: seatNumber(fields.start),
    blessings: Number(fields.blessings),
    rests: Number(fields.rests),
    turn: { played: turn.includes("p"), signalled: turn.includes("s"), stored: turn.includes("w") },
    row: listOf(fields.row).map(targetOf),
    deck: cardsOf(fields.deck),
    done: listOf(fields.done),
    spirit: spiritOf(fields.spirit ?? "-"),
    marker: fields.marker ?? "-",
    queue: listOf(fields.queue).map(Number),
    taking: fields.taking === undefined || fields.taking === "-" ? null : fields.taking,
    seats,
  };
}

const HEAD_FIELDS =
  /level=(\d+) phase=(\w+) seat=(\S+) start=\S+ blessings=(\d+) rests=(\d+) turn=(\S+) row=(\S+)/;

/** What lists need of a position, without reading all of it. */
export function positionHead(text: string): PositionHead {
  const found = HEAD_FIELDS.exec(text)?.slice(1) ?? [];
  const [level = "0", phase = "?", seat = "-", blessings = "0", rests = "0", turn = "-", row = "-"] = found;
  return {
    level: Number(level),
    phase,
    seat: seatNumber(seat),
    blessings: Number(blessings),
    rests: Number(rests),
    turn,
    rowLength: row === "-" ? 0 : row.split(",").length,
  };
}

/** The parts of a move text that acting on the table needs (RULES.md, "Move text"). */
export function parseMove(text: string): Move {
  const [kind = "", ...rest] = text.split(" ");
  const move: Move = { text, kind, card: null, targets: [], rotate: rest.includes("~"), picks: [] };
  if (kind === "play") {
    const [card, target = ""] = (rest[0] ?? "").split(">");
    move.card = card ?? null;
    move.targets = target.split("+");
  } else if (kind === "claim" || kind === "signal" || kind === "take") {
    move.targets = [rest[0] ?? ""];
  } else if (kind === "keep") {
    move.picks = rest.filter((part) => part !== "~");
  } else if (kind === "ability") {
    move.picks = rest;
  }
  return move;
}
