import { expect, test } from "vitest";
import type { Card, Game } from "../src/protocol";
import { looksOf, nextOf } from "../src/scribegrid";
import { keepText, putAway, type Sign } from "../src/scribeturn";

const threat = (icons: string[], count = 1, locking = false): Card => ({
  kind: "threat",
  icons,
  count,
  locking,
  source: "printed",
});
const game: Game = {
  cards: {
    T03: threat(["combat"]),
    T01: threat(["combat"]),
    T12: threat(["combat"], 2),
    T20: threat(["door"], 1, true),
    R02: { kind: "relic", source: "printed" },
    R01: { kind: "relic", source: "printed" },
  },
};

test("cards that show the same are one choice, with the lowest number first", () => {
  const looks = looksOf(game, ["T03", "R02", "T12", "T01", "T20", "R01"]);
  expect(looks.map((look) => look.ids)).toEqual([["R01", "R02"], ["T01", "T03"], ["T12"], ["T20"]]);
});

test("a press adds the next card that is not chosen, until none is left", () => {
  const look = { key: "combat*1", ids: ["T01", "T03"] };
  expect(nextOf(look, [])).toBe("T01");
  expect(nextOf(look, ["T01", "T20"])).toBe("T03");
  expect(nextOf(look, ["T03", "T01"])).toBeUndefined();
});

test("a card is discarded or stored as chosen, and kept if it is pressed once more", () => {
  const laid = new Map<string, Sign>();
  putAway(laid, "WJ1", "-");
  putAway(laid, "WJ4", "-");
  putAway(laid, "WJ4", "^");
  expect(keepText("wujing", "~", laid)).toBe("keep wujing ~ -WJ1 ^WJ4?");
  putAway(laid, "WJ4", "^");
  expect(keepText("wujing", "", laid)).toBe("keep wujing -WJ1");
});
