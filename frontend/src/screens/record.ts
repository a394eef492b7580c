/** A finished game: its addresses, and its played deals as rows of a score sheet. */
import type { CardRecord, Row } from '../wire';

export function rowsOf(record: CardRecord): Row[] {
  return record.deals
    .filter(({ outcome }) => outcome === 'scored' || outcome === 'failed')
    .map((deal, i) => {
      const players = deal.scores?.length ?? record.seats.length;
      return {
        ...deal,
        k: i + 1,
        seed: record.fairness.round_seeds[i] ?? '',
        round: deal.round,
        attempt: deal.attempt,
        dealer: deal.dealer,
        outcome: deal.outcome as Row['outcome'],
        trump: deal.trump ?? null,
        caller: deal.caller ?? null,
        estimates: deal.estimates ?? [],
        dash_calls: deal.dash_calls ?? [],
        risk: deal.risk ?? null,
        took: deal.took ?? [],
        factor: deal.factor ?? 1,
        breakdown: deal.breakdown ?? [],
        scores: deal.scores ?? Array<number>(players).fill(0),
        totals: deal.totals ?? Array<number>(players).fill(0),
      };
    });
}

/** A position of a finished game: which deal (from 1), after how many actions, seen from which seat. */
export interface Place {
  deal: number;
  step: number;
  seat: number;
}

/** The address of a finished game; with a place, of that position. */
export function recordPath(id: string, key: string | null, place?: Place): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(place ?? {})) query.set(name, String(value));
  if (key !== null) query.set('key', key);
  const asked = query.size > 0 ? `?${query}` : '';
  return `/r/${encodeURIComponent(id)}${place ? '/replay' : ''}${asked}`;
}

/** The place that an address names; what it does not name is the beginning. */
export function placeOf(query: URLSearchParams): Place {
  const number = (name: string) => Math.max(0, parseInt(query.get(name) ?? '', 10) || 0);
  return { deal: number('deal') || 1, step: number('step'), seat: number('seat') };
}
