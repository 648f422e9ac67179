import type { Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { dialectOf } from './dialect-of.ts';

/**
 * Whether other instances of the program may be at work on the store at this moment, each with a clock of its own. On a
 * SQLite file only threads and commands of one computer are.
 */
export function isSharedStore(db: Kysely<StoreSchema>): boolean {
  return dialectOf(db) === 'postgres';
}
