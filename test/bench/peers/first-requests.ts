import { listCustomers } from '../../../shared/contract/customers.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { listStock } from '../../../shared/contract/stock.ts';
import type { Period } from '../../../shared/periods.ts';
import type { Context } from '../context/bench-context.ts';
import { openApi } from '../context/running-product.ts';
import { createRow, type MeasuredRow } from './peers-table.ts';

/** What somebody requests just after the program has started, and the maximum seconds for the answer. */
const FIRST_REQUESTS: readonly (readonly [
  measured: string,
  floorS: number,
  target: (shop: Context['shop']) => string,
])[] = [
  ['customers by turnover', 0.3, () => `${listCustomers.path}?sort=-turnover_wt`],
  ['product sales of two years', 1, ({ twoYears }) => `${readProductSales.path}?${parametersOf(twoYears)}`],
  ['orders of two years by amount', 1, ({ twoYears }) => `${listOrders.path}?${parametersOf(twoYears)}&sort=-value_wt`],
  [
    'orders of two years by customer name',
    1.5,
    ({ twoYears }) => `${listOrders.path}?${parametersOf(twoYears)}&sort=customer_name`,
  ],
  ['stock', 1, () => listStock.path],
  ['report of two years', 0.3, ({ twoYears }) => `${readFinancialReport.path}?${parametersOf(twoYears)}`],
  ['order items of a month', 0.3, ({ twoYears }) => `${listOrderItems.path}?${parametersOf(lastMonthOf(twoYears))}`],
  ['payments of a month', 0.3, ({ twoYears }) => `${listOrderPayments.path}?${parametersOf(lastMonthOf(twoYears))}`],
  ['order items of two years', 3, ({ twoYears }) => `${listOrderItems.path}?${parametersOf(twoYears)}`],
  ['payments of two years', 3, ({ twoYears }) => `${listOrderPayments.path}?${parametersOf(twoYears)}`],
];

const parametersOf = ({ from, to }: Period) => `from=${from}&to=${to}`;

const lastMonthOf = ({ to }: Period): Period => ({ from: `${to.slice(0, 8)}01`, to });

const MS_PER_S = 1_000;

/** Each is the first request after the sign-in to a separate program, and is sent once. */
export async function measureFirstRequests(benchContext: Context): Promise<readonly MeasuredRow[]> {
  return measureEach(benchContext, 'first request after a start', 1);
}

const SALES_PER_MINUTE = 20;

/** The same while a till sells. It changes the store, so no peer can be compared with Tilldesk afterwards. */
export async function measureFirstRequestsWhileSelling(benchContext: Context): Promise<readonly MeasuredRow[]> {
  const till = await benchContext.startSelling(SALES_PER_MINUTE);
  const rows = await measureEach(benchContext, `the same while ${SALES_PER_MINUTE} sales a minute come in`, 2);
  await benchContext.stop(till);
  return rows;
}

async function measureEach(
  benchContext: Context,
  prefix: string,
  floorFactor: number,
): Promise<readonly MeasuredRow[]> {
  const rows: MeasuredRow[] = [];
  for (const [measured, floorS, target] of FIRST_REQUESTS) {
    const { row, add } = createRow(`${prefix}: ${measured}`, 's', { atMost: floorFactor * floorS });
    const product = await benchContext.startProduct();
    const api = await openApi(product);
    add('Tilldesk', (await api.time(target(benchContext.shop))) / MS_PER_S);
    await benchContext.stop(product);
    rows.push(row);
  }
  return rows;
}
