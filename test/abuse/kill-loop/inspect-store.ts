import { existsSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../electron/store/open-store.ts';
import { verifyStock } from '../../../electron/store/totals/store-verification.ts';
import { readTotalsParts, verifyPart } from '../../../electron/store/totals/verify-totals.ts';
import type { LookOutcome, WrittenLedger } from './ledgers.ts';
import {
  ACCOUNTS,
  allRecords,
  FEED_VERSIONS,
  FEEDS,
  type FeedVersions,
  namedOrChangedRecords,
  type StoredRecord,
} from './stored-record.ts';

type RowsOf = <Row>(text: string, ...values: (number | string)[]) => Row[];

/** Uses a separate connection. */
function reading<Result>(file: string, read: (rowsOf: RowsOf) => Result): Result {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return read(<Row>(text: string, ...values: (number | string)[]) => database.prepare(text).all(...values) as Row[]);
  } finally {
    database.close();
  }
}

function versionsIn(rowsOf: RowsOf): readonly FeedVersions[] {
  return ACCOUNTS.flatMap((account) => rowsOf<FeedVersions>(FEED_VERSIONS, account));
}

export function readFeedVersions(file: string): readonly FeedVersions[] {
  return reading(file, versionsIn);
}

interface LookFindings extends LookOutcome {
  /** What SQLite reports about the file. */
  readonly problems: readonly string[];
}

/** Inspects a store between two runs of its program, when no process has it open. */
export function createStoreWatch(file: string, written: WrittenLedger) {
  let seen = readFeedVersions(file);
  return {
    /** Compares what changed since the previous call with what was acknowledged since. */
    look: (): LookFindings =>
      reading(file, (rowsOf) => {
        const integrity = rowsOf<{ integrity_check: string }>('pragma integrity_check');
        const foreign = rowsOf<{ table: string }>('pragma foreign_key_check');
        const awaited = written.awaited();
        const records = seen.flatMap((versions) =>
          FEEDS.flatMap((feed) => {
            const { account } = versions;
            const ids = awaited.filter((key) => key.account === account && key.feed === feed).map(({ id }) => id);
            return rowsOf<StoredRecord>(namedOrChangedRecords(feed), account, JSON.stringify(ids), versions[feed]);
          }),
        );
        seen = versionsIn(rowsOf);
        return {
          ...written.look(records),
          problems: [
            ...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
            ...foreign.map(({ table }) => `a row of ${table} refers to nothing`),
          ],
        };
      }),
    /** Compares the whole store with everything that was ever acknowledged. */
    lookAtAll: (): LookOutcome =>
      reading(file, (rowsOf) => {
        const records = ACCOUNTS.flatMap((account) =>
          FEEDS.flatMap((feed) => rowsOf<StoredRecord>(allRecords(feed), account)),
        );
        return written.lookAtAll(records);
      }),
  };
}

/** What must be empty once everything was delivered. */
export async function readStoreEnd(file: string) {
  const store = await openStore({ file });
  try {
    let wrongTotals = 0;
    for (const part of await readTotalsParts(store.db)) wrongTotals += (await verifyPart(store.db, part)).length;
    const unfinished = await store.db
      .selectFrom('webhook_deliveries')
      .select(['id', 'webhook_id', 'status', 'created_at', 'next_attempt_at', 'leased_until'])
      .where('status', '!=', 'delivered')
      .execute();
    const disabled = await store.db
      .selectFrom('webhooks')
      .select('id')
      .where('disabled_reason', 'is not', null)
      .execute();
    return {
      /** Deliveries that are pending or were abandoned. */
      unfinished: unfinished.map((delivery) => `left: ${JSON.stringify(delivery)}`),
      disabledWebhooks: disabled.length,
      /** Totals and stock that differ from the rows behind them. */
      differences: wrongTotals + (await verifyStock(store.db)).length,
    };
  } finally {
    await store.close();
  }
}

/** A kill ends a process between two log lines, so it explains no warning. Pino numbers its levels. */
const WARNING = 40;

/** Log lines that no kill explains. An incomplete last line was cut off by the kill. */
function listProblems(log: string): readonly string[] {
  const lines = log.split('\n').slice(0, -1);
  return lines.filter((line) => {
    const { level, msg }: { level: number; msg?: string } = JSON.parse(line);
    return level >= WARNING || Boolean(msg?.includes('the store failed'));
  });
}

/** Reads the log since the previous call, passes it to `hear`, removes it and lists its problems. */
export function takeLogProblems(file: string, hear: (text: string) => void): readonly string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  hear(text);
  return listProblems(text);
}
