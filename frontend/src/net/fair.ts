/**
 * The deal nobody can steer, checked by the browser alone: no code of the server takes part.
 * A chain of seeds is committed to before the first card; each played deal reveals the next one, and cards follow
 * from it and from what every browser put in.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Card, CardRecord, Deal, GameName } from '../wire';
import { randomBytes } from './random';

export interface ClientSeed {
  seed: string;
  /** sha256 of the seed, sent before anybody's seed is known. */
  hash: string;
}

export function hashOf(hex: string): string {
  return bytesToHex(sha256(hexToBytes(hex)));
}

export function newClientSeed(): ClientSeed {
  const seed = bytesToHex(randomBytes(32));
  return { seed, hash: hashOf(seed) };
}

function u16(n: number): Uint8Array {
  return Uint8Array.of(n >> 8, n & 0xff);
}

function u32(n: number): Uint8Array {
  return concatBytes(u16(n >>> 16), u16(n & 0xffff));
}

/** Everybody's seeds as one value, in the order of the seats. */
export function clientsDigest(clientSeeds: readonly string[]): Uint8Array {
  const parts = clientSeeds.flatMap((hex) => {
    const bytes = hexToBytes(hex);
    return [u16(bytes.length), bytes];
  });
  return sha256(concatBytes(...parts));
}

/** The numbers that deal `attempt` under chain number `k` draws from. */
function* stream(seed: Uint8Array, clients: Uint8Array, k: number, attempt: number): Generator<number> {
  for (let i = 0; ; i += 1) yield* hmac(sha256, seed, concatBytes(clients, u16(k), u16(attempt), u32(i)));
}

function below(bytes: Generator<number>, n: number): number {
  for (;;) {
    const x = bytes.next().value as number;
    if (x < 256 - (256 % n)) return x % n;
  }
}

/** How a game lays out the shuffled pack. `each` is 0 where every card goes to the stock. */
const LAYOUTS: Readonly<Record<GameName, { joker: boolean; seats: number; each: number }>> = {
  estimation: { joker: false, seats: 4, each: 13 },
  schmier: { joker: true, seats: 6, each: 6 },
  spades: { joker: false, seats: 2, each: 0 },
};

const SUITS = ['C', 'D', 'H', 'S'];
const RANKS = [...'23456789TJQKA'];

/** The pack in the order in which deal `attempt` under `seed` (the chain's number `k`) lays it down. */
export function shuffled(
  seedHex: string,
  clients: Uint8Array,
  k: number,
  attempt: number,
  joker: boolean,
): Card[] {
  const pack = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
  if (joker) pack.push('JK');
  const bytes = stream(hexToBytes(seedHex), clients, k, attempt);
  for (let i = pack.length - 1; i > 0; i -= 1) {
    const j = below(bytes, i + 1);
    [pack[i], pack[j]] = [pack[j]!, pack[i]!];
  }
  return pack;
}

export type FairFault = 'commitment' | 'chain' | 'cards' | 'client_seed' | 'incomplete' | 'unknown_game';
export type FairResult =
  { fair: true; deals: number } | { fair: false; fault: FairFault; round: number | null };

export interface FairClaim {
  game: GameName;
  commitment: string;
  clientSeeds: readonly string[];
  /** seed[1], seed[2], … as far as revealed. */
  seeds: readonly string[];
  /** Every deal, thrown-in ones too, in order. */
  deals: readonly Pick<Deal, 'round' | 'attempt' | 'hands' | 'stock' | 'outcome'>[];
  /** What this browser put in, when it knows. */
  mine?: { seat: number; seed: string } | null;
}

/** Check commitment, chain and every card. The first thing that is wrong is named. */
export function checkFair({ game, commitment, clientSeeds, seeds, deals, mine }: FairClaim): FairResult {
  const layout = LAYOUTS[game];
  if (layout === undefined) return { fair: false, fault: 'unknown_game', round: null };
  if (mine && clientSeeds[mine.seat] !== mine.seed) return { fair: false, fault: 'client_seed', round: null };
  if (seeds.length > 0 && hashOf(seeds[0]!) !== commitment)
    return { fair: false, fault: 'commitment', round: deals[0]?.round ?? null };
  for (let i = 1; i < seeds.length; i += 1) {
    if (hashOf(seeds[i]!) !== seeds[i - 1]) return { fair: false, fault: 'chain', round: null };
  }
  const clients = clientsDigest(clientSeeds);
  let k = 1;
  for (const deal of deals) {
    const seed = seeds[k - 1];
    if (seed === undefined) return { fair: false, fault: 'incomplete', round: deal.round };
    const pack = shuffled(seed, clients, k, deal.attempt, layout.joker);
    if (!cardsMatch(deal, pack, layout)) return { fair: false, fault: 'cards', round: deal.round };
    if (deal.outcome === 'scored' || deal.outcome === 'failed') k += 1;
  }
  return { fair: true, deals: deals.length };
}

function cardsMatch(
  deal: Pick<Deal, 'hands' | 'stock'>,
  pack: Card[],
  { seats, each }: { seats: number; each: number },
): boolean {
  const dealt = seats * each;
  for (let seat = 0; each > 0 && seat < seats; seat += 1) {
    if (!sameCards(deal.hands[seat] ?? [], pack.slice(seat * each, (seat + 1) * each))) return false;
  }
  return dealt === pack.length || same(deal.stock ?? [], pack.slice(dealt));
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((card, i) => card === b[i]);
const sameCards = (a: readonly string[], b: readonly string[]) => same([...a].sort(), [...b].sort());

/** Check a finished game's record. */
export function checkRecord(record: CardRecord): FairResult {
  return checkFair({
    game: record.game,
    commitment: record.fairness.commitment,
    clientSeeds: record.fairness.client_seeds,
    seeds: record.fairness.round_seeds,
    deals: record.deals,
  });
}
