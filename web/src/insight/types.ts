import type { MoveView, NameRow, Part, PlayedEvent, TextView } from '../wire.gen';
export interface ChanceView {
  text: string;
  weight: number;
}
export type EffortName = 'quick' | 'normal' | 'deep';
export interface AnalysisRequest {
  spec: string;
  rules?: number | null;
  position?: string | null;
  events?: PlayedEvent[];
  seat?: number | null;
  lines?: number | null;
  effort?: EffortName | null;
}
export type Bound = 'estimate' | 'lower' | 'upper' | 'proven';
export interface ValueView {
  chances: number[];
  points?: number;
  bound: Bound;
  distance?: number;
  error?: number;
}
export interface LineStep {
  seat: number;
  text: string;
  parts: Part[];
  told: TextView[];
}
export interface AnalysisLine {
  value: ValueView;
  steps: LineStep[];
}
export interface AnalysisView {
  seat: number | null;
  value: ValueView;
  depth: number;
  nodes: number;
  lines: AnalysisLine[];
  done: boolean;
}
export interface HintView {
  line: AnalysisLine;
  runner_up?: AnalysisLine;
  why: TextView[];
}
export type MoveMark = 'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
export interface ReviewChoice {
  seat: number;
  text: string;
  mark: MoveMark;
  loss: number;
  better?: AnalysisLine;
  refutation?: AnalysisLine;
  why: TextView[];
}
export interface ReviewStep {
  step: number;
  turn: number;
  value: ValueView;
  choices: ReviewChoice[];
  luck: number[];
}
export interface MarkCount {
  mark: MoveMark;
  count: number;
}
export interface ReviewPlayer {
  seat: number;
  accuracy: number;
  luck: number;
  skill: number;
  marks: MarkCount[];
}
export interface ReviewView {
  spec: string;
  rules: number;
  names: NameRow[];
  progress: number;
  done: boolean;
  start: ValueView;
  steps: ReviewStep[];
  players: ReviewPlayer[];
  key_moments: number[];
  residual: number;
}
export interface PuzzleView {
  id: string;
  spec: string;
  rules: number;
  position: string;
  seat: number;
  task: TextView;
  difficulty: number;
  themes: TextView[];
}
export interface PuzzleRow {
  id: string;
  difficulty: number;
  themes: TextView[];
}
export interface PuzzleList {
  puzzles: PuzzleRow[];
}
export interface PuzzleTry {
  events: PlayedEvent[];
  give_up?: boolean;
}
export type PuzzleState = 'continue' | 'solved' | 'wrong' | 'shown';
export interface PuzzleVerdict {
  state: PuzzleState;
  replies: PlayedEvent[];
  why: TextView[];
  solution?: AnalysisLine;
  refutation?: AnalysisLine;
}
export type { MoveView };
