import { instantsOf } from '../../../shared/calendar.ts';
import {
  type FinancialReport,
  UNKNOWN_FIGURES,
  UNKNOWN_SECTIONS,
  UNKNOWN_TURNOVER,
} from '../../../shared/contract/financial-report.ts';
import { QUANTITY_SCALE } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { UNLIMITED_STOCK } from '../../store/catalog/product-selection.ts';
import { COPY_READER } from '../../store/copies/copy-store.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { readKnownOrder } from '../../store/copies/storekeeper-known-orders.ts';
import { hasOrderLocations } from '../../store/copies/storekeeper-orders.ts';
import type {
  FeedName,
  FeedRecords,
  KeyedListName,
  KeyedLists,
  ReferenceKind,
  ReportKind,
  Reports,
} from '../platform.ts';
import { type PlatformCalls, wrapCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { EVERYTHING, type Period, refuseOrders } from './coverage.ts';
import { areGroupsKnown } from './lists.ts';
import { soldOrderIdOf } from './map-corrections.ts';
import { refuseProducts } from './status.ts';

export interface AnswersDeps {
  readonly db: StoreKeeperDb;
  /** The built-in platform on the same store. */
  readonly embedded: PlatformCalls;
  /** `https://demo.storekeepercloud.com`; null where it is not known: then orders have no link. */
  readonly backOffice: string | null;
  /** The kind of a shop as the operator declared it; `null` if its alias decides. */
  readonly kindOfShop: (account: string, shopId: number) => 'pos' | 'webshop' | null;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * What the copy of an account answers: what the built-in platform answers of it, without the figures that StoreKeeper does
 * not give. Throws `PlatformError` `rejected` for orders and figures of a period that is not read yet: nothing partial is summed.
 */
export function createStoreKeeperAnswers({ db, embedded, backOffice, kindOfShop, clock }: AnswersDeps): PlatformCalls {
  async function expectCovered(caller: Caller, query: PlacedPeriod): Promise<void> {
    await expectRead(query);
    if (!(await isOfUnknownPlace(caller, query))) return;
    throw new PlatformError('rejected', NO_LOCATIONS, { isReported: true });
  }

  async function expectRead(period: Period): Promise<void> {
    const refusal = await refuseOrders(db, period, clock.now());
    if (refusal !== null) throw new PlatformError('rejected', refusal, { isReported: true });
  }

  /** Whether it is about one location, and no order of these days names its location. */
  async function isOfUnknownPlace({ lockedLocation }: Caller, query: PlacedPeriod): Promise<boolean> {
    if (lockedLocation === null && query.location_id === undefined) return false;
    const { hasOrders, hasLocations } = await hasOrderLocations(db, instantsOf(query.from, query.to));
    return hasOrders && !hasLocations;
  }

  /** What the copy has of an order that could not be read last time is not to be trusted. */
  async function expectReadable(id: number): Promise<void> {
    if ((await readKnownOrder(db, id))?.state !== 'unreadable') return;
    throw new PlatformError('rejected', `Orders are incomplete: order ${id} cannot be read.`, { isReported: true });
  }

  async function expectProducts(): Promise<void> {
    const refusal = await refuseProducts(db);
    if (refusal !== null) throw new PlatformError('rejected', refusal, { isReported: true });
  }

  const linked = <Order extends { readonly id: number; readonly backoffice_url: string }>(order: Order): Order => ({
    ...order,
    backoffice_url: backOffice === null ? '' : `${backOffice}/#order/details/${soldOrderIdOf(order.id)}`,
  });

  const own: PlatformCalls = wrapCalls<PlatformCalls>(embedded, (ask, { caller: { lockedLocation } }) =>
    ask({ ...COPY_READER, hasOrderLocations: true, lockedLocation }),
  );
  return {
    ...own,
    ...wrapCalls<ProductCalls>(productCallsOf(own), async (ask) => {
      await expectProducts();
      return withKnownStock(await ask());
    }),

    async listReference<K extends ReferenceKind>(...args: Parameters<typeof own.listReference<K>>) {
      const [{ account }, kind] = args;
      const rows = await own.listReference<K>(...args);
      if (kind !== 'shops') return rows;
      return rows.map((shop) => ({ ...shop, type: kindOfShop(account, shop.id) ?? Reflect.get(shop, 'type') }));
    },

    async listCustomers(caller, query) {
      // Each customer has the sum of what they bought.
      await expectCovered(caller, EVERYTHING);
      return own.listCustomers(caller, query);
    },

    async findCustomer(caller, id) {
      await expectCovered(caller, EVERYTHING);
      return own.findCustomer(caller, id);
    },

    async listOrders(caller, query) {
      await expectCovered(caller, query);
      const { total, rows, sums } = await own.listOrders(caller, query);
      return { total, sums, rows: rows.map((order) => linked(withoutCosts(order))) };
    },

    async findOrder(caller, id) {
      const order = await own.findOrder(caller, id);
      if (order !== null) {
        await expectReadable(soldOrderIdOf(id));
        return linked(withoutCosts(order));
      }
      // It may be one that is not read yet.
      await expectCovered(caller, EVERYTHING);
      return null;
    },

    async readDiscountOrders(caller, query, after) {
      await expectCovered(caller, query);
      const { rows, next } = await own.readDiscountOrders(caller, query, after);
      return { rows: rows.map(linked), next };
    },

    async listDiscountOrders(caller, query) {
      await expectCovered(caller, query);
      return (await own.listDiscountOrders(caller, query)).map(linked);
    },

    async listOrderItems(caller, query) {
      await expectCovered(caller, query);
      const { total, rows, sums } = await own.listOrderItems(caller, query);
      return { total, rows: rows.map(withoutCost), sums: { ...sums, cost: null } };
    },

    async listOrderPayments(caller, query) {
      await expectCovered(caller, query);
      return own.listOrderPayments(caller, query);
    },

    async readBatch<L extends KeyedListName>(...args: Parameters<typeof own.readBatch<L>>) {
      const [caller, list, query] = args;
      await expectCovered(caller, query);
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
      if (args[1] !== 'orders') return withKnownStock(page);
      const rows = page.rows.map((change) => ({
        ...change,
        record: change.record && linked(change.record as FeedRecords['orders']),
      }));
      return { ...page, rows } as typeof page;
    },

    async readReport(caller, kind, query) {
      const { from, to } = 'date' in query ? { from: query.date, to: query.date } : query;
      const period = { from, to, location_id: query.location_id };
      // Only the financial report can say of each of its figures that it is not known.
      await (kind === 'financial' ? expectRead(period) : expectCovered(caller, period));
      const areOrdersKnown = !(await isOfUnknownPlace(caller, period));
      const known = { areGroupsKnown: await areGroupsKnown(db), areOrdersKnown };
      return withoutUnknown(kind, await own.readReport(caller, kind, query), known);
    },
  };
}

interface PlacedPeriod extends Period {
  readonly location_id?: readonly number[] | undefined;
}

const NO_LOCATIONS =
  'Locations are not known: no order of these days names one, so what was sold at one location cannot be told.';

/** Unlimited stock is stored as a number that no stock can be, so that it is found as positive. It is answered as 0. */
function withKnownStock<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(withKnownStock) as Answer;
  if (typeof answer !== 'object' || answer === null) return answer;
  const members = Object.entries(answer).map(([name, value]) => {
    if (name === 'stock') return [name, value === UNLIMITED_STOCK / QUANTITY_SCALE ? 0 : value];
    return [name, name === 'rows' || name === 'record' ? withKnownStock(value) : value];
  });
  return Object.fromEntries(members) as Answer;
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

interface Known {
  /** Whether products name their turnover groups. */
  readonly areGroupsKnown: boolean;
  /** False for a report of a location where no order names one. */
  readonly areOrdersKnown: boolean;
}

/** A missing figure is null, or its line is 0 and `unknown` names it: the contract has no null for the others. */
function withoutUnknownFigures(report: FinancialReport, { areGroupsKnown, areOrdersKnown }: Known): FinancialReport {
  const noMargin = { total_cost_of_goods_sold: null, margin: { value: null, percentage: null } };
  const revenue = { ...report.revenue, ...noMargin };
  if (!areOrdersKnown) {
    const sections = { shops: null, direct_paid: null, not_paid_now: null, turnover_by_group: null, checks: [] };
    const unknown = [UNKNOWN_TURNOVER, ...UNKNOWN_FIGURES, ...UNKNOWN_SECTIONS];
    return { ...report, ...sections, revenue: { ...revenue, ...UNKNOWN_REVENUE }, unknown };
  }
  if (areGroupsKnown) return { ...report, revenue, unknown: [...UNKNOWN_FIGURES] };
  const checks = report.checks.filter(({ name }) => !name.startsWith('groups_'));
  return { ...report, revenue, checks, turnover_by_group: null, unknown: [...UNKNOWN_FIGURES, 'turnover_by_group'] };
}

const UNKNOWN_REVENUE = {
  ...{ total_sales_wt: null, total_returns_wt: null, total_differences_wt: null, total_turnover_wt: null },
  non_revenue: null,
};

function withoutUnknown<K extends ReportKind>(
  kind: K,
  answer: Reports[K]['answer'],
  known: Known,
): Reports[K]['answer'] {
  const reports: { readonly [Kind in ReportKind]: (given: Reports[Kind]['answer']) => Reports[Kind]['answer'] } = {
    financial: (report) => withoutUnknownFigures(report, known),
    turnoverByDay: (days) => days.map((day) => ({ ...day, cost: null })),
    payments: (given) => given,
    dayClosing: (closing) => ({ ...closing, report: withoutUnknownFigures(closing.report, known) }),
    productSales: ({ total, rows, sums }) => ({
      total,
      rows: rows.map((row) => ({ ...row, cost: null, margin: null })),
      sums: { ...sums, cost: null, margin: null },
    }),
  };
  return reports[kind](answer);
}
