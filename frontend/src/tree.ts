// The tree of the game: the recorded line, and the branches that leave it. Positions are read when they are first shown.

import { parsePosition, positionHead } from "./notation";
import type { Position, PositionHead } from "./notation";
import type { GameNode, Notes } from "./protocol";
import { t } from "./telling";

/** The tree of a game, with what has been read of its nodes so far. */
export interface Tree {
  line: GameNode[];
  byId: Map<number, GameNode>;
  children: Map<number, GameNode[]>;
  /** Places on the main line by node id. */
  index: Map<number, number>;
  notes: Notes;
  /** A game that has not been read yet has none: callers who may meet one check it. */
  root: GameNode;
  heads: Map<number, PositionHead>;
  positions: Map<number, Position | null>;
}

/** By node id, the child that the reader visited last. */
export type Preferred = Map<number, number>;

/** A row of the move list. */
export type MoveRow =
  | { kind: "level"; node: GameNode; depth: number; level: number }
  | { kind: "move"; node: GameNode; depth: number; turn: number | null; first: boolean };

interface Numbering {
  level: number | null;
  turn: number;
}

interface RowState extends Numbering {
  /** The numbering before the node added last, from which its alternatives start. */
  before?: Numbering;
}

/** Nodes by id with their children in order; the recorded child always comes first. */
export function makeTree(line: GameNode[], branches: GameNode[], notes: Notes = {}): Tree {
  const byId = new Map<number, GameNode>();
  const children = new Map<number, GameNode[]>();
  const index = new Map<number, number>();
  const add = (node: GameNode) => {
    byId.set(node.id, node);
    if (node.parent === null || node.parent === undefined) return;
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  };
  line.forEach((node, i) => {
    add(node);
    index.set(node.id, i);
  });
  branches.forEach(add);
  return {
    line,
    byId,
    children,
    index,
    notes,
    root: line[0] as GameNode,
    heads: new Map(),
    positions: new Map(),
  };
}

export function childrenOf(tree: Tree, node: GameNode): GameNode[] {
  return tree.children.get(node.id) ?? [];
}

export function parentOf(tree: Tree, node: GameNode): GameNode | null {
  return node.parent === null || node.parent === undefined ? null : (tree.byId.get(node.parent) ?? null);
}

export function onMainLine(tree: Tree, node: GameNode): boolean {
  return tree.index.has(node.id);
}

/** Whose branch a node is on: null on the recorded line, "file" for recorded alternatives, "reader". */
export function branchBy(tree: Tree, node: GameNode): "file" | "reader" | null {
  if (onMainLine(tree, node)) return null;
  return node.by === "reader" ? "reader" : "file";
}

export function headOf(tree: Tree, node: GameNode): PositionHead {
  const read = tree.heads.get(node.id);
  if (read) return read;
  const head = positionHead(node.text);
  tree.heads.set(node.id, head);
  return head;
}

/** The position of a node; an unreadable text gives null, and the player says so. */
export function positionOf(tree: Tree, node: GameNode): Position | null {
  const read = tree.positions.get(node.id);
  if (read !== undefined) return read;
  let position: Position | null = null;
  try {
    position = parsePosition(node.text);
  } catch (fault) {
    console.error("silkenweb:", (fault as Error).message);
  }
  tree.positions.set(node.id, position);
  return position;
}

export function commentOf(tree: Tree, node: GameNode): string {
  return tree.notes[node.id]?.comment ?? node.comment ?? "";
}

export function glyphOf(tree: Tree, node: GameNode): string {
  return tree.notes[node.id]?.glyph ?? node.glyph ?? "";
}

/** From the root to a node. */
export function pathTo(tree: Tree, node: GameNode): GameNode[] {
  const path: GameNode[] = [];
  for (let at: GameNode | null = node; at; at = parentOf(tree, at)) path.push(at);
  return path.reverse();
}

/** From a node on to the end: the recorded line as long as it goes on, within a branch the child last visited. */
export function onwards(tree: Tree, node: GameNode, preferred?: Preferred): GameNode[] {
  const next = (at: GameNode) =>
    onMainLine(tree, at) ? childrenOf(tree, at)[0] : nextOf(tree, at, preferred);
  const path: GameNode[] = [];
  for (let at = next(node); at; at = next(at)) path.push(at);
  return path;
}

export function nextOf(tree: Tree, node: GameNode, preferred?: Preferred): GameNode | null {
  const children = childrenOf(tree, node);
  const kept = preferred?.get(node.id);
  return children.find((child) => child.id === kept) ?? children[0] ?? null;
}

/** True where a turn, a level or the game begins or ends: the places at which stepping by turn stops. */
export function startsTurn(tree: Tree, node: GameNode): boolean {
  const head = headOf(tree, node);
  if (node.deal || head.phase === "deal" || head.phase === "won" || head.phase === "lost") return true;
  return head.phase === "turn" && head.turn === "-";
}

/** The node at which the branch of a node leaves what comes before; null on the recorded line. */
export function branchPoint(tree: Tree, node: GameNode): GameNode | null {
  for (let at: GameNode | null = node; at; at = parentOf(tree, at)) {
    const parent = parentOf(tree, at);
    if (parent && childrenOf(tree, parent)[0] !== at) return parent;
  }
  return null;
}

/** The alternatives at a node's place: itself and its siblings. */
export function siblingsOf(tree: Tree, node: GameNode): GameNode[] {
  const parent = parentOf(tree, node);
  return parent ? childrenOf(tree, parent) : [node];
}

/** Whether the branch of a node has another branch before it, or within a branch the line that it leaves. */
export function mayPromote(tree: Tree, node: GameNode): boolean {
  let head = node;
  for (
    let parent = parentOf(tree, head);
    parent && childrenOf(tree, parent)[0] === head;
    parent = parentOf(tree, head)
  ) {
    head = parent;
  }
  const siblings = siblingsOf(tree, head);
  return siblings.indexOf(head) > (siblings[0] && onMainLine(tree, siblings[0]) ? 1 : 0);
}

/** Who decided to go to this node: the seat of the position before it. */
export function deciderOf(tree: Tree, node: GameNode): number | null {
  const parent = parentOf(tree, node);
  return parent && !node.deal ? headOf(tree, parent).seat : null;
}

/** What happened, in the sentences that came with the node, or else its move text. */
export function sayOf(node: GameNode): string[] {
  if (Array.isArray(node.say) && node.say.length) return node.say;
  if (node.move) return [node.move];
  return [node.deal ? t("say.dealt") : t("say.begins")];
}

/** The rows of the move list: levels, moves, and alternatives after the move that they replace. */
export function moveRows(tree: Tree): MoveRow[] {
  const rows: MoveRow[] = [];
  const seen: RowState = { level: null, turn: 0 };
  if (tree.root) lineRows(tree, tree.root, 0, rows, seen);
  return rows;
}

function lineRows(tree: Tree, first: GameNode, depth: number, rows: MoveRow[], state: RowState): void {
  for (let node: GameNode | undefined = first; node;) {
    addRow(tree, node, depth, rows, state);
    const parent = parentOf(tree, node);
    if (parent && childrenOf(tree, parent)[0] === node) {
      for (const other of childrenOf(tree, parent).slice(1)) {
        lineRows(tree, other, depth + 1, rows, { ...(state.before ?? state) });
      }
    }
    node = childrenOf(tree, node)[0];
  }
}

function addRow(tree: Tree, node: GameNode, depth: number, rows: MoveRow[], state: RowState): void {
  const parent = parentOf(tree, node);
  const head = headOf(tree, node);
  state.before = { level: state.level, turn: state.turn };
  if (node.deal || !parent) {
    // The start is the heading of the first level, whose deal is a row. The heading of a level over nothing would
    // stand over the line that goes on below it: there it is a row as well.
    const heading = parent !== tree.root && (depth === 0 || childrenOf(tree, node).length > 0);
    rows.push(
      heading
        ? { kind: "level", node, depth, level: head.level }
        : { kind: "move", node, depth, turn: null, first: false },
    );
    state.level = head.level;
    state.turn = 0;
    return;
  }
  const before = headOf(tree, parent);
  const first = before.phase === "turn" && before.turn === "-";
  if (first) state.turn += 1;
  rows.push({ kind: "move", node, depth, turn: before.phase === "keep" ? null : state.turn, first });
}
