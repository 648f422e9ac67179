import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { openDatabase } from './open-database.ts';

async function openAt(clock = systemClock as { now: () => number }) {
  const store = await openPostgresStore({ url: await openDatabase(), clock, connections: 2 });
  onTestFinished(() => store.close());
  return store.db;
}

async function now(db: Kysely<StoreSchema>): Promise<number | undefined> {
  const { rows } = await sql<{ now: number }>`select now_ms() as now`.execute(db);
  return rows[0]?.now;
}

describe('now_ms()', () => {
  it('follows the clock of the program if that is not the system clock', async () => {
    let time = 1_000;
    const db = await openAt({ now: () => time });
    expect(await now(db)).toBe(1_000);
    time = 2_000;
    expect(await now(db)).toBe(2_000);
    expect(await db.transaction().execute((transaction) => now(transaction))).toBe(2_000);
  });

  it('still follows it after a rollback', async () => {
    let time = 1_000;
    const db = await openAt({ now: () => time });
    const failed = db.transaction().execute(async () => {
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    time = 3_000;
    expect(await now(db)).toBe(3_000);
  });

  it('follows the clock of the database otherwise', async () => {
    const before = Date.now();
    const reported = await now(await openAt());
    expect(reported).toBeGreaterThanOrEqual(before - 1_000);
    expect(reported).toBeLessThanOrEqual(Date.now() + 1_000);
  });
});
