import { DatabaseSync } from 'node:sqlite';
import { digestTables, type TableDigests } from '../../support/table-digests.ts';
import type { SuiteRun } from '../harness/suite.ts';
import type { Fault } from './fault.ts';
import type { Attempt, Operation } from './operation.ts';
import type { ShopUnderFault } from './shop-under-fault.ts';

export type FaultRun = Pick<SuiteRun, 'count' | 'breach'>;

interface Observed extends Attempt {
  readonly change: Change;
}

/** Whether the fault came to nothing, was over once it was mended, or has left a program that cannot go on. */
export type FaultOutcome = 'untouched' | 'recovered' | 'stuck';

/** An operation under a fault, and again without it. */
export async function tryFault(
  run: FaultRun,
  shop: ShopUnderFault,
  { operation, fault, n }: { readonly operation: Operation; readonly fault: Fault; readonly n: number },
): Promise<FaultOutcome> {
  const where = `${operation.name}, ${fault.name} (${n})`;
  await operation.prepare?.();
  const { seen, isFaulty } = await underFault(run, shop, { operation, fault, n, where });
  if (!isFaulty && seen.isDone) return 'untouched';
  run.count('faults');
  if (seen.wrong !== null) run.breach('wrong answers', `${where}: ${seen.wrong}`);
  if (hasOpenTransaction(shop.file)) run.breach('half states', `${where}: a transaction is left open`);

  const again = await once(shop, operation);
  if (again === null || !again.isDone) {
    run.breach('not recovered', `${where}: ${again === null ? 'nothing can be written' : again.wrong}`);
    return 'stuck';
  }
  run.count('recoveries');
  judgeState(run, where, seen, again.change);
  return 'recovered';
}

function judgeState(run: FaultRun, where: string, seen: Observed, whole: Change): void {
  if (isSameChange(seen.change, whole)) return;
  if (seen.change.size > 0) {
    const sentence = `${where}: ${formatChange(seen.change)} instead of ${formatChange(whole)}`;
    run.breach('half states', sentence);
  } else if (seen.isDone) run.breach('acknowledged but lost', where);
}

async function underFault(
  run: FaultRun,
  shop: ShopUnderFault,
  { operation, fault, n, where }: { operation: Operation; fault: Fault; n: number; where: string },
): Promise<{ seen: Observed; isFaulty: boolean }> {
  const before = digestTables(shop.file);
  await fault.bring(operation.db, n);
  const attempt = await operation.attempt();
  if (fault.lasts) await readOn(run, shop, where);
  const isFaulty = await fault.mend(operation.db);
  const seen = { ...attempt, change: changeBetween(before, digestTables(shop.file), operation.leaves) };
  return { seen, isFaulty: isFaulty ?? !attempt.isDone };
}

/** What cannot be written does not keep anybody from reading. */
async function readOn(run: FaultRun, { send }: ShopUnderFault, where: string): Promise<void> {
  const { status } = await send('GET', '/api/locations');
  if (status === 200) run.count('reads meanwhile');
  else run.breach('wrong answers', `${where}: the locations cannot be read, ${status}`);
}

/** Null where it could not even be prepared. */
async function once(shop: ShopUnderFault, operation: Operation): Promise<Observed | null> {
  try {
    await operation.prepare?.();
  } catch {
    return null;
  }
  const before = digestTables(shop.file);
  const attempt = await operation.attempt();
  return { ...attempt, change: changeBetween(before, digestTables(shop.file), operation.leaves) };
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

/** By table that is not as it was: how many rows it has more than before. */
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
