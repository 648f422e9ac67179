import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import type { Answer, Sending } from '../../support/http-exchange.ts';
import { digestTables, type TableDigests } from '../../support/table-digests.ts';
import type { DiskControl, DiskOrders } from '../failing-disk/disk-control.ts';

type Db = Kysely<StoreSchema>;

/** The result of the trials. */
export interface FaultReport {
  count(name: 'operations' | 'faults' | 'recoveries' | 'reads meanwhile'): void;
  /** Records a sentence about something that must not happen. */
  breach(kind: string, sentence: string): void;
  keepSecret(kind: string, text: string): void;
  hear(where: string, text: string): void;
}

/** The result of an operation. */
export interface Attempt {
  readonly isDone: boolean;
  /** What is wrong with how it was reported; `null` if nothing. */
  readonly wrong: string | null;
}

/** Something that writes in one transaction, or not at all. */
export interface Operation {
  readonly name: string;
  /** The connection that it uses. */
  readonly db: Db;
  /** Tables with leftovers that later transactions clean up. */
  readonly leaves?: readonly string[];
  /** Writes what the operation needs, so that it does the same each time. */
  prepare?(): Promise<unknown>;
  attempt(): Promise<Attempt>;
}

/** An operation inside the program, which rejects if it is not done. */
export function attempting(work: () => Promise<unknown>): Operation['attempt'] {
  return async () => {
    try {
      await work();
      return { isDone: true, wrong: null };
    } catch (error) {
      return { isDone: false, wrong: error instanceof Error ? null : `threw ${String(error)}` };
    }
  };
}

/** A failure below the program. */
export interface Fault {
  readonly name: string;
  /** Whether it differs for each `n`: the n-th call fails, or there is room for n pages. */
  readonly isNumbered: boolean;
  /** Whether it lasts until it is repaired. */
  readonly lasts: boolean;
  bring(db: Db, n: number): Promise<unknown>;
  /** Resolves to whether a call failed, or to `null` if that is unknown. */
  repair(db: Db): Promise<boolean | null>;
}

/** System calls that fail. */
export function diskFaults(control: DiskControl): readonly Fault[] {
  const failing = (name: string, orders: Omit<DiskOrders, 'failsAt'>): Fault => ({
    name,
    isNumbered: true,
    lasts: orders.forEver,
    bring: async (_db, n) => control.arm({ ...orders, failsAt: n }),
    repair: async () => control.disarm() > 0,
  });
  return [
    failing('a call of the disk fails', { error: 'EIO', forEver: false }),
    failing('the disk fails for good', { error: 'EIO', forEver: true }),
    failing('a call finds the disk full', { error: 'ENOSPC', forEver: false }),
    failing('the disk is full', { error: 'ENOSPC', forEver: true }),
  ];
}

const NO_LIMIT = 1_073_741_823;

const setPragma = (db: Db, name: string, value: number) =>
  sql`pragma ${sql.raw(name)} = ${sql.raw(String(value))}`.execute(db).then(() => null);

/** Failures that SQLite itself can simulate, on any machine. */
export function limitFaults(file: string): readonly Fault[] {
  let other: DatabaseSync | null = null;
  return [
    {
      ...{ name: 'no room for another page', isNumbered: true, lasts: true },
      async bring(db, n) {
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
        return setPragma(db, 'max_page_count', (rows[0]?.page_count ?? 0) + n - 1);
      },
      repair: (db) => setPragma(db, 'max_page_count', NO_LIMIT),
    },
    {
      ...{ name: 'somebody else has the lock', isNumbered: false, lasts: true },
      async bring(db) {
        await setPragma(db, 'busy_timeout', 0);
        other = new DatabaseSync(file);
        other.exec('begin immediate');
      },
      repair(db) {
        other?.close();
        other = null;
        return setPragma(db, 'busy_timeout', 5_000);
      },
    },
    {
      ...{ name: 'the file is read-only', isNumbered: false, lasts: true },
      bring: (db) => setPragma(db, 'query_only', 1),
      repair: (db) => setPragma(db, 'query_only', 0),
    },
  ];
}

/** The fixture shop with its service, whose disk or store fails. */
export interface ShopUnderFault {
  readonly file: string;
  /** Sends as the owner. */
  send(method: string, target: string, sending?: Sending): Promise<Answer>;
}

interface Trial {
  readonly operation: Operation;
  readonly fault: Fault;
  readonly n: number;
}

/** Whether the fault had no effect, was over once it was repaired, or left a program that cannot continue. */
export type FaultOutcome = 'untouched' | 'recovered' | 'stuck';

/** Tries an operation under a fault, and again without it. */
export async function tryFault(
  run: Pick<FaultReport, 'count' | 'breach'>,
  shop: ShopUnderFault,
  { operation, fault, n }: Trial,
): Promise<FaultOutcome> {
  const where = `${operation.name}, ${fault.name} (${n})`;
  await operation.prepare?.();
  const before = digestTables(shop.file);
  await fault.bring(operation.db, n);
  const seen = await operation.attempt();
  if (fault.lasts) {
    const { status } = await shop.send('GET', '/api/locations');
    if (status === 200) run.count('reads meanwhile');
    else run.breach('wrong answers', `${where}: the locations cannot be read, ${status}`);
  }
  const isFaulty = (await fault.repair(operation.db)) ?? !seen.isDone;
  const change = changeBetween(before, digestTables(shop.file), operation.leaves);
  if (!isFaulty && seen.isDone) return 'untouched';
  run.count('faults');
  if (seen.wrong !== null) run.breach('wrong answers', `${where}: ${seen.wrong}`);
  if (hasOpenTransaction(shop.file)) run.breach('half states', `${where}: a transaction is left open`);

  const again = await attemptAgain(shop, operation);
  if (typeof again === 'string') {
    run.breach('not recovered', `${where}: ${again}`);
    return 'stuck';
  }
  run.count('recoveries');
  if (isSameChange(change, again)) return 'recovered';
  if (change.size > 0) run.breach('half states', `${where}: ${formatChange(change)} instead of ${formatChange(again)}`);
  else if (seen.isDone) run.breach('acknowledged but lost', where);
  return 'recovered';
}

/** What it changes without a fault, or why it fails. */
async function attemptAgain({ file }: ShopUnderFault, operation: Operation): Promise<Change | string> {
  try {
    await operation.prepare?.();
  } catch {
    return 'nothing can be written';
  }
  const before = digestTables(file);
  const { isDone, wrong } = await operation.attempt();
  return isDone ? changeBetween(before, digestTables(file), operation.leaves) : String(wrong);
}

function hasOpenTransaction(file: string): boolean {
  const other = new DatabaseSync(file, { timeout: 0 });
  try {
    other.exec('begin immediate; rollback');
    return false;
  } catch {
    return true;
  } finally {
    other.close();
  }
}

/** For each changed table, how many rows were added. */
type Change = ReadonlyMap<string, number>;

function changeBetween(before: TableDigests, after: TableDigests, leftOut: readonly string[] = []): Change {
  const changed = [...after].filter(
    ([table, { digest }]) => before.get(table)?.digest !== digest && !leftOut.includes(table),
  );
  return new Map(changed.map(([table, { rows }]) => [table, rows - (before.get(table)?.rows ?? 0)]));
}

function isSameChange(one: Change, other: Change): boolean {
  return one.size === other.size && [...one].every(([table, rows]) => other.get(table) === rows);
}

function formatChange(change: Change): string {
  const tables = [...change].map(([table, rows]) => `${table} ${rows < 0 ? rows : `+${rows}`}`);
  return tables.length === 0 ? 'nothing' : tables.join(', ');
}
