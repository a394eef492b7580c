/** A record's played deals as rows of a score sheet. */
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
