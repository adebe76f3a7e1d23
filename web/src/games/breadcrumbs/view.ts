// The board of Breadcrumbs, as the program describes it.

import type { BreadcrumbsBoard, BreadcrumbsColourName, BreadcrumbsLetterName } from '../../wire.gen';

export type TileColour = BreadcrumbsColourName;
export type Letter = BreadcrumbsLetterName;

export interface Tile {
  at: string;
  colour: TileColour;
  value: number;
}

export interface Player {
  letter: Letter;
  colour: TileColour;
  /** None before the letter is chosen. */
  seat: number | null;
  pawn: string | null;
  /** The tiles with a chip of this player, and what each pays now. */
  chips: { at: string; points: number }[];
  score: number;
}

export interface Board {
  /** None before the deal. */
  tiles: Tile[];
  players: Player[];
  /** The letter that has the lowest score alone and may go diagonally now (B4). */
  lowest: Letter | null;
  /** Chips that both need for a meeting to end the game (B8). */
  endChips: number;
}

/** The program lists chips by tile; scores are shown by player, so they are turned round here. */
export function read({ board }: { board: unknown }): Board {
  const wire = board as BreadcrumbsBoard;
  return {
    tiles: wire.tiles.map(({ at, color, value }) => ({ at, colour: color, value })),
    players: wire.players.map(({ letter, color, seat, pawn, score }) => ({
      letter,
      colour: color,
      seat,
      pawn,
      score,
      chips: wire.tiles.flatMap((tile) =>
        tile.chips.filter((chip) => chip.letter === letter).map(({ points }) => ({ at: tile.at, points })),
      ),
    })),
    lowest: wire.diagonal ? wire.mover : null,
    endChips: wire.end_chips,
  };
}
