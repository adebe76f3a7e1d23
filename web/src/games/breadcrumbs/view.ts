// The board of Breadcrumbs, as the program describes it.

export type TileColour = 'red' | 'orange' | 'green' | 'blue' | 'purple';
export type Letter = 'A' | 'B' | 'C' | 'D' | 'E';

export interface Tile {
  at: string;
  colour: TileColour;
  value: number;
}

export interface Player {
  letter: Letter;
  seat: number;
  colour: TileColour;
  pawn: string;
  /** The tiles with a chip of this player, and what each is worth now. */
  chips: { at: string; points: number }[];
  score: number;
}

export interface Board {
  /** None before the deal. */
  tiles: Tile[];
  players: Player[];
  /** The letter that has the lowest score alone and may go diagonally (B4). */
  lowest?: Letter;
  /** Chips that both need for a meeting to end the game (B8). */
  endChips: number;
}

export const read = (json: unknown): Board => json as Board;
