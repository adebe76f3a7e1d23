// Settings of this browser. Without local storage they last as long as the page.

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export type Language = 'en' | 'de';
/** How fast the others' moves are played. */
export type Pace = 'slow' | 'normal' | 'fast' | 'now';

/** Milliseconds from one event to the next. */
const PACES: Record<Pace, number> = { slow: 900, normal: 480, fast: 260, now: 0 };

const KEY = 'breadboard.settings';

interface Saved {
  theme: Theme;
  language: Language;
  motion: boolean;
  sound: boolean;
  notify: boolean;
  coordinates: boolean;
  pace: Pace;
  name: string;
}

function read(): Partial<Saved> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Saved>;
  } catch {
    return {};
  }
}

const browserLanguage = (): Language =>
  typeof navigator !== 'undefined' && navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';

class Settings {
  theme: Theme = $state('auto');
  language: Language = $state('en');
  motion = $state(true);
  sound = $state(false);
  notify = $state(false);
  coordinates = $state(true);
  pace: Pace = $state('normal');
  name = $state('');
  #systemDark = $state(false);
  #systemContrast = $state(false);

  constructor() {
    const saved = read();
    this.theme = saved.theme ?? 'auto';
    this.language = saved.language ?? browserLanguage();
    this.motion = saved.motion ?? true;
    this.sound = saved.sound ?? false;
    this.notify = saved.notify ?? false;
    this.coordinates = saved.coordinates ?? true;
    this.pace = saved.pace && saved.pace in PACES ? saved.pace : 'normal';
    this.name = saved.name ?? '';
    if (typeof matchMedia === 'function') {
      const dark = matchMedia('(prefers-color-scheme: dark)');
      this.#systemDark = dark.matches;
      dark.addEventListener('change', () => (this.#systemDark = dark.matches));
      // Forced colours count as high contrast; the boards keep their own colours.
      const contrast = matchMedia('(prefers-contrast: more), (forced-colors: active)');
      this.#systemContrast = contrast.matches;
      contrast.addEventListener('change', () => (this.#systemContrast = contrast.matches));
    }
  }

  get shownTheme(): 'light' | 'dark' | 'contrast' {
    if (this.theme !== 'auto') return this.theme;
    return this.#systemContrast ? 'contrast' : this.#systemDark ? 'dark' : 'light';
  }

  /** No animations, by the setting here or that of the system. */
  get reducedMotion(): boolean {
    return !this.motion || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Milliseconds from one event of the game to the next; 0 shows everything at once. */
  get eventTime(): number {
    return this.reducedMotion ? 0 : PACES[this.pace];
  }

  /** Applies the settings to the page and stores them; called in an effect. */
  apply(): void {
    const root = document.documentElement;
    root.dataset['theme'] = this.shownTheme;
    root.dataset['motion'] = this.motion ? 'on' : 'off';
    root.dataset['pace'] = this.pace;
    root.lang = this.language;
    const { theme, language, motion, sound, notify, coordinates, pace, name } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, language, motion, sound, notify, coordinates, pace, name }));
    } catch {
      // Storage is blocked, for example in a private window.
    }
  }
}

export const settings = new Settings();
