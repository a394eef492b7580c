/** Keeps the screen lit while cards are on the table, where the browser may (only with a secure context). */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let stopped = false;

  async function ask(): Promise<void> {
    if (stopped || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (stopped) await lock.release();
    } catch {
      // A battery saver may say no; the game goes on.
    }
  }

  const visible = () => void ask();
  document.addEventListener('visibilitychange', visible);
  void ask();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', visible);
    void lock?.release();
  };
}
