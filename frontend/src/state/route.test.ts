import { expect, it } from 'vitest';
import { cleanCode, parse } from './route.svelte';

const at = (path: string) => parse(new URL(path, 'http://majlis.test'));

it('knows every address', () => {
  expect(at('/')).toEqual({ page: 'lobby' });
  expect(at('/new')).toEqual({ page: 'new' });
  expect(at('/t/qhxktm')).toEqual({ page: 'table', code: 'QHXKTM' });
  expect(at('/r/abc?key=k1')).toEqual({ page: 'record', id: 'abc', key: 'k1' });
  expect(at('/r/abc')).toEqual({ page: 'record', id: 'abc', key: null });
  expect(at('/r/abc/replay?deal=3')).toEqual({ page: 'replay', id: 'abc', key: null });
  expect(at('/how/spades')).toEqual({ page: 'how', game: 'spades' });
  expect(at('/elsewhere')).toEqual({ page: 'missing' });
});

it.each(['/t/%E0%A4%A', '/r/%ZZ', '/how/%', '/%'])('finds nothing at %s', (path) => {
  expect(at(path)).toEqual({ page: 'missing' });
});

it('takes a code as people type it', () => {
  expect(cleanCode(' qhx-ktm ')).toBe('QHXKTM');
});
