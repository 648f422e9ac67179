import { describe, expect, it } from 'vitest';
import { recordCustomerChanges } from '../../../electron/store/changes/record-changes.ts';
import { createDemoShopsRepository } from '../../../electron/store/demo/demo-shops-repository.ts';
import { changeOrder, insertOrders } from '../../../electron/store/orders/order-writer.ts';
import { renameCustomer } from '../../support/catalog-rows.ts';
import { ACCOUNT, CALLER, CUSTOMER, LOCATION, ORDER } from '../../support/shop-fixture.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { openFollowedShop } from './followed-shop.ts';
import { payment, returned, sale } from './model/shop-writes.ts';

const { alpha } = ACCOUNT;
const IN_AMSTERDAM = {
  ...CALLER.staff,
  lockedLocation: { id: LOCATION.amsterdam, title: 'Amsterdam' },
};

const shop = openPerTest(openFollowedShop);

describe('the feed of orders', () => {
  const context = () => ({ now: shop.clock.now(), newId: 9_001, n: 0 });
  const orderOf = (id: number) =>
    shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it.each([
    ['shows everybody', CALLER.owner, [9_001]],
    ['shows a user locked to its location', CALLER.staff, [9_001]],
    ['hides from a user locked to another location', IN_AMSTERDAM, []],
    ['hides from another account', CALLER.beta, []],
  ])('%s a sale', async (_, caller, expected) => {
    const sell = () => insertOrders(shop.db, [sale(context())]);
    expect(await shop.changesOf(sell, 'orders', caller)).toEqual(expected);
  });

  it('has a return together with its original order', async () => {
    const sold = await orderOf(ORDER.saleWithTip);
    const giveBack = () => insertOrders(shop.db, [returned(sold, context())]);
    expect(await shop.changesOf(giveBack, 'orders')).toEqual([ORDER.saleWithTip, 9_001]);
  });

  it('has a payment together with the invoice that it pays, wherever the invoice was sent', async () => {
    const invoiced = await orderOf(ORDER.unpaidInvoice);
    const inAmsterdam = payment(invoiced, { ...context(), n: 1 });
    const pay = () => insertOrders(shop.db, [inAmsterdam]);
    expect(await shop.changesOf(pay, 'orders', CALLER.staff)).toEqual([ORDER.unpaidInvoice]);
    const { is_paid } = await orderOf(ORDER.unpaidInvoice);
    expect([inAmsterdam.order.location_id, is_paid]).toEqual([LOCATION.amsterdam, 1]);
  });

  it('has a new status', async () => {
    const change = { account_id: alpha, id: ORDER.onHold, status: 'cancelled', date_updated: 1 } as const;
    expect(await shop.changesOf(() => changeOrder(shop.db, change), 'orders')).toEqual([ORDER.onHold]);
  });

  it('ignores an order written unchanged, but has one with only a later update time', async () => {
    const { account_id, id, status, is_paid, date_updated } = await orderOf(ORDER.saleWithTip);
    const write = (at: number) => () => changeOrder(shop.db, { account_id, id, status, is_paid, date_updated: at });
    expect(await shop.changesOf(write(date_updated), 'orders')).toEqual([]);
    expect(await shop.changesOf(write(date_updated + 1_000), 'orders')).toEqual([id]);
  });

  it.each([
    ['location', { location_id: LOCATION.arnhem }],
    ['account', { account_id: ACCOUNT.beta }],
  ])('has no order that moves to another %s, because the database refuses it', async (_, place) => {
    const ofSale = shop.db.updateTable('orders').where('id', '=', ORDER.saleWithTip);
    await expect(ofSale.set(place).execute()).rejects.toThrow('an order stays at its location');
    const { location_id } = await orderOf(ORDER.saleWithTip);
    expect(await shop.changesOf(() => ofSale.set({ location_id }).execute(), 'orders')).toEqual([]);
  });

  it('has the orders of a renamed customer, and none for other changes of customers', async () => {
    const rename = () => renameCustomer(shop.db, CUSTOMER.vries, { name: 'J. de Vries' });
    expect(await shop.changesOf(rename, 'orders')).toEqual([ORDER.discountInCash]);
    const write = () => recordCustomerChanges(shop.db, alpha, []);
    expect(await shop.changesOf(write, 'orders')).toEqual([]);
  });

  it('hides removed orders from users locked to another location, and has each once', async () => {
    const { date_purchased } = await orderOf(ORDER.afterSpringChange);
    const remove = () => createDemoShopsRepository(shop.db).removeOrdersBefore(alpha, date_purchased + 1);
    expect(await shop.changesOf(remove, 'orders', CALLER.staff)).toEqual([]);
    expect(await shop.changesOf(remove, 'orders')).toEqual([]);
  });

  it('has removed orders for users who see their location', async () => {
    const { date_purchased } = await orderOf(ORDER.afterSpringChange);
    const remove = () => createDemoShopsRepository(shop.db).removeOrdersBefore(alpha, date_purchased + 1);
    expect(await shop.changesOf(remove, 'orders', IN_AMSTERDAM)).toEqual([
      -ORDER.beforeSpringChange,
      -ORDER.lastWinterSecond,
      -ORDER.firstSummerSecond,
      -ORDER.afterSpringChange,
    ]);
  });
});
