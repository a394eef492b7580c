/** What a person chose on this device. Kept in the browser; the language also in a cookie, for the server's page. */
import type { Lang } from '../wire';

export type Digits = 'latn' | 'arab';

export interface Settings {
  lang: Lang;
  digits: Digits;
  /** Each suit its own colour. */
  fourColour: boolean;
  /** One tap plays a card on touch. */
  oneTap: boolean;
  /** Milliseconds a finished trick stays, or null: as the table says. Never under the table's own hold. */
  trickHold: number | null;
  sound: boolean;
  /** Single-key shortcuts at the table. */
  shortcuts: boolean;
}

const KEY = 'majlis.settings';
const YEAR = 31_536_000;

function langAtStart(): Lang {
  const cookie = /(?:^|; )lang=(ar|en)/.exec(document.cookie)?.[1];
  return (cookie ?? document.documentElement.lang) === 'en' ? 'en' : 'ar';
}

function load(): Settings {
  const defaults: Settings = {
    lang: langAtStart(),
    digits: 'latn',
    fourColour: true,
    oneTap: false,
    trickHold: null,
    sound: true,
    shortcuts: true,
  };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
    return { ...defaults, ...kept, lang: defaults.lang };
  } catch {
    return defaults;
  }
}

export const settings: Settings = $state(load());

/** Change some settings at once, keep them, and let the page follow. */
export function change(some: Partial<Settings>): void {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  if (some.lang) document.cookie = `lang=${some.lang}; path=/; max-age=${YEAR}; samesite=lax`;
  applyToPage();
}

/** Put language and direction on the root element. */
export function applyToPage(): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dir = settings.lang === 'ar' ? 'rtl' : 'ltr';
  document.documentElement.dataset['suits'] = settings.fourColour ? '4' : '2';
}
