// What the app knows of a game: a board that draws positions and offers choices, its words, and how its seats look.
// Nothing here or behind it decides what is legal.

import type { Component } from 'svelte';
import type { Endings } from '../lib/endings';
import type { Args, GameStrings, Names } from '../i18n';
import type { MoveView, Part, PositionView, TextView } from '../wire.gen';
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
  /** What the program told of the last move. */
  told?: readonly TextView[] | undefined;
  /** What a move gives that is complete with an offer, by the offer's place. */
  effects: Record<string, number>;
  /** How a move ends the game that is complete with an offer, by the offer's place. */
  endings: Endings;
  /** What the choice gives as it is. */
  gain?: number | undefined;
  /** Whether the viewer sits on the far side. */
  flip: boolean;
  coordinates: boolean;
  /** The players' plates are at the board: names, scores and facts are said there. */
  plates?: boolean;
  /** Chooses a part. `goesOn`: more moves of one plan follow; left out, it is as with the last move. */
  onpick: (part: Part, goesOn?: boolean) => void;
  onback: () => void;
}

export type Translate = (key: string, args?: Args) => string;

export interface GameModule<B = unknown> {
  Board: Component<BoardProps<B>>;
  /** One line above the board: dice, phases, the open card. */
  Strip?: Component<BoardProps<B>>;
  /** The board is wider than high on a wide screen: it gets the room of a column. */
  landscape?: boolean;
  /** What stands right below the board on a small screen: the boards of the others. */
  Others?: Component<BoardProps<B>>;
  /** Scores, cards, what is left: all that stands beside the board. */
  Panel?: Component<BoardProps<B>>;
  /** Takes the board from a view. */
  read: (position: Pick<PositionView, 'board' | 'left'>) => B;
  style: (board: B, seat: number) => SeatStyle;
  /** The board in words, line by line. */
  text: (board: B, tr: Translate) => string[];
  strings: GameStrings;
  /** The options that change what the board looks like; a picture of the others would say nothing. */
  shapedBy?: readonly string[];
  /** Positions to try on the rules page. */
  diagrams: Diagram[];
  /** Every seat has a board of its own: what others did is not drawn on the one shown. */
  ownBoards?: boolean;
  /** What the thing chosen now can do; nothing if that is plain to see. */
  explain?: (board: B, chosen: Part[]) => string;
  /** Its notation means nothing to a new player: a hint says in words what the move does. */
  hintsInWords?: boolean;
  /** What the log says of a turn in its row: what mattered first. All of it is said when the row is unfolded. */
  headline?: (told: TextView[], names: Names, step: number) => (TextView | string)[];
  /** Whether a sentence is told below the board while what happened is played; left out, it is only said who plays. */
  tells?: (text: TextView) => boolean;
  /** A sentence of the program without what the board does not show. */
  plain?: (text: TextView) => TextView;
  /** A move in words, for advice: "from b2 to c3". */
  inWords?: (move: Pick<MoveView, 'parts'>, board: B) => string | undefined;
  /** What is better about one choice than about another, as far as the board shows it; `board` is the one before them. */
  compare?: (board: B, seat: number, best: string, other: string) => string[];
  /** What the button says that makes a move, if its notation is not enough. */
  effect?: (move: MoveView, board: B, seat: number | undefined) => string;
  /** How the seat looked that sentences of the log tell of, where it may look otherwise now. */
  told?: (told: readonly TextView[]) => SeatStyle | undefined;
  /** What a seat is called where no player sits on it; its number if left out or empty. */
  called?: (board: B, seat: number) => string;
  /** Whom a seat plays, with its article; left out where its colour says it. */
  role?: (board: B, seat: number) => string;
  /** What a score counts, as a small picture of 8 by 6: drawn before the number. */
  scored?: string;
  /** How many points win, said beside a score. */
  wins?: (board: B) => number;
  /** The number in the goal, where the card has a place for it. */
  goalNumber?: (board: B) => number;
  /** What a player has besides a score, in a few words. */
  facts?: (board: B, seat: number, over?: boolean) => string;
  /** What everyone should see of a player, on its plate: that it is ready to end the game, or that it can end it at once. */
  notice?: (board: B, seat: number, mine: number[]) => { text: string; alarm: boolean } | undefined;
  /** What a score is called when a seat plays alone. */
  grade?: (score: number) => string;
  /** A choice is made only when confirmed, because a shorter one is a move as well. */
  confirms?: boolean;
  /** The role of a first part that can be left out: the board offers what follows it as well. */
  through?: string;
  /** The key of a more exact sentence than this one, for what can be done now. */
  variant?: (board: B, key: string, chosen: Part[], moves: MoveView[], seat?: number) => string;
  /** The button that most players want now: it stands out. */
  foremost?: (board: B, part: Part) => boolean;
  /** Why the game ended, as a player of two is told: what it did itself, or what its rival did. */
  ended?: (text: TextView, won: boolean, rival: string) => string | undefined;
  /** Roles of parts without a place that the board offers itself, where they belong. */
  shows?: readonly string[];
  /** The parts that the board cannot offer and that become buttons; left out where every part with a place has its own. */
  buttons?: (board: B, offers: Part[], seat: number | undefined) => Part[];
  /** Whether a seat sits on the far side; left out where the board has no sides. */
  flips?: (board: B, seat: number) => boolean;
}
