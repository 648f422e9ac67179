import { hash } from 'node:crypto';
import { DatabaseError, type PoolClient } from 'pg';
import { STALE_PLAN } from './dialect.ts';

/** What PostgreSQL plans; everything else costs nothing to read again. */
const IS_PLANNED = /^\s*(select|insert|update|delete|with)\b/i;

/** Texts that are remembered to see whether they come again. */
const MOST_TEXTS = 2_000;

/** PostgreSQL stores the plan of each in the memory of the connection, about 30 kB. */
const MOST_PER_CONNECTION = 300;

/**
 * Names for statements, so that each connection reads and plans a text once. A text gets its name when it is sent for the
 * second time: a search for other words, or for another number of ids, may come once only.
 */
export interface PreparedStatements {
  /** Undefined: it is sent without a name. */
  nameFor(client: PoolClient, text: string): string | undefined;
  /** Whether the connection holds so many statements that another should take its place. */
  isFull(client: PoolClient): boolean;
  /** Tables changed: from now on every text has another name. */
  forgetAll(): void;
}

export function createPreparedStatements(): PreparedStatements {
  const names = new Map<string, string | undefined>();
  const namesOf = new WeakMap<PoolClient, Set<string>>();
  let generation = 0;

  function nameOf(text: string): string | undefined {
    if (!names.has(text)) {
      if (names.size === MOST_TEXTS) names.clear();
      names.set(text, undefined);
      return undefined;
    }
    const name = names.get(text) ?? `${generation}_${hash('sha256', text, 'base64url')}`;
    names.set(text, name);
    return name;
  }

  return {
    nameFor(client, text) {
      const name = IS_PLANNED.test(text) ? nameOf(text) : undefined;
      if (name === undefined) return undefined;
      const known = namesOf.get(client) ?? new Set();
      namesOf.set(client, known.add(name));
      return name;
    },
    isFull: (client) => (namesOf.get(client)?.size ?? 0) > MOST_PER_CONNECTION,
    forgetAll() {
      generation += 1;
      names.clear();
    },
  };
}

/** For a pooler that gives each transaction another connection. */
export const NOTHING_PREPARED: PreparedStatements = {
  nameFor: () => undefined,
  isFull: () => false,
  forgetAll: () => undefined,
};

/** Whether another program changed a table so that a prepared statement would answer other columns than it did before. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === STALE_PLAN && error.routine === 'RevalidateCachedQuery';
}
