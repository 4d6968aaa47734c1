// What happened since a seat last decided: one entry per turn of another player, with its moves.

import type { GameNode } from "./protocol";
import { deciderOf, type Tree } from "./tree";

/** What a player, or the deal if `seat` is null, did in one go. */
export interface Turn {
  seat: number | null;
  nodes: GameNode[];
}

/** Where in the line the news of a seat begin: after its last decision; the length of the line if that is the last. */
export function newsFrom(tree: Tree, seat: number): number {
  return tree.line.findLastIndex((node) => node.move && deciderOf(tree, node) === seat) + 1;
}

/** The news of a seat by turns, oldest first. The node before a level's deal tells of the level before. */
export function newsOf(tree: Tree, seat: number): Turn[] {
  const turns: Turn[] = [];
  for (const node of tree.line.slice(newsFrom(tree, seat))) {
    if (!node.move && !node.deal) continue;
    const by = deciderOf(tree, node);
    const last = turns.at(-1);
    if (last && by !== null && last.seat === by) last.nodes.push(node);
    else turns.push({ seat: by, nodes: [node] });
  }
  return turns;
}
