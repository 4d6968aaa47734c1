import { expect, test } from "vitest";
import { inflate } from "../src/inflate";
import { unpack } from "../src/packed";

const raw = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const text = (base64: string, size: number) => new TextDecoder().decode(inflate(raw(base64), size));

/** Compressed by the browser's own compressor, which answers only later. */
async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// By Python: b64encode(zlib.compress(text, level, wbits=-15)).
test.each([
  ["", "AwA=", 0], // level 6: an empty block with the fixed code
  ["row T01", "AQcA+P9yb3cgVDAx", 7], // level 0: stored
  ["T01 T01 T01 T01", "CzEwVAhBYAA=", 15], // level 9: a copy that reads what it writes
])("Python's %j is read", (expected, base64, size) => {
  expect(text(base64, size)).toBe(expected);
});

test("what a compressor wrote is read, whatever it was", async () => {
  let seed = 7;
  const random = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
  for (const [size, letters] of [
    [1, 1],
    [300, 2],
    [5000, 256],
    [70_000, 40],
    [200_000, 3],
    [150_000, 256],
  ] as const) {
    const bytes = Uint8Array.from({ length: size }, () => random(letters));
    const read = inflate(await deflate(bytes), size);
    expect(read.every((byte, place) => byte === bytes[place])).toBe(true);
  }
});

test("damaged data is refused instead of read", async () => {
  const bytes = new TextEncoder().encode("row=T01,T02 ".repeat(50));
  const good = await deflate(bytes);
  expect(() => inflate(good.subarray(0, 5), bytes.length)).toThrow("damaged");
  expect(() => inflate(good, bytes.length + 1)).toThrow("damaged");
  expect(() => inflate(raw("Bw=="), 1)).toThrow("damaged"); // a kind of block that does not exist
});

test("a compressed trait is read once, and others are left alone", () => {
  const plain = [{ a: 1 }];
  expect(unpack(plain)).toBe(plain);
  expect(unpack(null)).toBe(null);
  const packed = { deflate: "izbUMdJRMjVRigUA", size: 10 };
  expect(unpack(packed)).toEqual([1, 2, "54"]);
  expect(unpack(packed)).toBe(unpack(packed));
});
