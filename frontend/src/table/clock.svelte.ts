/** The time left for a decision, in whole seconds of the server's clock, ticking while anybody looks. */
const TICK = 250;

export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

export class Clock {
  left = $state<number | null>(null);

  /** Follow `deadline` as it changes; to be called while a component is set up. */
  constructor(deadline: () => number | null, serverNow: () => number) {
    $effect(() => {
      const at = deadline();
      if (at === null) {
        this.left = null;
        return;
      }
      const read = () => (this.left = secondsLeft(at, serverNow()));
      read();
      const timer = setInterval(read, TICK);
      return () => clearInterval(timer);
    });
  }
}
