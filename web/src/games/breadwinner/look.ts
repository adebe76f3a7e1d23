import type { SeatStyle } from '../module';
import type { Kind } from './view';

export const SEATS: Record<number, SeatStyle> = {
  1: { colour: 'orange', symbol: 'circle' },
  2: { colour: 'blue', symbol: 'square' },
};

/** Icons in a square from -1 to 1, drawn with strokes. */
export const ICONS: Record<Kind | 'rnd', string> = {
  drone: 'M-0.75 -0.5H-0.15M0.15 -0.5H0.75M-0.45 -0.5V-0.1M0.45 -0.5V-0.1M-0.45 -0.1H0.45L0.25 0.4H-0.25ZM0 0.4V0.75',
  harvester: 'M-0.55 0.75L0.2 -0.35M0.2 -0.35C-0.1 -0.75 -0.5 -0.75 -0.75 -0.6M0.2 -0.35C0.6 -0.65 0.75 -0.1 0.6 0.35',
  locust:
    'M-0.7 0.2C-0.4 -0.25 0.2 -0.3 0.6 -0.05L0.75 -0.4M-0.7 0.2H0.5L0.6 -0.05M-0.35 0.2L-0.55 0.65M0.05 0.2L0.25 0.65M-0.2 -0.1L0.05 -0.65L0.35 0.1',
  soldier: 'M-0.65 0.65L0.6 -0.6M0.6 -0.6H0.2M0.6 -0.6V-0.2M-0.6 0.1L-0.1 0.6M-0.5 0.5L-0.7 0.7',
  shield: 'M0 -0.75L0.6 -0.5V0C0.6 0.4 0.3 0.65 0 0.8C-0.3 0.65 -0.6 0.4 -0.6 0V-0.5Z',
  rnd: 'M-0.2 -0.75H0.2M-0.15 -0.75V-0.2L-0.6 0.6H0.6L0.15 -0.2V-0.75M-0.35 0.2H0.35',
};

export const FACES: (Kind | 'rnd')[] = ['drone', 'harvester', 'locust', 'soldier', 'shield', 'rnd'];
export const faceName = (face: number): Kind | 'rnd' => FACES[face - 1] ?? 'rnd';

/** The kind of bot by the two letters that notation has for it. */
export const KINDS: Record<string, Kind> = { Dr: 'drone', Ha: 'harvester', Lo: 'locust', So: 'soldier', Sh: 'shield' };

/** The two letters by which notation names a bot. */
export const CODES: Record<Kind, string> = { drone: 'Dr', harvester: 'Ha', locust: 'Lo', soldier: 'So', shield: 'Sh' };
