import { notifyManager, type Query, type QueryCache, type QueryPersister, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** What was answered from a copy, because the platform could not be reached. */
export interface CopiedAnswer {
  readonly host: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** What one reading was answered so far. */
interface Reading {
  oldest: CopiedAnswer | null;
}

const UNREACHABLE = /detail="unreachable: ([^"]{1,300})"/;

/** Readings under way, by the signal that their calls are made with. */
const readings = new WeakMap<AbortSignal, Reading>();

/** What the data of a query was copied from; absent where its platform answered itself. */
const copies = new WeakMap<object, CopiedAnswer>();

/** Learns from an answer of the API whether it comes from a copy. */
export function noteAnswerHeaders(headers: Headers, signal: AbortSignal | undefined): void {
  const [, host] = UNREACHABLE.exec(headers.get('cache-status') ?? '') ?? [];
  const reading = signal && readings.get(signal);
  if (host === undefined || reading === undefined) return;
  const ageS = Number(headers.get('age') ?? 0);
  reading.oldest = older(reading.oldest, { host, fetchedAt: Date.now() - ageS * 1_000 });
}

/** Runs a reading of a query, and stores whether a part of its data comes from a copy. */
export const notingCopies: QueryPersister = async (read, context, query) => {
  const reading: Reading = { oldest: null };
  const noting = Object.create(context, {
    // Taken by those readings alone that pass it on: another one must not seem to end with its page.
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

/** What the data of a query was copied from; null where its platform answered itself. */
export function copyBehind(query: object): CopiedAnswer | null {
  return copies.get(query) ?? null;
}

/** The oldest copy of what the page shows; null while all of it comes from the platform itself. */
export function useCopiedAnswer(): CopiedAnswer | null {
  return useQueryCache((cache) =>
    cache.findAll({ type: 'active', predicate: isOfFigures }).map(copyBehind).reduce(older, null),
  );
}

/** Names for ids change seldom, and are read again much later than what they name. */
function isOfFigures({ meta }: Query): boolean {
  return meta?.holdsNames !== true;
}

function older(one: CopiedAnswer | null, other: CopiedAnswer | null): CopiedAnswer | null {
  if (one === null || other === null) return one ?? other;
  return other.fetchedAt < one.fetchedAt ? other : one;
}

/** The result of `look` as the queries change. It must return the identical value when nothing changed. */
export function useQueryCache<Found>(look: (cache: QueryCache) => Found): Found {
  const cache = useQueryClient().getQueryCache();
  const watch = useCallback(
    // The cache also reports queries that a page adds while it renders, when no other component may be updated.
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  return useSyncExternalStore(watch, () => look(cache));
}
