import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { parseDatabaseUrl } from './dialects/database-url.ts';
import { connectPostgres, type PostgresStoreOptions } from './open-postgres-store.ts';
import type { StoreDb } from './schema.ts';
import { StoreError } from './store-error.ts';
import { commitAlone, inWriteTransaction, LOCK_TABLE } from './transactions.ts';

/** A database that follows the one that takes writes, such as a standby of streaming replication. */
export interface Standby {
  /** For reading alone. */
  readonly db: StoreDb;
  /** What is read there now has all that was committed until then. Null while it does not answer or is too far behind. */
  readonly asOf: () => number | null;
  readonly close: () => Promise<void>;
}

interface StandbyOptions extends Pick<PostgresStoreOptions, 'url' | 'onBroken'> {
  /** The database that it follows. */
  readonly db: StoreDb;
  readonly clock: Clock;
  /** Called each time that it comes to be readable or not; the error is what the last probe failed by. */
  readonly onChange: (isReadable: boolean, error: unknown) => void;
}

/** Between two probes. */
const PROBE_MS = 500;

/** A standby that has not answered a probe by then is not read. */
const MOST_SILENT_MS = 2_000;

/** Further behind it is of no use. */
const MOST_BEHIND_MS = 30_000;

const DAY_MS = 86_400_000;

/**
 * Writes the time into a row of its own of the database, and reads it on the standby: what was committed before is
 * there as well. Needs no right to look at the replication, and holds after a promotion or for a database that follows another
 * one. Throws `StoreError` for an address that it cannot take.
 */
export function followStandby({ db: writing, url, clock, onBroken, onChange }: StandbyOptions): Standby {
  if (parseDatabaseUrl(url).hosts.length > 1) {
    throw new StoreError('unavailable', 'The address of the standby has several hosts: give it one.');
  }
  const db = connectPostgres({ url, ...(onBroken && { onBroken }) });
  const row = `standby ${randomUUID()}`;
  let seen = Number.NEGATIVE_INFINITY;
  let probedAt = Number.NEGATIVE_INFINITY;
  let wasReadable: boolean | null = null;
  let isClosed = false;
  let stopWaiting = () => {};
  const begunAt = clock.now();

  function asOf(): number | null {
    const now = clock.now();
    return now - probedAt <= MOST_SILENT_MS && now - seen <= MOST_BEHIND_MS ? seen : null;
  }

  async function probe(): Promise<void> {
    const startedAt = clock.now();
    await writeTime(writing, row, startedAt);
    seen = (await readTime(db, row)) ?? seen;
    probedAt = startedAt;
  }

  async function probeAgain(): Promise<void> {
    const failure = await probe().then(
      () => null,
      (error: unknown) => error,
    );
    if (isClosed) return;
    const isReadable = asOf() !== null;
    // At first the time is on its way.
    const isEarly = failure === null && clock.now() - begunAt < MOST_SILENT_MS;
    if (isReadable !== wasReadable && (isReadable || !isEarly)) {
      onChange(isReadable, failure);
      wasReadable = isReadable;
    }
    stopWaiting = clock.after(PROBE_MS, () => void probeAgain());
  }

  void probeAgain();

  return {
    db,
    asOf,
    async close() {
      isClosed = true;
      stopWaiting();
      await removeTimes(writing, row, clock.now() - DAY_MS).catch(() => undefined);
      await db.destroy();
    },
  };
}

async function writeTime(db: StoreDb, row: string, time: number): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await commitAlone(transaction);
    await sql`insert into ${sql.table(LOCK_TABLE)} (name, taken) values (${row}, ${time})
      on conflict (name) do update set taken = excluded.taken`.execute(transaction);
  });
}

async function readTime(db: StoreDb, row: string): Promise<number | undefined> {
  const { rows } = await sql<{ taken: number }>`
    select taken from ${sql.table(LOCK_TABLE)} where name = ${row}`.execute(db);
  return rows[0]?.taken;
}

/** With those of servers that were killed. */
async function removeTimes(db: StoreDb, row: string, before: number): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await commitAlone(transaction);
    await sql`delete from ${sql.table(LOCK_TABLE)}
      where name = ${row} or (name like 'standby %' and taken < ${before})`.execute(transaction);
  });
}
