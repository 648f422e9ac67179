import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../electron/store/open-store.ts';
import { verifyTotals } from '../../../electron/store/totals/verify-totals.ts';
import { verifyStock } from '../../../electron/store/verify-stock.ts';
import {
  ACCOUNTS,
  CHANGES_SINCE,
  FEED_VERSIONS,
  type FeedVersions,
  type WrittenChange,
} from './written-change.ts';

export interface StoreLook {
  /** What SQLite says is wrong with the file. */
  readonly problems: readonly string[];
  readonly changes: readonly WrittenChange[];
  /** Where the next look begins. */
  readonly versions: readonly FeedVersions[];
}

/** A look by a connection of its own at a store that nobody has open, at the changes after those of a look before. */
export function lookAtStore(file: string, after: readonly FeedVersions[]): StoreLook {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rowsOf = <Row>(text: string, ...values: number[]) => database.prepare(text).all(...values) as Row[];
    const integrity = rowsOf<{ integrity_check: string }>('pragma integrity_check');
    const foreign = rowsOf<{ table: string }>('pragma foreign_key_check');
    return {
      problems: [
        ...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
        ...foreign.map(({ table }) => `a row of ${table} refers to nothing`),
      ],
      changes: ACCOUNTS.flatMap((account, at) =>
        rowsOf<WrittenChange>(CHANGES_SINCE, account, after[at]?.orders ?? 0, after[at]?.products ?? 0),
      ),
      versions: ACCOUNTS.flatMap((account) => rowsOf<FeedVersions>(FEED_VERSIONS, account)),
    };
  } finally {
    database.close();
  }
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
