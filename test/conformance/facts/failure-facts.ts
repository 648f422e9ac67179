import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { type Area, fact, factOfEach, spoilingFact } from '../fact.ts';
import { ALWAYS, UNKNOWN_IDS } from '../known-shop.ts';
import { EVERY_CALL } from '../laws/every-call.ts';

/** Words that reveal how a platform works inside. */
const INTERNALS = /sql|table|column|select|ECONN|socket|127\.0\.0\.1|node:|\.ts\b/i;
const CODES = ['rejected', 'unavailable', 'timeout', 'invalid_answer'];
const ODD_TEXTS = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u{1f9fa}',
  "'; drop table orders; --",
  '\\',
  '%25',
  'q'.repeat(200),
];
const PAGE = { start: 0, limit: 200 };

export const FAILURES: Area = {
  area: 'failures',
  facts: [
    spoilingFact(
      'of what lies behind it are a PlatformError in every call, without the cause',
      async ({ platform, callers, breakDown }) => {
        await breakDown();
        const calls = [
          ...EVERY_CALL.map(
            ({ ask }) =>
              () =>
                ask(platform, callers.owner),
          ),
          () => platform.identify(callers.owner),
          () => platform.signIn(CREDENTIALS.owner),
        ];
        for (const call of calls) {
          const failure = await call().catch((error: unknown) => error);
          expect(failure).toBeInstanceOf(PlatformError);
          const { code, message } = failure as PlatformError;
          expect(CODES).toContain(code);
          expect(message).not.toMatch(INTERNALS);
        }
      },
    ),
    ...factOfEach(
      ODD_TEXTS,
      (q) => `do not occur for a search for ${JSON.stringify(q.slice(0, 20))}, which finds nothing`,
      async ({ platform, callers }, q) => {
        for (const search of [searchProducts, searchStock, searchCustomers, searchOrders, searchSales]) {
          expect(await search(platform, callers.owner, q)).toEqual([]);
        }
      },
    ),
    fact('do not occur for an unknown id in a filter, which selects nothing', async ({ platform, callers }) => {
      for (const id of UNKNOWN_IDS) {
        const query = { ...ALWAYS, ...PAGE };
        const { owner } = callers;
        const nothing = { total: 0, rows: [] };
        for (const name of ['shop_id', 'location_id', 'tax_rate_id', 'product_group_id', 'product_id']) {
          const value = name === 'shop_id' || name === 'location_id' ? [id] : id;
          const items = await platform.listOrderItems(owner, { ...query, [name]: value });
          expect(items).toMatchObject({ ...nothing, sums: { quantity: 0, value: 0, value_wt: 0, cost: 0 } });
        }
        const payments = await platform.listOrderPayments(owner, { ...query, provider_method_type_id: id });
        expect(payments).toMatchObject({ ...nothing, sums: { amount: 0 } });
      }
    }),
  ],
};

const searchProducts = async (platform: Platform, caller: Caller, q: string) =>
  (await platform.searchProducts(caller, { ...PAGE, q })).rows;
const searchStock = async (platform: Platform, caller: Caller, q: string) =>
  (await platform.listStock(caller, { ...PAGE, q })).rows;
const searchCustomers = async (platform: Platform, caller: Caller, q: string) =>
  (await platform.listCustomers(caller, { ...PAGE, q })).rows;
const searchOrders = async (platform: Platform, caller: Caller, q: string) =>
  (await platform.listOrders(caller, { ...ALWAYS, ...PAGE, q })).rows;
const searchSales = async (platform: Platform, caller: Caller, q: string) =>
  (await platform.readReport(caller, 'productSales', { ...ALWAYS, ...PAGE, q })).rows;
