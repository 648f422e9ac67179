import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { UNKNOWN_FIGURES } from '../../../../shared/contract/financial-report.ts';
import { known } from '../../../support/known-figure.ts';
import {
  type CopiedAccount,
  isReturn,
  listAllOrders,
  monthPeriod,
  openCopiedAccount,
} from '../../../support/storekeeper/copied-account.ts';
import {
  centsOf,
  comparedFigures,
  copiedPrices,
  copiedReports,
  countedOrders,
  ownReports,
} from '../../../support/storekeeper/copied-figures.ts';
import { reportOrders } from '../../../support/storekeeper/own-reports.ts';
import { dayOf, sumOrder, sumOrders, sumPrices } from '../../../support/storekeeper/own-sums.ts';
import { GIFT_CARD_PRODUCT_ID } from '../../../support/storekeeper/reference-records.ts';
import { wholeReport } from '../../../support/whole-report.ts';
import { errorOf } from './scripted-storekeeper.ts';

/** Long enough for a computer that does other work as well. */
const LONG = 120_000;

const ALL_TIME = { from: '2000-01-01', to: '2099-12-31' };

const UNFILTERED_ORDERS = { ...ALL_TIME, start: 0, limit: 250 };

/** Whether StoreKeeper names orders by their last change is asked once a week; nothing else that is not documented is. */
function undocumentedBut({ server }: CopiedAccount) {
  return server.calls.undocumented.filter((call) => !/listOrderIds.*date_updated__>=/.test(call));
}

async function expectRight(account: CopiedAccount, caller: Caller): Promise<void> {
  const { own, copied } = await comparedFigures(account.platform, caller, account.server.account);
  expect(copied).toEqual(own);
  expect(await copiedPrices(account.platform, caller)).toEqual(sumPrices(account.server.account));
}

/** An account with one order of each kind, and programs that copy it. */
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

  it('has the prices of the account: usual ones, those in force and deposits, both sides', async () => {
    expect(await copiedPrices(account.platform, caller)).toEqual(sumPrices(account.server.account));
  });

  it('has each order with its status, value and discount', async () => {
    const { own, copied } = await comparedFigures(account.platform, caller, account.server.account);
    expect(copied.orders).toEqual(own.orders);
  });

  it('has the sums of each month: orders, both sides of what was sold, discount, and by status', async () => {
    const { periods } = sumOrders(account.server.account);
    for (const [month, own] of Object.entries(periods)) {
      const orders = await listAllOrders(account.platform, caller, monthPeriod(month));
      const sold = orders.filter((order) => !isReturn(order));
      const sumOf = (member: 'value_wt' | 'value_ex_wt' | 'discount_value_wt' | 'discount_value_ex_wt') =>
        sold.reduce((sum, order) => sum + centsOf(known(order[member])), 0);
      expect({
        orders: sold.length,
        sold: { ex: sumOf('value_ex_wt'), wt: sumOf('value_wt') },
        discount: { ex: sumOf('discount_value_ex_wt'), wt: sumOf('discount_value_wt') },
      }).toEqual({ orders: own.orders, sold: own.sold, discount: own.discount });
      for (const status of ['new', 'complete', 'refunded', 'cancelled'] as const) {
        const query = { ...monthPeriod(month), status: [status], start: 0, limit: 1 };
        const { total } = await account.platform.listOrders(caller, query);
        const ofReturns = orders.filter((order) => isReturn(order) && order.status === status).length;
        expect(total - ofReturns).toBe(own.statuses[status]?.orders ?? 0);
      }
    }
  });

  it('has what came back as orders that follow, worth what the account refunded', async () => {
    const refunded = Object.values(sumOrders(account.server.account).periods).map((period) => period.refunded);
    const returns = (await listAllOrders(account.platform, caller, ALL_TIME)).filter(isReturn);
    const sumOf = (member: 'value_wt' | 'value_ex_wt') =>
      returns.reduce((sum, order) => sum - centsOf(known(order[member])), 0);
    expect({ ex: sumOf('value_ex_wt'), wt: sumOf('value_wt') }).toEqual({
      ex: refunded.reduce((sum, { ex }) => sum + ex, 0),
      wt: refunded.reduce((sum, { wt }) => sum + wt, 0),
    });
    for (const { order_number, items } of returns) {
      expect(order_number).toMatch(/-R1$/);
      expect(items?.every(({ quantity }) => quantity < 0)).toBe(true);
    }
  });

  it('has the report of each month: turnover, returns, VAT by rate, unpaid orders, and what is no revenue', async () => {
    const own = ownReports(account.server.account);
    expect(await copiedReports(account.platform, caller, Object.keys(own))).toEqual(own);
    expect(Object.keys(own).length).toBeGreaterThan(4);
    expect(Object.values(own).some(({ giftCards }) => giftCards > 0)).toBe(true);
    expect(Object.values(own).some(({ otherLines }) => otherLines > 0)).toBe(true);
  });

  it('has reports whose checks hold, of which every unknown figure is named, and the cost is null', async () => {
    for (const month of Object.keys(reportOrders(account.server.account))) {
      const report = wholeReport(await account.platform.readReport(caller, 'financial', monthPeriod(month)));
      expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
      expect(report.direct_paid.balance_check.is_balanced).toBe(true);
      expect(report.direct_paid.payment_methods.map(({ type_alias }) => type_alias)).toEqual(['unknown']);
      expect(report.unknown).toEqual([...UNKNOWN_FIGURES]);
      expect(report.revenue.total_cost_of_goods_sold).toBeNull();
      expect(report.revenue.margin).toEqual({ value: null, percentage: null });
    }
  });

  it('has the turnover of each day, and closes each day with the figures of it', async () => {
    const days = reportOrders(account.server.account, 'day');
    const months = Object.keys(reportOrders(account.server.account)).sort();
    const period = { from: `${months[0]}-01`, to: monthPeriod(months.at(-1) ?? '').to };
    const rows = await account.platform.readReport(caller, 'turnoverByDay', period);
    const copied = rows.map(({ date, turnover, turnover_wt, cost }) => ({
      ...{ date, cost },
      turnover: { ex: centsOf(turnover), wt: centsOf(turnover_wt) },
    }));
    const own = rows.map(({ date }) => ({ date, cost: null, turnover: days[date]?.turnover ?? { ex: 0, wt: 0 } }));
    expect(copied).toEqual(own);
    for (const date of Object.keys(days).filter((_date, at) => at % 9 === 0)) {
      const closing = await account.platform.readReport(caller, 'dayClosing', { date });
      expect(centsOf(wholeReport(closing.report).revenue.total_turnover_wt)).toBe(days[date]?.turnover.wt);
      expect(closing.report.unknown).toEqual([...UNKNOWN_FIGURES]);
      expect(closing.report.revenue.total_cost_of_goods_sold).toBeNull();
    }
  });

  it('has the orders of 00:30 on the first, and of the hours in which clocks change, on their day in Amsterdam', async () => {
    const special = countedOrders(account.server.account).filter(({ purchasedAt }) => purchasedAt % 1_800_000 === 0);
    expect(special.length).toBeGreaterThan(4);
    for (const { id, purchasedAt } of special) {
      const day = dayOf(purchasedAt);
      const { rows } = await account.platform.listOrders(caller, { from: day, to: day, start: 0, limit: 250 });
      expect(rows.map((order) => order.id)).toContain(id);
    }
  });

  it('lists the orders with a discount, with what the account gave, and those that were free', async () => {
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
          found.push({ id, discount: { ex: centsOf(discount_value_ex_wt), wt: centsOf(discount_value_wt) } });
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

  it('has gift cards and lines that are no turnover as such, and every other line as a product', async () => {
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

  it('says null for every cost: of lines, products, days and sums', async () => {
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

  it('leaves out quotes, requests, contracts and other currencies, and says how many and how much', async () => {
    const { account: made } = account.server;
    const { leftOut } = sumOrders(made);
    const orders = [...made.orderIds()].flatMap((id) => made.findOrder(id) ?? []);
    const counted = new Set(countedOrders(made).map(({ id }) => id));
    const cents = orders.reduce((sum, order) => sum + (counted.has(order.id) ? 0 : sumOrder(order).sold.wt), 0);
    const { notes } = await account.statusOf(caller);
    const note = notes.find(({ kind }) => kind === 'order_left_out');
    expect(note?.count).toBe(Object.values(leftOut).reduce((sum, count) => sum + count, 0));
    expect(centsOf(note?.amount ?? 0)).toBe(cents);
    expect(Math.min(...Object.values(leftOut))).toBeGreaterThan(0);
    for (const { given } of note?.examples ?? []) expect(['quote', 'request', 'contract', 'USD']).toContain(given);
  });

  it('notes what else is not as it seems, each kind as often as the account has it', async () => {
    const { account: made } = account.server;
    const most = 1_000;
    const { notes, check } = await account.statusOf(caller);
    const countOf = (kind: string) => notes.find((note) => note.kind === kind)?.count ?? 0;
    const products = [...made.products.listed()];
    const numbers = countedOrders(made).map(({ number }) => number);
    expect({
      status_unknown: countOf('status_unknown'),
      number_taken: countOf('number_taken'),
      quantity_zero: countOf('quantity_zero'),
      money_without_goods: countOf('money_without_goods'),
      paid_differs: countOf('paid_differs'),
      tax_rate_from_line: countOf('tax_rate_from_line'),
      sku_missing: countOf('sku_missing'),
      stock_unlimited: countOf('stock_unlimited'),
      return_date_unknown: countOf('return_date_unknown'),
    }).toEqual({
      status_unknown: made.idsOf('unknown status', most).length,
      number_taken: numbers.length - new Set(numbers).size,
      quantity_zero: made.idsOf('quantity of 0', most).length,
      money_without_goods: made.idsOf('money back alone', most).length,
      paid_differs: made.idsOf('paid in part', most).length,
      tax_rate_from_line: 1,
      sku_missing: products.filter(({ sku }) => sku === '').length,
      stock_unlimited: products.filter(({ stock }) => stock.isUnlimited).length,
      return_date_unknown: countedOrders(made).filter(({ lines }) => lines.some((line) => line.refundedQuantity !== 0))
        .length,
    });
    for (const kind of ['header_differs', 'tax_row_differs', 'discount_differs', 'return_differs']) {
      expect(countOf(kind)).toBe(0);
    }
    expect(check).toMatchObject({ missing: 0, removed: 0, differing: 0 });
  });

  it('was only read, by documented functions', () => {
    expect(account.server.calls.writes).toBe(0);
    expect(undocumentedBut(account)).toEqual([]);
  });
});

describe('a copied account of a channel', () => {
  it('is as right as that of a user', { timeout: LONG }, async () => {
    const account = await openSmall();
    const caller = await account.signInAsChannel();
    await account.readOn(caller);
    await expectRight(account, caller);
    expect(account.server.calls.byFunction['RelationsModule::startSessionByEmail']).toBeUndefined();
  });
});

describe('a copied account is right', () => {
  it.each([
    'getShopWithRelation',
    'listTaxRates',
    'listTranslatedPaymentMethodForHooks',
    'listLocationsForHook',
    'listCustomerRelations',
    'naturalSearchShopFlatProductForHooks',
  ])('without %s, and says that it is refused', { timeout: LONG }, async (name) => {
    const account = await openSmall();
    account.server.switches.removeFunctions(name);
    const caller = await account.signIn();
    await account.readOn(caller);
    await expectRight(account, caller);
    const { streams } = await account.statusOf(caller);
    expect(streams.flatMap(({ refused }) => refused.map(({ by }) => by))).toContain(name);
  });

  it('without the configuration, but that gift cards are then lines that are no turnover', {
    timeout: LONG,
  }, async () => {
    const account = await openSmall();
    account.server.switches.removeFunctions('listConfigurations');
    const caller = await account.signIn();
    await account.readOn(caller);
    const { own, copied } = await comparedFigures(account.platform, caller, account.server.account);
    expect(copied.orders).toEqual(own.orders);
    for (const [month, report] of Object.entries(own.reports)) {
      const otherLines = report.giftCards + report.otherLines;
      expect(copied.reports[month]).toEqual({ ...report, giftCards: 0, otherLines });
    }
  });

  it.each(['Auth', 'Lookup', 'ShopModule::Unknown'])(
    'where a function that is not there is refused with %s',
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
      () => account.platform.findProduct(caller, account.server.account.products.idAt(0)),
    ]) {
      expect(await errorOf(asked())).toMatchObject({
        code: 'rejected',
        message: expect.stringMatching(/^Products of this account cannot be read: StoreKeeper refused .+\.$/),
      });
    }
  });
});

describe('an account whose orders cannot be read', () => {
  it.each([
    ['neither function gives them', () => {}],
    [
      'their list has other amounts than the orders',
      ({ switches }: CopiedAccount['server']) => switches.offerFunction('listOrders', { hasOtherAmounts: true }),
    ],
  ])('says so where %s, and its catalog works', { timeout: LONG }, async (_name, prepare) => {
    const account = await openSmall();
    account.server.switches.removeFunctions('listOrderIds');
    prepare(account.server);
    const caller = await account.signIn();
    await account.look(caller);
    await account.until(async () => (await account.statusOf(caller)).state === 'waiting');

    expect(await copiedPrices(account.platform, caller)).toEqual(sumPrices(account.server.account));
    const period = monthPeriod('2026-11');
    for (const asked of [
      () => account.platform.listOrders(caller, { ...period, start: 0, limit: 10 }),
      () => account.platform.readReport(caller, 'financial', period),
      () => account.platform.readReport(caller, 'dayClosing', { date: '2026-11-20' }),
      () => account.platform.readDiscountOrders(caller, { ...period, only_full: false, include_negative: false }, null),
      () => account.platform.listCustomers(caller, { start: 0, limit: 10 }),
      () => account.platform.findOrder(caller, [...account.server.account.orderIds()][0] ?? 0),
    ]) {
      expect(await errorOf(asked())).toMatchObject({
        ...{ name: 'PlatformError', code: 'rejected', isReported: true },
        message: expect.stringMatching(/^Orders of this account cannot be read: StoreKeeper refused listOrderIds.*\.$/),
      });
    }
    const { streams, coverage } = await account.statusOf(caller);
    expect(streams.find(({ name }) => name === 'orders')).toMatchObject({ readBy: null });
    expect(coverage).toMatchObject({ completeFrom: null, isWhole: false, done: 0 });
  });
});
