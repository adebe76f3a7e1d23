import { gameText } from '../../i18n';
import type { GameModule } from '../module';
import BoardView from './Board.svelte';
import { COLOURS } from './look';
import Panel from './Panel.svelte';
import { diagrams } from './diagrams';
import { strings } from './strings';
import { read, type Board } from './view';

export const game: GameModule<Board> = {
  Board: BoardView,
  Panel,
  read,
  strings,
  diagrams,
  facts: (board, seat) => {
    const player = board.players.find((one) => one.seat === seat);
    if (!player) return '';
    const { letter, chips } = player;
    const key = chips.length < board.endChips ? 'chipFacts' : 'chipsEnough';
    return gameText(strings, key, { letter, chips: chips.length, need: board.endChips });
  },
  style: (board, seat) => {
    const colour = board.players.find((player) => player.seat === seat)?.colour ?? 'red';
    return { colour, symbol: COLOURS[colour] };
  },
  text: (board, tr) => {
    const rows = [5, 4, 3, 2, 1].map((row) => {
      const tiles = board.tiles.filter((tile) => tile.at.endsWith(String(row)));
      const one = tiles.map((tile) => {
        const chips = board.players.filter((p) => p.chips.some((chip) => chip.at === tile.at)).map((p) => p.letter);
        const pawns = board.players.filter((p) => p.pawn === tile.at).map((p) => tr('pawnOf', { who: p.letter }));
        const held = [...pawns, ...(chips.length ? [tr('chipsOf', { who: chips.join(' ') })] : [])];
        return `${tile.at} ${tr(tile.colour)} ${tile.value}${held.length ? ` (${held.join(', ')})` : ''}`;
      });
      return `${one.join('; ')}.`;
    });
    const scores = board.players.map((p) => `${p.letter} ${p.score}`).join(', ');
    return board.tiles.length ? [...rows, `${tr('scores')}: ${scores}.`] : [tr('undealt')];
  },
};
