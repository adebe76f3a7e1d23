// Set-up boards: a table of tools and controls for each game, instead of a page for each. A game's table lies in its folder and
// reads and writes the position text of the program; whether a game can have such a position, the server says. Controls
// change the text, so what is typed and what is pressed cannot differ.

import type { Names } from '../i18n';
import type { Part } from '../wire.gen';

/** A small picture: shapes within a box. */
export interface Icon {
  box: string;
  /** `x` and `scale` place a shape that is drawn around its middle. */
  shapes: { d: string; fill?: string; stroke?: string; width?: number; x?: number; scale?: number }[];
}

export interface Tool {
  id: string;
  label: string;
  icon?: Icon;
  /** It takes two places, one after the other. */
  pair?: boolean;
}

export interface ToolGroup {
  label: string;
  tools: Tool[];
}

/** What a control does: another position text, or another game that begins anew. */
export type Change = { text: string } | { spec: string };

export type Control =
  | {
      kind: 'choice';
      label: string;
      value: string;
      options: { value: string; label: string }[];
      set: (value: string) => Change;
    }
  | { kind: 'number'; label: string; value: number; least: number; most: number; set: (value: number) => Change }
  | { kind: 'toggles'; label: string; items: ToggleItem[]; press: (id: string) => Change }
  | { kind: 'button'; label: string; press: () => Change };

export interface ToggleItem {
  id: string;
  label: string;
  icon?: Icon;
  pressed: boolean;
  /** A word under the picture, where there are more than two states. */
  state?: string;
}

/** What a table may look at besides the text. */
export interface Bench<B> {
  /** The board that the server drew last, and the text it drew it from. */
  shown: B | undefined;
  accepted: string;
  names: Names;
  /** The seat whose board is edited, where every seat has its own. */
  side: number;
}

export interface Editor<M, B = unknown> {
  /** Reads the text; nothing where it is beyond this table, and only the text can be edited. */
  read: (text: string) => M | undefined;
  write: (model: M) => string;
  /** The board as it is set up, also where no game can show it. */
  draft: (model: M, bench: Bench<B>) => B | undefined;
  tools: (model: M, bench: Bench<B>) => ToolGroup[];
  /** The places that a tool can be used on, in the roles that the game's board knows. */
  places: (model: M, tool: string, bench: Bench<B>) => Part[];
  press: (model: M, tool: string, part: Part, bench: Bench<B>, first?: Part) => M;
  controls: (model: M, bench: Bench<B>) => Control[];
  /** The seat that looks at the board; left out, it is the one to move. */
  seat?: (model: M, bench: Bench<B>) => number;
  /** The seats, where every seat has a board of its own, and what the choice between them is called. */
  sides?: (model: M) => { label: string; seats: number[] };
}

/** The models of games differ; a page hands one only to the table that it came from. */
export type AnyEditor = Editor<unknown>;

const EDITORS = import.meta.glob<AnyEditor>('../games/*/setup.ts', { import: 'setup' });

export const loadEditor = async (game: string): Promise<AnyEditor | undefined> =>
  EDITORS[`../games/${game}/setup.ts`]?.();

/** A place to press, in a role. */
export const place = (role: string, at: string, value = at): Part => ({ role, value, place: at });

/** One icon of a single shape. */
export const icon = (d: string, fill: string, stroke = '#1d150d', box = '-1.2 -1.2 2.4 2.4', width = 0.12): Icon => ({
  box,
  shapes: [{ d, fill, stroke, width }],
});
