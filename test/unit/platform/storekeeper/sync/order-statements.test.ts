import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { StoreKeeperRefusal } from '../../../../../electron/platform/storekeeper/storekeeper-client.ts';
import {
  createCheckStream,
  lastCheck,
  makeCheckDue,
} from '../../../../../electron/platform/storekeeper/sync/check-stream.ts';
import { coverageOf, refusalOf } from '../../../../../electron/platform/storekeeper/sync/coverage.ts';
import { noteSummaries } from '../../../../../electron/platform/storekeeper/sync/note-summaries.ts';
import {
  createOrdersStream,
  makeOrdersDue,
  ordersProgress,
} from '../../../../../electron/platform/storekeeper/sync/orders-stream.ts';
import type { StoreKeeperSchema } from '../../../../../electron/store/copies/storekeeper-copy-store.ts';
import {
  NodeSqliteDatabase,
  setPragmas,
  TransactionalSqliteDialect,
} from '../../../../../electron/store/dialects/sqlite-connection.ts';
import { setTime } from '../../../../../electron/store/dialects/store-time.ts';
import { openScripted, readOn } from './account-rig.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** These read an index of all known orders or notes on purpose: somebody looks at the page Connection, or a check begins. */
const COUNTS = [
  'select state, count(*) as count from sk_orders group by state',
  'select kind, count(*) as count, sum(amount) as amount from sk_notes group by kind order by kind',
];

/**
 * Of a row that others may refer to the plan has a look through those others, which SQLite makes only where a reference is
 * broken for the moment.
 */
const OF_REFERENCES = /^\s*insert into "(?:shops|locations|turnover_groups|payment_providers|customers)"/;

/** The index of absent orders has few of them. */
const LARGE =
  /SCAN (?:orders|order_items|order_payments|order_changes|sk_orders|sk_notes|customers|products)\b(?! USING INDEX sk_orders_absent)/;

/** The copy of a script, over a connection that notes the texts of all statements. */
async function openRecorded(answer: Parameters<typeof openScripted>[0]) {
  const scripted = await openScripted(answer);
  const connection = new DatabaseSync(scripted.file, { timeout: 5_000 });
  setPragmas(connection);
  setTime(connection, scripted.clock);
  const texts = new Set<string>();
  const db = new Kysely<StoreKeeperSchema>({
    dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)),
    log: ({ query }) => void texts.add(query.sql),
  });
  onTestFinished(() => db.destroy());
  const planOf = (text: string) =>
    connection
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail));
  return { ...scripted, db, texts, planOf };
}

it('no statement of a step reads all orders, lines or notes', async () => {
  let ids = [5, 6, 7, 8, 9];
  let refunded = 0;
  const { db, clock, context, texts, planOf } = await openRecorded((name, request) => {
    if (name === 'listOrderIds') return ids;
    const { id } = request as unknown as { id: number };
    if (!ids.includes(id)) throw new StoreKeeperRefusal('rejected', 'It was not found.', 'Lookup');
    const line = { id: id * 10, name: 'A', quantity: 2, product_id: 4, tax: 0.21, tax_rate_id: 55, price: 10 };
    return {
      ...{ id, number: `N${id}`, status: 'complete', is_paid: true, shop_id: 1, location_id: 3, relation_data_id: 8 },
      ...{ date_purchased: '2026-11-20 10:00:00+01:00', paid_value_wt: 12.1, billing_address: { name: 'A. B.' } },
      order_items: [{ ...line, price_wt: 12.1, refunded_quantity: refunded }],
    };
  });
  const orders = createOrdersStream(context({ db }));
  const check = createCheckStream(context({ db }));
  await readOn(orders, { clock });
  refunded = 1;
  for (let nights = 0; nights < 3; nights += 1) {
    await makeOrdersDue(db);
    await makeCheckDue(db);
    await readOn(orders, { clock });
    await readOn(check, { clock });
    ids = ids.slice(1);
    clock.advance(DAY_MS);
  }
  await coverageOf(db, clock.now());
  await refusalOf(db, { from: '2026-01-01', to: '2026-01-31' });
  await ordersProgress(db, clock.now());
  await noteSummaries(db);
  expect(await lastCheck(db)).toMatchObject({ missing: 0, differing: 0 });
  const scanning = [...texts]
    .filter((text) => /^\s*(select|insert|update|delete|replace|with)/i.test(text))
    .filter((text) => !OF_REFERENCES.test(text))
    .filter((text) => !COUNTS.includes(text.replace(/\s+/g, ' ').trim()))
    .flatMap((text) => planOf(text).flatMap((detail) => (LARGE.test(detail) ? [`${detail}: ${text}`] : [])));
  expect(scanning).toEqual([]);
  expect(texts.size).toBeGreaterThan(60);
});
