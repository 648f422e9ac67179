import { instantsOf } from '../../../shared/calendar.ts';
import { type FinancialReport, UNKNOWN_FIGURES } from '../../../shared/contract/financial-report.ts';
import { QUANTITY_SCALE } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { UNLIMITED_STOCK } from '../../store/catalog/product-selection.ts';
import { COPY_READER } from '../../store/copies/copy-store.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { readPlacesOfOrders } from '../../store/copies/storekeeper-orders.ts';
import type { FeedName, FeedRecords, KeyedListName, KeyedLists, ReportKind, Reports } from '../platform.ts';
import { type PlatformCalls, wrapCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { EVERYTHING, type Period, refuseOrders } from './coverage.ts';
import { turnoverGroups } from './lists.ts';
import { soldOrderIdOf } from './map-corrections.ts';
import { refuseProducts } from './status.ts';

export interface AnswersDeps {
  readonly db: StoreKeeperDb;
  /** The built-in platform on the same store. */
  readonly embedded: PlatformCalls;
  /** `https://demo.storekeepercloud.com`; null where it is not known: then orders have no link. */
  readonly backOffice: string | null;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * What the copy of an account answers: what the built-in platform answers of it, without the figures that StoreKeeper does
 * not give. Throws `PlatformError` `rejected` for orders and figures of a period that is not read yet: nothing partial is summed.
 */
export function createStoreKeeperAnswers({ db, embedded, backOffice, clock }: AnswersDeps): PlatformCalls {
  async function expectCovered({ lockedLocation }: Caller, query: PlacedPeriod): Promise<void> {
    const isOfLocation = lockedLocation !== null || query.location_id !== undefined;
    const refusal =
      (await refuseOrders(db, query, clock.now())) ?? (isOfLocation ? await refuseLocations(db, query) : null);
    if (refusal !== null) throw new PlatformError('rejected', refusal, { isReported: true });
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
    ask({ ...COPY_READER, placesByOrder: true, lockedLocation }),
  );
  return {
    ...own,
    ...wrapCalls<ProductCalls>(productCallsOf(own), async (ask) => {
      await expectProducts();
      return withKnownStock(await ask());
    }),

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
      if (order !== null) return linked(withoutCosts(order));
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
      await expectCovered(caller, 'date' in query ? { ...query, from: query.date, to: query.date } : query);
      const { areKnown } = await turnoverGroups.read(db);
      return withoutUnknown(kind, await own.readReport(caller, kind, query), areKnown);
    },
  };
}

interface PlacedPeriod extends Period {
  readonly location_id?: readonly number[] | undefined;
}

/** Why figures of one location cannot be answered; null where orders of these days name their location, or there are none. */
async function refuseLocations(db: StoreKeeperDb, { from, to }: PlacedPeriod): Promise<string | null> {
  const { hasOrders, hasPlaces } = await readPlacesOfOrders(db, instantsOf(from, to));
  if (!hasOrders || hasPlaces) return null;
  return 'Locations are not known: no order of these days names one, so what was sold at one location cannot be told.';
}

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

/** A missing figure is null, or its line is 0 and `unknown` names it: the contract has no null for the others. */
function withoutUnknownFigures(report: FinancialReport, areGroupsKnown: boolean): FinancialReport {
  const { revenue } = report;
  const known = {
    ...report,
    revenue: { ...revenue, total_cost_of_goods_sold: null, margin: { value: null, percentage: null } },
    unknown: [...UNKNOWN_FIGURES],
  };
  if (areGroupsKnown) return known;
  const checks = report.checks.filter(({ name }) => !name.startsWith('groups_'));
  return { ...known, checks, turnover_by_group: null, unknown: [...UNKNOWN_FIGURES, 'turnover_by_group'] };
}

function withoutUnknown<K extends ReportKind>(
  kind: K,
  answer: Reports[K]['answer'],
  areGroupsKnown: boolean,
): Reports[K]['answer'] {
  const reports: { readonly [Kind in ReportKind]: (given: Reports[Kind]['answer']) => Reports[Kind]['answer'] } = {
    financial: (report) => withoutUnknownFigures(report, areGroupsKnown),
    turnoverByDay: (days) => days.map((day) => ({ ...day, cost: null })),
    payments: (given) => given,
    dayClosing: (closing) => ({ ...closing, report: withoutUnknownFigures(closing.report, areGroupsKnown) }),
    productSales: ({ total, rows, sums }) => ({
      total,
      rows: rows.map((row) => ({ ...row, cost: null, margin: null })),
      sums: { ...sums, cost: null, margin: null },
    }),
  };
  return reports[kind](answer);
}
