import { expect, test } from "vitest";
import { KEYS, keyName } from "../src/keys";

const pressed = (key: string, code = "", shiftKey = false) =>
  keyName({ key, code, shiftKey } as KeyboardEvent);

test.each([
  ["a letter", pressed("b", "KeyB"), "b"],
  ["Shift and a letter", pressed("M", "KeyM", true), "M"],
  ["Caps Lock and a letter", pressed("N", "KeyN"), "n"],
  ["Shift and an arrow", pressed("ArrowRight", "ArrowRight", true), "Shift+ArrowRight"],
  ["an arrow", pressed("ArrowRight", "ArrowRight"), "ArrowRight"],
  ["a full-width letter", pressed("ｍ", "KeyM"), "m"],
  ["a letter of another script", pressed("ь", "KeyM"), "m"],
  ["an input method at work", pressed("Process", "BracketRight"), "]"],
  ["a question mark of an input method", pressed("Process", "Slash", true), "?"],
])("%s has the name of its key in the list", (_what, name, expected) => {
  expect(name).toBe(expected);
});

test("no key is listed twice", () => {
  const keys = KEYS.map(([key]) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
