// One hub a model, shared by all its views: the tree, the cursor, requests to Python, and the one autoplay timer.

import { clamp } from "./dom";
import { isHidden, readReviews, seekMistake } from "./findings";
import { isSavedPage, onChanges } from "./model";
import { parseMove, type Move } from "./notation";
import type { Finding, Game, GameNode, LegalMove, Model, Notes, WeighedMove } from "./protocol";
import { t } from "./telling";
import {
  branchPoint,
  childrenOf,
  commentOf,
  glyphOf,
  headOf,
  makeTree,
  nextOf,
  onMainLine,
  onwards,
  parentOf,
  pathTo,
  sayOf,
  siblingsOf,
  startsTurn,
  type Preferred,
  type Tree,
} from "./tree";
import type { PlayerView } from "./view";

const ANSWER_WITHIN = 20000; // milliseconds, since the request or the last sign of life
export const SPEEDS: [value: string, words: string][] = [
  ...["0.5", "1", "2", "4"].map((speed): [string, string] => [speed, t("go.speed.second", { speed })]),
  ["weight", t("go.speed.weight")],
];

/** What listeners are told of. */
export type Change = "tree" | "cursor" | "play" | "bots" | "reviews" | "retry" | "keeping";

/** A message to or from Python: its kind, and what belongs to it. */
export type Message = Record<string, unknown>;

/** A legal move, read and in words; `final` says what cannot be undone about it, "" for most. */
export type OfferedMove = Move & { words: string; final: string };

interface Pending {
  resolve: (answer: Message) => void;
  reject: (fault: Error) => void;
  heard: (message: Message) => void;
  timer: number | undefined;
  wait: () => void;
}

/** What the review found, as `findings` reads it. */
export interface Reviews {
  nodes: Record<number, Finding | undefined>;
  lines: ReviewedLine[];
  game: [done: number, total: number];
  branches: [done: number, total: number];
  grades: { mistake?: number; blunder?: number };
  invalid?: number;
  summary?: ReviewSummary | null;
  any: boolean;
}

/** The recorded line in short. */
export interface ReviewSummary {
  result: { won: boolean | null; level: number; score: number | null; why: string | null };
  /** The greatest changes of the chance to win: losses of decisions, luck of deals. */
  moments: { node: number; kind: string; seat: number | null; change: [number, number] }[];
  players: { seat: number; decisions: number; total: number; mistakes: number }[];
}

/** The sums of one line: of the recorded game, or of a variation that begins at `head`. */
export interface ReviewedLine {
  recorded: boolean;
  head: number;
  summaries: Summary[];
  lost?: number | null;
  luck?: [number, number] | null;
}

export interface Summary {
  seat: number | null;
  decisions: number;
  forced: number;
  loss: [number, number];
  interval: [number, number];
  luck?: [number, number] | null;
  grades: Record<string, number | undefined>;
  labels: Record<string, number | undefined>;
  worst?: number[];
  best?: number[];
}

/** A decision that is tried again: where, what is known of it, and what was tried. */
export interface Retry {
  node: number;
  at: number;
  finding: Finding;
  /** The moves whose values are known, the best first. */
  moves: WeighedMove[];
  before: Set<number>;
  hint: number;
  tried: Map<string, WeighedMove>;
  last: { text: string; found?: WeighedMove; fault?: string } | null;
  solved: boolean;
  busy: boolean;
}

interface Trail {
  name: string;
  from: number;
  to: number;
}

/** The state that all views of one model share. */
export interface Hub {
  model: Model;
  tree: Tree;
  game: Game;
  preferred: Preferred;
  drafts: Map<number, string>;
  draftsOf: Map<string | undefined, Map<number, string>>;
  listeners: Set<(kind: Change, detail?: unknown) => void>;
  views: number;
  looking: number;
  name: string;
  sequence: number;
  waiting: Map<unknown, Pending>;
  late: Set<unknown>;
  legal: Map<number, Promise<{ moves: OfferedMove[]; why: string }>>;
  timer: number | undefined;
  playing: boolean;
  speed: string;
  wanted: number | null;
  running: string | null;
  gone: boolean;
  saved: boolean;
  reviews: Reviews;
  reviewing: { done: number; total: number } | null;
  reviewSaid: { text: string; fault: boolean } | null;
  retry: Retry | null;
  closed: Map<number, string>;
  trail: Trail[];
  path: { tree: Tree; recorded: boolean; path: GameNode[]; places: Map<number, number> } | null;
  later: Set<Change>;
  /** How a lost connection is worded where a table knows how its game is continued. */
  lostWords?: (key: string) => string;
  /** The view to show again when a retry is over. */
  lensBefore: string | null;
  /** What waits for another view; the views of a player know what they show. */
  afterLens: ((view: PlayerView) => void) | null;
  /** Shows another view where the page itself holds several. */
  otherView?: (lens: string) => void;
  /** The call that continues a table's game. */
  resume?: string;
}

export function createHub(model: Model): Hub {
  const hub: Hub = {
    model,
    tree: makeTree([], []),
    game: {},
    preferred: new Map(),
    drafts: new Map(),
    draftsOf: new Map(),
    listeners: new Set(),
    views: 0,
    looking: 0,
    // Another window on the same notebook gets the same answers, so requests have names of their own.
    name: Math.random().toString(36).slice(2),
    sequence: 0,
    waiting: new Map(),
    late: new Set(),
    legal: new Map(),
    timer: undefined,
    playing: false,
    speed: speedOf(model),
    wanted: null,
    running: null,
    gone: false,
    saved: isSavedPage(model),
    reviews: { nodes: {}, lines: [], game: [0, 0], branches: [0, 0], grades: {}, any: false },
    reviewing: null,
    reviewSaid: null,
    retry: null,
    lensBefore: null,
    afterLens: null,
    closed: new Map(),
    trail: [],
    path: null,
    later: new Set(),
  };
  hub.game = gameOf(model);
  readTree(hub);
  readReviews(hub);
  if (hub.tree.root) remember(hub, current(hub));
  onChanges(model, ["line", "branches", "game", "notes"], () => laterOnce(hub, "tree", () => readTree(hub)));
  model.on("change:speed", () => {
    hub.speed = speedOf(model);
    if (hub.playing) schedule(hub);
    tell(hub, "play");
  });
  model.on("change:keeping", () => laterOnce(hub, "keeping", () => undefined));
  model.on("change:reviews", () => {
    if (!changesLens(hub)) laterOnce(hub, "reviews", () => readReviews(hub)); // else they are read with the tree
  });
  model.on("change:cursor", () => {
    if (changesLens(hub)) return; // the new cursor belongs to a tree that has not been read yet
    remember(hub, current(hub));
    tell(hub, "cursor");
  });
  model.on("msg:custom", (message: Message) => receive(hub, message));
  // Jupyter says so when it has lost the kernel: what is legal is asked for again, and then it is known.
  model.on("comm_live_update", () => {
    forgetLegal(hub);
    laterOnce(hub, "tree", () => readTree(hub));
  });
  return hub;
}

/** Several traits that change together are read once. */
export function laterOnce(hub: Hub, kind: Change, act: () => void): void {
  if (hub.later.has(kind)) return;
  hub.later.add(kind);
  queueMicrotask(() => {
    hub.later.delete(kind);
    act();
    tell(hub, kind);
  });
}

function gameOf(model: Model): Game {
  return (model.get("game") as Game | undefined) ?? {};
}

/** Whether Python has sent what another lens shows, and the hub has not read it yet. */
function changesLens(hub: Hub): boolean {
  return gameOf(hub.model).lens !== hub.game.lens;
}

/**
 * Another lens numbers nodes differently and may show less. So the hub forgets everything that it kept by node or
 * that was said under the old lens. Only what the reader was typing stays, for the lens under which it was typed.
 */
function forgetLens(hub: Hub, lens: string | undefined): void {
  hub.draftsOf.set(hub.game.lens, hub.drafts);
  hub.drafts = hub.draftsOf.get(lens) ?? new Map();
  forgetLegal(hub);
  hub.preferred.clear();
  Object.assign(hub, { wanted: null, path: null, retry: null, reviewSaid: null, trail: [] });
}

export function readTree(hub: Hub): void {
  const anew = changesLens(hub);
  const game = gameOf(hub.model);
  if (anew) forgetLens(hub, game.lens);
  const before = anew || !hub.tree.root ? null : hub.tree;
  hub.game = hub.saved ? { ...game, kernel: false } : game;
  hub.tree = makeTree(
    (hub.model.get("line") as GameNode[] | undefined) ?? [],
    (hub.model.get("branches") as GameNode[] | undefined) ?? [],
    (hub.model.get("notes") as Notes | undefined) ?? {},
  );
  if (anew) {
    readReviews(hub);
    if (hub.tree.root) remember(hub, current(hub));
  }
  if (before && before.line !== hub.tree.line) forgetLegal(hub);
  if (hub.wanted !== null && hub.tree.byId.has(hub.wanted)) goTo(hub, hub.wanted);
  else if (before) keepCursor(hub, before);
}

/** A deleted node's reader is put where the branch left. */
function keepCursor(hub: Hub, before: Tree): void {
  let node: GameNode | null = before.byId.get(cursorOf(hub)) ?? null;
  if (!node || hub.tree.byId.has(node.id)) return;
  while (node && !hub.tree.byId.has(node.id)) node = parentOf(before, node);
  goTo(hub, (node ?? hub.tree.root).id);
}

export function listen(hub: Hub, act: (kind: Change, detail?: unknown) => void): () => void {
  hub.listeners.add(act);
  return () => void hub.listeners.delete(act);
}

export function tell(hub: Hub, kind: Change, detail?: unknown): void {
  for (const act of [...hub.listeners]) act(kind, detail);
}

function cursorOf(hub: Hub): number {
  return Number(hub.model.get("cursor"));
}

export function current(hub: Hub): GameNode {
  return hub.tree.byId.get(cursorOf(hub)) ?? hub.tree.root;
}

/** Each node remembers the child last visited, so that going back and on again stays on the branch. */
function remember(hub: Hub, node: GameNode): void {
  let at = node;
  for (let parent = parentOf(hub.tree, at); parent; at = parent, parent = parentOf(hub.tree, at)) {
    if (hub.preferred.get(parent.id) === at.id) break;
    hub.preferred.set(parent.id, at.id);
  }
}

/** Shows a node. A step by hand stops autoplay. */
export function goTo(hub: Hub, id: number | undefined, byTimer = false): boolean {
  const node = id === undefined ? undefined : hub.tree.byId.get(id);
  if (!node) return false;
  hub.wanted = null;
  if (!byTimer) stopPlaying(hub);
  if (cursorOf(hub) === node.id) return false;
  hub.trail = [];
  hub.model.set("cursor", node.id);
  try {
    hub.model.save_changes();
  } catch {
    setGone(hub, true);
  }
  return true;
}

/**
 * Where the path through the cursor leads: all of it, and the place of the cursor on it. It is kept while the
 * reader stays on it, so that a step in a very long game does not walk the whole tree.
 */
export function currentPath(hub: Hub): { path: GameNode[]; at: number } {
  const node = current(hub);
  const kept = hub.path;
  const recorded = onMainLine(hub.tree, node);
  const place = kept?.tree === hub.tree && kept.recorded === recorded ? kept.places.get(node.id) : undefined;
  if (kept && place !== undefined) return { path: kept.path, at: place };
  const before = pathTo(hub.tree, node);
  const path = [...before, ...(hub.retry ? [] : onwards(hub.tree, node, hub.preferred))];
  hub.path = { tree: hub.tree, recorded, path, places: new Map(path.map((at, i) => [at.id, i])) };
  return { path, at: before.length - 1 };
}

type Step = (hub: Hub, node: GameNode) => GameNode | null | undefined;

const STEPS: Record<string, Step> = {
  first: (hub) => hub.tree.root,
  back: (hub, node) => parentOf(hub.tree, node),
  forward: (hub, node) => nextOf(hub.tree, node, hub.preferred),
  along: (hub, node) => onwards(hub.tree, node, hub.preferred)[0],
  last: (hub, node) => onwards(hub.tree, node, hub.preferred).at(-1),
  turnForward: (hub, node) => seek(hub, node, (at) => startsTurn(hub.tree, at)),
  turnBack: (hub, node) => seekBack(hub, node, (at) => startsTurn(hub.tree, at)),
  levelForward: (hub, node) => seek(hub, node, (at) => Boolean(at.deal)),
  levelBack: (hub, node) => seekBack(hub, node, (at) => Boolean(at.deal)),
  otherUp: (hub, node) => neighbour(hub, node, -1),
  otherDown: (hub, node) => neighbour(hub, node, 1),
  leave: (hub, node) => branchPoint(hub.tree, node),
  nextNote: (hub, node) => seekNote(hub, onwards(hub.tree, node, hub.preferred)),
  previousNote: (hub, node) => seekNote(hub, pathTo(hub.tree, node).slice(0, -1).reverse()),
  nextMistake: (hub) => seekMistake(hub, true),
  previousMistake: (hub) => seekMistake(hub, false),
};

/** Steps that undo each other. The first four do so as they are; for the others the way is remembered. */
const PAIRS: [string, string][] = [
  ["back", "forward"],
  ["otherUp", "otherDown"],
  ["turnBack", "turnForward"],
  ["levelBack", "levelForward"],
  ["previousNote", "nextNote"],
  ["previousMistake", "nextMistake"],
];
const OPPOSITES = new Map(
  PAIRS.flatMap(([one, other]): [string, string][] => [
    [one, other],
    [other, one],
  ]),
);
const EXACT = new Set(PAIRS.slice(0, 2).flat());
const TRAIL = 500;

/** The first node ahead at which to stop, along the branch last visited, as the arrow keys go. */
function seek(hub: Hub, node: GameNode, stop: (at: GameNode) => boolean): GameNode {
  let at = node;
  for (let next: GameNode | null = at; next; next = nextOf(hub.tree, at, hub.preferred)) {
    at = next;
    if (at !== node && stop(at)) return at;
  }
  return at;
}

function seekBack(hub: Hub, node: GameNode, stop: (at: GameNode) => boolean): GameNode {
  const path = pathTo(hub.tree, node).slice(0, -1);
  return path.reverse().find(stop) ?? hub.tree.root;
}

function seekNote(hub: Hub, path: GameNode[]): GameNode | undefined {
  return path.find((at) => commentOf(hub.tree, at) !== "" || glyphOf(hub.tree, at) !== "");
}

function neighbour(hub: Hub, node: GameNode, by: number): GameNode | undefined {
  const siblings = siblingsOf(hub.tree, node);
  return siblings[siblings.indexOf(node) + by];
}

/** Takes a step by name, or back to where the opposite step came from; false where there is nothing in that direction. */
export function step(hub: Hub, name: string, byTimer = false): boolean {
  const { trail } = hub;
  const from = current(hub);
  const last = trail.at(-1);
  const back =
    last?.to === from.id && last.name === OPPOSITES.get(name) ? hub.tree.byId.get(last.from) : null;
  const to = back ?? STEPS[name]?.(hub, from);
  if (!to || isHidden(hub, to) || !goTo(hub, to.id, byTimer)) return false;
  if (!OPPOSITES.has(name)) return true;
  hub.trail = trail;
  if (back) trail.pop();
  else if (!EXACT.has(name)) trail.push({ name, from: from.id, to: to.id });
  if (trail.length > TRAIL) trail.shift();
  return true;
}

// ---- Autoplay ----

function playDelay(hub: Hub): number {
  if (hub.speed !== "weight") return 1000 / Number(hub.speed);
  const node = current(hub);
  const words = sayOf(node).join(" ").length + commentOf(hub.tree, node).length;
  return clamp(500 + words * 18, 700, 6000);
}

export function setPlaying(hub: Hub, playing: boolean): void {
  if (!playing) stopPlaying(hub);
  if (!playing || hub.playing) return;
  if (!nextOf(hub.tree, current(hub), hub.preferred)) goTo(hub, hub.tree.root.id);
  hub.playing = true;
  schedule(hub);
  tell(hub, "play");
}

function schedule(hub: Hub): void {
  clearTimeout(hub.timer);
  hub.timer = window.setTimeout(() => {
    const gone = document.hidden || hub.looking === 0 || !step(hub, "along", true);
    if (gone || !nextOf(hub.tree, current(hub), hub.preferred)) stopPlaying(hub);
    else schedule(hub);
  }, playDelay(hub));
}

export function stopPlaying(hub: Hub): void {
  clearTimeout(hub.timer);
  hub.timer = undefined;
  if (!hub.playing) return;
  hub.playing = false;
  tell(hub, "play");
}

function speedOf(model: Model): string {
  return String(model.get("speed") ?? 1);
}

/** The speed is Python's to know, too: `player.speed`. */
export function setSpeed(hub: Hub, speed: string): void {
  hub.model.set("speed", speed === "weight" ? speed : Number(speed));
  try {
    hub.model.save_changes();
  } catch {
    setGone(hub, true);
  }
}

// ---- Requests to Python: numbered, so that none is lost and each answer finds its question ----

/** Whether Python can be asked: not on an exported page, and not once the kernel has gone. */
export function hasKernel(hub: Hub): boolean {
  return hub.game.kernel !== false && !hub.gone;
}

/** What is said when Python does not answer; a table adds how its game is continued. */
export function lostWords(hub: Hub, key: string): string {
  return hub.lostWords?.(key) ?? t(key);
}

/** Jupyter refuses to send to a kernel that was restarted: this player has nothing behind it any more. */
function setGone(hub: Hub, gone: boolean): void {
  if (hub.gone === gone) return;
  hub.gone = gone;
  tell(hub, "tree");
}

/**
 * Sends a request and gives a promise of the answer; without a kernel, or a sign of life for a while, it is
 * refused. `heard` is called with each message of progress.
 */
export function ask(
  hub: Hub,
  message: Message,
  heard: (message: Message) => void = () => undefined,
  within = ANSWER_WITHIN,
): Promise<Message> {
  if (hub.game.kernel === false) return Promise.reject(new Error(t("hub.still")));
  hub.sequence += 1;
  const seq = `${hub.name}.${hub.sequence}`;
  return new Promise((resolve, reject) => {
    const pending: Pending = { resolve, reject, heard, timer: undefined, wait: () => undefined };
    pending.wait = () => {
      clearTimeout(pending.timer);
      pending.timer = window.setTimeout(() => {
        hub.waiting.delete(seq);
        hub.late.add(seq);
        reject(new Error(lostWords(hub, "hub.silent")));
      }, within);
    };
    pending.wait();
    hub.waiting.set(seq, pending);
    const lost = () => {
      clearTimeout(pending.timer);
      hub.waiting.delete(seq);
      setGone(hub, true);
      reject(new Error(lostWords(hub, "hub.gone")));
    };
    // A model refuses at once, or by a promise.
    try {
      (hub.model.send({ ...message, seq }) as Promise<unknown> | undefined)?.catch?.(lost);
    } catch {
      lost();
    }
  });
}

function receive(hub: Hub, message: Message): void {
  const pending = hub.waiting.get(message?.seq);
  // The kernel was busy with something else for long, and is there again: what is legal is asked for anew.
  if (!pending) {
    if (hub.late.delete(message?.seq)) tell(hub, "tree");
    return;
  }
  setGone(hub, false);
  if (message.kind === "progress") {
    pending.wait();
    pending.heard(message);
    return;
  }
  clearTimeout(pending.timer);
  hub.waiting.delete(message.seq);
  if (message.kind === "error") pending.reject(new Error(String(message.reason ?? t("hub.refused"))));
  else pending.resolve(message);
}

export function forgetLegal(hub: Hub): void {
  hub.legal.clear();
  hub.closed.clear();
}

/** The legal moves of a node, asked for once, and `why` nothing can be tried there, if so. */
export async function legalMoves(hub: Hub, node: GameNode): Promise<{ moves: OfferedMove[]; why: string }> {
  const phase = headOf(hub.tree, node).phase;
  if (phase === "won" || phase === "lost") return { moves: [], why: "" };
  const known = hub.legal.get(node.id);
  if (known) return known;
  const read = (move: LegalMove): OfferedMove => ({
    ...parseMove(move.text),
    words: move.words ?? move.text,
    final: move.final ?? "",
  });
  const asked = ask(hub, { kind: "legal", node: node.id }).then((answer) => {
    const { moves, why = "" } = answer as { moves: LegalMove[]; why?: string };
    hub.closed.set(node.id, why);
    if (why) tell(hub, "bots");
    return { moves: moves.map(read), why };
  });
  hub.legal.set(node.id, asked);
  asked.catch(() => hub.legal.delete(node.id));
  return asked;
}

/** Plays a move at a node. Where that child is there already it is only shown. */
export async function playMove(hub: Hub, node: GameNode, text: string): Promise<Message> {
  const known = childrenOf(hub.tree, node).find((child) => child.move === text);
  if (known) return shown(hub, known);
  return changeTree(hub, { kind: "move", node: node.id, move: text });
}

/** Goes to a node that is there already; Python has nothing to say about it. */
function shown(hub: Hub, node: GameNode): Message {
  goTo(hub, node.id);
  return {};
}

/** The deal of the next level: the one that is in the tree already, or else Python's. */
export async function dealNext(hub: Hub, node: GameNode): Promise<Message> {
  const known = nextOf(hub.tree, node, hub.preferred);
  return known ? shown(hub, known) : changeTree(hub, { kind: "deal", node: node.id });
}

/** A request that changes the tree; the node named in the answer is shown as soon as it is here. */
export async function changeTree(hub: Hub, message: Message): Promise<Message> {
  const answer = await ask(hub, message);
  showWhenHere(hub, nodeOf(answer));
  return answer;
}

/** The node that an answer names. */
function nodeOf(answer: Message): number | undefined {
  return typeof answer.node === "number" ? answer.node : undefined;
}

function showWhenHere(hub: Hub, id: number | undefined): void {
  if (id === undefined || goTo(hub, id)) return;
  if (current(hub)?.id !== id) hub.wanted = id;
}

/** Bots go on from the node shown. The reader goes along with them, unless they step elsewhere meanwhile. */
export async function continueWithBots(
  hub: Hub,
  { bot, until }: { bot: string; until: string },
): Promise<Message> {
  stopPlaying(hub);
  let at = current(hub).id;
  const follow = (id: number | undefined) => {
    if (current(hub)?.id === at || hub.wanted === at) showWhenHere(hub, id);
    at = id ?? at;
  };
  const heard = (message: Message) => {
    follow(nodeOf(message));
    hub.running = String(message.words ?? "");
    tell(hub, "bots");
  };
  hub.running = t("hub.bots");
  tell(hub, "bots");
  try {
    const answer = await ask(hub, { kind: "bots", node: at, bot, until }, heard);
    follow(nodeOf(answer));
    return answer;
  } finally {
    hub.running = null;
    tell(hub, "bots");
  }
}
