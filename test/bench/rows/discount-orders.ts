import type { Caller } from '../../../electron/base/caller.ts';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { instantsOf } from '../../../shared/calendar.ts';
import { DISCOUNT_ORDERS_BATCH } from '../../../shared/contract/discount-orders.ts';
import type { Period } from '../../../shared/periods.ts';
import { OWNER } from '../ground/api-connection.ts';
import type { Ground } from '../ground/ground.ts';
import type { Row } from '../harness/row.ts';
import { timeOf } from '../probes/time-of.ts';

export const discountOrders: Row = {
  name: 'discount-orders',
  measured: `discounted orders of a year, batches of ${DISCOUNT_ORDERS_BATCH} of the platform in process`,
  comparedWith: 'one SQL query of the same rows',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 3 },
  rounds: 5,
  async prepare(ground) {
    const store = await openStore({ file: ground.storeFile });
    ground.add(store.close);
    const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: createPasswordHasher() });
    const caller = await platform.signIn(OWNER);
    const { year } = ground.shop;
    const drained = await drain(platform, caller, year);
    const rows = selectRows(ground, year).length;
    if (drained !== rows) throw new Error(`the batches held ${drained} rows, the query ${rows}`);
    return {
      detail: `${rows} rows`,
      product: () => timeOf(() => drain(platform, caller, year)),
      reference: () => timeOf(() => selectRows(ground, year)),
    };
  },
};

async function drain(platform: Platform, caller: Caller, period: Period): Promise<number> {
  const query = { ...period, only_full: false, include_negative: false };
  let rows = 0;
  let next: string | null = null;
  do {
    const batch = await platform.readDiscountOrders(caller, query, next);
    rows += batch.rows.length;
    next = batch.next;
  } while (next !== null);
  return rows;
}

function selectRows({ database, shop }: Ground, { from, to }: Period): unknown[] {
  const { start, end } = instantsOf(from, to);
  return database
    .prepare(
      `select orders.id, order_number, date_purchased, status, shop_id, currency, value_wt, value_ex,
          discount_wt, discount_ex, customers.name as customer_name, customers.email as customer_email
        from orders left join customers on customers.id = orders.customer_id
        where orders.account_id = cast(? as integer) and discount_wt != 0 and discount_wt > 0
          and date_purchased >= cast(? as integer) and date_purchased < cast(? as integer)
        order by date_purchased, orders.id`,
    )
    .all(shop.accountId, start, end);
}
