import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { readFeedEnd } from '../../../../electron/platform/platform.ts';
import { fromEuros } from '../../../../shared/money.ts';
import { type CopiedAccount, openCopiedAccount, readAllChanges } from '../../../support/storekeeper/copied-account.ts';
import { centsOf, comparedFigures, copiedPrices, countedOrders } from '../../../support/storekeeper/copied-figures.ts';
import type { MadeOrder } from '../../../support/storekeeper/made-orders.ts';
import { sumOrder, sumPrices } from '../../../support/storekeeper/own-sums.ts';
import { digestTables } from '../../../support/table-digests.ts';

const LONG = 120_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Between two looks of the program at what is due. */
const REFRESH_MS = 15_000;

/** An account that is copied whole, and what has changed in it since. */
async function openRead(prepare: (account: CopiedAccount) => void = () => {}) {
  const account = await openCopiedAccount({ products: 45, orders: 105, months: 2 });
  onTestFinished(account.close);
  prepare(account);
  const caller = await account.signIn();
  await account.readOn(caller);
  const ends = {
    orders: await readFeedEnd(account.platform, caller, 'orders'),
    products: await readFeedEnd(account.platform, caller, 'products'),
  };
  return {
    account,
    caller,
    made: account.server.account,
    letPass: (ms: number) => account.after(caller, ms + REFRESH_MS),
    changed: async (feed: 'orders' | 'products') =>
      (await readAllChanges(account.platform, caller, feed, ends[feed])).map(({ id, change }) => `${change} ${id}`),
    expectRight: () => expectRight(account, caller),
  };
}

async function expectRight({ platform, server }: CopiedAccount, caller: Caller): Promise<void> {
  const { own, copied } = await comparedFigures(platform, caller, server.account);
  expect(copied).toEqual(own);
  expect(await copiedPrices(platform, caller)).toEqual(sumPrices(server.account));
  expect(server.calls.writes).toBe(0);
}

/** A complete order of the last days, of which lines were sold by the piece. */
function recentOrder({ server, clock }: CopiedAccount): MadeOrder {
  const order = countedOrders(server.account).find(
    ({ status, isPaid, purchasedAt, lines, paidBack }) =>
      status === 'complete' &&
      isPaid &&
      clock.now() - purchasedAt < 20 * DAY_MS &&
      clock.now() - purchasedAt > 3 * DAY_MS &&
      paidBack.length === 0 &&
      lines.length > 1 &&
      lines.every(({ quantity, kind }) => quantity > 0 && quantity % 1_000 === 0 && kind === 'product'),
  );
  if (order === undefined) throw new Error('there is no such order');
  return order;
}

const returnOf = (id: number, nth: number) => 1_000_000_000_000 + id * 1_000 + nth;

describe('what changes in an account', () => {
  it('a refund of a recent order arrives within 6 hours, its money with the next reading, and a second one too', {
    timeout: LONG,
  }, async () => {
    const { account, caller, made, letPass, changed, expectRight: expectAllRight } = await openRead();
    const { id } = recentOrder(account);
    made.refundOrder(id, { 1: 1 });
    await letPass(6 * HOUR_MS);

    await expectAllRight();
    expect(await changed('orders')).toContain(`upsert ${returnOf(id, 1)}`);
    const first = await account.platform.findOrder(caller, returnOf(id, 1));
    expect(first).toMatchObject({ status: 'complete', order_number: expect.stringMatching(/-R1$/) });
    const refunded = sumOrder(made.findOrder(id) as MadeOrder).refunded;
    expect(centsOf(first?.value_wt ?? 0)).toBe(-refunded.wt);
    expect(centsOf(first?.value_ex_wt ?? 0)).toBe(-refunded.ex);
    await letPass(6 * HOUR_MS);
    expect(await account.platform.findOrder(caller, returnOf(id, 1))).toMatchObject({
      payments: [{ amount: -refunded.wt / 100 }],
    });

    made.refundOrder(id);
    await letPass(12 * HOUR_MS);
    await expectAllRight();
    const second = await account.platform.findOrder(caller, returnOf(id, 2));
    const both = sumOrder(made.findOrder(id) as MadeOrder).refunded;
    expect(centsOf(second?.value_wt ?? 0)).toBe(refunded.wt - both.wt);
    // The first one stays as it was.
    expect((await account.platform.findOrder(caller, returnOf(id, 1)))?.value_wt).toBe(first?.value_wt);
    await letPass(8 * HOUR_MS);
    expect(await account.platform.findOrder(caller, returnOf(id, 2))).toMatchObject({
      payments: [{ amount: (refunded.wt - both.wt) / 100 }],
    });
  });

  it('a new order arrives within a minute', { timeout: LONG }, async () => {
    const { account, caller, made, letPass, changed, expectRight: expectAllRight } = await openRead();
    account.clock.advance(5 * MINUTE_MS);
    const id = made.sellOrder();
    await letPass(MINUTE_MS);
    expect(await account.platform.findOrder(caller, id)).toMatchObject({ id, status: 'complete', is_paid: true });
    expect(await changed('orders')).toContain(`upsert ${id}`);
    await expectAllRight();
  });

  it('a payment and a cancellation of open orders of the last fortnight arrive within 15 minutes', {
    timeout: LONG,
  }, async () => {
    let [paid, cancelled] = [0, 0];
    const {
      account,
      caller,
      made,
      letPass,
      changed,
      expectRight: expectAllRight,
    } = await openRead(({ server }) => {
      paid = server.account.sellOrder({ isPaid: false });
      cancelled = server.account.sellOrder({ isPaid: false });
    });
    expect(await account.platform.findOrder(caller, paid)).toMatchObject({ is_paid: false, payment_term: 'invoice' });
    made.payOrder(paid);
    made.setStatus(paid, 'complete');
    made.setStatus(cancelled, 'cancelled');
    await letPass(15 * MINUTE_MS);
    expect(await account.platform.findOrder(caller, paid)).toMatchObject({ is_paid: true, status: 'complete' });
    expect(await account.platform.findOrder(caller, cancelled)).toMatchObject({ status: 'cancelled' });
    expect(await changed('orders')).toEqual(expect.arrayContaining([`upsert ${paid}`, `upsert ${cancelled}`]));
    await expectAllRight();
  });

  it('a recent order that was deleted is gone within 6 hours and the minutes until it is looked for again', {
    timeout: LONG,
  }, async () => {
    const { account, caller, made, letPass, changed, expectRight: expectAllRight } = await openRead();
    const { id } = recentOrder(account);
    made.deleteOrder(id);
    await letPass(6 * HOUR_MS);
    await letPass(5 * MINUTE_MS);
    expect(await account.platform.findOrder(caller, id)).toBeNull();
    expect(await changed('orders')).toContain(`delete ${id}`);
    await expectAllRight();
  });

  it('an old order that was deleted is gone after the second night', { timeout: LONG }, async () => {
    const { account, caller, made, letPass, expectRight: expectAllRight } = await openRead();
    const [oldest] = countedOrders(made).filter(({ status }) => status === 'complete');
    const id = oldest?.id ?? 0;
    made.deleteOrder(id);
    await letPass(DAY_MS);
    await letPass(DAY_MS);
    expect(await account.platform.findOrder(caller, id)).toBeNull();
    await expectAllRight();
  });

  it('a price, a stock, a new product and a deleted one arrive within an hour', { timeout: LONG }, async () => {
    let added = 0;
    const {
      account,
      caller,
      made,
      letPass,
      changed,
      expectRight: expectAllRight,
    } = await openRead(({ server }) => {
      const last = [...server.account.products.listed()].at(-1);
      added = last?.id ?? 0;
      server.account.deleteProduct(added);
    });
    const [priced, stocked, deleted] = [...made.products.listed()].filter(({ stock }) => !stock.isUnlimited);
    if (!priced || !stocked || !deleted) throw new Error('there are too few products');
    expect(await account.platform.findProduct(caller, added)).toBeNull();
    made.changePrice(priced.id, fromEuros(12.34));
    made.changeStock(stocked.id, 77);
    made.deleteProduct(deleted.id);
    made.restoreProduct(added);
    await letPass(HOUR_MS);

    expect(await copiedPrices(account.platform, caller)).toEqual(sumPrices(made));
    const prices = (await account.platform.findProduct(caller, priced.id))?.prices ?? [];
    expect(prices.filter(({ product_price_type_id }) => product_price_type_id !== 9)).toMatchObject([
      { ppu_wt: 12.34 },
    ]);
    expect((await account.platform.findProduct(caller, stocked.id))?.stock).toBe(77);
    expect(await account.platform.findProduct(caller, deleted.id)).toBeNull();
    expect(await account.platform.findProduct(caller, added)).not.toBeNull();
    expect((await changed('products')).sort()).toEqual(
      [`upsert ${priced.id}`, `upsert ${stocked.id}`, `delete ${deleted.id}`, `upsert ${added}`].sort(),
    );
    await expectAllRight();
  });

  it('another name of a customer arrives within a day, with their orders', { timeout: LONG }, async () => {
    const { account, caller, made, letPass } = await openRead();
    const order = countedOrders(made).find(
      ({ id, customerId }) => customerId !== null && customerId % 51 !== 0 && made.featureOf(id) === 'ordinary',
    );
    if (!order || order.customerId === null) throw new Error('there is no such order');
    made.renameCustomer(order.customerId, 'Nieuwe Naam');
    await letPass(DAY_MS);
    expect(await account.platform.findCustomer(caller, order.customerId)).toMatchObject({ name: 'Nieuwe Naam' });
    expect(await account.platform.findOrder(caller, order.id)).toMatchObject({ customer_name: 'Nieuwe Naam' });
  });
});

/** How far reading has got, and when something was read. */
const BOOKKEEPING = [
  ...['sk_products.sweep', 'sk_customers.sweep', 'copy_facts.value'],
  ...['sk_orders.unchanged', 'sk_orders.last_read', 'sk_orders.next_read'],
];

describe('an account in which nothing changes', () => {
  it('is read again for days without anything being written', { timeout: LONG }, async () => {
    const { account, letPass, changed, expectRight: expectAllRight } = await openRead();
    const fileOf = async () => (await account.program.directory.list())[0]?.file ?? '';
    // What was paid back lately, and the names of facts that the first hours add.
    await letPass(9 * HOUR_MS);
    const before = digestTables(await fileOf(), BOOKKEEPING);
    const calls = account.server.calls.total;
    for (let hours = 0; hours < 48; hours += 3) await letPass(3 * HOUR_MS);
    expect(account.server.calls.total).toBeGreaterThan(calls + 105);
    const written = [...digestTables(await fileOf(), BOOKKEEPING)].filter(
      ([table, { digest }]) => before.get(table)?.digest !== digest,
    );
    expect(written.map(([table]) => table)).toEqual([]);
    expect([...(await changed('orders')), ...(await changed('products'))]).toEqual([]);
    await expectAllRight();
    const once = account.server.calls.undocumented.filter((call) => !call.includes('date_updated__>='));
    expect(once).toEqual([]);
  });

  it('is read less and less often', { timeout: LONG }, async () => {
    const { account, letPass } = await openRead();
    const callsOfDays: number[] = [];
    for (let day = 0; day < 6; day += 1) {
      const before = account.server.calls.byFunction['ShopModule::getOrder'] ?? 0;
      for (let hours = 0; hours < 24; hours += 3) await letPass(3 * HOUR_MS);
      callsOfDays.push((account.server.calls.byFunction['ShopModule::getOrder'] ?? 0) - before);
    }
    const [first = 0] = callsOfDays;
    expect(callsOfDays.at(-1)).toBeLessThan(first / 2);
  });
});
