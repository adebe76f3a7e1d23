// A symbol for every colour, so that no information depends on colour alone. Drawn in a square from -1 to 1.

export type SymbolName =
  'circle' | 'square' | 'triangle' | 'diamond' | 'star' | 'plus' | 'hexagon' | 'drop' | 'bird' | 'roll' | 'rye';

const polygon = (points: number, outer: number, inner = outer, turn = -90): string => {
  const count = inner === outer ? points : points * 2;
  const corner = (i: number) => {
    const angle = ((turn + (360 / count) * i) * Math.PI) / 180;
    const r = inner === outer || i % 2 === 0 ? outer : inner;
    return `${(Math.cos(angle) * r).toFixed(3)} ${(Math.sin(angle) * r).toFixed(3)}`;
  };
  return `M${Array.from({ length: count }, (_, i) => corner(i)).join('L')}Z`;
};

export const SYMBOLS: Record<SymbolName, string> = {
  circle: 'M0.82 0A0.82 0.82 0 1 1 -0.82 0A0.82 0.82 0 1 1 0.82 0Z',
  square: 'M-0.72 -0.72H0.72V0.72H-0.72Z',
  triangle: 'M0 -0.88L0.9 0.68H-0.9Z',
  diamond: 'M0 -1L0.8 0L0 1L-0.8 0Z',
  star: polygon(5, 1, 0.45),
  plus: 'M-0.3 -0.9H0.3V-0.3H0.9V0.3H0.3V0.9H-0.3V0.3H-0.9V-0.3H-0.3Z',
  hexagon: polygon(6, 0.95),
  drop: 'M0 -1C0.75 -0.2 0.72 0.15 0.72 0.3A0.72 0.68 0 0 1 -0.72 0.3C-0.72 0.15 -0.75 -0.2 0 -1Z',
  // The cuts of a wheat roll and of a rye roll.
  roll: 'M-1.1 -0.5Q-0.3 -1.150 0.650 -1.150L0.800 -0.900Q-0.2 -0.850 -0.950 -0.250ZM-1.250 0.300Q-0.1 -0.650 1.200 -0.500L1.200 -0.200Q0 -0.300 -1.150 0.600ZM-0.750 1Q0.1 0.200 1.150 0.250L1.050 0.550Q0.2 0.500 -0.500 1.150Z',
  rye: 'M-0.95 -0.7L-0.7 -0.95L0 -0.25L0.7 -0.95L0.95 -0.7L0.25 0L0.95 0.7L0.7 0.95L0 0.25L-0.7 0.95L-0.95 0.7L-0.25 0Z',
  bird: 'M-0.95 0.1C-0.55 -0.15 -0.5 -0.75 0.05 -0.75C0.4 -0.75 0.6 -0.55 0.62 -0.3L1 -0.12L0.6 0.02C0.55 0.5 0.15 0.75 -0.25 0.7L-0.3 0.95H-0.5V0.62C-0.7 0.5 -0.85 0.3 -0.95 0.1Z',
};
