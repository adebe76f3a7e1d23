// A small game that the app has no folder for, played by the mocked API: its board is a text drawing with spots, as the
// server sends it. Each side places three men on 3 × 3 squares, then moves one to any empty square; three in a row win.
// Seat 2 takes the last move of the list, so that every run is the same.
// @ts-check

/** @import * as Wire from '../src/wire.gen' */

const FILES = ['a', 'b', 'c'];
const SQUARES = [3, 2, 1].flatMap((row) => FILES.map((file) => `${file}${row}`));
/** @type {[number, number, number][]} */
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];
/** @param {number} seat */
const manOf = (seat) => (seat === 1 ? 'X' : 'O');

export const START = '......... 1';

/**
 * A position is nine letters, row by row from the top, and the seat to move: `X...O.... 1`.
 * @param {string} text
 */
const read = (text) => ({ cells: text.slice(0, 9).split(''), seat: Number(text.at(-1)) });
/** @param {string[]} cells */
const winner = (cells) => {
  const line = LINES.find(([a, b, c]) => cells[a] !== '.' && cells[a] === cells[b] && cells[b] === cells[c]);
  return line && (cells[line[0]] === 'X' ? 1 : 2);
};

/** @type {(role: string, at: string) => Wire.Part} */
const place = (role, at) => ({ role, value: at, place: at });
/** @type {(english: string, key?: string, args?: Record<string, string>) => Wire.TextView} */
const text = (english, key = 'three-x', args = {}) => ({ key, english, args });

/**
 * The legal moves of a position, in their parts; `pass` has no place.
 * @param {string} position
 * @returns {Wire.MoveView[]}
 */
export function moves(position) {
  const { cells, seat } = read(position);
  if (winner(cells)) return [];
  const empty = SQUARES.filter((_, i) => cells[i] === '.');
  const men = SQUARES.filter((_, i) => cells[i] === manOf(seat));
  const pass = { text: 'pass', parts: [{ role: 'word', value: 'pass' }] };
  if (men.length < 3) return [pass, ...empty.map((to) => ({ text: to, parts: [place('to', to)] }))];
  const steps = men.flatMap((from) =>
    empty.map((to) => ({ text: `${from}-${to}`, parts: [place('from', from), place('to', to)] })),
  );
  return [pass, ...steps];
}

/**
 * The position after a move, what was touched, and what is told.
 * @param {string} position
 * @param {string} move
 * @param {number} turn
 * @returns {Wire.RecordStep}
 */
function played(position, move, turn) {
  const { cells, seat } = read(position);
  const touched = move === 'pass' ? [] : move.split('-');
  touched.forEach((at, i) => (cells[SQUARES.indexOf(at)] = i === touched.length - 1 ? manOf(seat) : '.'));
  const told = [text(`seat ${seat} plays ${move}`, 'three-plays', { seat: String(seat), move })];
  return { position: `${cells.join('')} ${3 - seat}`, seats: [seat], texts: [move], touched, narration: told, turn };
}

/**
 * The text drawing with its spots, as the program draws boards of squares.
 * @param {string[]} cells
 * @returns {Wire.TextBoard}
 */
function board(cells) {
  const rows = [0, 1, 2].map((row) => `  ${3 - row}  ${cells.slice(3 * row, 3 * row + 3).join(' ')}`);
  const drawing = [...rows, '     a b c', '', 'X seat 1   O seat 2'].join('\n').replaceAll('.', '·');
  const spots = SQUARES.map((at, i) => ({
    place: at,
    line: Math.floor(i / 3),
    column: 5 + 2 * (i % 3),
    width: 1,
    height: 1,
  }));
  return { text: `${drawing}\n`, spots };
}

/**
 * @param {string} position
 * @param {number} step
 * @returns {Wire.PositionView}
 */
export function view(position, step) {
  const { cells, seat } = read(position);
  /** @type {Wire.TurnView} */
  const turn = winner(cells) ? { kind: 'over', seats: [] } : { kind: 'act', seats: [seat] };
  return { step, text: position, turn, board: board(cells), left: [] };
}

/** @type {Wire.GameInfo} */
export const info = {
  id: 'three',
  name: 'Three Men',
  summary: 'Place three men and move them into a row.',
  credit: '',
  seats: { min: 2, max: 2, default: 2 },
  rules_version: 1,
  options: [{ name: 'fly', kind: { type: 'flag' }, default: 'on', ruling: 'T1', meaning: 'Men move anywhere.' }],
  levels: [1, 2, 3, 4, 5].map((n) => ({ name: `Bot ${n}`, about: 'Plays.' })),
  presets: [],
};

/** @type {Record<string, string>} */
export const texts = {
  summary: 'Setze drei Steine und bringe sie in eine Reihe.',
  'option-fly': 'Steine ziehen überallhin.',
  'three-plays': 'Platz {seat} spielt {move}',
  'word pass': 'passen',
};

/** A table of the game: seat 1 is a person, seat 2 answers at once. */
export class Table {
  position = START;
  /** @type {Wire.RecordStep[]} */
  steps = [];
  version = 3;

  /** @param {string} move */
  act(move) {
    const made = played(this.position, move, this.steps.length + 1);
    this.steps.push(made);
    this.position = made.position;
    this.version += 1;
  }

  /**
   * Plays a move of seat 1 and the answer.
   * @param {string} move
   */
  play(move) {
    this.act(move);
    const answer = moves(this.position).at(-1);
    if (answer) this.act(answer.text);
  }

  get winner() {
    return winner(read(this.position).cells);
  }

  /**
   * The fields of a table's state that depend on the game.
   * @returns {Partial<Wire.TableView>}
   */
  state() {
    const { position: _, ...last } = this.steps.at(-1) ?? {
      position: '',
      seats: [],
      narration: [],
      touched: [],
      turn: 0,
    };
    const won = this.winner;
    return {
      version: this.version,
      game: 'three',
      spec: 'three',
      phase: won ? 'over' : 'playing',
      position: view(this.position, this.steps.length),
      you: [{ seat: 1, moves: moves(this.position), attempt: 0, controls: [] }],
      ...(won
        ? {
            result: {
              ending: 'played',
              outcome: `win ${won}`,
              winners: [won],
              narration: [text(`seat ${won} has three in a row`, 'three-won')],
            },
          }
        : {}),
      last: { version: this.version, at: 0, kind: 'acted', step: this.steps.length, ...last },
    };
  }

  /** @returns {Wire.RecordRead} */
  record() {
    const record = `game: three\nrules: 1\n\n${this.steps.map(({ seats, texts }) => `${seats[0]}: ${texts[0]}`).join('\n')}\n`;
    return {
      text: record,
      spec: 'three',
      rules: 1,
      date: null,
      result: null,
      names: [],
      start: START,
      steps: this.steps,
    };
  }
}
