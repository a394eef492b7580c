/** The dictionaries as the app uses them: `t` for strings, `<T>` (ui/T.svelte) for markup. */
import type { GamePageKey } from '../games/pages';
import type { GameKey } from '../games/words';
import { settings } from '../state/settings.svelte';
import type { Params, Refusal } from '../wire';
import { ar as companyAr } from './company.ar';
import { en as companyEn } from './company.en';
import type { en as pagesEn } from './pages.en';
import { ar as shellAr } from './shell.ar';
import { en as shellEn } from './shell.en';
import { ar as tableAr } from './table.ar';
import { en as tableEn } from './table.en';
import { ar as termsAr } from './terms.ar';
import { en as termsEn } from './terms.en';
import {
  formOf,
  joined,
  partsOf,
  type ArMessage,
  type EnMessage,
  type MessageParams,
  type Param,
  type Part,
} from './message';

export type { MessageParams, Param } from './message';

const en = { ...termsEn, ...shellEn, ...tableEn, ...companyEn };
const ar: Record<keyof typeof en, ArMessage> = { ...termsAr, ...shellAr, ...tableAr, ...companyAr };
export type Key = keyof typeof en | keyof typeof pagesEn | GameKey | GamePageKey;

export const dictionaries: Record<'ar' | 'en', Record<string, EnMessage | ArMessage>> = { en, ar };

/** Add the words of a page that has just been loaded. */
export function addWords(english: Record<string, EnMessage>, arabic: Record<string, ArMessage>): void {
  Object.assign(dictionaries.en, english);
  Object.assign(dictionaries.ar, arabic);
}

/** Is there such a key? For keys built from codes that come over the wire. */
export function known(key: string): key is Key {
  return Object.hasOwn(dictionaries.en, key);
}

export const MINUS = '\u2212';

function digits(text: string): string {
  if (settings.digits !== 'arab') return text;
  return text.replace(/[0-9]/g, (d) => String.fromCharCode(0x0660 + Number(d)));
}

/** A number as it is shown: the person's digits, a real minus sign. */
export function number(value: number): string {
  return digits(value < 0 ? `${MINUS}${-value}` : String(value));
}

/** A number with its sign: `+32`, `−18`, `0`. */
export function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value);
}

/** `7/18`, in the person's digits. */
export function ratio(a: number, b: number): string {
  return `${number(a)}/${number(b)}`;
}

/** Mark a text as one left-to-right whole. */
export const ltr = (text: string): Param => ({ ltr: text });
/** Put words of the page's language into a message. */
export const words = (text: string): Param => ({ words: text });
/** The words of another key. */
export const term = (key: Key): Param => ({ words: t(key) });

/** A message's parts, for markup. */
export function parts(key: Key, params: MessageParams = {}): Part[] {
  const message = dictionaries[settings.lang][key];
  return message === undefined
    ? [{ kind: 'text', text: key }]
    : partsOf(formOf(settings.lang, message, params), params, digits);
}

/** A message as one string, its parameters isolated by Unicode controls. */
export function t(key: Key, params: MessageParams = {}): string {
  return joined(parts(key, params));
}

const SUITS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** `10♦` for `TD`; `★` for the joker. */
export function cardText(card: string): string {
  if (card === 'JK') return '★';
  return `${card[0] === 'T' ? '10' : card[0]}${SUITS[card[1] ?? ''] ?? ''}`;
}

/** The symbol of a trump; no trump is `NT`. */
export function trumpText(trump: string): string {
  return SUITS[trump] ?? trump;
}

/** `5♥`, `7NT`. */
export function bidText(tricks: number, trump: string): string {
  return `${number(tricks)}${trumpText(trump)}`;
}

export function suitName(suit: string): string {
  const key = `suit.${suit}`;
  return known(key) ? t(key) : suit;
}

/** "seven of hearts", for a screen reader. */
export function cardName(card: string): string {
  if (card === 'JK') return t('rank.JK');
  const key = `rank.${card[0]}`;
  return t('card.name', {
    rank: words(known(key) ? t(key) : (card[0] ?? '')),
    suit: words(suitName(card[1] ?? '')),
  });
}

function param(name: string, value: unknown): Param {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    if (name === 'suit' || name === 'trump') return words(suitName(value));
    if (name === 'card') return ltr(cardText(value));
    return value;
  }
  if (Array.isArray(value)) {
    return ltr(value.map((v) => (typeof v === 'number' ? number(v) : String(v))).join(', '));
  }
  if (typeof value === 'object' && value !== null && 'tricks' in value && 'trump' in value) {
    const bid = value as { tricks: number; trump: string };
    return ltr(bidText(bid.tricks, bid.trump));
  }
  if (typeof value === 'object' && value !== null && 'points' in value) return Number(value.points);
  return words(String(value ?? ''));
}

/** Parameters from the wire as a dictionary takes them. */
export function wireParams(params: Params): MessageParams {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, param(name, value)]));
}

/** A refusal's key in the dictionaries. */
export function refusalKey(code: string): Key {
  const key = `no.${code}`;
  return known(key) ? key : 'no.unknown';
}

/** A refusal in words. */
export function refusalText({ code, params }: Refusal): string {
  return t(refusalKey(code), { code: ltr(code), ...wireParams(params) });
}
