import { expect, test, vi } from "vitest";
import { PageModel, unpackView, type PackedView } from "../src/page_model";

const packed = (lens: string, branches: PackedView["branches"]): PackedView => ({
  game: { lens, lenses: ["all", "seat:0"] },
  line: [
    { move: null, text: "level=1 row=T01 rests=0" },
    { move: "rest", text: "rests=1" },
    { move: "rest", text: "row=-" },
  ],
  branches,
  notes: {},
  reviews: {},
  cursor: 0,
});
const variation = [
  { parent: 1, path: "2/1/1", move: "end", text: "rests=0" },
  { parent: 3, path: "2/1/2", move: "rest", text: "rests=1" },
];
const model = () => new PageModel([unpackView(packed("all", variation)), unpackView(packed("seat:0", []))]);

test("positions are put together from what changed", () => {
  const { line, branches } = unpackView(packed("all", variation));
  expect(line.map((node) => node.text)).toEqual([
    "level=1 row=T01 rests=0",
    "level=1 row=T01 rests=1",
    "level=1 row=- rests=1",
  ]);
  expect(branches.map((node) => node.text)).toEqual(["level=1 row=T01 rests=0", "level=1 row=T01 rests=1"]);
  expect(branches.map((node) => node.id)).toEqual([3, 4]);
});

test("another view is shown at the same place", () => {
  const page = model();
  const heard = vi.fn(() => page.get("line"));
  page.on("change:line", heard);
  page.set("cursor", 2);
  page.show("seat:0");
  expect(page.get("game")).toMatchObject({ lens: "seat:0" });
  expect(page.get("cursor")).toBe(2);
  expect(page.get("branches")).toEqual([]);
  expect(heard).toHaveBeenCalledTimes(1);
  page.show("seat:0");
  page.show("seat:9");
  expect(heard).toHaveBeenCalledTimes(1);
});

test("a view that lacks the variation shows the node it began at", () => {
  const page = model();
  page.set("cursor", 4);
  page.show("seat:0");
  expect(page.get("cursor")).toBe(1);
  page.show("all");
  expect(page.get("cursor")).toBe(1);
});
