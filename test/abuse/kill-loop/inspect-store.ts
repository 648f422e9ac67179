import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../electron/store/open-store.ts';
import { verifyStock } from '../../../electron/store/totals/store-verification.ts';
import { verifyTotals } from '../../../electron/store/totals/verify-totals.ts';
import {
  ACCOUNTS,
  allRecords,
  FEED_VERSIONS,
  FEEDS,
  type FeedVersions,
  namedOrChangedRecords,
  type RecordKey,
  type StoredRecord,
} from './stored-record.ts';

export interface StoreLook {
  /** What SQLite says is wrong with the file. */
  readonly problems: readonly string[];
  /** Those that were asked for, and those that changed since the look before. */
  readonly records: readonly StoredRecord[];
  /** Where the next look begins. */
  readonly versions: readonly FeedVersions[];
}

type RowsOf = <Row>(text: string, ...values: (number | string)[]) => Row[];

/** A look at a store that nobody has open, at these records and at what changed after a look before. */
export function lookAtStore(file: string, asked: readonly RecordKey[], after: readonly FeedVersions[]): StoreLook {
  return reading(file, (rowsOf) => {
    const integrity = rowsOf<{ integrity_check: string }>('pragma integrity_check');
    const foreign = rowsOf<{ table: string }>('pragma foreign_key_check');
    return {
      problems: [
        ...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
        ...foreign.map(({ table }) => `a row of ${table} refers to nothing`),
      ],
      records: after.flatMap((versions) =>
        FEEDS.flatMap((feed) => {
          const { account } = versions;
          const ids = asked.filter((key) => key.account === account && key.feed === feed).map(({ id }) => id);
          return rowsOf<StoredRecord>(namedOrChangedRecords(feed), account, JSON.stringify(ids), versions[feed]);
        }),
      ),
      versions: versionsIn(rowsOf),
    };
  });
}

export function readFeedVersions(file: string): readonly FeedVersions[] {
  return reading(file, versionsIn);
}

export function readAllRecords(file: string): readonly StoredRecord[] {
  return reading(file, (rowsOf) =>
    ACCOUNTS.flatMap((account) => FEEDS.flatMap((feed) => rowsOf<StoredRecord>(allRecords(feed), account))),
  );
}

/** By a connection of its own. */
function reading<Result>(file: string, read: (rowsOf: RowsOf) => Result): Result {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return read(<Row>(text: string, ...values: (number | string)[]) => {
      return database.prepare(text).all(...values) as Row[];
    });
  } finally {
    database.close();
  }
}

function versionsIn(rowsOf: RowsOf): readonly FeedVersions[] {
  return ACCOUNTS.flatMap((account) => rowsOf<FeedVersions>(FEED_VERSIONS, account));
}

export interface StoreEnd {
  /** Deliveries that wait for an attempt, or that were given up. */
  readonly unfinished: readonly object[];
  readonly disabledWebhooks: number;
  /** Totals and stock that differ from what they are made of. */
  readonly differences: number;
}

/** What has to be nothing once everything was delivered. */
export async function readStoreEnd(file: string): Promise<StoreEnd> {
  const store = await openStore({ file });
  try {
    let wrongTotals = 0;
    for await (const _ of verifyTotals(store.db)) wrongTotals += 1;
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
      unfinished,
      disabledWebhooks: disabled.length,
      differences: wrongTotals + (await verifyStock(store.db)).length,
    };
  } finally {
    await store.close();
  }
}
