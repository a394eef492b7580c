/** Teams as seats see them. A game in which everybody plays alone has none. */

/** The team of a seat; nothing where nobody has a partner. */
export function teamOf(teams: readonly (readonly number[])[], seat: number): number | null {
  const team = teams.findIndex((seats) => seats.length > 1 && seats.includes(seat));
  return team < 0 ? null : team;
}
