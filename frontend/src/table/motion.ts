/** A duration in ms, or none for people who asked for less motion. */
export function motion(ms: number): number {
  return stillness() ? 0 : ms;
}

export function stillness(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}
