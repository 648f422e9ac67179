import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../electron/store/open-store.ts';
import { digestOf, digestTables } from '../../support/table-digests.ts';

/** What is found when a store with a log is opened by the program. */
export interface Look {
  /** What SQLite says is wrong with it. */
  readonly problems: readonly string[];
  readonly digest: string;
  /** Rows whose other half, of the same transaction, is not there. */
  readonly unpaired: number;
}

/** Opens a copy of the store with this log in the folder, as the next start does. Throws where it does not open. */
export async function lookAtCopy(folder: string, main: string, log: Uint8Array): Promise<Look> {
  const file = join(folder, 'tilldesk.sqlite');
  for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  copyFileSync(main, file);
  writeFileSync(`${file}-wal`, log);
  const store = await openStore({ file });
  // Closed last: it cannot write the log back, which would take most of the time.
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    return { ...inspect(connection), digest: digestOf(digestTables(file)) };
  } finally {
    await store.close();
    connection.close();
  }
}

/** Orders without their change in the feed, and positions that are not where the latest delivery ends. */
const UNPAIRED = `
  select (select count(*) from orders where id not in (select order_id from order_changes))
    + (select count(*) from webhook_positions
        where cast(position as integer) <>
          coalesce((select max(cast(body as integer)) from webhook_deliveries where kind = 'batch'), 0)) as rows`;

function inspect(connection: DatabaseSync): Pick<Look, 'problems' | 'unpaired'> {
  const texts = connection.prepare('pragma integrity_check').all();
  return {
    problems: texts.map((row) => String(Object.values(row)[0])).filter((text) => text !== 'ok'),
    unpaired: Number(connection.prepare(UNPAIRED).get()?.rows),
  };
}
