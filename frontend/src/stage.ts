// What a table sends: the setup's choices, the stage that is shown, and the end of a game.

import type { Hub } from "./hub";

export type { Hub } from "./hub";

/** A part of the page that is shown at a time: the setup, the cover, a seat, a look at the finished game. */
export interface Part {
  root: HTMLElement;
  update: () => void;
  close: () => void;
  opened?: () => void;
}

/** One table in one place of the page. */
export interface Sit {
  hub: Hub;
  host: HTMLElement;
  key: string | null;
  built: Part | null;
  /** Whether the next part takes the keyboard, since somebody pressed a button of the last one. */
  takesFocus: boolean;
}

export interface Pace {
  pace: number;
  words: string;
}

export interface SeatDraft {
  character: string;
  bot: string | null;
  name: string;
}

export interface Draft {
  edition: string;
  seats: SeatDraft[];
  blessings: number | null;
  seed: string;
  pace: number;
  auto_end: boolean;
}

export interface SetupEdition {
  key: string;
  title: string;
  characters: { key: string; name: string }[];
  blessings: Record<string, number | undefined>;
}

export interface UnfinishedGame {
  file: string;
  changed: number;
  level: number;
  who: string;
}

export interface Setup {
  editions: SetupEdition[];
  bots: string[];
  about: Record<string, string | undefined>;
  paces: Pace[];
  languages: { key: string; name: string }[];
  language: string;
  take_back: boolean;
  kept: string;
  unfinished: UnfinishedGame[];
  draft: Draft;
}

/** What a player did in a game. */
export interface SeatCounts {
  played: number;
  resolved: number;
  relics: number;
  rests: number;
  ability: boolean;
}

/** What is open once the game is over. */
export interface Final {
  text: string;
  words: string;
  won: boolean;
  cleared: number;
  levels: number;
  decisions: number;
  blessings: number;
  seats: SeatCounts[];
}

export interface CoverStage {
  name: "cover";
  seat: number;
  who: string;
  said: string[];
}

/** A seat at the table, and what it may do beside its moves. */
export interface SeatStage {
  name: "table";
  viewer: number;
  started: boolean;
  since: number | null;
  mine: boolean;
  bots: boolean;
  /** Who decides; null before a deal and at the end. */
  next: string | null;
  several: boolean;
  take_back: boolean;
  why_not_back: string;
  undo: boolean;
  auto_end: boolean;
  pace: number;
  paces: Pace[];
  over: boolean;
  final: Final | null;
  fault: string;
  resume: string;
}

export type Stage =
  CoverStage | SeatStage | { name: "setup" } | { name: "look"; player: string } | { name?: undefined };
