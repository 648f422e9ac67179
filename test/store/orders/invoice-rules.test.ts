import { describe, expect, it } from 'vitest';
import { changeOrder, insertOrders, type NewOrder } from '../../../electron/store/orders/order-writer.ts';
import { copyOrder } from '../../support/copied-order.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { ACCOUNT, ORDER } from '../../support/shop-fixture.ts';
import { openPerTest } from '../../support/test-scope.ts';

const store = openPerTest(async () => (await openFixturePlatform()).store);

describe('an invoice', () => {
  const markAsPaid = () =>
    changeOrder(store.db, { account_id: ACCOUNT.alpha, id: ORDER.unpaidInvoice, is_paid: 1, date_updated: 1 });

  it('is flagged as paid once a later order pays it in full', async () => {
    await insertOrders(store.db, [payment(108.9)]);
    await markAsPaid();

    const invoice = store.db.selectFrom('orders').select(['is_paid', 'status']).where('id', '=', ORDER.unpaidInvoice);
    expect(await invoice.execute()).toEqual([{ is_paid: 1, status: 'complete' }]);
  });

  it('stays paid from the time of its payment', async () => {
    const payer = payment(108.9);
    await insertOrders(store.db, [payer]);

    const invoice = store.db
      .selectFrom('orders')
      .select(['is_paid', 'date_updated'])
      .where('id', '=', ORDER.unpaidInvoice);
    expect(await invoice.execute()).toEqual([{ is_paid: 1, date_updated: payer.order.date_purchased }]);
    const unmark = { account_id: ACCOUNT.alpha, id: ORDER.unpaidInvoice, is_paid: 0, date_updated: 2 } as const;
    await expect(changeOrder(store.db, unmark)).rejects.toMatchObject({ rule: 'paid_invoice_has_its_payment' });
  });

  it('cannot be flagged as paid by itself', async () => {
    await expect(markAsPaid()).rejects.toMatchObject({ rule: 'paid_invoice_has_its_payment' });
  });

  it('cannot be written as paid without the order that pays it', async () => {
    const paid = copyOrder(ORDER.settledInvoice, {});

    await expect(insertOrders(store.db, [paid])).rejects.toMatchObject({ rule: 'paid_invoice_has_its_payment' });
  });

  it.each<[string, NewOrder]>([
    ['a partial payment', payment(50)],
    ['an order that follows no other', payment(108.9, { follows_order_id: null })],
    ['an order that follows a direct one', payment(108.9, { follows_order_id: ORDER.saleWithTip })],
    ['an earlier order', payment(108.9, { date_purchased: 0 })],
    ['an order that does not count', payment(108.9, { status: 'cancelled' })],
    ['a second order', payment(12.1, { follows_order_id: ORDER.settledInvoice })],
  ])('is not paid by %s', async (_, payer) => {
    await expect(insertOrders(store.db, [payer])).rejects.toMatchObject({
      rule: 'invoice_payment_pays_one_invoice_in_full',
    });
    const written = store.db.selectFrom('orders').select('id').where('id', '=', payer.order.id);
    expect(await written.execute()).toEqual([]);
  });
});

/** An order that pays one invoice, by default the unpaid one. */
function payment(euros: number, changes: Partial<NewOrder['order']> = {}): NewOrder {
  const amount = Math.round(euros * 10_000);
  const payer = copyOrder(ORDER.otherItems, { follows_order_id: ORDER.unpaidInvoice, ...changes });
  const items = payer.items.slice(0, 1);
  return {
    order: payer.order,
    items: items.map((item) => ({ ...item, ppu: amount, ppu_wt: amount, value_ex: amount, value_wt: amount })),
    payments: payer.payments.map((paid) => ({ ...paid, amount })),
  };
}
