import type { SeatStyle } from '../module';
import type { Man } from './view';

/** As the men look: wheat rolls for White, rye for Black. */
export const sideStyle = (side: Man['side']): SeatStyle =>
  side === 'black' ? { colour: 'black', symbol: 'rye' } : { colour: 'white', symbol: 'roll' };
