/** Who is called what, and how seats become columns of a score. */
import { seatName } from '../i18n/names';
import type { About } from '../wire';

export interface Side {
  /** Index into totals and scores. */
  index: number;
  name: string;
  seats: number[];
  /** Its team's number; nothing where everybody plays alone. */
  team: number | null;
}

export type Named = { name: string | null; kind: string }[];

/** The sides that score: each seat, or each team when there are as many scores as teams. */
export function sidesOf(seats: Named, teams: readonly number[][], scores: number): Side[] {
  if (scores === seats.length || teams.length !== scores)
    return seats.map((_, seat) => ({
      index: seat,
      name: seatName(seats[seat], seat),
      seats: [seat],
      team: null,
    }));
  return teams.map((team, index) => ({
    index,
    name: team.map((seat) => seatName(seats[seat], seat)).join(' + '),
    seats: team,
    team: team.length > 1 ? index : null,
  }));
}

export const teamsOf = (about: About | null): number[][] => about?.teams ?? [];
