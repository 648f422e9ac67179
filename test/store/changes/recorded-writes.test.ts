import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Feed, readChangeKeys, readFeedEnd } from '../../../electron/store/changes/changes-queries.ts';
import {
  inCopyTransaction,
  openStoreKeeperCopy,
  toStoreKeeperDb,
} from '../../../electron/store/copies/storekeeper-copy-store.ts';
import type { StoreDb } from '../../../electron/store/schema.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { ACCOUNT } from '../../support/shop-fixture-ids.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { fillStoreKeeperCopy, SHOP_WRITES, STOREKEEPER_WRITES } from '../recorded-writes.ts';
import { openFollowedShop } from './followed-shop.ts';

const SCOPE = { accountId: ACCOUNT.alpha, locationId: null };
const FEEDS: readonly Feed[] = ['products', 'orders'];

/**
 * Ids of the changed products and orders, sorted, and the subjects whose version has changed, after `write` has run.
 */
async function followWrite(db: StoreDb, write: () => Promise<unknown>) {
  const readVersion = async (feed: Feed) => (await readFeedEnd(db, SCOPE, feed))?.version ?? 0;
  const readSubjects = () =>
    db.selectFrom('versions').select(['subject', 'version']).where('account_id', '=', SCOPE.accountId).execute();
  const [versions, before] = [await Promise.all(FEEDS.map(readVersion)), await readSubjects()];
  await write();
  const [products, orders] = await Promise.all(
    FEEDS.map(async (feed, index) => {
      const changes = await readChangeKeys(db, SCOPE, feed, { after: versions[index] ?? 0, limit: 1_000 });
      return changes.map(({ id }) => id).toSorted((a, b) => a - b);
    }),
  );
  const isRaised = ({ subject, version }: (typeof before)[number]) =>
    version !== (before.find((known) => known.subject === subject)?.version ?? 0);
  const raised = (await readSubjects()).filter(isRaised).map(({ subject }) => subject);
  return { products, orders, raised: raised.toSorted() };
}

const sorted = <Value>(values: readonly Value[] = []) => values.toSorted((a, b) => (a < b ? -1 : 1));

it.each(SHOP_WRITES)('a write of $name is recorded in the feeds of the shop', async (recorded) => {
  const { db } = await openFollowedShop();
  const { products, orders, raised } = await followWrite(db, () => recorded.write(db));
  expect(products).toEqual(sorted(recorded.products));
  expect(orders).toEqual(sorted(recorded.orders));
  expect(raised).toEqual(sorted(recorded.raises));
});

describe.skipIf(isOnPostgres())('the feeds of a copy', () => {
  it.each(STOREKEEPER_WRITES)('have a write of $name', async (recorded) => {
    const file = join(createTemporaryFolder(), 'copy.sqlite');
    const copy = await openStoreKeeperCopy(file, createFixedClock('2026-11-01T12:00:00+01:00'));
    onTestFinished(copy.close);
    await fillStoreKeeperCopy(copy.db);
    const write = () => inCopyTransaction(toStoreKeeperDb(copy.db), recorded.write);
    const { products, orders, raised } = await followWrite(copy.db, write);
    expect(products).toEqual(sorted(recorded.products));
    expect(orders).toEqual(sorted(recorded.orders));
    expect(raised).toEqual(sorted(recorded.raises));
  });
});
