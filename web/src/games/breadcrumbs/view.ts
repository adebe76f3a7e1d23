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
  /** Whom it could end the game by meeting, if it were to move now. */
  meets?: Letter[];
  /** The tiles with a chip of this player, and what each pays now. */
  chips: (Pick<BreadcrumbsTile, 'at'> & Pick<BreadcrumbsChip, 'points'>)[];
}

export interface Board {
  tiles: Tile[];
  players: Player[];
  /** The letter that has the lowest score alone and may go diagonally now (B4). */
  lowest: BreadcrumbsBoard['mover'];
  /** Whose turn it is; a drawing has none. */
  mover?: BreadcrumbsBoard['mover'];
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
    players: wire.players.map(({ letter, color, seat, pawn, score, meets }) => ({
      letter,
      colour: color,
      seat,
      pawn,
      score,
      ...(meets ? { meets } : {}),
      chips: wire.tiles.flatMap((tile) =>
        tile.chips.filter((chip) => chip.letter === letter).map(({ points }) => ({ at: tile.at, points })),
      ),
    })),
    lowest: wire.diagonal ? wire.mover : null,
    mover: wire.mover,
    endChips: wire.end_chips,
    turn: wire.turn,
    turnCap: wire.turn_cap,
  };
}

/** Whether a rival could end the game by meeting one of these seats. */
export const threatens = ({ players }: Board, rival: Player, mine: number[]): boolean =>
  rival.seat !== null &&
  !mine.includes(rival.seat) &&
  players.some(({ letter, seat }) => seat !== null && mine.includes(seat) && !!rival.meets?.includes(letter));

/** Who else has chips on a tile; with exactly one of them, a step of another player changes what its chip pays. */
const others = (players: Player[], mover: Player, at: string): Player[] =>
  players.filter((one) => one !== mover && one.chips.some((chip) => chip.at === at));

/**
 * What a step of this player onto a tile changes for a rival: its chip no longer lies alone there, or does so again. The
 * program says what a step pays whom it belongs to; that it hurts another is half of the game.
 */
export function swing(
  { tiles, players }: Board,
  mover: Player | undefined,
  at: string,
): { rival: Player; points: number } | undefined {
  const tile = tiles.find((one) => one.at === at);
  const [rival, another] = mover ? others(players, mover, at) : [];
  if (!tile || !mover || !rival || another) return undefined;
  const double = tile.colour === rival.colour ? 2 : 1;
  // The mover's own chip comes off, or a new one lies beside the rival's.
  const then = mover.chips.some((chip) => chip.at === at) ? tile.value * double : double;
  const points = then - (rival.chips.find((chip) => chip.at === at)?.points ?? 0);
  return points === 0 ? undefined : { rival, points };
}

/** Once the player to move can end the game by a meeting, or be met: whether it would want that. */
export function ending({ players, mover, endChips }: Board): 'ahead' | 'behind' | undefined {
  const me = players.find((one) => one.letter === mover);
  const ready = players.filter((one) => one.chips.length >= endChips);
  if (!me || !ready.includes(me) || ready.length < 2) return undefined;
  const best = Math.max(...players.filter((one) => one !== me).map((one) => one.score));
  return me.score > best ? 'ahead' : me.score < best ? 'behind' : undefined;
}
