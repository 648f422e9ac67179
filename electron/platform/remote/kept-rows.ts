import type { Clock } from '../../base/clock.ts';

interface Stretch {
  readonly rows: readonly unknown[];
}

/** What one reader has not read yet. */
export interface KeptRows<Kept extends Stretch> {
  put(key: string, stretch: Kept): void;
  /** Given once; null where there is nothing, or no longer. */
  take(key: string): Kept | null;
}

export interface KeptRowsOfAll<Kept extends Stretch> {
  of(reader: string): KeptRows<Kept>;
  end(): void;
}

/** Rows that wait for readers, for a short time; the oldest go where all of them together are too many. */
export function createKeptRows<Kept extends Stretch>(
  clock: Clock,
  { keptMs, most }: { readonly keptMs: number; readonly most: number },
): KeptRowsOfAll<Kept> {
  const waiting = new Map<string, { readonly stretch: Kept; readonly stop: () => void }>();
  let count = 0;

  function drop(name: string): Kept | null {
    const found = waiting.get(name);
    if (!found) return null;
    waiting.delete(name);
    found.stop();
    count -= sizeOf(found.stretch);
    return found.stretch;
  }

  function put(name: string, stretch: Kept): void {
    drop(name);
    count += sizeOf(stretch);
    waiting.set(name, { stretch, stop: clock.after(keptMs, () => drop(name)) });
    for (const [oldest] of waiting) {
      if (count <= most) return;
      drop(oldest);
    }
  }

  return {
    of: (reader) => ({
      put: (key, stretch) => put(`${reader} ${key}`, stretch),
      take: (key) => drop(`${reader} ${key}`),
    }),
    end() {
      for (const name of [...waiting.keys()]) drop(name);
    },
  };
}

/** One without rows is kept as well, and counts. */
function sizeOf({ rows }: Stretch): number {
  return rows.length + 1;
}
