"""A screenshot as a PNG of at most 256 colours, a third as large: the browser counts, Python packs."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The most frequent colours that are not almost the same, and for each pixel the nearest of them.
_COUNT = """async (png) => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, width, height).data;
    const counts = new Map();
    const keys = new Int32Array(width * height);
    for (let i = 0; i < keys.length; i += 1) {
        keys[i] = (pixels[4 * i] << 16) | (pixels[4 * i + 1] << 8) | pixels[4 * i + 2];
        counts.set(keys[i], (counts.get(keys[i]) ?? 0) + 1);
    }
    const palette = [];
    const part = (a, b, bits) => Math.abs((a >> bits & 255) - (b >> bits & 255));
    const far = (a, b) => part(a, b, 16) + part(a, b, 8) + part(a, b, 0);
    for (const [key] of [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
        if (palette.length < 256 && palette.every((known) => far(key, known) > 14)) palette.push(key);
    }
    const nearest = new Map([...counts.keys()].map((key) => {
        let best = 0;
        palette.forEach((known, i) => { if (far(key, known) < far(key, palette[best])) best = i; });
        return [key, best];
    }));
    let text = '';
    for (const key of keys) text += String.fromCharCode(nearest.get(key));
    return { width, height, palette, pixels: btoa(text) };
}"""


def few_colours(page: Page, png: bytes) -> bytes:
    """The same picture."""
    found = page.evaluate(_COUNT, b64encode(png).decode())
    width, height, pixels = found["width"], found["height"], b64decode(found["pixels"])
    lines = b"".join(b"\0" + pixels[y * width : (y + 1) * width] for y in range(height))
    palette = b"".join(colour.to_bytes(3, "big") for colour in found["palette"])
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks))


def _chunk(chunk: tuple[bytes, bytes]) -> bytes:
    name, data = chunk
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
