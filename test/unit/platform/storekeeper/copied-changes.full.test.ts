import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { readFeedEnd } from '../../../../electron/platform/platform.ts';
import { type CopiedAccount, openCopiedAccount, readAllChanges } from '../../../support/storekeeper/copied-account.ts';
import { centsOf, comparedFigures, copiedPrices, countedOrders } from '../../../support/storekeeper/copied-figures.ts';
import type { MadeOrder } from '../../../support/storekeeper/made-orders.ts';
import { sumOrder, sumPrices } from '../../../support/storekeeper/own-sums.ts';

const LONG = 120_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Between two looks of the program at what is due. */
const REFRESH_MS = 15_000;

/** An account that is copied whole, and what has changed in it since. */
async function openRead() {
  const account = await openCopiedAccount({ products: 45, orders: 105, months: 2 });
  onTestFinished(account.close);
  const caller = await account.signIn();
  await account.readOn(caller);
  const end = await readFeedEnd(account.platform, caller, 'orders');
  return {
    account,
    caller,
    made: account.server.account,
    letPass: (ms: number) => account.after(caller, ms + REFRESH_MS),
    changed: async () =>
      (await readAllChanges(account.platform, caller, 'orders', end)).map(({ id, change }) => `${change} ${id}`),
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
    expect(await changed()).toContain(`upsert ${returnOf(id, 1)}`);
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
});
