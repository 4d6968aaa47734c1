import { describe, expect, test } from "vitest";
import type { GameNode } from "../src/protocol";
import * as tree from "../src/tree";

function node(id: number, parent: number | null, more: Partial<GameNode> = {}): GameNode {
  const text = "level=1 phase=turn seat=0 start=0 blessings=1 rests=0 turn=- row=T01";
  return { id, parent, path: String(id), move: parent === null ? null : `play WK${id}>T01`, text, ...more };
}

// 0 - 1 - 2 - 3        the main line; 1 is a deal
//      \ 10 - 11       a variation from the file, with
//           \ 20       one of the reader's in it
const line = [node(0, null), node(1, 0, { deal: true, move: null }), node(2, 1), node(3, 2)];
const branches = [node(10, 1, { by: "file" }), node(11, 10, { by: "file" }), node(20, 10, { by: "reader" })];
const game = tree.makeTree(line, branches, { 2: { comment: "why?", glyph: "?!" } });
const at = (id: number) => game.byId.get(id) as GameNode;
const ids = (nodes: GameNode[]) => nodes.map((each) => each.id);

describe("the tree", () => {
  test("leads from the root to a node", () => {
    expect(ids(tree.pathTo(game, at(20)))).toEqual([0, 1, 10, 20]);
  });

  test("goes on along the main line, and in a variation along the child visited last", () => {
    expect(ids(tree.onwards(game, at(0), new Map([[1, 10]])))).toEqual([1, 2, 3]);
    expect(ids(tree.onwards(game, at(10)))).toEqual([11]);
    expect(ids(tree.onwards(game, at(10), new Map([[10, 20]])))).toEqual([20]);
  });

  test("steps forward to the child visited last, and to the first where that one has gone", () => {
    expect(tree.nextOf(game, at(1), new Map([[1, 10]]))?.id).toBe(10);
    expect(tree.nextOf(game, at(1), new Map([[1, 99]]))?.id).toBe(2);
    expect(tree.nextOf(game, at(3))).toBeNull();
  });

  test("knows where a variation leaves the line, and whose it is", () => {
    expect([3, 11, 20].map((id) => tree.branchPoint(game, at(id))?.id ?? null)).toEqual([null, 1, 10]);
    expect([3, 11, 20].map((id) => tree.branchBy(game, at(id)))).toEqual([null, "file", "reader"]);
  });

  test("promotes a variation only past another one", () => {
    expect([2, 11, 20].map((id) => tree.mayPromote(game, at(id)))).toEqual([false, false, true]);
  });

  test("names the seat that decided, and nobody for a deal", () => {
    expect([1, 2].map((id) => tree.deciderOf(game, at(id)))).toEqual([null, 0]);
  });

  test("gives comments and glyphs", () => {
    expect([tree.commentOf(game, at(2)), tree.glyphOf(game, at(2)), tree.commentOf(game, at(3))]).toEqual([
      "why?",
      "?!",
      "",
    ]);
  });

  test("lists variations in rows after the move that they replace", () => {
    const rows = tree.moveRows(game).map((row) => [row.kind, row.node.id, row.depth]);
    expect(rows).toEqual([
      ["level", 0, 0],
      ["move", 1, 0],
      ["move", 2, 0],
      ["move", 10, 1],
      ["move", 11, 1],
      ["move", 20, 2],
      ["move", 3, 0],
    ]);
  });

  test("gives no position where a text cannot be read", () => {
    const broken = tree.makeTree([node(0, null, { text: "level=1" })], []);
    expect(tree.positionOf(broken, broken.root)).toBeNull();
  });
});
