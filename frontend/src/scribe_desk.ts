// What the Scribe's form gets from Python: what was entered, what comes next, and the table as it is assumed.

import type { Game, LegalMove } from "./protocol";

/** What is to be entered next. `otherwise` comes after facts that nobody has to remember. */
export interface Asked {
  kind: "row" | "reveal" | "keep" | "turn" | "rotate" | "over";
  level: number;
  seat?: number;
  /** The cards to choose from. */
  cards?: string[];
  /** How many cards were put away. */
  count?: number;
  /** Whether some of them could be stored. */
  stores?: boolean;
  otherwise?: Asked;
}

export interface Desk {
  /** The position, with assumed cards. */
  text: string;
  assumed: string[];
  asked: Asked;
  share: string;
  facts: string[][];
  moves: LegalMove[];
  /** Where the game is kept, and whether there is something to save. */
  kept: string;
  saved: boolean;
}

/** Enters facts, as one group that is taken back together. */
export type Tell = (texts: string[]) => void;

export interface StepView {
  game: Game;
  tell: Tell;
}
