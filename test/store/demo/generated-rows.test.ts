import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkInvoices, checkRefunds } from '../../../electron/store/orders/follow-up-rules.ts';
import { checkOrder } from '../../../electron/store/orders/order-rules.ts';
import { openPerFile } from '../../support/test-scope.ts';
import { differencesIn } from '../totals/differences-in.ts';
import { differencesBetween } from './demo-store.ts';
import { generatedStore, readStoredOrders, readStrangeReferences } from './generated-store.ts';

const store = await openPerFile(generatedStore);
const orders = await readStoredOrders(store);

describe('the rows of a generated store', () => {
  it('obey the rules of an order', () => {
    expect(orders.length).toBeGreaterThan(4_000);
    for (const order of orders) checkOrder(order);
  });

  it('obey the rules of invoices, and every second invoice is not flagged as paid', async () => {
    await checkInvoices(store.db, orders);
    const paid = sql<number>`(select count(*) from orders as payer
      inner join order_items as item on item.order_id = payer.id and item.type = 'invoice_payment'
      where payer.follows_order_id = orders.id)`;
    const invoices = await store.db
      .selectFrom('orders')
      .select(['is_paid', paid.as('payments')])
      .where('payment_term', '=', 'invoice')
      .execute();
    expect(new Set(invoices.map(({ is_paid, payments }) => `${is_paid} ${payments}`))).toEqual(new Set(['0 0', '1 1']));
  });

  it('obey the rule of refunds', async () => {
    const refunded = orders.filter(({ order }) => order.status === 'refunded').map(({ order }) => order.id);
    expect(refunded.length).toBeGreaterThan(50);
    await checkRefunds(store.db, refunded);
  });

  it('refer to records of their own account', async () => {
    expect(await readStrangeReferences(store.db)).toEqual([]);
    expect((await sql`pragma foreign_key_check`.execute(store.db)).rows).toEqual([]);
  });

  it('have the values of their items, and come after the orders that they follow', async () => {
    const wrong = await sql`
      select orders.id from orders
      inner join (
        select order_id, sum(value_wt) as wt, sum(value_ex) as ex, sum(discount_wt) as d_wt, sum(discount_ex) as d_ex
        from order_items group by order_id
      ) as lines on lines.order_id = orders.id
      left join orders as followed on followed.id = orders.follows_order_id
      where orders.value_wt <> wt or orders.value_ex <> ex or orders.discount_wt <> d_wt
        or orders.discount_ex <> d_ex or followed.date_purchased >= orders.date_purchased`.execute(store.db);
    expect(wrong.rows).toEqual([]);
  });

  it('add up to the stored totals', async () => {
    expect(await differencesIn(store.db)).toEqual([]);
  });

  it('are the same for the same arguments, and differ for another seed', async () => {
    const few = { orders: 300, days: 40 };
    const [one, again, other] = [
      await generatedStore(few),
      await generatedStore(few),
      await generatedStore({ ...few, seed: 8 }),
    ];
    expect(await differencesBetween(one, again)).toEqual([]);
    expect((await differencesBetween(one, other)).length).toBeGreaterThan(few.orders);
    for (const made of [one, again, other]) await made.close();
  });
});
