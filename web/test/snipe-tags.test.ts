import { describe, expect, it } from 'vitest';
import { placeTags, shortName } from '../src/games/snipe/tags';
import { numbered } from '../src/lib/numbered';

const forest = { targets: [], pawns: [], crumbs: [], width: 12, height: 12, font: 0.34 };
const pawn = (x: number, y: number, name = 'You') => ({ x, y, scale: 1, name });

describe('the names on the forest', () => {
  it('keeps the number that tells two bots of one level apart', () => {
    expect(numbered('Spaziergänger\u00a02')).toEqual(['Spaziergänger', '\u00a02']);
    expect(numbered('Stroller 12')).toEqual(['Stroller', ' 12']);
    expect(numbered('Ada')).toEqual(['Ada', '']);
    expect(shortName('Spaziergänger\u00a02')).toBe('Spazier…\u00a02');
    expect(shortName('Poacher\u00a01')).toBe('Poacher\u00a01');
    expect(shortName('Stroller\u00a02')).toBe('Stroller\u00a02');
    expect(shortName('Ada')).toBe('Ada');
  });

  it('stands below its pawn, where nothing is in the way', () => {
    const [tag] = placeTags([pawn(6, 6)], forest);
    expect(tag?.x).toBe(6);
    expect(tag?.y).toBeGreaterThan(6.5);
    expect(tag?.y).toBeLessThan(7);
  });

  it('covers no step that can be pressed', () => {
    const targets = [
      { x: 6, y: 7 },
      { x: 6, y: 5 },
      { x: 7, y: 6 },
      { x: 5, y: 6 },
    ];
    const [tag] = placeTags([pawn(6, 6)], { ...forest, targets });
    for (const { x, y } of targets)
      expect(
        Math.abs(x - (tag?.x ?? x)) >= (tag?.w ?? 0) / 2 + 0.2 ||
          Math.abs(y - (tag?.y ?? y)) >= (tag?.h ?? 0) / 2 + 0.2,
      ).toBe(true);
    // Still at its pawn: nearer to it than the next space.
    expect(Math.hypot((tag?.x ?? 0) - 6, (tag?.y ?? 0) - 6)).toBeLessThan(1.3);
  });

  it('never leaves the forest, and no two cover each other', () => {
    const names = placeTags([pawn(11.6, 11.6, 'Stroller 2'), pawn(0.4, 0.4), pawn(0.4, 1.2, 'Stroller 1')], forest);
    for (const { x, y, w, h } of names) {
      expect(x - w / 2).toBeGreaterThanOrEqual(-0.01);
      expect(x + w / 2).toBeLessThanOrEqual(12.01);
      expect(y - h / 2).toBeGreaterThanOrEqual(-0.01);
      expect(y + h / 2).toBeLessThanOrEqual(12.01);
    }
    const [, a, b] = names;
    expect(
      Math.abs((a?.x ?? 0) - (b?.x ?? 0)) >= ((a?.w ?? 0) + (b?.w ?? 0)) / 2 ||
        Math.abs((a?.y ?? 0) - (b?.y ?? 0)) >= ((a?.h ?? 0) + (b?.h ?? 0)) / 2,
    ).toBe(true);
  });
});
