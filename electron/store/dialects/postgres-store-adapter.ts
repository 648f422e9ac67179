import { PostgresAdapter } from 'kysely';

/**
 * Kysely's migrator takes an advisory lock, which distributed engines lack; a store takes a turn before it comes to it
 * (`take-migration-turn.ts`).
 */
export class PostgresStoreAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}
