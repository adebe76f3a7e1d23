// Which of luck and choices decided a game.

import { describe, expect, it } from 'vitest';
import { luckTone, whatDecided } from '../src/insight/luck';
import type { ReviewPlayer, ReviewStep } from '../src/wire.gen';

const player = (seat: number, luck: number, skill: number): ReviewPlayer => ({
  seat,
  luck,
  skill,
  accuracy: 80,
  marks: [],
});
/** A game that the first seat won, or that nobody did. */
const game = (luck: number, mine: number, other: number, chances = [1, 0]) => ({
  steps: [{ step: 1, turn: 1, choices: [], luck: [], value: { chances } as unknown as ReviewStep['value'] }],
  players: [player(1, luck, mine), player(2, -luck, other)],
});

describe('what decided a game', () => {
  it('is the choices where luck was against the winner, or small', () => {
    expect(whatDecided(game(-0.1, -0.2, -0.9))).toBe('choicesDecided');
    expect(whatDecided(game(0.1, -0.2, -0.9))).toBe('choicesDecided');
  });
  it('is luck where the winner chose no better, or hardly better', () => {
    expect(whatDecided(game(0.6, -0.5, -0.4))).toBe('luckDecided');
    expect(whatDecided(game(0.6, -0.4, -0.5))).toBe('luckDecided');
  });
  it('is both where neither is twice the other', () => {
    expect(whatDecided(game(0.4, -0.3, -0.6))).toBe('bothDecided');
  });
  it('is not told where nobody won alone', () => {
    expect(whatDecided(game(0.4, -0.3, -0.6, [0.5, 0.5]))).toBeUndefined();
  });
});

describe('luck in a turn', () => {
  it('is named by its sign as it is written', () => {
    expect([0.0004, -0.0004, 0.009, -0.012].map(luckTone)).toEqual(['luckEven', 'luckEven', 'luckHelped', 'luckHurt']);
  });
});
