import { getInstants } from '../../../shared/calendar.ts';
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
import { hasKnownGroups } from './lists.ts';
import { getSoldOrderId } from './map-corrections.ts';
import { refuseProducts } from './status.ts';

export interface AnswersDeps {
  readonly db: StoreKeeperDb;
  /** The built-in platform on the same store. */
  readonly embedded: PlatformCalls;
  /** `https://demo.storekeepercloud.com`. `null` if unknown: orders then have no link. */
  readonly backOffice: string | null;
  /** The kind of a shop as the operator declared it; `null` if its alias decides. */
  readonly getShopKind: (account: string, shopId: number) => 'pos' | 'webshop' | null;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Answers from the copy of an account with the code of the built-in platform, without figures that StoreKeeper lacks.
 * Throws `PlatformError` `rejected` for periods with orders that are not read yet: nothing partial is summed.
 */
export function createStoreKeeperAnswers({ db, embedded, backOffice, getShopKind, clock }: AnswersDeps): PlatformCalls {
  async function assertCovered(caller: Caller, query: LocationPeriod): Promise<void> {
    await assertRead(query);
    if (!(await hasUnknownLocation(caller, query))) return;
    throw new PlatformError('rejected', NO_LOCATIONS, { isReported: true });
  }

  async function assertRead(period: Period): Promise<void> {
    const refusal = await refuseOrders(db, period, clock.now());
    if (refusal !== null) throw new PlatformError('rejected', refusal, { isReported: true });
  }

  /** Whether the query is limited to locations although no order of these days has one. */
  async function hasUnknownLocation({ lockedLocation }: Caller, query: LocationPeriod): Promise<boolean> {
    if (lockedLocation === null && query.location_id === undefined) return false;
    const { hasOrders, hasLocations } = await hasOrderLocations(db, getInstants(query.from, query.to));
    return hasOrders && !hasLocations;
  }

  /** An unreadable order may have changed since it was copied. */
  async function assertReadable(id: number): Promise<void> {
    if ((await readKnownOrder(db, id))?.state !== 'unreadable') return;
    throw new PlatformError('rejected', `Orders are incomplete: order ${id} cannot be read.`, { isReported: true });
  }

  async function assertProducts(): Promise<void> {
    const refusal = await refuseProducts(db);
    if (refusal !== null) throw new PlatformError('rejected', refusal, { isReported: true });
  }

  const addLink = <Order extends { readonly id: number; readonly backoffice_url: string }>(order: Order): Order => ({
    ...order,
    backoffice_url: backOffice === null ? '' : `${backOffice}/#order/details/${getSoldOrderId(order.id)}`,
  });

  const calls: PlatformCalls = wrapCalls<PlatformCalls>(embedded, (ask, { caller: { lockedLocation } }) =>
    ask({ ...COPY_READER, hasOrderLocations: true, lockedLocation }),
  );
  return {
    ...calls,
    ...wrapCalls<ProductCalls>(pickProductCalls(calls), async (ask) => {
      await assertProducts();
      return replaceUnlimitedStock(await ask());
    }),

    async listReference<K extends ReferenceKind>(...args: Parameters<typeof calls.listReference<K>>) {
      const [{ account }, kind] = args;
      const rows = await calls.listReference<K>(...args);
      if (kind !== 'shops') return rows;
      return rows.map((shop) => ({ ...shop, type: getShopKind(account, shop.id) ?? Reflect.get(shop, 'type') }));
    },

    async listCustomers(caller, query) {
      // The turnover of a customer needs all orders.
      await assertCovered(caller, EVERYTHING);
      return calls.listCustomers(caller, query);
    },

    async findCustomer(caller, id) {
      await assertCovered(caller, EVERYTHING);
      return calls.findCustomer(caller, id);
    },

    async listOrders(caller, query) {
      await assertCovered(caller, query);
      const { total, rows, sums } = await calls.listOrders(caller, query);
      return { total, sums, rows: rows.map((order) => addLink(removeCosts(order))) };
    },

    async findOrder(caller, id) {
      const order = await calls.findOrder(caller, id);
      if (order !== null) {
        await assertReadable(getSoldOrderId(id));
        return addLink(removeCosts(order));
      }
      // The order may exist but not have been copied yet.
      await assertCovered(caller, EVERYTHING);
      return null;
    },

    async readDiscountOrders(caller, query, after) {
      await assertCovered(caller, query);
      const { rows, next } = await calls.readDiscountOrders(caller, query, after);
      return { rows: rows.map(addLink), next };
    },

    async listDiscountOrders(caller, query) {
      await assertCovered(caller, query);
      return (await calls.listDiscountOrders(caller, query)).map(addLink);
    },

    async listOrderItems(caller, query) {
      await assertCovered(caller, query);
      const { total, rows, sums } = await calls.listOrderItems(caller, query);
      return { total, rows: rows.map(removeCost), sums: { ...sums, cost: null } };
    },

    async listOrderPayments(caller, query) {
      await assertCovered(caller, query);
      return calls.listOrderPayments(caller, query);
    },

    async readBatch<L extends KeyedListName>(...args: Parameters<typeof calls.readBatch<L>>) {
      const [caller, list, query] = args;
      await assertCovered(caller, query);
      const { rows, next } = await calls.readBatch<L>(...args);
      const converters: {
        readonly [Name in KeyedListName]: (row: KeyedLists[Name]['row']) => KeyedLists[Name]['row'];
      } = {
        orders: addLink,
        orderItems: removeCost,
        orderPayments: (payment) => payment,
      };
      return { rows: rows.map(converters[list]), next };
    },

    async readChanges<F extends FeedName>(...args: Parameters<typeof calls.readChanges<F>>) {
      const page = await calls.readChanges<F>(...args);
      if (args[1] !== 'orders') return replaceUnlimitedStock(page);
      const rows = page.rows.map((change) => ({
        ...change,
        record: change.record && addLink(change.record as FeedRecords['orders']),
      }));
      return { ...page, rows } as typeof page;
    },

    async readReport(caller, kind, query) {
      const { from, to } = 'date' in query ? { from: query.date, to: query.date } : query;
      const period = { from, to, location_id: query.location_id };
      // Only the financial report can mark single figures as unknown.
      await (kind === 'financial' ? assertRead(period) : assertCovered(caller, period));
      const areOrdersKnown = !(await hasUnknownLocation(caller, period));
      const known = { areGroupsKnown: await hasKnownGroups(db), areOrdersKnown };
      return removeUnknown(kind, await calls.readReport(caller, kind, query), known);
    },
  };
}

interface LocationPeriod extends Period {
  readonly location_id?: readonly number[] | undefined;
}

const NO_LOCATIONS = 'Locations are not known: no order of these days has one. Choose all locations.';

/** Unlimited stock is stored as an impossibly large number, so that filters find it as positive. Answers give 0. */
function replaceUnlimitedStock<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(replaceUnlimitedStock) as Answer;
  if (typeof answer !== 'object' || answer === null) return answer;
  const members = Object.entries(answer).map(([name, value]) => {
    if (name === 'stock') return [name, value === UNLIMITED_STOCK / QUANTITY_SCALE ? 0 : value];
    return [name, name === 'rows' || name === 'record' ? replaceUnlimitedStock(value) : value];
  });
  return Object.fromEntries(members) as Answer;
}

type ProductCalls = Pick<
  PlatformCalls,
  'searchProducts' | 'findProduct' | 'listProductPrices' | 'readPriceList' | 'listStock'
>;

function pickProductCalls(calls: PlatformCalls): ProductCalls {
  const { searchProducts, findProduct, listProductPrices, readPriceList, listStock } = calls;
  return { searchProducts, findProduct, listProductPrices, readPriceList, listStock };
}

function removeCost<Item extends { readonly cost_value_ex: number | null }>(item: Item): Item {
  return { ...item, cost_value_ex: null };
}

/** Removes the costs of the lines, if the order includes lines. */
function removeCosts<Order extends { items?: readonly { readonly cost_value_ex: number | null }[] | null }>(
  order: Order,
): Order {
  return order.items ? { ...order, items: order.items.map(removeCost) } : order;
}

interface Known {
  /** Whether products have turnover groups. */
  readonly areGroupsKnown: boolean;
  /** False for a report of one location if no order has a location. */
  readonly areOrdersKnown: boolean;
}

/** Replaces unknown figures. A line that cannot be `null` in the contract is 0 and named in `unknown`. */
function removeUnknownFigures(report: FinancialReport, { areGroupsKnown, areOrdersKnown }: Known): FinancialReport {
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

function removeUnknown<K extends ReportKind>(
  kind: K,
  answer: Reports[K]['answer'],
  known: Known,
): Reports[K]['answer'] {
  const reports: { readonly [Kind in ReportKind]: (given: Reports[Kind]['answer']) => Reports[Kind]['answer'] } = {
    financial: (report) => removeUnknownFigures(report, known),
    turnoverByDay: (days) => days.map((day) => ({ ...day, cost: null })),
    payments: (given) => given,
    dayClosing: (closing) => ({ ...closing, report: removeUnknownFigures(closing.report, known) }),
    productSales: ({ total, rows, sums }) => ({
      total,
      rows: rows.map((row) => ({ ...row, cost: null, margin: null })),
      sums: { ...sums, cost: null, margin: null },
    }),
  };
  return reports[kind](answer);
}
