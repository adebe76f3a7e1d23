// How things come and go on the boards: shortly, and not at all for people who want nothing to move.

import type { FadeParams } from 'svelte/transition';
import { settings } from './settings.svelte';

/** For `transition:fade`: as long as `--move` in the styles. */
export const brief = (): FadeParams => ({ duration: settings.still ? 0 : 200 });
