import { gameText } from '../../i18n';
import type { GameModule } from '../module';
import BoardView from './Board.svelte';
import { compare, shutsIn } from './compare';
import { headline, inWords } from './log';
import { pen, signed } from './look';
import Others from './Others.svelte';
import Panel from './Panel.svelte';
import Strip from './Strip.svelte';
import { diagrams } from './diagrams';
import { strings } from './strings';
import { read, type Board } from './view';

/** What a score alone is called, by its least points; above 40 is great by the rules. */
const GRADES: [number, string][] = [
  [41, 'grade-5'],
  [30, 'grade-4'],
  [20, 'grade-3'],
  [8, 'grade-2'],
];

export const game: GameModule<Board> = {
  Board: BoardView,
  Strip,
  Others,
  Panel,
  read,
  strings,
  shapedBy: ['board'],
  diagrams,
  confirms: true,
  through: 'end',
  // Nothing is drawn yet that could be played.
  variant: (_, key, chosen) => (key === 'ask-field' && chosen.length === 1 ? 'ask-first' : key),
  ownBoards: true,
  headline,
  inWords,
  compare,
  effect: (move, board, seat) => {
    const n = move.parts.filter((part) => part.role === 'field').length;
    const words = gameText(strings, 'effect', { n, gain: signed(move.gain ?? 0) });
    return shutsIn(board, seat, move.text) ? `${words} · ${gameText(strings, 'shutsIn')}` : words;
  },
  grade: (score) => gameText(strings, GRADES.find(([least]) => score >= least)?.[1] ?? 'grade-1'),
  style: (_, seat) => pen(seat),
  text: (board, tr) => {
    const rows = [...'abcdefghi'].map((row) => {
      const fields = board.fields.filter((field) => field.at.startsWith(row));
      return `${fields.map((f) => `${f.at} ${tr(f.color)}${f.number ? ` ${tr('number', { number: f.number })}` : ''}`).join(', ')}.`;
    });
    const paths = board.paths.map(
      (path) =>
        `${tr('pathOf', { seat: path.seat })}: ${path.fields.join(' – ')}. ${tr('scoreIs', { score: path.score })}.`,
    );
    const card = board.card ? [`${tr('card')}: ${board.card.map((colour) => tr(colour)).join(', ')}.`] : [];
    return [...card, ...paths, ...rows];
  },
};
