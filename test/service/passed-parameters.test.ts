import { beforeEach, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { listCustomers } from '../../shared/contract/customers.ts';
import { readDayClosing } from '../../shared/contract/day-closing.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { readPaymentsReport } from '../../shared/contract/payments-report.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { readProductSales } from '../../shared/contract/product-sales.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { listStock } from '../../shared/contract/stock.ts';
import { readTurnoverByDay } from '../../shared/contract/turnover-by-day.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const asked: unknown[] = [];

async function recordQuery(_caller: Caller, ...args: readonly unknown[]): Promise<never> {
  asked.push(args.at(-1));
  throw new PlatformError('unavailable', 'The platform is only asked.');
}

const KNOWN = { id: 1 } as never;
const service = await openPerFile(() =>
  startStandInService({
    methods: {
      ...{ searchProducts: recordQuery, listProductPrices: recordQuery, listStock: recordQuery },
      ...{ listCustomers: recordQuery, listOrders: recordQuery, readReport: recordQuery },
      ...{ listOrderItems: recordQuery, listOrderPayments: recordQuery },
      ...{ listReference: async () => [KNOWN], findProduct: async () => KNOWN, findCustomer: async () => KNOWN },
    },
  }),
);

/** A value of each parameter, and what the platform gets. */
const VALUES: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
  ...{ start: ['3', 3], limit: ['7', 7], q: ['a', 'a'], include: ['items', ['items']] },
  ...{ from: ['2026-10-05', '2026-10-05'], to: ['2026-10-06', '2026-10-06'], until: ['10:30', '10:30'] },
  ...{ date: ['2026-10-05', '2026-10-05'], as_of: ['2026-10-07', '2026-10-07'] },
  ...{ shop_id: ['1', [1]], location_id: ['1', [1]], segment_id: ['1', [1]], product_ids: ['1,2', [1, 2]] },
  ...{ tax_rate_id: ['1', 1], product_group_id: ['1', 1], provider_method_type_id: ['1', 1] },
  ...{ product_id: ['1', 1], customer_id: ['1', 1] },
  ...{ stock: ['negative', 'negative'], priced: ['true', true], has_open_invoices: ['0', false] },
  ...{ status: ['complete,new', ['complete', 'new']], payment_term: ['invoice', 'invoice'], is_paid: ['0', false] },
  ...{ type: ['tip', 'tip'], sign: ['negative', 'negative'] },
};

beforeEach(() => void asked.splice(0));

it.each([
  ...[listProducts, listProductPrices, listStock, listCustomers, listOrders, listOrderItems, listOrderPayments],
  ...[readFinancialReport, readTurnoverByDay, readPaymentsReport, readDayClosing, readProductSales],
])('every parameter of $path reaches the platform', async ({ path, query: { properties } }) => {
  const given = Object.entries(properties).map(([name, schema]) => {
    const last = 'enum' in schema ? String((schema.enum as readonly string[]).at(-1)) : '';
    const [text, value] = name === 'sort' ? [last, last] : (VALUES[name] ?? []);
    return { name, text, value };
  });
  const search = new URLSearchParams(given.map(({ name, text = '' }) => [name, text]));
  await service.send('GET', `${path}?${search}`, { token: service.token });
  expect(asked).toEqual([Object.fromEntries(given.map(({ name, value }) => [name, value]))]);
});
