import type { CalendarDate } from '../../../shared/calendar.ts';
import { type FinancialReport, UNKNOWN_FIGURES } from '../../../shared/contract/financial-report.ts';
import { COPY_READER } from '../../store/copies/copy-store.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import type { FeedName, FeedRecords, KeyedListName, KeyedLists, ReportKind, Reports } from '../platform.ts';
import { type PlatformCalls, wrapCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { soldOrderIdOf } from './mapping/returns.ts';
import { refusalOfProducts } from './storekeeper-status.ts';
import { refusalOf } from './sync/coverage.ts';

export interface AnswersDeps {
  readonly db: StoreKeeperDb;
  /** The built-in platform on the same store. */
  readonly embedded: PlatformCalls;
  /** `https://demo.storekeepercloud.com`; null where it is not known: then orders have no link. */
  readonly backOffice: string | null;
}

/** What needs all orders that there are. */
const EVERYTHING = { from: '0001-01-01', to: '9999-12-31' } as const;

interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/**
 * What the copy of an account answers: what the built-in platform answers of it, without the figures that StoreKeeper does
 * not give. Throws `PlatformError` `rejected` for orders and figures of a period that is not read yet: nothing partial is summed.
 */
export function createStoreKeeperAnswers({ db, embedded, backOffice }: AnswersDeps): PlatformCalls {
  async function expectCovered(period: Period): Promise<void> {
    const refusal = await refusalOf(db, period);
    if (refusal !== null) throw new PlatformError('rejected', refusal, { isReported: true });
  }

  async function expectProducts(): Promise<void> {
    const refusal = await refusalOfProducts(db);
    if (refusal !== null) throw new PlatformError('rejected', refusal, { isReported: true });
  }

  const linked = <Order extends { readonly id: number; readonly backoffice_url: string }>(order: Order): Order => ({
    ...order,
    backoffice_url: backOffice === null ? '' : `${backOffice}/#order/details/${soldOrderIdOf(order.id)}`,
  });

  const own: PlatformCalls = wrapCalls<PlatformCalls>(embedded, (ask, { caller: { lockedLocation } }) =>
    ask({ ...COPY_READER, lockedLocation }),
  );
  return {
    ...own,
    ...wrapCalls<ProductCalls>(productCallsOf(own), async (ask) => {
      await expectProducts();
      return ask();
    }),

    async listCustomers(caller, query) {
      // Each customer has the sum of what they bought.
      await expectCovered(EVERYTHING);
      return own.listCustomers(caller, query);
    },

    async findCustomer(caller, id) {
      await expectCovered(EVERYTHING);
      return own.findCustomer(caller, id);
    },

    async listOrders(caller, query) {
      await expectCovered(query);
      const { total, rows, sums } = await own.listOrders(caller, query);
      return { total, sums, rows: rows.map((order) => linked(withoutCosts(order))) };
    },

    async findOrder(caller, id) {
      const order = await own.findOrder(caller, id);
      if (order !== null) return linked(withoutCosts(order));
      // It may be one that is not read yet.
      await expectCovered(EVERYTHING);
      return null;
    },

    async readDiscountOrders(caller, query, after) {
      await expectCovered(query);
      const { rows, next } = await own.readDiscountOrders(caller, query, after);
      return { rows: rows.map(linked), next };
    },

    async listDiscountOrders(caller, query) {
      await expectCovered(query);
      return (await own.listDiscountOrders(caller, query)).map(linked);
    },

    async listOrderItems(caller, query) {
      await expectCovered(query);
      const { total, rows, sums } = await own.listOrderItems(caller, query);
      return { total, rows: rows.map(withoutCost), sums: { ...sums, cost: null } };
    },

    async listOrderPayments(caller, query) {
      await expectCovered(query);
      return own.listOrderPayments(caller, query);
    },

    async readBatch<L extends KeyedListName>(...args: Parameters<typeof own.readBatch<L>>) {
      const [, list, query] = args;
      await expectCovered(query);
      const { rows, next } = await own.readBatch<L>(...args);
      const toKnown: { readonly [Name in KeyedListName]: (row: KeyedLists[Name]['row']) => KeyedLists[Name]['row'] } = {
        orders: linked,
        orderItems: withoutCost,
        orderPayments: (payment) => payment,
      };
      return { rows: rows.map(toKnown[list]), next };
    },

    async readChanges<F extends FeedName>(...args: Parameters<typeof own.readChanges<F>>) {
      const page = await own.readChanges<F>(...args);
      if (args[1] !== 'orders') return page;
      const rows = page.rows.map((change) => ({
        ...change,
        record: change.record && linked(change.record as FeedRecords['orders']),
      }));
      return { ...page, rows } as typeof page;
    },

    async readReport(caller, kind, query) {
      await expectCovered('date' in query ? { from: query.date, to: query.date } : query);
      return withoutUnknown(kind, await own.readReport(caller, kind, query));
    },
  };
}

type ProductCalls = Pick<
  PlatformCalls,
  'searchProducts' | 'findProduct' | 'listProductPrices' | 'readPriceList' | 'listStock'
>;

function productCallsOf(calls: PlatformCalls): ProductCalls {
  const { searchProducts, findProduct, listProductPrices, readPriceList, listStock } = calls;
  return { searchProducts, findProduct, listProductPrices, readPriceList, listStock };
}

function withoutCost<Item extends { readonly cost_value_ex: number | null }>(item: Item): Item {
  return { ...item, cost_value_ex: null };
}

/** The lines of an order, where it has them. */
function withoutCosts<Order extends { items?: readonly { readonly cost_value_ex: number | null }[] | null }>(
  order: Order,
): Order {
  return order.items ? { ...order, items: order.items.map(withoutCost) } : order;
}

type WithoutUnknown = { readonly [Kind in ReportKind]: (answer: Reports[Kind]['answer']) => Reports[Kind]['answer'] };

const REPORTS: WithoutUnknown = {
  financial: withoutUnknownFigures,
  turnoverByDay: (days) => days.map((day) => ({ ...day, cost: null })),
  payments: (answer) => answer,
  dayClosing: (closing) => ({ ...closing, report: withoutUnknownFigures(closing.report) }),
  productSales: ({ total, rows, sums }) => ({
    total,
    rows: rows.map((row) => ({ ...row, cost: null, margin: null })),
    sums: { ...sums, cost: null, margin: null },
  }),
};

function withoutUnknown<K extends ReportKind>(kind: K, answer: Reports[K]['answer']): Reports[K]['answer'] {
  return REPORTS[kind](answer);
}

/** A missing figure is null, or its line is 0 and `unknown` names it: the contract has no null for the others. */
function withoutUnknownFigures(report: FinancialReport): FinancialReport {
  const { revenue } = report;
  return {
    ...report,
    revenue: { ...revenue, total_cost_of_goods_sold: null, margin: { value: null, percentage: null } },
    unknown: [...UNKNOWN_FIGURES],
  };
}
