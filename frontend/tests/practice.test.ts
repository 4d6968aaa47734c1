import { describe, expect, it } from "vitest";
import { fitting, named, pick, type PracticeState } from "../src/practice";

const moves = ["play WK2>T01", "play WK2>T01+T02", "play WK1>T01", "rest"].map((text) => ({
  text,
  words: text,
}));
const state = {
  moves,
  row: ["T01", "T02", "T13"].map((card) => ({ card, committed: [] })),
} as unknown as PracticeState;

describe("what a click on a card means", () => {
  it("finds the cards that a move names", () => {
    expect(named("play WK2>T01+T02")).toEqual(["WK2", "T01", "T02"]);
    expect(named("ability +BH2' +BH5")).toEqual(["BH2", "BH5"]);
  });

  it("shows only the moves that name all picked cards", () => {
    expect(fitting(moves, new Set(["WK2"])).map((move) => move.text)).toEqual([
      "play WK2>T01",
      "play WK2>T01+T02",
    ]);
    expect(fitting(moves, new Set())).toHaveLength(4);
  });

  it("plays once a card and a target leave one move", () => {
    expect(pick(state, new Set(["WK1"]), "T01").move).toBe("play WK1>T01");
    expect(pick(state, new Set(["WK2"]), "T02").move).toBe("play WK2>T01+T02");
  });

  it("keeps choosing while several moves are left, and lets go of a card that is clicked again", () => {
    expect(pick(state, new Set(["WK2"]), "T01")).toEqual({ picked: new Set(["WK2", "T01"]) });
    expect(pick(state, new Set(["WK2"]), "WK2")).toEqual({ picked: new Set() });
  });

  it("sends a play that is not allowed, so that Python says why not", () => {
    expect(pick(state, new Set(["WK1"]), "T13").move).toBe("play WK1>T13");
  });

  it("begins again with a card that goes with nothing picked", () => {
    expect(pick(state, new Set(["WK1"]), "WK2")).toEqual({ picked: new Set(["WK2"]) });
  });
});
