import type { GameModule } from '../module';
import BoardView from './Board.svelte';
import { pen } from './look';
import Panel from './Panel.svelte';
import Strip from './Strip.svelte';
import { diagrams } from './diagrams';
import { strings } from './strings';
import { read, type Board } from './view';

export const game: GameModule<Board> = {
  Board: BoardView,
  Strip,
  Panel,
  read,
  strings,
  diagrams,
  confirms: true,
  style: (_, seat) => pen(seat),
  text: (board, tr) => {
    const rows = [...'abcdefghi'].map((row) => {
      const fields = board.fields.filter((field) => field.at.startsWith(row));
      return `${fields.map((f) => `${f.at} ${tr(f.colour)}${f.number ? ` ${tr('number', { number: f.number })}` : ''}`).join(', ')}.`;
    });
    const paths = board.paths.map(
      (path) =>
        `${tr('pathOf', { seat: path.seat })}: ${path.fields.join(' – ')}. ${tr('scoreIs', { score: path.score })}.`,
    );
    const card = board.card ? [`${tr('card')}: ${board.card.map((colour) => tr(colour)).join(', ')}.`] : [];
    return [...card, ...paths, ...rows];
  },
};
