// Traits that Python sends compressed, so that a saved notebook stays small. See `silkenweb/widgets/comm.py`.

import { inflate } from "./inflate";
import type { Model } from "./protocol";

/** A compressed value: the DEFLATE data of its JSON text as base64, and the size of that text. */
interface Packed {
  deflate: string;
  size: number;
}

function isPacked(value: unknown): value is Packed {
  return typeof value === "object" && value !== null && "deflate" in value && "size" in value;
}

// Each value is read once, so that a trait which has not changed is the same object each time.
const read = new WeakMap<Packed, unknown>();

export function unpack(value: unknown): unknown {
  if (!isPacked(value)) return value;
  if (!read.has(value)) {
    const bytes = Uint8Array.from(atob(value.deflate), (letter) => letter.charCodeAt(0));
    read.set(value, JSON.parse(new TextDecoder().decode(inflate(bytes, value.size))));
  }
  return read.get(value);
}

/** What the front end may use of the host, with compressed traits read. */
export function unpackedModel<Host extends Model & { widget_manager?: unknown }>(model: Host) {
  return {
    get: (name: string) => unpack(model.get(name)),
    set: (name: string, value: unknown) => {
      model.set(name, value);
    },
    save_changes: () => {
      model.save_changes();
    },
    send: (message: unknown) => model.send(message),
    on: (name: string, act: (...values: never[]) => void) => {
      model.on(name, act);
    },
    off: (name?: string | null, act?: (...values: never[]) => void) => {
      model.off(name, act);
    },
    widget_manager: model.widget_manager,
  };
}
