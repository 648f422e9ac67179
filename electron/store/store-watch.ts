import type { KyselyConfig } from 'kysely';

/** Connections to a database. */
export interface PoolFigures {
  readonly open: number;
  readonly idle: number;
  /** Queries that wait for one. */
  readonly waiting: number;
}

/** What is told of a store while it works. */
export interface StoreWatch {
  onQuery(durationMs: number, hasFailed: boolean): void;
  /** Of a store that has a pool: how to see it from now on. */
  onPool(figures: () => PoolFigures): void;
}

/** What tells a watch of every query; nothing where there is none. */
export function watchedQueries(watch: StoreWatch | undefined): Pick<KyselyConfig, 'log'> {
  if (watch === undefined) return {};
  return {
    log: ({ level, queryDurationMillis }) => watch.onQuery(queryDurationMillis, level === 'error'),
  };
}
