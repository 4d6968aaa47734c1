// A choice among the legal moves of a node, as it is made step by step: shared by the strip, the table and the list.

import type { Hub, OfferedMove } from "./hub";
import type { Position } from "./notation";

export type { OfferedMove } from "./hub";

/** What has been picked so far. */
export interface Choice {
  moves: OfferedMove[];
  position: Position;
  mode: "ability" | "signal" | null;
  card: string | null;
  target: string | null;
  picks: string[];
  /** The sign of the cards picked next in the keep phase: `-` to discard, `^` to store. */
  putting: "-" | "^";
  rotate: boolean;
  /** Why nothing can be tried here; "" if something can. */
  why: string;
  /** Whether the drawn card is shown with its other face up. */
  turned?: boolean;
}

/** A button of the strip. It makes a move, or changes the choice. */
export interface Offer {
  words: string;
  title?: string | null;
  move?: OfferedMove;
  act?: (choice: Choice) => void;
  /** A request of its own, which neither moves nor picks. */
  ask?: () => unknown;
  icon?: string;
  character?: string;
  pick?: string;
  pressed?: boolean;
  disabled?: boolean;
  primary?: boolean;
  /** A way out rather than a move: drawn without an edge. */
  quiet?: boolean;
  deal?: boolean;
  keys?: string;
}

/** The table on which a choice is made; more of it belongs to other modules. */
export interface ActingTable {
  element: HTMLElement;
  position: Position | null;
}

/** The view around a choice. */
export interface ActingView {
  hub: Hub;
  root: HTMLElement;
  /** What screen readers hear. */
  live: HTMLElement;
  table: ActingTable;
  /** What is said instead of the usual sentence; null for that one. */
  hint?: () => string | null;
  /** Takes a move for itself, instead of having it made; true if it did. */
  attempt?: (text: string) => boolean;
  /** More buttons for the strip. */
  extra?: (choice: Choice | null) => Offer[];
  afterChoice?: (acting: Acting) => void;
}

export interface Acting {
  view: ActingView;
  element: HTMLElement;
  panel: HTMLElement;
  say: HTMLElement;
  bar: HTMLElement;
  sheet: HTMLElement;
  list: HTMLElement;
  count: HTMLElement;
  fault: HTMLElement;
  filter: HTMLInputElement;
  choice: Choice | null;
  node: number | null;
  seat: number | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  failed: string | null;
  /** The move that waits for a second press. */
  confirming: OfferedMove | null;
  paint: () => void;
  submit: (text: string, event?: UIEvent | null) => unknown;
}
