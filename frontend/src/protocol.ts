// What Python sends and what a host must offer: the shapes of `silkenweb/widgets/payload.py` and its neighbours.

/** The model of a widget as the front-end modules of anywidget see it; nothing else of the host is assumed. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(message: unknown): unknown;
  on(name: string, act: (...values: never[]) => void): void;
  off(name?: string | null, act?: (...values: never[]) => void): void;
}

export type Provenance = "printed" | "ruling" | "reconstructed";

export interface Equipment {
  kind: "equipment";
  owner: string;
  /** The icons shown upright and when rotated. */
  faces: [string, string];
  source: Provenance;
}

export interface Threat {
  kind: "threat";
  icons: string[];
  count: number;
  locking: boolean;
  source: Provenance;
}

export interface Relic {
  kind: "relic";
  source: Provenance;
}

export type Card = Equipment | Threat | Relic;

/** What pays for a threat or a segment of the Spider Spirit: `count` icons, each one of `icons`. */
export interface Cost {
  icons: string[];
  count: number;
}

export interface Level {
  level: number;
  draw: number;
  discard: number;
  segments: Cost[];
  source: Provenance;
}

export interface SeatEntry {
  character: string;
  /** The effect of its ability, by the key of the edition. */
  ability?: string;
  name?: string | null;
  player?: string | null;
}

export interface SourceGroup {
  source: Provenance;
  words: string;
  note: string;
  what: string[];
}

/** All that stays the same while the lens does. */
export interface Game {
  seats?: SeatEntry[];
  cards?: Record<string, Card | undefined>;
  levels?: Level[];
  reputation?: { least: number; most: number; title: string }[];
  edition?: { name: string; title: string };
  sources?: SourceGroup[];
  title?: string | null;
  lens?: string;
  lenses?: string[];
  kernel?: boolean;
  bots?: string[];
}

/** Chances from 0 to 1 by icon. */
export type Chances = Record<string, number>;

/** What a viewer can infer about a hidden hand. */
export interface HandChances {
  card: Chances;
  some: Chances;
  known: string[];
  unseen: string[];
}

export interface GameNode {
  id: number;
  parent: number | null;
  path: string;
  move: string | null;
  /** A position text or a view text. */
  text: string;
  deal?: boolean;
  say?: string[];
  /** Cards whose places are a guess. */
  assumed?: string[];
  infer?: Record<string, HandChances | undefined>;
  /** Who added a variation; missing on the recorded line. */
  by?: "file" | "reader";
  comment?: string;
  glyph?: string;
}

/** What people wrote on nodes, by node id. */
export type Notes = Record<string, { comment?: string; glyph?: string } | undefined>;

/** A legal move as Python offers it. */
export interface LegalMove {
  text: string;
  words?: string;
  final?: string;
}

/** A mean and its standard error, or a difference and its error. */
export type Estimate = [value: number, error: number];

export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

export interface WeighedMove {
  move: string;
  words?: string;
  value: Estimate;
  loss?: Estimate;
  right?: boolean;
  note?: string;
}

/** What a review found of one decision. */
export interface Finding {
  value: Estimate;
  forced?: boolean;
  loss?: Estimate;
  before?: Estimate;
  grade?: Grade | null;
  label?: "brilliant" | "lucky" | "unlucky" | null;
  close?: boolean;
  lead?: Estimate | null;
  hindsight?: Estimate | null;
  /** The chance with all cards visible. */
  open?: Estimate | null;
  /** Of a deal: how much it changed the chance. */
  luck?: Estimate | null;
  levels?: Estimate | null;
  lost?: boolean;
  moves?: WeighedMove[];
}
