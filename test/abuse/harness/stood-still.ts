const BEAT_MS = 20;

/** Time in which this process got nothing done, on a busy computer: what it waited for stood still too, or was not seen. */
export function watchStandstill() {
  let total = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const missed = now - last - BEAT_MS;
    if (missed > BEAT_MS) total += missed;
    last = now;
  }, BEAT_MS);
  return {
    /** In total so far. */
    get ms() {
      return total;
    },
    end: () => clearInterval(timer),
  };
}
