/** Messages, their plurals and their parameters: the pure half of the dictionaries. */
import type { Lang } from '../wire';

export interface EnPlural {
  by: string;
  one: string;
  other: string;
}

/** Arabic has six forms, and a dictionary must give them all. */
export interface ArPlural {
  by: string;
  zero: string;
  one: string;
  two: string;
  few: string;
  many: string;
  other: string;
}

export type EnMessage = string | EnPlural;
export type ArMessage = string | ArPlural;

/** Text that always reads left to right: a bid, a score, a code. */
export interface Ltr {
  ltr: string;
}

/** Words already in the page's language, put in as they are. */
export interface Words {
  words: string;
}

/** A number is isolated left to right, a string is a name and isolated by its own direction. */
export type Param = number | string | Ltr | Words;
export type MessageParams = Record<string, Param>;

export type Part = { kind: 'text' | 'num' | 'name'; text: string };

const rules: Record<Lang, Intl.PluralRules> = {
  ar: new Intl.PluralRules('ar'),
  en: new Intl.PluralRules('en'),
};

/** The form of `message` for its count. */
export function formOf(lang: Lang, message: EnMessage | ArMessage, params: MessageParams): string {
  if (typeof message === 'string') return message;
  const count = params[message.by];
  const rule = rules[lang].select(typeof count === 'number' ? Math.abs(count) : 0);
  return (message as unknown as Record<string, string>)[rule] ?? message.other;
}

/**
 * Split a message at its `{parameters}`, so that each can be isolated where it is drawn. `{=×2}` is a fixed number or
 * sign. `digits` puts Western digits into the person's own.
 */
export function partsOf(text: string, params: MessageParams, digits: (text: string) => string): Part[] {
  const number = (n: number) => digits(n < 0 ? `\u2212${-n}` : String(n));
  const parts: Part[] = [];
  for (const piece of text.split(/(\{\w+\}|\{=[^}]+\})/)) {
    if (piece === '') continue;
    if (piece.startsWith('{=')) {
      parts.push({ kind: 'num', text: digits(piece.slice(2, -1)) });
      continue;
    }
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    const value = name === undefined ? undefined : params[name];
    if (value === undefined) parts.push({ kind: 'text', text: piece });
    else if (typeof value === 'number') parts.push({ kind: 'num', text: number(value) });
    else if (typeof value === 'string') parts.push({ kind: 'name', text: value });
    else if ('ltr' in value) parts.push({ kind: 'num', text: value.ltr });
    else parts.push({ kind: 'text', text: value.words });
  }
  return parts;
}

const LRI = '\u2066';
const FSI = '\u2068';
const PDI = '\u2069';

/** One string for places without markup (labels, titles): isolates in place of `<bdi>`. */
export function joined(parts: Part[]): string {
  return parts
    .map(({ kind, text }) => (kind === 'text' ? text : `${kind === 'num' ? LRI : FSI}${text}${PDI}`))
    .join('');
}

/** The parts of a string made by `joined`, for drawing it with markup after all. */
export function unjoined(text: string): Part[] {
  return text
    .split(/(\u2066[^\u2069]*\u2069|\u2068[^\u2069]*\u2069)/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.startsWith(LRI)
        ? { kind: 'num', text: piece.slice(1, -1) }
        : piece.startsWith(FSI)
          ? { kind: 'name', text: piece.slice(1, -1) }
          : { kind: 'text', text: piece },
    );
}
