import { beforeEach, describe, expect, it } from 'vitest';
import { fakeAbout, fakePublic } from '../state/fake';
import type { Command } from '../wire';
import { hashOf } from './fair';
import { Sealer, mySeed } from './sealing';

const about = fakeAbout();
const sealing = (hashed: boolean[], sealed: boolean[], open = false) =>
  fakePublic({ status: 'sealing', seals: { open, hashed, sealed } });
const none = [false, false, false, false];

let sent: Command[];
let sealer: Sealer;

beforeEach(() => {
  sessionStorage.clear();
  sent = [];
  sealer = new Sealer((command) => sent.push(command));
});

describe('sealing', () => {
  it('sends the hash at once and the seed only when the hashes are closed', () => {
    sealer.look(about, sealing(none, none));
    sealer.look(about, sealing([true, false, false, false], none));
    expect(sent).toHaveLength(1);
    sealer.look(about, sealing([true, true, true, false], none, true));
    expect(sent.map(({ type }) => type)).toEqual(['seal', 'seal']);
    expect(sent[0]!['hash']).toBe(hashOf(sent[1]!['seed'] as string));
    expect(mySeed(about.table, about.game_no)).toBe(sent[1]!['seed']);
  });

  it('says each thing once', () => {
    for (let i = 0; i < 3; i += 1) sealer.look(about, sealing(none, none));
    for (let i = 0; i < 3; i += 1) sealer.look(about, sealing([true, true, true, false], none, true));
    expect(sent).toHaveLength(2);
  });

  it('goes on with the same seed after a reload', () => {
    sealer.look(about, sealing(none, none));
    const again = new Sealer((command) => sent.push(command));
    again.look(about, sealing([true, true, true, false], none, true));
    expect(sent[0]!['hash']).toBe(hashOf(sent[1]!['seed'] as string));
  });

  it('takes a new seed for a new game', () => {
    sealer.look(about, sealing(none, none));
    sealer.look({ ...about, game_no: 2 }, sealing(none, none));
    expect(sent[0]!['hash']).not.toBe(sent[1]!['hash']);
  });

  it('is silent for a watcher and outside the sealing', () => {
    sealer.look({ ...about, me: null }, sealing(none, none));
    sealer.look(about, fakePublic());
    expect(sent).toEqual([]);
  });
});
