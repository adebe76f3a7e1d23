// Fade times on the boards; zero for people who prefer reduced motion.

import type { FadeParams } from 'svelte/transition';
import { settings } from './settings.svelte';

/** For `transition:fade`; the same time as `--move` in the styles. */
export const fadeTime = (): FadeParams => ({ duration: settings.reducedMotion ? 0 : 200 });
