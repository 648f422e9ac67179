import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { UNKNOWN_FIGURES } from '../../../../shared/contract/financial-report.ts';
import {
  type CopiedAccount,
  listAllOrders,
  monthPeriod,
  openCopiedAccount,
} from '../../../support/storekeeper/copied-account.ts';
import {
  comparedFigures,
  copiedPrices,
  copiedReports,
  countedOrders,
  ownReports,
  toCents,
} from '../../../support/storekeeper/copied-figures.ts';
import type { MadeOrder } from '../../../support/storekeeper/made-orders.ts';
import { reportOrders } from '../../../support/storekeeper/own-reports.ts';
import { getDay, sumOrder, sumPrices } from '../../../support/storekeeper/own-sums.ts';
import { GIFT_CARD_PRODUCT_ID } from '../../../support/storekeeper/reference-records.ts';
import { assertWholeReport } from '../../../support/whole-report.ts';
import { errorOf } from './scripted-storekeeper.ts';

/** Long enough for a busy computer. */
const LONG = 120_000;

const ALL_TIME = { from: '2000-01-01', to: '2099-12-31' };

const UNFILTERED_ORDERS = { ...ALL_TIME, start: 0, limit: 250 };

/** Whether money was refunded for an order without returned items. */
function isBackAlone({ paidBack, lines, moneyBack }: MadeOrder): boolean {
  return paidBack.length > 0 && moneyBack === 0 && lines.every(({ refundedQuantity }) => refundedQuantity === 0);
}

async function expectRight(account: CopiedAccount, caller: Caller): Promise<void> {
  const { own, copied } = await comparedFigures(account.platform, caller, account.server.account);
  expect(copied).toEqual(own);
  expect(await copiedPrices(account.platform, caller)).toEqual(sumPrices(account.server.account));
}

/** Opens an account with one order of each kind, and a program that copies it. */
async function openSmall(...[options]: Parameters<typeof openCopiedAccount>): Promise<CopiedAccount> {
  const account = await openCopiedAccount({ products: 45, orders: 105, months: 2, ...options });
  onTestFinished(account.close);
  return account;
}

describe('a copied account', () => {
  let account: CopiedAccount;
  let caller: Caller;

  beforeAll(async () => {
    account = await openCopiedAccount({ products: 120, orders: 420, months: 5 });
    caller = await account.signIn();
    await account.readOn(caller);
  });
  afterAll(() => account.close());

  it('has the prices of the account: default prices, current prices and deposits, without and with VAT', async () => {
    expect(await copiedPrices(account.platform, caller)).toEqual(sumPrices(account.server.account));
  });

  it('has each order with its status, value and discount', async () => {
    const { own, copied } = await comparedFigures(account.platform, caller, account.server.account);
    expect(copied.orders).toEqual(own.orders);
  });

  it('has the report of each month: turnover, returns, VAT by rate, unpaid orders, and what is not revenue', async () => {
    const own = ownReports(account.server.account);
    expect(await copiedReports(account.platform, caller, Object.keys(own))).toEqual(own);
    expect(Object.keys(own).length).toBeGreaterThan(4);
    expect(Object.values(own).some(({ giftCards }) => giftCards > 0)).toBe(true);
    expect(Object.values(own).some(({ otherLines }) => otherLines > 0)).toBe(true);
  });

  it('has reports whose checks hold except for refunds without goods, and that name every unknown figure', async () => {
    for (const month of Object.keys(reportOrders(account.server.account))) {
      const report = assertWholeReport(await account.platform.readReport(caller, 'financial', monthPeriod(month)));
      const failing = report.checks.filter(({ holds }) => !holds);
      const backAlone = countedOrders(account.server.account).filter(
        (order) => getDay(order.purchasedAt).startsWith(month) && isBackAlone(order),
      );
      // These orders keep their value although StoreKeeper says that money was refunded.
      const difference = -backAlone.reduce((sum, { paidBack }) => sum + (paidBack[0]?.amount.wt ?? 0) / 100, 0);
      expect(failing.map(({ name }) => name)).toEqual(difference === 0 ? [] : ['payments']);
      expect(toCents(report.direct_paid.balance_check.difference)).toBe(difference === 0 ? 0 : difference);
      expect(report.direct_paid.payment_methods.map(({ type_alias }) => type_alias)).toEqual(['unknown']);
      expect(report.unknown).toEqual([...UNKNOWN_FIGURES]);
      expect(report.revenue.total_cost_of_goods_sold).toBeNull();
      expect(report.revenue.margin).toEqual({ value: null, percentage: null });
    }
  });

  it('has the turnover of each day, and day closings with the same figures', async () => {
    const days = reportOrders(account.server.account, 'day');
    const months = Object.keys(reportOrders(account.server.account)).sort();
    const period = { from: `${months[0]}-01`, to: monthPeriod(months.at(-1) ?? '').to };
    const rows = await account.platform.readReport(caller, 'turnoverByDay', period);
    const copied = rows.map(({ date, turnover, turnover_wt, cost }) => ({
      ...{ date, cost },
      turnover: { ex: toCents(turnover), wt: toCents(turnover_wt) },
    }));
    const own = rows.map(({ date }) => ({ date, cost: null, turnover: days[date]?.turnover ?? { ex: 0, wt: 0 } }));
    expect(copied).toEqual(own);
    for (const date of Object.keys(days).filter((_date, at) => at % 9 === 0)) {
      const closing = await account.platform.readReport(caller, 'dayClosing', { date });
      expect(toCents(assertWholeReport(closing.report).revenue.total_turnover_wt)).toBe(days[date]?.turnover.wt);
      expect(closing.report.unknown).toEqual([...UNKNOWN_FIGURES]);
      expect(closing.report.revenue.total_cost_of_goods_sold).toBeNull();
    }
  });

  it('has the orders around midnight on the first and around clock changes on their day in Amsterdam', async () => {
    const special = countedOrders(account.server.account).filter(({ purchasedAt }) => purchasedAt % 1_800_000 === 0);
    expect(special.length).toBeGreaterThan(4);
    for (const { id, purchasedAt } of special) {
      const day = getDay(purchasedAt);
      const { rows } = await account.platform.listOrders(caller, { from: day, to: day, start: 0, limit: 250 });
      expect(rows.map((order) => order.id)).toContain(id);
    }
  });

  it('lists the discounted orders with the discount of the account, and the free ones', async () => {
    const discounted = countedOrders(account.server.account).flatMap((order) => {
      const { discount, sold } = sumOrder(order);
      return discount.wt > 0 ? [{ id: order.id, discount, isFree: sold.wt === 0 }] : [];
    });
    const read = async (only_full: boolean) => {
      const found: { id: number; discount: { ex: number; wt: number } }[] = [];
      for (let after: string | null = null, isEnd = false; !isEnd; ) {
        const query = { ...ALL_TIME, only_full, include_negative: false };
        const batch: Awaited<ReturnType<typeof account.platform.readDiscountOrders>> =
          await account.platform.readDiscountOrders(caller, query, after);
        for (const { id, discount_value_wt, discount_value_ex_wt } of batch.rows) {
          found.push({ id, discount: { ex: toCents(discount_value_ex_wt), wt: toCents(discount_value_wt) } });
        }
        after = batch.next;
        isEnd = after === null;
      }
      return found.sort((a, b) => a.id - b.id);
    };
    expect(await read(false)).toEqual(discounted.map(({ id, discount }) => ({ id, discount })));
    expect((await read(true)).map(({ id }) => id)).toEqual(
      discounted.filter(({ isFree }) => isFree).map(({ id }) => id),
    );
  });

  it('has gift cards and other items outside the turnover as such, and every other item as a product', async () => {
    const lines = (await listAllOrders(account.platform, caller, ALL_TIME)).flatMap(({ items }) => items ?? []);
    const giftCards = lines.filter(({ type }) => type === 'gift_card');
    const others = lines.filter(({ type }) => type === 'other');
    expect(giftCards.length).toBeGreaterThan(2);
    expect(giftCards.every(({ product_id }) => product_id === GIFT_CARD_PRODUCT_ID)).toBe(true);
    expect(others.length).toBeGreaterThan(2);
    for (const { value_wt, value_ex_wt, tax_rate_id, product_group_id } of [...giftCards, ...others]) {
      expect({ value_ex_wt, tax_rate_id, product_group_id }).toEqual({
        ...{ value_ex_wt: value_wt, tax_rate_id: null, product_group_id: null },
      });
    }
    expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['product', 'gift_card', 'other']));
  });

  it('returns null for every cost: of items, products, days and sums', async () => {
    const orders = await listAllOrders(account.platform, caller, ALL_TIME);
    expect(new Set(orders.flatMap(({ items }) => items ?? []).map(({ cost_value_ex }) => cost_value_ex))).toEqual(
      new Set([null]),
    );
    const lines = await account.platform.listOrderItems(caller, UNFILTERED_ORDERS);
    expect(lines.sums.cost).toBeNull();
    expect(lines.rows.every(({ cost_value_ex }) => cost_value_ex === null)).toBe(true);
    const sales = await account.platform.readReport(caller, 'productSales', { ...ALL_TIME, start: 0, limit: 100 });
    expect(sales.sums).toMatchObject({ cost: null, margin: null });
    expect(sales.rows.every(({ cost, margin }) => cost === null && margin === null)).toBe(true);
    const [first] = orders;
    const found = await account.platform.findOrder(caller, first?.id ?? 0);
    expect(found?.items?.every(({ cost_value_ex }) => cost_value_ex === null)).toBe(true);
  });

  it('was read only with documented functions', () => {
    expect(account.server.calls.writes).toBe(0);
    expect(account.server.calls.undocumented).toEqual([]);
  });
});

describe('a copied account of a channel', () => {
  it('is as correct as that of a user', { timeout: LONG }, async () => {
    const account = await openSmall();
    const caller = await account.signInAsChannel();
    await account.readOn(caller);
    await expectRight(account, caller);
    expect(account.server.calls.byFunction['RelationsModule::startSessionByEmail']).toBeUndefined();
  });
});

describe('a copied account is correct', () => {
  it.each([
    'getShopWithRelation',
    'listTaxRates',
    'listTranslatedPaymentMethodForHooks',
    'listLocationsForHook',
    'listCustomerRelations',
    'naturalSearchShopFlatProductForHooks',
  ])('without %s, which it reports as refused', { timeout: LONG }, async (name) => {
    const account = await openSmall();
    account.server.switches.removeFunctions(name);
    const caller = await account.signIn();
    await account.readOn(caller);
    await expectRight(account, caller);
    const { streams } = await account.statusOf(caller);
    expect(streams.flatMap(({ refused }) => refused.map(({ by }) => by))).toContain(name);
  });

  it.each(['Auth', 'Lookup', 'ShopModule::Unknown'])(
    'if a missing function is refused with %s',
    { timeout: LONG },
    async (className) => {
      const account = await openSmall();
      account.server.switches.refuseUnknownFunctionsAs(className);
      account.server.switches.removeFunctions('listCustomerRelations', 'listLocationsForHook');
      const caller = await account.signInAsChannel();
      await account.readOn(caller);
      await expectRight(account, caller);
    },
  );
});

describe('an account whose products cannot be read', () => {
  it('says so, and has the figures of its orders', { timeout: LONG }, async () => {
    const account = await openSmall();
    account.server.switches.removeFunctions('naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts');
    const caller = await account.signIn();
    await account.readOn(caller);
    const { own, copied } = await comparedFigures(account.platform, caller, account.server.account);
    expect(copied).toEqual(own);
    for (const asked of [
      () => account.platform.searchProducts(caller, { start: 0, limit: 10 }),
      () => account.platform.readPriceList(caller, {}, null),
      () => account.platform.findProduct(caller, [...account.server.account.products.listed()][0]?.id ?? 0),
    ]) {
      expect(await errorOf(asked())).toMatchObject({
        code: 'rejected',
        message: expect.stringMatching(/^Products of this account cannot be read: StoreKeeper refused .+\.$/),
      });
    }
  });
});
