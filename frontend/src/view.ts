// What a view of a model is made of, as far as its parts share it.

import type { Acting, ActingView } from "./choice";
import type { Position } from "./notation";
import type { GameNode } from "./protocol";
import type { Shell } from "./shell";
import type { Table } from "./table";

/** The player's view. */
export interface PlayerView extends ActingView {
  shell: Shell;
  table: Table;
  acting: Acting;
  /** What is drawn now; null before anything was. */
  shown: { node: GameNode; position: Position } | null;
  /** The node whose moment was put away. */
  putAway: number | null;
  /** Draws everything again. */
  redraw: () => void;
  /** Opens a tab of the side, or one within More. */
  open: (tab: string) => void;
  /** Looks through the eyes of a lens; resolves when Python has agreed. */
  look: (lens: string) => Promise<void>;
  /** Says what came of a request. */
  reply: (answering: Promise<unknown>) => Promise<void>;
}

const spoken = new WeakMap<HTMLElement, number>();

/** Screen readers hear what happened; steps in quick succession are said once, the last of them. */
export function announce({ live }: { live: HTMLElement }, text: string): void {
  clearTimeout(spoken.get(live));
  const timer = window.setTimeout(() => {
    if (live.textContent !== text) live.textContent = text;
  }, 150);
  spoken.set(live, timer);
}

/** Whatever was still to be said is not. */
export function hush({ live }: { live: HTMLElement }): void {
  clearTimeout(spoken.get(live));
}
