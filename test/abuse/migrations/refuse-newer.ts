import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../electron/store/open-store.ts';
import { StoreError } from '../../../electron/store/store-error.ts';
import type { SuiteRun } from '../harness/suite.ts';

/** A store of a program of the future is refused with a sentence, and not a byte of it is another. */
export async function refuseNewer(run: SuiteRun, migrated: string): Promise<void> {
  for (const hasLog of [false, true]) {
    const file = join(run.folder, `newer-${hasLog ? 'log' : 'alone'}.sqlite`);
    copyFileSync(migrated, file);
    const close = makeNewer(file, hasLog);
    const copy = `${file}.copy`;
    for (const ending of ['', '-wal']) {
      if (existsSync(`${file}${ending}`)) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
    }
    close();
    const before = bytesOf(copy);
    await demandRefusal(run, copy);
    if (bytesOf(copy) !== before) run.breach('newer stores touched', `with${hasLog ? '' : 'out'} a log`);
    run.count('newer stores refused');
  }
}

/** Where it has a log, the mark lies in it alone. */
function makeNewer(file: string, hasLog: boolean): () => void {
  const connection = new DatabaseSync(file);
  if (hasLog) connection.exec('pragma wal_autocheckpoint = 0');
  connection.exec(
    "insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2030-01-01')",
  );
  if (!hasLog) connection.exec('pragma wal_checkpoint(truncate)');
  return () => connection.close();
}

async function demandRefusal(run: SuiteRun, file: string): Promise<void> {
  try {
    const store = await openStore({ file });
    run.breach('newer stores opened', file);
    await store.close();
  } catch (error) {
    if (error instanceof StoreError && error.code === 'newer_schema') return;
    run.breach('newer stores opened', `refused without a sentence: ${String(error)}`);
  }
}

function bytesOf(file: string): string {
  return ['', '-wal']
    .map((ending) => (existsSync(file + ending) ? readFileSync(file + ending, 'hex') : ''))
    .join();
}
