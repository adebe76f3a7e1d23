// The board of Breadcrumbs, as the program describes it.

import type {
  BreadcrumbsBoard,
  BreadcrumbsChip,
  BreadcrumbsColourName,
  BreadcrumbsLetterName,
  BreadcrumbsPlayer,
  BreadcrumbsTile,
} from '../../wire.gen';

export type TileColour = BreadcrumbsColourName;
export type Letter = BreadcrumbsLetterName;

export interface Tile extends Pick<BreadcrumbsTile, 'at' | 'value'> {
  colour: TileColour;
}

export interface Player extends Pick<BreadcrumbsPlayer, 'letter' | 'seat' | 'pawn' | 'score'> {
  colour: TileColour;
  /** The tiles with a chip of this player, and what each pays now. */
  chips: (Pick<BreadcrumbsTile, 'at'> & Pick<BreadcrumbsChip, 'points'>)[];
}

export interface Board {
  tiles: Tile[];
  players: Player[];
  /** The letter that has the lowest score alone and may go diagonally now (B4). */
  lowest: BreadcrumbsBoard['mover'];
  endChips: BreadcrumbsBoard['end_chips'];
  /** Which turn of every player this is, and after how many the game ends; a drawing has none. */
  turn?: BreadcrumbsBoard['turn'];
  turnCap?: BreadcrumbsBoard['turn_cap'];
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
    turn: wire.turn,
    turnCap: wire.turn_cap,
  };
}
