// What the app knows of a game: a board that draws positions and offers choices, its words, and how its seats look.
// Nothing here or behind it decides what is legal.

import type { Component } from 'svelte';
import type { Args, GameStrings } from '../i18n';
import type { MoveView, Part, PositionView } from '../wire.gen';
import type { SymbolName } from '../ui/symbols';
import type { Diagram } from './diagram';

export type Colour = 'white' | 'black' | 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple' | 'grey';

/** How a seat looks, everywhere. */
export interface SeatStyle {
  colour: Colour;
  symbol: SymbolName;
}

export interface BoardProps<B> {
  board: B;
  /** What each seat is called, by its number. */
  names: Record<number, string>;
  /** Who is to act. */
  acting: number[];
  /** In a round of several seats: who has chosen. */
  decided: number[];
  /** The seat that chooses here now; none for spectators and replays. */
  seat: number | undefined;
  /** The parts that can be chosen now: those that continue the choice, and those that start a new one. */
  offers: Part[];
  /** Those of the offers that continue the choice. */
  next: Part[];
  chosen: Part[];
  /** The places of the last event. */
  last: string[];
  /** What a move gives that is complete with an offer, by the offer's place. */
  effects: Record<string, number>;
  /** What the choice gives as it is. */
  gain?: number | undefined;
  /** Whether the viewer sits on the far side. */
  flip: boolean;
  coordinates: boolean;
  /** The players' plates are at the board: names, scores and facts are said there. */
  plates?: boolean;
  onpick: (part: Part) => void;
  onback: () => void;
}

export type Translate = (key: string, args?: Args) => string;

export interface GameModule<B = unknown> {
  Board: Component<BoardProps<B>>;
  /** One line above the board: dice, phases, the open card. */
  Strip?: Component<BoardProps<B>>;
  /** The board is wider than high on a wide screen: it gets the room of a column. */
  landscape?: boolean;
  /** Scores, cards, what is left: all that stands beside the board. */
  Panel?: Component<BoardProps<B>>;
  /** Takes the board from a view. */
  read: (position: Pick<PositionView, 'board' | 'left'>) => B;
  style: (board: B, seat: number) => SeatStyle;
  /** The board in words, line by line. */
  text: (board: B, tr: Translate) => string[];
  strings: GameStrings;
  /** Positions to try on the rules page. */
  diagrams: Diagram[];
  /** Every seat has a board of its own: what others did is not drawn on the one shown. */
  ownBoards?: boolean;
  /** What the thing chosen now can do; nothing if that is plain to see. */
  explain?: (board: B, chosen: Part[]) => string;
  /** Its notation means nothing to a new player: a hint says in words what the move does. */
  hintsInWords?: boolean;
  /** What the button says that makes a move, if its notation is not enough. */
  effect?: (move: MoveView) => string;
  /** What a seat is called where no player sits on it; its number if left out or empty. */
  called?: (board: B, seat: number) => string;
  /** What a player has besides a score, in a few words. */
  facts?: (board: B, seat: number) => string;
  /** What a score is called when a seat plays alone. */
  grade?: (score: number) => string;
  /** A choice is made only when confirmed, because a shorter one is a move as well. */
  confirms?: boolean;
  /** The role of a first part that can be left out: the board offers what follows it as well. */
  through?: string;
  /** The key of a more exact sentence than this one, for what can be done now. */
  variant?: (board: B, key: string, chosen: Part[]) => string;
  /** Roles of parts without a place that the board offers itself, where they belong. */
  shows?: readonly string[];
  /** The parts that the board cannot offer and that become buttons; left out where every part with a place has its own. */
  buttons?: (board: B, offers: Part[], seat: number | undefined) => Part[];
  /** Whether a seat sits on the far side; left out where the board has no sides. */
  flips?: (board: B, seat: number) => boolean;
}
