import { afterEach, describe, expect, it } from 'vitest';
import '../games/all';
import { change, settings } from '../state/settings.svelte';
import { bidText, cardName, dictionaries, number, ratio, refusalText, signed, t } from './index.svelte';
import { formOf, partsOf, unjoined, type ArMessage, type EnMessage } from './message';
import './pages';

const { en, ar } = dictionaries;

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');

afterEach(() => change({ lang: 'ar', digits: 'latn' }));

function parameters(message: EnMessage | ArMessage): Set<string> {
  const texts =
    typeof message === 'string' ? [message] : Object.entries(message).map(([k, v]) => (k === 'by' ? '' : v));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)));
}

describe('dictionaries', () => {
  it('have every key in both languages', () => {
    expect(Object.keys(ar).sort()).toEqual(Object.keys(en).sort());
  });

  it('name the same parameters in both', () => {
    const strays = Object.keys(en).filter((key) => {
      const known = parameters(en[key]!);
      return [...parameters(ar[key]!)].some((name) => !known.has(name));
    });
    expect(strays).toEqual([]);
  });

  it('never put letters apart or leave a bare digit in Arabic', () => {
    const bare = Object.entries(ar).filter(([, message]) =>
      Object.entries(typeof message === 'string' ? { other: message } : message).some(
        ([form, text]) => form !== 'by' && /[0-9]/.test(text.replace(/\{[^}]*\}/g, '')),
      ),
    );
    expect(bare).toEqual([]);
  });
});

describe('plurals', () => {
  const tricks = ar['count.tricks']!;

  it.each([
    [0, 'بلا لمّات'],
    [1, 'لمّة واحدة'],
    [2, 'لمّتان'],
    [3, '{n} لمّات'],
    [10, '{n} لمّات'],
    [11, '{n} لمّة'],
    [100, '{n} لمّة'],
  ])('takes the Arabic form for %d', (n, form) => {
    expect(formOf('ar', tricks, { n })).toBe(form);
  });
});

describe('numbers', () => {
  it('carry a real minus and a plus when signed', () => {
    expect([number(-18), signed(32), signed(-3), signed(0)]).toEqual(['−18', '+32', '−3', '0']);
  });

  it('follow the digits chosen', () => {
    change({ digits: 'arab' });
    expect([number(-18), ratio(7, 18), bidText(5, 'H')]).toEqual(['−١٨', '٧/١٨', '٥♥']);
    expect(partsOf('{=×2}', {}, (text) => text.replace('2', '٢'))).toEqual([{ kind: 'num', text: '×٢' }]);
  });
});

describe('messages', () => {
  it('isolate numbers left to right and names by themselves', () => {
    change({ lang: 'en' });
    expect(t('result.title', { n: 7 })).toBe('Round \u20667\u2069');
    expect(t('lobby.hello', { name: 'أحمد' })).toBe('Welcome, \u2068أحمد\u2069');
  });

  it('come apart again for markup', () => {
    change({ lang: 'en' });
    expect(unjoined(t('clock.short', { n: 20 }))).toEqual([
      { kind: 'num', text: '20' },
      { kind: 'text', text: ' s' },
    ]);
  });

  it('put refusals and cards into words', () => {
    change({ lang: 'en' });
    expect(plain(refusalText({ code: 'must_follow', params: { suit: 'H' } }))).toBe(
      'You must follow hearts.',
    );
    expect(plain(refusalText({ code: 'bid_too_low', params: { standing: { tricks: 5, trump: 'H' } } }))).toBe(
      'The bid must beat 5♥.',
    );
    expect(plain(refusalText({ code: 'never_heard_of', params: {} }))).toBe(
      'That did not work (never_heard_of).',
    );
    expect(cardName('7H')).toBe('seven of hearts');
    change({ lang: 'ar' });
    expect(cardName('7H')).toBe('سبعة كبة');
  });
});

it('changes the page with the language', () => {
  change({ lang: 'en' });
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
  change({ lang: 'ar' });
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  expect(settings.lang).toBe('ar');
});
