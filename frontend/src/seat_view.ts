// A seat at the table, as its parts share it.

import type { Acting, ActingView } from "./choice";
import type { Position } from "./notation";
import type { GameNode } from "./protocol";
import type { Shell } from "./shell";
import type { SeatStage, Sit } from "./stage";
import type { Table } from "./table";
import { t } from "./telling";
import { seatName } from "./words";

export interface SeatView extends ActingView {
  sit: Sit;
  table: Table;
  shell: Shell;
  acting: Acting;
  stage: SeatStage;
  /** What is drawn now; null before anything was. */
  shown: { node: GameNode; position: Position } | null;
  /** Whether the last thing that was pressed was a key. */
  byKeys: boolean;
  redraw: () => void;
  /** Asks Python for something beside a move. */
  request: (kind: string, more?: Record<string, unknown>) => Promise<unknown>;
  /** The node whose level-cleared moment was put away. */
  putAway: number | null;
}

/** "Ana (Wukong)", or the character alone; `brief` leaves out which bot plays. */
export function seatTitle(view: SeatView, seat: number, brief = false): string {
  const { game } = view.hub;
  const entry = game.seats?.[seat] as { player?: string | null; bot?: string } | undefined;
  const player = brief && entry?.bot ? null : entry?.player;
  const character = seatName(game, seat);
  return player ? t("sit.who", { name: player, character }) : character;
}
