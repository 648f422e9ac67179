import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { changedReport, type Mutant, withRows } from './mutant.ts';

const FORMS: readonly Mutant[] = [
  {
    name: 'computes money in floating point',
    area: 'the form of answers',
    wrong: (p) => ({
      async listOrderPayments(caller, query) {
        const page = await p.listOrderPayments(caller, query);
        return {
          ...page,
          sums: { amount: page.rows.reduce((sum, { amount }) => sum + amount, 0) + 0.1 - 0.1 },
        };
      },
    }),
  },
  {
    name: 'dates in UTC',
    area: 'the form of answers',
    wrong: (p) => ({
      async findOrder(caller, id) {
        const order = await p.findOrder(caller, id);
        return order && { ...order, date_purchased: new Date(order.date_purchased).toISOString() };
      },
    }),
  },
  {
    name: 'dates in winter time all year',
    area: 'the form of answers',
    wrong: (p) => ({
      listOrders: async (caller, query) =>
        withRows(await p.listOrders(caller, query), (rows) =>
          rows.map((row) => ({ ...row, date_updated: row.date_updated.replace('+02:00', '+01:00') })),
        ),
    }),
  },
  {
    name: 'lets a member of its own out',
    area: 'the form of answers',
    wrong: (p) => ({
      searchProducts: async (caller, query) =>
        withRows(await p.searchProducts(caller, query), (rows) =>
          rows.map((row) => ({ ...row, account_id: caller.accountId })),
        ),
    }),
  },
  {
    name: 'gives text where a number is due',
    area: 'the form of answers',
    wrong: (p) => ({
      async findProduct(caller, id) {
        const product = await p.findProduct(caller, id);
        return product && { ...product, stock: String(product.stock) as unknown as number };
      },
    }),
  },
  { name: 'gives out what it keeps', area: 'the form of answers', wrong: keepsLists },
  {
    name: 'dates reports at the epoch',
    area: 'the form of answers',
    wrong: (p) => changedReport(p, 'financial', (report) => ({ ...report, generated_at: '1970-01-01T01:00:00+01:00' })),
  },
];

function keepsLists(p: Platform): Partial<Platform> {
  const kept = new Map<string, readonly unknown[]>();
  return {
    async listReference(caller, kind) {
      const key = `${kind} ${caller.userId}`;
      const list = kept.get(key) ?? (await p.listReference(caller, kind));
      kept.set(key, list);
      return list as Awaited<ReturnType<typeof p.listReference<typeof kind>>>;
    },
  };
}

const REPORTS: readonly Mutant[] = [
  {
    name: 'is a cent off in one figure and makes the checks hold',
    area: 'the financial report',
    wrong: (p) =>
      changedReport(p, 'financial', (report) => ({
        ...report,
        revenue: { ...report.revenue, total_turnover: report.revenue.total_turnover + 0.01 },
      })),
  },
  {
    name: 'does not say the location of a locked caller',
    area: 'the financial report',
    wrong: (p) => ({
      async readReport(caller, kind, query) {
        const answer = await p.readReport(caller, kind, query);
        return kind === 'financial' && caller.lockedLocation ? { ...answer, location_id: null } : answer;
      },
    }),
  },
  {
    name: 'puts the rounding differences first',
    area: 'the financial report',
    wrong: (p) =>
      changedReport(p, 'financial', (report) => {
        const rows = report.turnover_by_group.rows.toReversed();
        return { ...report, turnover_by_group: { ...report.turnover_by_group, rows } };
      }),
  },
  {
    name: 'leaves days without orders out',
    area: 'reports of days',
    wrong: (p) => changedReport(p, 'turnoverByDay', (days) => days.filter(({ orders }) => orders > 0)),
  },
  {
    name: 'counts returns among nothing',
    area: 'reports of days',
    wrong: (p) => changedReport(p, 'turnoverByDay', (days) => days.map((day) => ({ ...day, returns: 0 }))),
  },
  {
    name: 'closes a day with the numbers turned around',
    area: 'reports of days',
    wrong: (p) =>
      changedReport(p, 'dayClosing', (closing) => ({
        ...closing,
        first_order_number: closing.last_order_number,
        last_order_number: closing.first_order_number,
      })),
  },
  {
    name: 'lists methods by their id',
    area: 'the report of payments',
    wrong: (p) =>
      changedReport(p, 'payments', ({ rows, totals }) => ({
        rows,
        totals: totals.toSorted((a, b) => a.provider_method_type_id - b.provider_method_type_id),
      })),
  },
  {
    name: 'leaves out payments of returned goods',
    area: 'the report of payments',
    wrong: (p) =>
      changedReport(p, 'payments', ({ rows, totals }) => ({
        rows: rows.filter(({ amount }) => amount > 0),
        totals: totals.filter(({ amount }) => amount > 0),
      })),
  },
  {
    name: 'leaves out what names no product',
    area: 'the report of product sales',
    wrong: (p) =>
      changedReport(p, 'productSales', (answer) =>
        withRows(answer, (rows) => rows.filter((row) => row.product_id !== null)),
      ),
  },
  {
    name: 'counts two pieces too many',
    area: 'the report of product sales',
    wrong: (p) =>
      changedReport(p, 'productSales', (answer) => ({
        ...answer,
        sums: { ...answer.sums, quantity: answer.sums.quantity + 2 },
      })),
  },
];

const FAILURES: readonly Mutant[] = [
  {
    name: 'fails with the error of its database',
    area: 'failures',
    wrong: (p) => ({
      findCustomer: (caller, id) => p.findCustomer(caller, id).catch((error: Error) => Promise.reject(error.cause)),
    }),
  },
  {
    name: 'tells what stands behind it',
    area: 'failures',
    wrong: (p) => ({
      listStock: (caller, query) =>
        p.listStock(caller, query).catch((error: Error) => {
          throw new PlatformError('unavailable', String(error.cause));
        }),
    }),
  },
  {
    name: 'answers an empty list where it cannot read',
    area: 'failures',
    wrong: (p) => ({
      listOrders: (caller, query) => p.listOrders(caller, query).catch(() => ({ total: 0, rows: [] })),
    }),
  },
  { name: 'mixes up callers at one time', area: 'calls at one time', wrong: sharesTheCaller },
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
