import { notifyManager, type Query, type QueryCache, type QueryPersister, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** The copy that gave an answer because the platform could not be reached. */
export interface CopiedAnswer {
  readonly host: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** The answers to one reading so far. */
interface Reading {
  oldest: CopiedAnswer | null;
}

const UNREACHABLE = /detail="unreachable: ([^"]{1,300})"/;

/** Readings in progress, by the signal of their calls. */
const readings = new WeakMap<AbortSignal, Reading>();

/** The copies behind the data of queries; absent if the platform itself answered. */
const copies = new WeakMap<object, CopiedAnswer>();

/** Reads from the headers of an answer whether it comes from a copy. */
export function readCopyHeaders(headers: Headers, signal: AbortSignal | undefined): void {
  const [, host] = UNREACHABLE.exec(headers.get('cache-status') ?? '') ?? [];
  const reading = signal && readings.get(signal);
  if (host === undefined || reading === undefined) return;
  const ageS = Number(headers.get('age') ?? 0);
  reading.oldest = chooseOlder(reading.oldest, { host, fetchedAt: Date.now() - ageS * 1_000 });
}

/** Runs a reading of a query and stores whether a part of its data comes from a copy. */
export const recordCopies: QueryPersister = async (read, context, query) => {
  const reading: Reading = { oldest: null };
  const noting = Object.create(context, {
    // A getter, because only readings that pass the signal on may be aborted when their page is left.
    signal: {
      get() {
        readings.set(context.signal, reading);
        return context.signal;
      },
    },
  });
  const data = await read(noting);
  if (reading.oldest === null) copies.delete(query);
  else copies.set(query, reading.oldest);
  return data;
};

/** The copy behind the data of a query; `null` if the platform itself answered. */
export function findCopy(query: object): CopiedAnswer | null {
  return copies.get(query) ?? null;
}

/** The oldest copy behind the data on the page; `null` if all of it comes from the platform itself. */
export function useCopiedAnswer(): CopiedAnswer | null {
  return useQueryCache((cache) =>
    cache.findAll({ type: 'active', predicate: hasFigures }).map(findCopy).reduce(chooseOlder, null),
  );
}

/** Names change seldom and are read again much later than the figures. */
function hasFigures({ meta }: Query): boolean {
  return meta?.holdsNames !== true;
}

function chooseOlder(one: CopiedAnswer | null, other: CopiedAnswer | null): CopiedAnswer | null {
  if (one === null || other === null) return one ?? other;
  return other.fetchedAt < one.fetchedAt ? other : one;
}

/** The result of `look`, updated when the queries change. `look` must return the identical value if nothing changed. */
export function useQueryCache<Found>(look: (cache: QueryCache) => Found): Found {
  const cache = useQueryClient().getQueryCache();
  const watch = useCallback(
    // The cache also reports queries that a page adds while it renders, when no other component may be updated.
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  return useSyncExternalStore(watch, () => look(cache));
}
