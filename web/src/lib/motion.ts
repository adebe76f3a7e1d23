// How things come on a board and leave it: they fade, or they travel to where they go. Nothing moves for people who prefer
// reduced motion.

import { cubicInOut } from 'svelte/easing';
import type { FadeParams, TransitionConfig } from 'svelte/transition';
import { settings } from './settings.svelte';

/** For `transition:fade`; about the time of `--move` in the styles. */
export const fadeTime = (): FadeParams => ({ duration: Math.min(400, settings.eventTime * 0.6) });

/** Whether nothing should move by itself. */
export const isStill = (): boolean =>
  settings.eventTime === 0 ||
  document.documentElement.dataset['motion'] === 'off' ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Where the things of a seat lie that are not on the board: at the player's plate. */
export const plateOf = (seat: number | null | undefined): string | undefined =>
  seat === null || seat === undefined ? undefined : `.plates [data-seat='${seat}'] .mark`;

interface Flight {
  /** A selector of the thing on the page that it comes from or goes to; without one it fades. */
  to: string | undefined;
  /** Its size at the other end. */
  size?: number;
  /** Milliseconds before it sets off. */
  delay?: number;
}

const middleOf = (node: Element): DOMPoint => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return new DOMPoint(left + width / 2, top + height / 2);
};

/**
 * A transition of an SVG group that is placed by `style:transform`: it travels from or to another thing on the page, on the
 * board or beside it. Faster for those who chose fast moves, and it ends before the next event.
 */
export function flight(node: SVGGElement, { to, size = 0.6, delay = 0 }: Flight): TransitionConfig {
  const duration = Math.min(450, settings.eventTime * 0.75);
  const target = to === undefined ? null : document.querySelector(to);
  const matrix = node.parentNode instanceof SVGGraphicsElement ? node.parentNode.getScreenCTM() : null;
  if (!target || !matrix || duration === 0) return { duration, css: (t) => `opacity: ${t}` };
  const from = new DOMMatrix(getComputedStyle(node).transform);
  const end = middleOf(target).matrixTransform(matrix.inverse());
  const [dx, dy] = [end.x - from.e, end.y - from.f];
  // A low arc: things that are handed over do not slide along the table.
  const lift = Math.hypot(dx, dy) * 0.12;
  return {
    duration,
    delay,
    easing: cubicInOut,
    css: (t, u) => {
      const scale = from.a * (1 + (size - 1) * u);
      const arc = Math.sin(Math.PI * u) * lift;
      return `transform: translate(${from.e + dx * u}px, ${from.f + dy * u - arc}px) scale(${scale}); opacity: ${Math.min(1, t * 5)}`;
    },
  };
}
