// What a table looks like from one chair: the messages of `breadboard_play::view`, schema 1. They arrive ready to be
// drawn, so the app has no types of its own beside them, and a table inside the browser would speak the same.

/** One choice on the way to a move: a square, a bot, an action, a field. */
export interface Part {
  role: string;
  value: string;
  /** Where on the board it can be chosen; without one it is offered as a button. */
  place?: string | undefined;
}

/** A legal move: its notation, and the single choices that lead to it. */
export interface MoveView {
  text: string;
  parts: Part[];
}

/** A sentence as a key with arguments, and its English. */
export interface TextView {
  key: string;
  args?: Record<string, string>;
  english: string;
}

export interface RefusalView {
  kind: 'invalid' | 'illegal' | 'not-now' | 'stale' | 'key-reused' | 'late' | 'damaged' | (string & {});
  ruling?: string;
  text: TextView;
}

export interface SeatView {
  seat: number;
  kind: 'open' | 'kept' | 'person' | 'bot';
  /** The person's name or the bot's level. */
  name?: string;
  exit?: 'resigned' | 'flagged' | 'left';
  automatic: boolean;
  awaited: boolean;
}

export interface LeftView {
  what: string;
  seat?: number;
  count: number;
  items?: string[];
}

export interface PositionView {
  /** How many events of the game led to it. */
  step: number;
  text: string;
  turn: { kind: 'chance' | 'act' | 'over'; seats: number[]; outcome?: string };
  /** The game's own board; its type is in the game's folder. */
  board: unknown;
  scores?: number[];
  left: LeftView[];
}

export type ControlName = 'undo' | 'ask-take-back' | 'offer-draw' | 'resign' | 'rematch';

export interface YouView {
  seat: number;
  moves: MoveView[];
  /** The own sealed choice, which can still be changed. */
  choice?: string;
  attempt: number;
  controls: { control: ControlName; refused?: RefusalView }[];
}

export interface OfferView {
  id: number;
  offer: 'draw' | 'take-back' | 'rematch';
  by: number;
  awaiting: number[];
  kept?: number;
}

export interface ClockView {
  rule: ClockRule;
  seats: { left_ms: number; since?: number }[];
}

export type ClockRule =
  { kind: 'increment'; main_ms: number; increment_ms: number } | { kind: 'correspondence'; days: number };

export interface EventView {
  version: number;
  at: number;
  kind: string;
  seats: number[];
  texts?: string[];
  touched?: string[];
  told: TextView[];
  step: number;
}

export interface TableView {
  schema: number;
  version: number;
  game: string;
  spec: string;
  phase: 'waiting' | 'playing' | 'over';
  seats: SeatView[];
  position: PositionView;
  round?: { chosen: number[]; waiting: number[] };
  /** What this browser can do, a seat each. */
  you: YouView[];
  offers: OfferView[];
  clock?: ClockView;
  dice: { scheme: string; commit: string; entropy: (string | null)[]; seed?: string };
  result?: { outcome?: string; winners: number[]; ending: string; told: TextView[] };
  last?: EventView;
  rematch: number[];
  next?: string;
}

export interface ReplayView {
  steps: number;
  position: PositionView;
  last?: StepView;
}

/** A position at no table with its legal moves, for diagrams. */
export interface StudyView {
  schema: number;
  spec: string;
  position: PositionView;
  moves: { seat: number; moves: MoveView[] }[];
  drawing: string;
  /** The last of the events that were played to it. */
  last?: StepView;
}

/** One event of a game. */
export interface StepView {
  seats: number[];
  texts: string[];
  touched?: string[];
  told: TextView[];
}
