import {
  formatLocalDay,
  getDateOfDayNumber,
  getDayNumber,
  getInstantAt,
  getInstants,
  toLocalDay,
} from '../../../shared/calendar.ts';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import { createScope } from '../../../shared/contract/financial-report.ts';
import type { PaymentsOfDay, PaymentsOfMethod } from '../../../shared/contract/payments-report.ts';
import type { ProductSalesSums } from '../../../shared/contract/product-sales.ts';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import { QUANTITY_SCALE, sumOf, toEuros } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { readPaymentProviders } from '../../store/catalog/reference-queries.ts';
import type { ReadPage } from '../../store/list-reader.ts';
import type { ItemSums } from '../../store/orders/order-lines-queries.ts';
import { addProductNames, defineProductSalesList } from '../../store/orders/product-sales-queries.ts';
import type { PaymentProvidersTable, StoreDb } from '../../store/schema.ts';
import {
  type DailyOrderSums,
  type DailyPaymentSums,
  type DailyTurnover,
  readFirstAndLastOrder,
  sumOrders,
  sumOrdersByDay,
  sumPartialDay,
  sumPaymentsByDay,
  sumTurnoverByDay,
  sumUncountedOrders,
} from '../../store/totals/report-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { ReportKind, Reports } from '../platform.ts';
import { addInstants, getScope } from './embedded-scope.ts';
import { getLimits, readEmbeddedReport } from './financial-report.ts';

type EmbeddedReports = {
  [Kind in ReportKind]: (caller: Caller, query: Reports[Kind]['query']) => Promise<Reports[Kind]['answer']>;
};

export function createEmbeddedReports(store: StoreDb, readPage: ReadPage, clock: Pick<Clock, 'now'>): EmbeddedReports {
  return {
    financial: (caller, query) => readEmbeddedReport(store, clock, caller, query),
    turnoverByDay: (caller, query) => readEmbeddedTurnoverByDay(store, caller, query),
    payments: (caller, query) => readEmbeddedPayments(store, caller, query),
    dayClosing: (caller, query) => readEmbeddedDayClosing(store, clock, caller, query),
    productSales: (caller, query) => readEmbeddedProductSales(store, readPage, caller, query),
  };
}

type TurnoverQuery = Reports['turnoverByDay']['query'];

function readEmbeddedTurnoverByDay(store: StoreDb, caller: Caller, query: TurnoverQuery): Promise<TurnoverDay[]> {
  return inTransaction(store, async (db) => {
    const scope = getScope(caller);
    const orders = indexByDay(await sumOrdersByDay(db, scope, query));
    const turnover = indexByDay(await sumTurnoverByDay(db, scope, query));
    if (query.until !== undefined) {
      const day = toLocalDay(query.to);
      const range = { start: getInstants(query.to, query.to).start, end: getInstantAt(query.to, query.until) };
      const partial = await sumPartialDay(db, scope, { ...query, range });
      orders.set(day, { day, ...partial.orders });
      turnover.set(day, { day, ...partial.turnover });
    }
    const first = getDayNumber(query.from);
    return Array.from({ length: getDayNumber(query.to) - first + 1 }, (_, index) => {
      const date = getDateOfDayNumber(first + index);
      const day = toLocalDay(date);
      return toTurnoverDay(date, orders.get(day), turnover.get(day));
    });
  });
}

function indexByDay<Row extends { readonly day: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.day, row]));
}

function toTurnoverDay(
  date: string,
  orders: DailyOrderSums | undefined,
  turnover: DailyTurnover | undefined,
): TurnoverDay {
  return {
    date,
    orders: orders?.orders ?? 0,
    returns: orders?.returns ?? 0,
    turnover: toEuros(turnover?.turnover_ex ?? 0),
    turnover_wt: toEuros(turnover?.turnover_wt ?? 0),
    discount_value_wt: toEuros(orders?.discount_wt ?? 0),
    cost: toEuros(turnover?.cost_ex ?? 0),
  };
}

/** Reads payments per day of purchase and method, and per method. Internal providers have their own titles. */
function readEmbeddedPayments(
  store: StoreDb,
  caller: Caller,
  query: Reports['payments']['query'],
): Promise<Reports['payments']['answer']> {
  return inTransaction(store, async (db) => {
    const sums = await sumPaymentsByDay(db, getScope(caller), query);
    const providers = (await readPaymentProviders(db, caller.accountId)).toSorted(compareTitles);
    const days = [...Map.groupBy(sums, ({ day }) => day)].toSorted(([a], [b]) => a - b);
    return {
      rows: days.flatMap(([day, ofDay]) => toDayRows(day, listMethods(ofDay, providers))),
      totals: listMethods(sums, providers),
    };
  });
}

function compareTitles(a: PaymentProvidersTable, b: PaymentProvidersTable): number {
  return compareFolded(a.title, b.title) || a.id - b.id;
}

function toDayRows(day: number, methods: readonly PaymentsOfMethod[]): PaymentsOfDay[] {
  return methods.map((method) => ({ date: formatLocalDay(day), ...method }));
}

function listMethods(
  sums: readonly DailyPaymentSums[],
  providers: readonly PaymentProvidersTable[],
): PaymentsOfMethod[] {
  const byProvider = Map.groupBy(sums, ({ provider_id }) => provider_id);
  return providers.flatMap((provider) => {
    const used = byProvider.get(provider.id);
    return used ? [toMethod(provider, used)] : [];
  });
}

function toMethod(
  { id, title, type_alias }: PaymentProvidersTable,
  sums: readonly DailyPaymentSums[],
): PaymentsOfMethod {
  return {
    provider_method_type_id: id,
    title,
    type_alias,
    payments: sumOf(sums, ({ payments }) => payments),
    amount: toEuros(sumOf(sums, ({ amount }) => amount)),
  };
}

function readEmbeddedProductSales(
  store: StoreDb,
  readPage: ReadPage,
  caller: Caller,
  query: Reports['productSales']['query'],
): Promise<Reports['productSales']['answer']> {
  return inTransaction(store, async (db) => {
    const scope = getScope(caller);
    const selection = addInstants(query);
    const page = await readPage(db, defineProductSalesList(db, scope, selection), query);
    const sales = await addProductNames(db, scope, selection, page.rows);
    const rows = sales.map(({ product_id, sku, title, product_group_id, ...figures }) => {
      return { product_id, sku, title, product_group_id, ...toFigures(figures) };
    });
    return { total: page.total, rows, sums: toFigures(page.sums) };
  });
}

function toFigures(sums: ItemSums): ProductSalesSums {
  return {
    quantity: sums.quantity / QUANTITY_SCALE,
    value: toEuros(sums.value_ex),
    value_wt: toEuros(sums.value_wt),
    discount_value_wt: toEuros(sums.discount_wt),
    cost: toEuros(sums.cost_ex),
    margin: toEuros(sums.value_ex - sums.cost_ex),
  };
}

/** Reads the closing of a day. Counts and report are from the same snapshot. */
function readEmbeddedDayClosing(
  store: StoreDb,
  clock: Pick<Clock, 'now'>,
  caller: Caller,
  { date, ...place }: Reports['dayClosing']['query'],
): Promise<DayClosing> {
  return inTransaction(store, async (db) => {
    const scope = getScope(caller);
    const query = { ...place, from: date, to: date };
    const sums = await sumOrders(db, scope, query);
    const uncounted = await sumUncountedOrders(db, scope, query);
    const outer = await readFirstAndLastOrder(db, scope, addInstants(query));
    const report = await readEmbeddedReport(db, clock, caller, query);
    return {
      date,
      ...createScope(getLimits(caller, query)),
      orders: sums.orders,
      returns: sums.returns,
      discounted_orders: sums.discounted_orders,
      discount_value_wt: toEuros(sums.discount_wt),
      uncounted_orders: uncounted.orders,
      uncounted_value_wt: toEuros(uncounted.value_wt),
      first_order_number: outer?.first.order_number ?? null,
      last_order_number: outer?.last.order_number ?? null,
      report,
    };
  });
}
