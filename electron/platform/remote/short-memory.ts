import type { Clock } from '../../base/clock.ts';

/** Answers that hold for a short time. However many ask for one, it is read once. */
export interface ShortMemory<Value> {
  /** A reading that fails is kept by nobody. */
  read(name: string, readNow: () => Promise<Value>): Promise<Value>;
}

interface Kept<Value> {
  readonly at: number;
  readonly value: Promise<Value>;
}

export function createShortMemory<Value>(
  clock: Pick<Clock, 'now'>,
  { keptMs, most }: { readonly keptMs: number; readonly most: number },
): ShortMemory<Value> {
  const memory = new Map<string, Kept<Value>>();

  /** A clock that was set back has passed the time too. */
  const isFresh = ({ at }: Kept<Value>) => Math.abs(clock.now() - at) < keptMs;

  return {
    read(name, readNow) {
      const known = memory.get(name);
      if (known && isFresh(known)) return known.value;
      const kept = { at: clock.now(), value: readNow() };
      memory.delete(name);
      memory.set(name, kept);
      const [oldest] = memory.keys();
      if (oldest !== undefined && memory.size > most) memory.delete(oldest);
      return kept.value.catch((error: unknown) => {
        if (memory.get(name) === kept) memory.delete(name);
        throw error;
      });
    },
  };
}
