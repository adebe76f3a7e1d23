// Fade times on the boards; zero for people who prefer reduced motion.

import type { FadeParams } from 'svelte/transition';
import { settings } from './settings.svelte';

/** For `transition:fade`; about the time of `--move` in the styles. */
export const fadeTime = (): FadeParams => ({ duration: Math.min(400, settings.eventTime * 0.6) });
