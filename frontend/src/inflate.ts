// Decompresses raw DEFLATE data (RFC 1951). The browser's own DecompressionStream answers only later, but a trait
// is read at once.

const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST = 15;

/** A Huffman code: how many codes have each length, and the symbols in the order of their codes. */
interface Code {
  counts: number[];
  symbols: number[];
}

function makeCode(lengths: readonly number[]): Code {
  const counts = Array.from({ length: LONGEST + 1 }, () => 0);
  const symbols: number[] = [];
  for (let length = 1; length <= LONGEST; length += 1) {
    lengths.forEach((each, symbol) => {
      if (each !== length) return;
      counts[length] = at(counts, length) + 1;
      symbols.push(symbol);
    });
  }
  return { counts, symbols };
}

function at(list: ArrayLike<number>, index: number): number {
  const found = list[index];
  if (found === undefined) throw new Error("the compressed data is damaged");
  return found;
}

const FIXED = makeCode(
  Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
);
const FIXED_DISTANCES = makeCode(Array.from({ length: 30 }, () => 5));

class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;
  #hold = 0;
  #held = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(count: number): number {
    while (this.#held < count) {
      this.#hold |= at(this.#bytes, this.#at++) << this.#held;
      this.#held += 8;
    }
    const value = this.#hold & ((1 << count) - 1);
    this.#hold >>>= count;
    this.#held -= count;
    return value;
  }

  symbol({ counts, symbols }: Code): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= LONGEST; length += 1) {
      code |= this.take(1);
      const count = at(counts, length);
      if (code - first < count) return at(symbols, index + code - first);
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error("the compressed data is damaged");
  }

  /** Bytes that are stored as they are, from the next whole byte on. */
  stored(): Uint8Array {
    this.#hold = this.#held = 0;
    const size = at(this.#bytes, this.#at) | (at(this.#bytes, this.#at + 1) << 8);
    this.#at += 4 + size;
    return this.#bytes.subarray(this.#at - size, this.#at);
  }
}

function readCodes(bits: Bits): [Code, Code] {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const given = bits.take(4) + 4;
  const short = ORDER.map(() => 0);
  for (const place of ORDER.slice(0, given)) short[place] = bits.take(3);
  const code = makeCode(short);
  const lengths: number[] = [];
  while (lengths.length < literals + distances) {
    const symbol = bits.symbol(code);
    if (symbol < 16) {
      lengths.push(symbol);
      continue;
    }
    const value = symbol === 16 ? at(lengths, lengths.length - 1) : 0;
    const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    for (let n = 0; n < times; n += 1) lengths.push(value);
  }
  return [makeCode(lengths.slice(0, literals)), makeCode(lengths.slice(literals))];
}

/** The bytes that were compressed; `size` is their number. */
export function inflate(bytes: Uint8Array, size: number): Uint8Array {
  const bits = new Bits(bytes);
  const out = new Uint8Array(size);
  let end = 0;
  for (let last = 0; !last;) {
    last = bits.take(1);
    const kind = bits.take(2);
    if (kind === 0) {
      const stored = bits.stored();
      out.set(stored, end);
      end += stored.length;
      continue;
    }
    if (kind === 3) throw new Error("the compressed data is damaged");
    const [literals, distances] = kind === 1 ? [FIXED, FIXED_DISTANCES] : readCodes(bits);
    for (let symbol = bits.symbol(literals); symbol !== 256; symbol = bits.symbol(literals)) {
      if (symbol < 256) {
        out[end++] = symbol;
        continue;
      }
      const length = at(LENGTHS, symbol - 257) + bits.take(at(LENGTH_BITS, symbol - 257));
      const place = bits.symbol(distances);
      const from = end - (at(DISTANCES, place) + bits.take(at(DISTANCE_BITS, place)));
      for (let n = 0; n < length; n += 1) out[end + n] = at(out, from + n);
      end += length;
    }
  }
  if (end !== size) throw new Error("the compressed data is damaged");
  return out;
}
