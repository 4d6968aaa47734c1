// One hub a model, shared by all its views: the tree, the cursor, requests to Python, and the one autoplay timer.

import { clamp } from "./dom";
import { isHidden, readReviews, seekMistake } from "./findings";
import { isSavedPage, onChanges } from "./model";
import { parseMove } from "./notation";
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
} from "./tree";

const ANSWER_WITHIN = 20000; // milliseconds, since the request or the last sign of life
export const SPEEDS = [
  ...["0.5", "1", "2", "4"].map((speed) => [speed, t("go.speed.second", { speed })]),
  ["weight", t("go.speed.weight")],
];

export function createHub(model) {
  const hub = {
    model,
    tree: null,
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
    timer: null,
    playing: false,
    speed: speedOf(model),
    wanted: null,
    running: null,
    gone: false,
    reviews: null,
    reviewing: null,
    reviewSaid: null,
    retry: null,
    closed: new Map(),
    trail: [],
  };
  hub.game = model.get("game") ?? {};
  hub.saved = isSavedPage(model);
  readTree(hub);
  readReviews(hub);
  if (hub.tree.root) remember(hub, current(hub));
  onChanges(model, ["line", "branches", "game", "notes"], () => laterOnce(hub, "tree", () => readTree(hub)));
  model.on("change:speed", () => {
    hub.speed = speedOf(model);
    if (hub.playing) schedule(hub);
    tell(hub, "play");
  });
  model.on("change:keeping", () => laterOnce(hub, "keeping", () => {}));
  model.on("change:reviews", () => {
    if (!changesLens(hub)) laterOnce(hub, "reviews", () => readReviews(hub)); // else they are read with the tree
  });
  model.on("change:cursor", () => {
    if (changesLens(hub)) return; // the new cursor belongs to a tree that has not been read yet
    remember(hub, current(hub));
    tell(hub, "cursor");
  });
  model.on("msg:custom", (message) => receive(hub, message));
  // Jupyter says so when it has lost the kernel: what is legal is asked for again, and then it is known.
  model.on("comm_live_update", () => {
    forgetLegal(hub);
    laterOnce(hub, "tree", () => readTree(hub));
  });
  return hub;
}

/** Several traits that change together are read once. */
export function laterOnce(hub, kind, act) {
  if (hub[`later_${kind}`]) return;
  hub[`later_${kind}`] = true;
  queueMicrotask(() => {
    hub[`later_${kind}`] = false;
    act();
    tell(hub, kind);
  });
}

/** Whether Python has sent what another lens shows, and the hub has not read it yet. */
function changesLens(hub) {
  return (hub.model.get("game") ?? {}).lens !== hub.game.lens;
}

/**
 * Another lens numbers nodes differently and may show less. So the hub forgets everything that it kept by node or
 * that was said under the old lens. Only what the reader was typing stays, for the lens under which it was typed.
 */
function forgetLens(hub, lens) {
  hub.draftsOf.set(hub.game.lens, hub.drafts);
  hub.drafts = hub.draftsOf.get(lens) ?? new Map();
  forgetLegal(hub);
  hub.preferred.clear();
  Object.assign(hub, { wanted: null, path: null, retry: null, reviewSaid: null, trail: [] });
}

export function readTree(hub) {
  const anew = changesLens(hub);
  if (anew) forgetLens(hub, hub.model.get("game")?.lens);
  const before = anew ? null : hub.tree;
  const game = hub.model.get("game") ?? {};
  hub.game = hub.saved ? { ...game, kernel: false } : game;
  hub.tree = makeTree(
    hub.model.get("line") ?? [],
    hub.model.get("branches") ?? [],
    hub.model.get("notes") ?? {},
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
function keepCursor(hub, before) {
  let node = before.byId.get(hub.model.get("cursor"));
  if (!node || hub.tree.byId.has(node.id)) return;
  while (node && !hub.tree.byId.has(node.id)) node = parentOf(before, node);
  goTo(hub, (node ?? hub.tree.root)?.id);
}

export function listen(hub, act) {
  hub.listeners.add(act);
  return () => hub.listeners.delete(act);
}

export function tell(hub, kind, detail) {
  for (const act of [...hub.listeners]) act(kind, detail);
}

export function current(hub) {
  return hub.tree.byId.get(hub.model.get("cursor")) ?? hub.tree.root;
}

/** Each node remembers the child last visited, so that going back and on again stays on the branch. */
function remember(hub, node) {
  for (let at = node; at && parentOf(hub.tree, at); at = parentOf(hub.tree, at)) {
    if (hub.preferred.get(at.parent) === at.id) break;
    hub.preferred.set(at.parent, at.id);
  }
}

/** Shows a node. A step by hand stops autoplay. */
export function goTo(hub, id, byTimer = false) {
  const node = hub.tree.byId.get(id);
  if (!node) return false;
  hub.wanted = null;
  if (!byTimer) stopPlaying(hub);
  if (hub.model.get("cursor") === id) return false;
  hub.trail = [];
  hub.model.set("cursor", id);
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
export function currentPath(hub) {
  const node = current(hub);
  const kept = hub.path;
  const recorded = onMainLine(hub.tree, node);
  if (kept?.tree === hub.tree && kept.recorded === recorded && kept.places.has(node.id))
    return { path: kept.path, at: kept.places.get(node.id) };
  const before = pathTo(hub.tree, node);
  const path = [...before, ...(hub.retry ? [] : onwards(hub.tree, node, hub.preferred))];
  hub.path = { tree: hub.tree, recorded, path, places: new Map(path.map((at, i) => [at.id, i])) };
  return { path, at: before.length - 1 };
}

const STEPS = {
  first: (hub) => hub.tree.root,
  back: (hub, node) => parentOf(hub.tree, node),
  forward: (hub, node) => nextOf(hub.tree, node, hub.preferred),
  along: (hub, node) => onwards(hub.tree, node, hub.preferred)[0],
  last: (hub, node) => onwards(hub.tree, node, hub.preferred).at(-1),
  turnForward: (hub, node) => seek(hub, node, (at) => startsTurn(hub.tree, at)),
  turnBack: (hub, node) => seekBack(hub, node, (at) => startsTurn(hub.tree, at)),
  levelForward: (hub, node) => seek(hub, node, (at) => at.deal),
  levelBack: (hub, node) => seekBack(hub, node, (at) => at.deal),
  otherUp: (hub, node) => neighbour(hub, node, -1),
  otherDown: (hub, node) => neighbour(hub, node, 1),
  leave: (hub, node) => branchPoint(hub.tree, node),
  nextNote: (hub, node) => seekNote(hub, onwards(hub.tree, node, hub.preferred)),
  previousNote: (hub, node) => seekNote(hub, pathTo(hub.tree, node).slice(0, -1).reverse()),
  nextMistake: (hub) => seekMistake(hub, true),
  previousMistake: (hub) => seekMistake(hub, false),
};

/** Steps that undo each other. The first four do so as they are; for the others the way is remembered. */
const PAIRS = [
  ["back", "forward"],
  ["otherUp", "otherDown"],
  ["turnBack", "turnForward"],
  ["levelBack", "levelForward"],
  ["previousNote", "nextNote"],
  ["previousMistake", "nextMistake"],
];
const OPPOSITES = new Map(
  PAIRS.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);
const EXACT = new Set(PAIRS.slice(0, 2).flat());
const TRAIL = 500;

/** The first node ahead at which to stop, along the branch last visited, as the arrow keys go. */
function seek(hub, node, stop) {
  let at = node;
  for (let next = at; next; next = nextOf(hub.tree, at, hub.preferred)) {
    at = next;
    if (at !== node && stop(at)) return at;
  }
  return at;
}

function seekBack(hub, node, stop) {
  const path = pathTo(hub.tree, node).slice(0, -1);
  return path.reverse().find(stop) ?? hub.tree.root;
}

function seekNote(hub, path) {
  return path.find((at) => commentOf(hub.tree, at) || glyphOf(hub.tree, at));
}

function neighbour(hub, node, by) {
  const siblings = siblingsOf(hub.tree, node);
  return siblings[siblings.indexOf(node) + by];
}

/** Takes a step by name, or back to where the opposite step came from; false where there is nothing in that direction. */
export function step(hub, name, byTimer = false) {
  const { trail } = hub;
  const from = current(hub);
  const last = trail.at(-1);
  const back =
    last?.to === from.id && last.name === OPPOSITES.get(name) ? hub.tree.byId.get(last.from) : null;
  const to = back ?? STEPS[name](hub, from);
  if (!to || isHidden(hub, to) || !goTo(hub, to.id, byTimer)) return false;
  if (!OPPOSITES.has(name)) return true;
  hub.trail = trail;
  if (back) trail.pop();
  else if (!EXACT.has(name)) trail.push({ name, from: from.id, to: to.id });
  if (trail.length > TRAIL) trail.shift();
  return true;
}

// ---- Autoplay ----

function playDelay(hub) {
  if (hub.speed !== "weight") return 1000 / Number(hub.speed);
  const node = current(hub);
  const words = sayOf(node).join(" ").length + commentOf(hub.tree, node).length;
  return clamp(500 + words * 18, 700, 6000);
}

export function setPlaying(hub, playing) {
  if (!playing) return stopPlaying(hub);
  if (hub.playing) return;
  if (!nextOf(hub.tree, current(hub), hub.preferred)) goTo(hub, hub.tree.root.id);
  hub.playing = true;
  schedule(hub);
  tell(hub, "play");
}

function schedule(hub) {
  clearTimeout(hub.timer);
  hub.timer = setTimeout(() => {
    if (document.hidden || hub.looking === 0 || !step(hub, "along", true)) return stopPlaying(hub);
    if (!nextOf(hub.tree, current(hub), hub.preferred)) return stopPlaying(hub);
    schedule(hub);
  }, playDelay(hub));
}

export function stopPlaying(hub) {
  clearTimeout(hub.timer);
  hub.timer = null;
  if (!hub.playing) return;
  hub.playing = false;
  tell(hub, "play");
}

function speedOf(model) {
  return String(model.get("speed") ?? 1);
}

/** The speed is Python's to know, too: `player.speed`. */
export function setSpeed(hub, speed) {
  hub.model.set("speed", speed === "weight" ? speed : Number(speed));
  try {
    hub.model.save_changes();
  } catch {
    setGone(hub, true);
  }
}

// ---- Requests to Python: numbered, so that none is lost and each answer finds its question ----

/** Whether Python can be asked: not on an exported page, and not once the kernel has gone. */
export function hasKernel(hub) {
  return hub.game.kernel !== false && !hub.gone;
}

/** What is said when Python does not answer; a table adds how its game is continued. */
export function lostWords(hub, key) {
  return hub.lostWords?.(key) ?? t(key);
}

/** Jupyter refuses to send to a kernel that was restarted: this player has nothing behind it any more. */
function setGone(hub, gone) {
  if (hub.gone === gone) return;
  hub.gone = gone;
  tell(hub, "tree");
}

/**
 * Sends a request and gives a promise of the answer; without a kernel, or a sign of life for a while, it is
 * refused. `heard` is called with each message of progress.
 */
export function ask(hub, message, heard = () => {}, within = ANSWER_WITHIN) {
  if (hub.game.kernel === false) return Promise.reject(new Error(t("hub.still")));
  hub.sequence += 1;
  const seq = `${hub.name}.${hub.sequence}`;
  return new Promise((resolve, reject) => {
    const pending = { resolve, reject, heard, timer: null };
    pending.wait = () => {
      clearTimeout(pending.timer);
      pending.timer = setTimeout(() => {
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
      hub.model.send({ ...message, seq })?.catch?.(lost);
    } catch {
      lost();
    }
  });
}

function receive(hub, message) {
  const pending = hub.waiting.get(message?.seq);
  // The kernel was busy with something else for long, and is there again: what is legal is asked for anew.
  if (!pending && hub.late.delete(message?.seq)) return tell(hub, "tree");
  if (!pending) return;
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

export function forgetLegal(hub) {
  hub.legal.clear();
  hub.closed.clear();
}

/** The legal moves of a node, asked for once, and `why` nothing can be tried there, if so. */
export async function legalMoves(hub, node) {
  const phase = headOf(hub.tree, node).phase;
  if (phase === "won" || phase === "lost") return { moves: [], why: "" };
  if (!hub.legal.has(node.id)) {
    const read = (move) => ({
      ...parseMove(move.text),
      words: move.words ?? move.text,
      final: move.final ?? "",
    });
    const asked = ask(hub, { kind: "legal", node: node.id }).then(({ moves, why = "" }) => {
      hub.closed.set(node.id, why);
      if (why) tell(hub, "bots");
      return { moves: moves.map(read), why };
    });
    hub.legal.set(node.id, asked);
    asked.catch(() => hub.legal.delete(node.id));
  }
  return hub.legal.get(node.id);
}

/** Plays a move at a node. Where that child is there already it is only shown. */
export async function playMove(hub, node, text) {
  const known = childrenOf(hub.tree, node).find((child) => child.move === text);
  if (known) return goTo(hub, known.id);
  return changeTree(hub, { kind: "move", node: node.id, move: text });
}

/** The deal of the next level: the one that is in the tree already, or else Python's. */
export async function dealNext(hub, node) {
  const known = nextOf(hub.tree, node, hub.preferred);
  return known ? goTo(hub, known.id) : changeTree(hub, { kind: "deal", node: node.id });
}

/** A request that changes the tree; the node named in the answer is shown as soon as it is here. */
export async function changeTree(hub, message) {
  const answer = await ask(hub, message);
  showWhenHere(hub, answer.node);
  return answer;
}

function showWhenHere(hub, id) {
  if (id === undefined || id === null || goTo(hub, id)) return;
  if (current(hub)?.id !== id) hub.wanted = id;
}

/** Bots go on from the node shown. The reader goes along with them, unless they step elsewhere meanwhile. */
export async function letBotsGoOn(hub, { bot, until }) {
  stopPlaying(hub);
  let at = current(hub).id;
  const follow = (id) => {
    if (current(hub)?.id === at || hub.wanted === at) showWhenHere(hub, id);
    at = id;
  };
  const heard = ({ node, words }) => {
    follow(node);
    hub.running = words ?? "";
    tell(hub, "bots");
  };
  hub.running = t("hub.bots");
  tell(hub, "bots");
  try {
    const answer = await ask(hub, { kind: "bots", node: at, bot, until }, heard);
    follow(answer.node);
    return answer;
  } finally {
    hub.running = null;
    tell(hub, "bots");
  }
}
