import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { type Mutant, mutant, reportMutant, rowsMutant, withRows } from './mutant.ts';

const FORMS: readonly Mutant[] = [
  mutant('the form of answers', 'computes money in floating point', (p) => ({
    async listOrderPayments(caller, query) {
      const page = await p.listOrderPayments(caller, query);
      return { ...page, sums: { amount: page.rows.reduce((sum, { amount }) => sum + amount, 0) + 0.1 - 0.1 } };
    },
  })),
  mutant('the form of answers', 'dates in UTC', (p) => ({
    async findOrder(caller, id) {
      const order = await p.findOrder(caller, id);
      return order && { ...order, date_purchased: new Date(order.date_purchased).toISOString() };
    },
  })),
  rowsMutant('the form of answers', 'dates in winter time all year', 'listOrders', (rows) =>
    rows.map((row) => ({ ...row, date_updated: row.date_updated.replace('+02:00', '+01:00') })),
  ),
  rowsMutant('the form of answers', 'lets a member of its own out', 'searchProducts', (rows) =>
    rows.map((row) => ({ ...row, account_id: 1 })),
  ),
  mutant('the form of answers', 'gives text where a number is due', (p) => ({
    async findProduct(caller, id) {
      const product = await p.findProduct(caller, id);
      return product && { ...product, stock: String(product.stock) as unknown as number };
    },
  })),
  mutant('the form of answers', 'gives out what it keeps', cachesLists),
  reportMutant('the form of answers', 'dates reports at the epoch', 'financial', (report) => ({
    ...report,
    generated_at: '1970-01-01T01:00:00+01:00',
  })),
];

function cachesLists(p: Platform): Partial<Platform> {
  const cached = new Map<string, readonly unknown[]>();
  return {
    async listReference(caller, kind) {
      const key = `${kind} ${caller.userId}`;
      const list = cached.get(key) ?? (await p.listReference(caller, kind));
      cached.set(key, list);
      return list as Awaited<ReturnType<typeof p.listReference<typeof kind>>>;
    },
  };
}

const REPORTS: readonly Mutant[] = [
  reportMutant(
    'the financial report',
    'is a cent off in one figure and makes the checks hold',
    'financial',
    (report) => ({ ...report, revenue: { ...report.revenue, total_turnover: report.revenue.total_turnover + 0.01 } }),
  ),
  mutant('the financial report', 'does not say the location of a locked caller', (p) => ({
    async readReport(caller, kind, query) {
      const answer = await p.readReport(caller, kind, query);
      return kind === 'financial' && caller.lockedLocation ? { ...answer, location_id: null } : answer;
    },
  })),
  reportMutant('the financial report', 'puts the rounding differences first', 'financial', (report) => {
    const rows = report.turnover_by_group.rows.toReversed();
    return { ...report, turnover_by_group: { ...report.turnover_by_group, rows } };
  }),
  reportMutant('reports of days', 'leaves days without orders out', 'turnoverByDay', (days) =>
    days.filter(({ orders }) => orders > 0),
  ),
  reportMutant('reports of days', 'counts returns among nothing', 'turnoverByDay', (days) =>
    days.map((day) => ({ ...day, returns: 0 })),
  ),
  reportMutant('reports of days', 'closes a day with the numbers turned around', 'dayClosing', (closing) => ({
    ...closing,
    first_order_number: closing.last_order_number,
    last_order_number: closing.first_order_number,
  })),
  reportMutant('the report of payments', 'lists methods by their id', 'payments', ({ rows, totals }) => ({
    rows,
    totals: totals.toSorted((a, b) => a.provider_method_type_id - b.provider_method_type_id),
  })),
  reportMutant('the report of payments', 'leaves out payments of returned goods', 'payments', ({ rows, totals }) => ({
    rows: rows.filter(({ amount }) => amount > 0),
    totals: totals.filter(({ amount }) => amount > 0),
  })),
  reportMutant('the report of product sales', 'leaves out what names no product', 'productSales', (answer) =>
    withRows(answer, (rows) => rows.filter((row) => row.product_id !== null)),
  ),
  reportMutant('the report of product sales', 'counts two pieces too many', 'productSales', (answer) => ({
    ...answer,
    sums: { ...answer.sums, quantity: answer.sums.quantity + 2 },
  })),
];

const FAILURES: readonly Mutant[] = [
  mutant('failures', 'fails with the error of its database', (p) => ({
    findCustomer: (caller, id) => p.findCustomer(caller, id).catch((error: Error) => Promise.reject(error.cause)),
  })),
  mutant('failures', 'tells what stands behind it', (p) => ({
    listStock: (caller, query) =>
      p.listStock(caller, query).catch((error: Error) => {
        throw new PlatformError('unavailable', String(error.cause));
      }),
  })),
  mutant('failures', 'answers an empty list where it cannot read', (p) => ({
    listOrders: (caller, query) => p.listOrders(caller, query).catch(() => ({ total: 0, rows: [] })),
  })),
  mutant('calls at one time', 'mixes up callers at one time', sharesTheCaller),
];

function sharesTheCaller(p: Platform): Partial<Platform> {
  let current: Caller | null = null;
  return {
    async listOrders(caller, query) {
      current = caller;
      await null;
      return p.listOrders(current, query);
    },
  };
}

export const ANSWER_MUTANTS = [...FORMS, ...REPORTS, ...FAILURES];
