// The server's interface for what the engines know: reviews, hints and puzzles. The analysis of a position has a provider of
// its own (`lib/analysis.ts`).

import type { HintView, PuzzleList, PuzzleTry, PuzzleVerdict, PuzzleView, ReviewView } from '../wire.gen';
import { json, post } from './api';
import { stream, type Failure } from './stream';

type OnReview = (view: ReviewView) => void;
type OnFail = (failure: Failure) => void;

export const insight = {
  /** The review of a finished table, which the server keeps. Returns how to stop it. */
  reviewTable: (id: string, onview: OnReview, onfail: OnFail) =>
    stream<ReviewView>(`/tables/${id}/review`, {}, onview, onfail),
  reviewRecord: (record: string, onview: OnReview, onfail: OnFail) =>
    stream<ReviewView>('/review', post({ record }), onview, onfail),
  hint: (id: string, seat: number) => json<HintView>(`/tables/${id}/hint?seat=${seat}`),
  puzzles: async (game: string) => (await json<PuzzleList>(`/puzzles?game=${game}`)).puzzles,
  puzzle: (id: string) => json<PuzzleView>(`/puzzles/${id}`),
  daily: (date: string) => json<PuzzleView>(`/puzzles/daily?date=${date}`),
  tryPuzzle: (id: string, tried: PuzzleTry) => json<PuzzleVerdict>(`/puzzles/${id}/try`, post(tried)),
};
