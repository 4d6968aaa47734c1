import { expect, test } from "vitest";
import { equipmentOf } from "../src/equipment";
import { parsePosition } from "../src/notation";
import type { Card, Game } from "../src/protocol";

const cards: Record<string, Card> = {
  T10: { kind: "threat", icons: ["web"], count: 1, locking: false, source: "printed" },
};
for (const [letters, owner] of [
  ["WK", "wukong"],
  ["WJ", "wujing"],
] as const)
  for (let i = 1; i <= 8; i += 1)
    cards[`${letters}${i}`] = { kind: "equipment", owner, faces: ["web", "fire"], source: "printed" };
const game: Game = { cards, seats: [{ character: "wujing" }, { character: "wukong" }] };

const OPEN =
  "level=1 phase=turn seat=1 start=1 blessings=5 rests=0 turn=p row=T10(WJ3@1) deck=- done=- spirit=- marker=- " +
  "queue=- taking=- wujing=A/WJ4'/WJ5',WJ8,WJ2,WJ1'/WJ7/WJ6/- wukong=A/WK7'/WK2',WK5',WK1',WK6,WK4/WK3,WK8/-/-";
const VIEW =
  "view=1 level=1 phase=turn seat=1 start=1 blessings=5 rests=0 turn=p row=T10(WJ3@1) deck=?0 done=- spirit=- " +
  "marker=- queue=- taking=- wujing=A/?1/?4/WJ7/WJ6/-/- wukong=A/WK7'/?5/WK3,WK8/-/-/-";

const told = (text: string, seat: number) =>
  equipmentOf(game, parsePosition(text), seat).map(
    ({ id, turned, place }) => `${id}${turned ? "'" : ""} ${place}`,
  );

test("all eight cards of a character are listed, each once", () => {
  for (const seat of [0, 1]) {
    const ids = told(OPEN, seat).map((each) => each.slice(0, 3));
    expect(new Set(ids).size).toBe(8);
    expect(ids.length).toBe(8);
  }
});

test("where everything is open each card is where it is", () => {
  expect(told(OPEN, 0)).toEqual([
    "WJ4' hand",
    "WJ6 storage",
    "WJ1' deck",
    "WJ2 deck",
    "WJ5' deck",
    "WJ8 deck",
    "WJ3 row",
    "WJ7 discard",
  ]);
});

test("a seat sees its own hand and what is open, and no more", () => {
  expect(told(VIEW, 1)).toEqual([
    "WK7' hand",
    "WK1 deck",
    "WK2 deck",
    "WK4 deck",
    "WK5 deck",
    "WK6 deck",
    "WK3 discard",
    "WK8 discard",
  ]);
  expect(told(VIEW, 0).filter((each) => each.endsWith("unseen"))).toEqual([
    "WJ1 unseen",
    "WJ2 unseen",
    "WJ4 unseen",
    "WJ5 unseen",
    "WJ8 unseen",
  ]);
});
