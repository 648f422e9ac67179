import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';

export interface WholeListLimits {
  /** Over all lists. The latest list is stored whatever its size. */
  readonly cachedRows: number;
  readonly cachedRowsMs: number;
}

/** Lists that were read as a whole, for the pages that follow. Whoever asks for a list that is being read waits for it. */
export function createWholeLists(clock: Pick<Clock, 'now'>, { cachedRows, cachedRowsMs }: WholeListLimits) {
  const reading = new Map<string, Promise<unknown>>();
  const stored = new Map<string, { readonly at: number; readonly size: number; readonly list: unknown }>();

  function dropOld(): void {
    let rows = 0;
    for (const [name, { at, size }] of [...stored].reverse()) {
      const isLatest = rows === 0;
      rows += size;
      if (ageOf(clock, at) >= cachedRowsMs || (rows > cachedRows && !isLatest)) stored.delete(name);
    }
  }

  async function readAndStore<List>(name: string, read: () => Promise<List>, sizeOf: (list: List) => number) {
    const list = await read();
    stored.delete(name);
    stored.set(name, { at: clock.now(), size: sizeOf(list), list });
    dropOld();
    return list;
  }

  return {
    async read<List>(name: string, read: () => Promise<List>, sizeOf: (list: List) => number): Promise<List> {
      dropOld();
      const known = stored.get(name);
      // Each name has lists of one type.
      if (known !== undefined) return known.list as List;
      const begun = reading.get(name) ?? readAndStore(name, read, sizeOf).finally(() => reading.delete(name));
      reading.set(name, begun);
      return (await begun) as List;
    },
  };
}
