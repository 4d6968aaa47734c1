import { expect, test } from "vitest";
import { newsFrom, newsOf } from "../src/news";
import type { GameNode } from "../src/protocol";
import { makeTree } from "../src/tree";

/** A line of nodes: the seat that decides after each, and the move that led there. */
function lineOf(...steps: [seat: string, move: string | null][]) {
  const nodes = steps.map(([seat, move], id): GameNode => ({
    id,
    parent: id ? id - 1 : null,
    path: String(id),
    move,
    deal: id === 1,
    text: `level=1 phase=turn seat=${seat} start=0 blessings=1 rests=0 turn=- row=-`,
  }));
  return makeTree(nodes, []);
}

const LINE = lineOf(
  ["-", null],
  ["0", null],
  ["1", "rest"],
  ["1", "play A1>T01"],
  ["2", "end"],
  ["0", "rest"],
);

const told = (seat: number) =>
  newsOf(LINE, seat).map((turn) => [turn.seat, turn.nodes.map((node) => node.id)]);

test("a turn of several moves is one entry", () => {
  expect(told(0)).toEqual([
    [1, [3, 4]],
    [2, [5]],
  ]);
});

test("who has not decided yet is told of the deal too, but not of what was before it", () => {
  expect(told(3)).toEqual([
    [null, [1]],
    [0, [2]],
    [1, [3, 4]],
    [2, [5]],
  ]);
});

test("nothing is new to the player who decided last", () => {
  expect(newsFrom(LINE, 2)).toBe(LINE.line.length);
  expect(told(2)).toEqual([]);
});
