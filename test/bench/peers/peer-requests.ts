import { COUNTING_STATUSES } from '../../../shared/contract/orders.ts';
import { fromEuros, QUANTITY_SCALE } from '../../../shared/money.ts';
import type { Period } from '../../../shared/periods.ts';
import { type Answer, answerOf } from './peer-answers.ts';

/** One answer over HTTP. */
export interface Received {
  readonly body: string;
  readonly headers: Headers;
}

/** A request, and how its answer is parsed. */
export interface Asked {
  readonly target: string;
  read(received: Received): Answer;
  /** Whether the client computes the result: then its work is part of the time. */
  readonly isClientWork?: boolean;
}

interface PageOf {
  readonly start: number;
  readonly limit: number;
}

type Words = readonly [string, string];

export interface DayRange extends Period {
  /** As timestamps: `start <= timestamp < end`. */
  readonly start: number;
  readonly end: number;
}

/** How one program is asked for what all are asked for. */
export interface Requests {
  products(page: PageOf): Asked;
  search(words: Words, page: PageOf): Asked;
  /** `null` if a program returns a list only in pages. */
  readonly allProducts: Asked | null;
  /** One page, the number of orders of these days, and their sums. */
  orders(days: DayRange, page: PageOf): readonly Asked[];
  discountedOrders(days: DayRange): Asked;
  turnover(days: DayRange): Asked;
}

const PRODUCT_SUMS = ['stock'];
const ORDER_SUMS = ['value_wt', 'value_ex', 'discount_wt', 'discount_ex'];
const DISCOUNT_SUMS = [...ORDER_SUMS, 'sold_wt'];
const TURNOVER_SUMS = ['turnover_wt', 'turnover_ex'];
const BY_PURCHASE = 'date_purchased,id';

const parameters = (given: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)])).toString();

const sumsOf = (sums: Readonly<Record<string, unknown>>): Answer => answerOf([{ id: 0, ...sums }], 1, TURNOVER_SUMS);

/** Orders of one status, or one order. */
interface OrderGroup extends Readonly<Record<(typeof ORDER_FIGURES)[number], number>> {
  readonly status: string;
}

const ORDER_FIGURES = ['orders', 'value_wt', 'value_ex', 'discount_wt', 'discount_ex', 'non_revenue_wt'] as const;

const isCounted = ({ status }: { readonly status: string }) => COUNTING_STATUSES.some((counted) => counted === status);

/** The sums in the list of orders. */
function sumOrders(groups: readonly OrderGroup[]): Answer['sums'] {
  const sumOf = (figure: (typeof ORDER_FIGURES)[number], isAmong: (group: OrderGroup) => boolean = () => true) =>
    groups.reduce((sum, group) => (isAmong(group) ? sum + group[figure] : sum), 0);
  const isCancelled = ({ status }: OrderGroup) => status === 'cancelled';
  const isUncounted = (group: OrderGroup) => !isCounted(group);
  return {
    ...{ value_wt: sumOf('value_wt'), value_ex: sumOf('value_ex') },
    ...{ discount_wt: sumOf('discount_wt'), discount_ex: sumOf('discount_ex') },
    ...{ cancelled_orders: sumOf('orders', isCancelled), cancelled_wt: sumOf('value_wt', isCancelled) },
    ...{ uncounted_orders: sumOf('orders', isUncounted), uncounted_wt: sumOf('value_wt', isUncounted) },
    non_revenue_wt: sumOf('non_revenue_wt', isCounted),
  };
}

const tilldesk: Requests = {
  products: (page) => ({ target: `/api/products?${parameters({ ...page })}`, read: readProducts }),
  search: (words, page) => ({
    // By id like the others: without `sort` the closest matches come first.
    target: `/api/products?${parameters({ ...page, q: words.join(' '), sort: 'id' })}`,
    read: readProducts,
  }),
  allProducts: null,
  orders: ({ from, to }, page) => [
    {
      target: `/api/orders?${parameters({ from, to, ...page })}`,
      read({ body }) {
        const { total, data, sums } = JSON.parse(body);
        return {
          ...answerOf(data, total, []),
          sums: {
            ...{ value_wt: fromEuros(sums.value_wt), value_ex: fromEuros(sums.value_ex_wt) },
            discount_wt: fromEuros(sums.discount_value_wt),
            discount_ex: fromEuros(sums.discount_value_ex_wt),
            cancelled_orders: sums.cancelled_orders,
            cancelled_wt: fromEuros(sums.cancelled_value_wt),
            uncounted_orders: sums.uncounted_orders,
            uncounted_wt: fromEuros(sums.uncounted_value_wt),
            non_revenue_wt: fromEuros(sums.non_revenue_wt),
          },
        };
      },
    },
  ],
  discountedOrders: ({ from, to }) => ({
    target: `/api/discount-orders?${parameters({ from, to })}`,
    read({ body }) {
      const { total, data }: { total: number; data: Record<string, unknown>[] } = JSON.parse(body);
      const rows = data.map(({ value_ex_wt, discount_value_wt, discount_value_ex_wt, ...row }) => ({
        ...{ ...row, value_ex: value_ex_wt, discount_wt: discount_value_wt, discount_ex: discount_value_ex_wt },
        sold_wt: row.sold_before_discount_wt,
      }));
      return answerOf(rows, total, DISCOUNT_SUMS, fromEuros);
    },
  }),
  turnover: ({ from, to }) => ({
    target: `/api/financial-report?${parameters({ from, to })}`,
    read({ body }) {
      const { total_turnover, total_turnover_wt } = JSON.parse(body).revenue;
      return sumsOf({ turnover_wt: fromEuros(total_turnover_wt), turnover_ex: fromEuros(total_turnover) });
    },
  }),
};

function readProducts({ body }: Received): Answer {
  const { total, data } = JSON.parse(body);
  return answerOf(data, total, PRODUCT_SUMS, (stock) => Math.round(stock * QUANTITY_SCALE));
}

const ALL_ROWS = 10_000_000;

const bare: Requests = {
  products: ({ start, limit }) => ({
    target: `/products?${parameters({ offset: start, limit })}`,
    read: readBare(PRODUCT_SUMS),
  }),
  search: (words, { start, limit }) => ({
    target: `/search?${parameters({ q: words.join(' '), offset: start, limit })}`,
    read: readBare(PRODUCT_SUMS),
  }),
  allProducts: {
    target: `/products?${parameters({ offset: 0, limit: ALL_ROWS })}`,
    read: readBare(PRODUCT_SUMS),
  },
  orders: ({ start, end }, page) => [
    {
      target: `/orders?${parameters({ start, end, offset: page.start, limit: page.limit })}`,
      read: ({ body }) => ({ ...readBare([])({ body }), sums: JSON.parse(body).sums }),
    },
  ],
  discountedOrders: ({ start, end }) => ({
    target: `/discounts?${parameters({ start, end })}`,
    read: readBare(DISCOUNT_SUMS),
  }),
  turnover: ({ start, end }) => ({
    target: `/turnover?${parameters({ start, end })}`,
    read: ({ body }) => sumsOf(answerOf(JSON.parse(body).data, 0, TURNOVER_SUMS).sums),
  }),
};

function readBare(fields: readonly string[]) {
  return ({ body }: Pick<Received, 'body'>): Answer => {
    const { total, data } = JSON.parse(body);
    return answerOf(data, total, fields);
  };
}

/** Both ends of a range are included. */
const inRange = ({ start, end }: DayRange) => ({ date_purchased_gte: start, date_purchased_lte: end - 1 });

const jsonServer: Requests = {
  products: ({ start, limit }) => ({
    target: `/products?${parameters({ _start: start, _limit: limit })}`,
    read: readJsonPage,
  }),
  search: (words, { start, limit }) => ({
    // A regular expression that matches a title with both words.
    target: `/products?${parameters({
      title_like: words.map((word) => `(?=.*${word})`).join(''),
      ...{ _start: start, _limit: limit },
    })}`,
    read: readJsonPage,
  }),
  allProducts: { target: '/products', read: readWhole(PRODUCT_SUMS) },
  // json-server computes no sums, so its client reads all orders of the days, which include the page.
  orders: (days, { start, limit }) => [
    {
      target: `/orders?${parameters({ ...inRange(days), _sort: BY_PURCHASE })}`,
      read({ body }) {
        const rows: (OrderGroup & { readonly id: number })[] = JSON.parse(body);
        const sums = sumOrders(rows.map((row) => ({ ...row, orders: 1 })));
        return { ids: rows.slice(start, start + limit).map(({ id }) => id), total: rows.length, sums };
      },
      isClientWork: true,
    },
  ],
  discountedOrders: (days) => ({
    target: `/orders?${parameters({ ...inRange(days), discount_wt_gte: 1, _sort: BY_PURCHASE })}`,
    read: readWhole(DISCOUNT_SUMS),
  }),
  turnover: (days) => ({
    target: `/orders?${parameters(inRange(days))}&${COUNTING_STATUSES.map((status) => `status=${status}`).join('&')}`,
    read: ({ body }) => sumsOf(answerOf(JSON.parse(body), 0, TURNOVER_SUMS).sums),
    isClientWork: true,
  }),
};

function readJsonPage({ body, headers }: Received): Answer {
  return answerOf(JSON.parse(body), Number(headers.get('x-total-count')), PRODUCT_SUMS);
}

function readWhole(fields: readonly string[]) {
  return ({ body }: Received): Answer => {
    const rows = JSON.parse(body);
    return answerOf(rows, rows.length, fields);
  };
}

const NO_LIMIT = -1;

const COUNTED = { meta: 'filter_count' };

const directus: Requests = {
  products: ({ start, limit }) => ({
    target: `/items/products?${parameters({ offset: start, limit, sort: 'id', ...COUNTED })}`,
    read: readDirectus(PRODUCT_SUMS),
  }),
  search: (words, { start, limit }) => ({
    target: `/items/products?${parameters({
      filter: filterOf(words.map((word) => ({ _or: [{ title: { _contains: word } }, { sku: { _contains: word } }] }))),
      ...{ offset: start, limit, sort: 'id', ...COUNTED },
    })}`,
    read: readDirectus(PRODUCT_SUMS),
  }),
  allProducts: {
    target: `/items/products?${parameters({ limit: NO_LIMIT, sort: 'id', ...COUNTED })}`,
    read: readDirectus(PRODUCT_SUMS),
  },
  orders: (days, { start, limit }) => [
    {
      target: `/items/orders?${parameters({
        filter: filterOf(wasPurchasedIn(days)),
        ...{ offset: start, limit, sort: BY_PURCHASE, ...COUNTED },
      })}`,
      read: readDirectus([]),
    },
    {
      target: `/items/orders?${parameters({
        filter: filterOf(wasPurchasedIn(days)),
        'aggregate[sum]': ORDER_FIGURES.slice(1).join(),
        'aggregate[count]': 'id',
        'groupBy[]': 'status',
      })}`,
      read({ body }) {
        const { data }: { data: readonly DirectusGroup[] } = JSON.parse(body);
        const groups = data.map(({ status, count, sum }) => ({ status, ...numbersOf(sum), orders: Number(count.id) }));
        return { ids: [], total: null, sums: sumOrders(groups) };
      },
    },
  ],
  discountedOrders: (days) => ({
    target: `/items/orders?${parameters({
      filter: filterOf([...wasPurchasedIn(days), { discount_wt: { _gt: 0 } }]),
      ...{ sort: BY_PURCHASE, limit: NO_LIMIT, ...COUNTED },
    })}`,
    read: readDirectus(DISCOUNT_SUMS),
  }),
  turnover: (days) => ({
    target: `/items/orders?${parameters({
      'aggregate[sum]': TURNOVER_SUMS.join(),
      filter: filterOf([...wasPurchasedIn(days), { status: { _in: COUNTING_STATUSES } }]),
    })}`,
    read: ({ body }) => sumsOf(JSON.parse(body).data[0].sum),
  }),
};

const filterOf = (conditions: readonly unknown[]) => JSON.stringify({ _and: conditions });

const wasPurchasedIn = ({ start, end }: DayRange) => [
  { date_purchased: { _gte: start } },
  { date_purchased: { _lt: end } },
];

interface DirectusGroup {
  readonly status: string;
  readonly count: { readonly id: number | string };
  readonly sum: Readonly<Record<Exclude<(typeof ORDER_FIGURES)[number], 'orders'>, number | string>>;
}

function numbersOf(sum: DirectusGroup['sum']) {
  return {
    ...{ value_wt: Number(sum.value_wt), value_ex: Number(sum.value_ex) },
    ...{ discount_wt: Number(sum.discount_wt), discount_ex: Number(sum.discount_ex) },
    non_revenue_wt: Number(sum.non_revenue_wt),
  };
}

function readDirectus(fields: readonly string[]) {
  return ({ body }: Received): Answer => {
    const { data, meta } = JSON.parse(body);
    return answerOf(data, meta ? Number(meta.filter_count) : null, fields);
  };
}

export const REQUESTS = {
  Tilldesk: tilldesk,
  'json-server': jsonServer,
  Directus: directus,
  'bare server': bare,
} as const satisfies Record<string, Requests>;
