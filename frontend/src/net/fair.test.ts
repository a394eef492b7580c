import { describe, expect, it } from 'vitest';
import type { CardRecord } from '../wire';
import { checkFair, checkRecord, hashOf, newClientSeed } from './fair';
import estimation from './fixtures/estimation.json';
import schmier from './fixtures/schmier.json';
import spades from './fixtures/spades.json';

const records = { estimation, schmier, spades } as unknown as Record<string, CardRecord>;
const copy = () => structuredClone(records['estimation']!);

describe('records made by another program', () => {
  it.each(Object.keys(records))('%s: every card follows from the seeds', (game) => {
    const record = records[game]!;
    expect(checkRecord(record)).toEqual({ fair: true, deals: record.deals.length });
  });
});

describe('a deal that was tampered with', () => {
  it('two cards changed hands', () => {
    const record = copy();
    const deal = record.deals[3]!;
    const [mine, yours] = [deal.hands[0]!, deal.hands[1]!];
    [mine[0], yours[0]] = [yours[0]!, mine[0]!];
    expect(checkRecord(record)).toEqual({ fair: false, fault: 'cards', round: deal.round });
  });

  it('another commitment', () => {
    const record = copy();
    record.fairness.commitment = '0'.repeat(64);
    expect(checkRecord(record)).toMatchObject({ fair: false, fault: 'commitment' });
  });

  it('a seed out of the chain', () => {
    const record = copy();
    record.fairness.round_seeds[2] = hashOf('00');
    expect(checkRecord(record)).toMatchObject({ fair: false, fault: 'chain' });
  });

  it('a seed not shown', () => {
    const record = copy();
    record.fairness.round_seeds.pop();
    expect(checkRecord(record)).toMatchObject({ fair: false, fault: 'incomplete' });
  });

  it('another client seed changes every card', () => {
    const record = copy();
    record.fairness.client_seeds[1] = '00';
    expect(checkRecord(record)).toMatchObject({ fair: false, fault: 'cards' });
  });

  it('what this browser put in is not there', () => {
    const { game, fairness, deals } = copy();
    expect(
      checkFair({
        game,
        commitment: fairness.commitment,
        clientSeeds: fairness.client_seeds,
        seeds: fairness.round_seeds,
        deals,
        mine: { seat: 0, seed: 'ff' },
      }),
    ).toMatchObject({ fair: false, fault: 'client_seed' });
  });
});

it('binds a client seed by its hash', () => {
  const [one, other] = [newClientSeed(), newClientSeed()];
  expect(one.seed).toMatch(/^[0-9a-f]{64}$/);
  expect(one.hash).toBe(hashOf(one.seed));
  expect(one.seed).not.toBe(other.seed);
  // sha256 of the empty text.
  expect(hashOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
