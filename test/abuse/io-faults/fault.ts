import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import type { DiskControl, DiskOrders } from '../failing-disk/disk-control.ts';

type Db = Kysely<StoreSchema>;

/** Something that goes wrong below the program. */
export interface Fault {
  readonly name: string;
  /** There is another one for each `n`: the n-th call fails, or there is room for so many pages. */
  readonly isNumbered: boolean;
  /** Lasts until it is mended. */
  readonly lasts: boolean;
  bring(db: Db, n: number): Promise<void>;
  /** Answers whether it came to anything: null where that is not known. */
  mend(db: Db): Promise<boolean | null>;
}

/** Calls of the system that fail. */
export function diskFaults(control: DiskControl): readonly Fault[] {
  const failing = (name: string, orders: Omit<DiskOrders, 'failsAt'>): Fault => ({
    name,
    isNumbered: true,
    lasts: orders.forEver,
    bring: async (_db, n) => control.arm({ ...orders, failsAt: n }),
    mend: async () => control.disarm() > 0,
  });
  return [
    failing('a call of the disk fails', { error: 'EIO', forEver: false }),
    failing('the disk fails for good', { error: 'EIO', forEver: true }),
    failing('a call finds the disk full', { error: 'ENOSPC', forEver: false }),
    failing('the disk is full', { error: 'ENOSPC', forEver: true }),
  ];
}

const NO_LIMIT = 1_073_741_823;

/** What SQLite itself is told to refuse; wherever the suite runs. */
export function limitFaults(file: string): readonly Fault[] {
  let other: DatabaseSync | null = null;
  return [
    {
      name: 'no room for another page',
      isNumbered: true,
      lasts: true,
      async bring(db, n) {
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
        const pages = (rows[0]?.page_count ?? 0) + n - 1;
        await sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(db);
      },
      async mend(db) {
        await sql`pragma max_page_count = ${sql.raw(String(NO_LIMIT))}`.execute(db);
        return null;
      },
    },
    {
      name: 'somebody else has the lock',
      isNumbered: false,
      lasts: true,
      async bring(db) {
        await sql`pragma busy_timeout = 0`.execute(db);
        other = new DatabaseSync(file);
        other.exec('begin immediate');
      },
      async mend(db) {
        other?.close();
        other = null;
        await sql`pragma busy_timeout = 5000`.execute(db);
        return null;
      },
    },
    {
      name: 'the file may only be read',
      isNumbered: false,
      lasts: true,
      async bring(db) {
        await sql`pragma query_only = 1`.execute(db);
      },
      async mend(db) {
        await sql`pragma query_only = 0`.execute(db);
        return null;
      },
    },
  ];
}
