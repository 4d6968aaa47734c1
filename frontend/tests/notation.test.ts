import { describe, expect, test } from "vitest";
import { liesTurned, parseMove, parsePosition, positionHead } from "../src/notation";

const POSITION =
  "level=2 phase=turn seat=0 start=1 blessings=3 rests=1 turn=ps row=T10(BJ1'@1+WK4@0),T20 deck=T01,T02 " +
  "done=T05 spirit=1/3(WK5@0) marker=T20 queue=1,0 taking=- wukong=A/WK2',WK3/WK1/WK6/WK7'/- bajie=u/-/BJ2,BJ3/-/-/^BJ4-BJ5'";
const VIEW =
  "view=1 level=1 phase=keep seat=0 start=0 blessings=1 rests=0 turn=- row=T10 deck=?24 done=- spirit=- marker=- " +
  "queue=- taking=? wukong=A/?4/?4/-/-/?2/- bajie=A/BJ1/?7/-/-/-/R1,R2";

describe("a position text", () => {
  const position = parsePosition(POSITION);

  test("gives what has been done this turn, the row with what is committed, and the piles", () => {
    expect(position.viewer).toBeNull();
    expect(position.turn).toEqual({ played: true, signalled: true, stored: false });
    expect(position.row).toEqual([
      {
        id: "T10",
        committed: [
          { id: "BJ1", turned: true, seat: 1 },
          { id: "WK4", turned: false, seat: 0 },
        ],
      },
      { id: "T20", committed: [] },
    ]);
    expect(position.deck).toEqual({
      cards: [
        { id: "T01", turned: false },
        { id: "T02", turned: false },
      ],
      hidden: 0,
    });
    expect(position.queue).toEqual([1, 0]);
    expect(position.taking).toBeNull();
  });

  test("gives the Spider Spirit and each seat", () => {
    const committed = [{ id: "WK5", turned: false, seat: 0 }];
    expect(position.spirit).toEqual({ resolved: 1, segments: 3, committed });
    expect(position.seats.map((seat) => [seat.character, seat.unflipped])).toEqual([
      ["wukong", true],
      ["bajie", false],
    ]);
    expect(position.seats[1]?.chosen.cards).toEqual([
      { id: "BJ4", turned: false, stored: true },
      { id: "BJ5", turned: true, stored: false },
    ]);
  });

  test("says which held cards show their second face", () => {
    expect(["WK2", "WK3", "WK7", "BJ5"].map((id) => liesTurned(position, id))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test("has a head that agrees with the whole", () => {
    expect(positionHead(POSITION)).toEqual({
      level: 2,
      phase: "turn",
      seat: 0,
      blessings: 3,
      rests: 1,
      turn: "ps",
      rowLength: 2,
    });
  });
});

test("a view text counts what the viewer cannot see", () => {
  const view = parsePosition(VIEW);
  expect(view.viewer).toBe(1);
  expect(view.deck).toEqual({ cards: [], hidden: 24 });
  expect(view.taking).toBe("?");
  expect(view.seats[0]?.hand).toEqual({ cards: [], hidden: 4 });
  expect(view.seats[0]?.chosen).toEqual({ cards: [], hidden: 2 });
  expect(view.seats[1]?.relics).toEqual(["R1", "R2"]);
});

test.each([
  ["phase=turn row=-", "level= is missing"],
  ["level=1 phase=turn row=- wukong=A/-", "the seat wukong=A/- cannot be read"],
  ["level=1 phase=turn row=- spirit=x", "spirit=x cannot be read"],
])("the text %s is refused with the part that cannot be read", (text, message) => {
  expect(() => parsePosition(text)).toThrow(message);
});

test.each([
  ["play WK1>T02+T03", { kind: "play", card: "WK1", targets: ["T02", "T03"], rotate: false, picks: [] }],
  ["keep ~ -WK1 ^WK7", { kind: "keep", card: null, targets: [], rotate: true, picks: ["-WK1", "^WK7"] }],
  ["claim R1", { kind: "claim", card: null, targets: ["R1"], rotate: false, picks: [] }],
  ["ability WK1 WK2", { kind: "ability", card: null, targets: [], rotate: false, picks: ["WK1", "WK2"] }],
  ["rest", { kind: "rest", card: null, targets: [], rotate: false, picks: [] }],
])("the move %s is read into its parts", (text, parts) => {
  expect(parseMove(text)).toEqual({ text, ...parts });
});
