import { fromEuros, QUANTITY_SCALE } from '../../../shared/money.ts';
import { type Answer, answerOf } from './peer-answers.ts';

/** One answer over HTTP. */
export interface Received {
  readonly body: string;
  readonly headers: Headers;
}

/** A request, and how its answer is read. */
export interface Asked {
  readonly target: string;
  read(received: Received): Answer;
  /** The client computes what is asked for: its work is part of the time. */
  readonly isClientWork?: boolean;
}

interface PageOf {
  readonly start: number;
  readonly limit: number;
  readonly word?: string;
  /** Without the number of rows beyond the page, where a program can leave that out. */
  readonly isUncounted?: boolean;
}

export interface Month {
  readonly from: string;
  readonly to: string;
  /** Its instants: `start <= instant < end`. */
  readonly start: number;
  readonly end: number;
}

/** How one program is asked for what all are asked for. */
export interface Requests {
  products(page: PageOf): Asked;
  /** Null where a list comes in pages alone. */
  readonly allProducts: Asked | null;
  discountedOrders(month: Month): Asked;
  turnover(month: Month): Asked;
}

const PRODUCT_SUMS = ['stock'];
const ORDER_SUMS = ['value_wt', 'value_ex', 'discount_wt', 'discount_ex'];
const TURNOVER_SUMS = ['turnover_wt', 'turnover_ex'];
const COUNTING_STATUSES = ['processing', 'complete', 'refunded'];

const parameters = (given: Readonly<Record<string, string | number | false | undefined>>) =>
  new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [[name, String(value)]],
    ),
  ).toString();

const sumsOf = (sums: Readonly<Record<string, unknown>>): Answer => answerOf([{ id: 0, ...sums }], 1, TURNOVER_SUMS);

const tilldesk: Requests = {
  products: ({ start, limit, word }) => ({
    // A search comes with the closest first unless it is asked for by id, as the others have it.
    target: `/api/products?${parameters({ start, limit, q: word, sort: word && 'id' })}`,
    read({ body }) {
      const { total, data } = JSON.parse(body);
      return answerOf(data, total, PRODUCT_SUMS, (stock) => Math.round(stock * QUANTITY_SCALE));
    },
  }),
  allProducts: null,
  discountedOrders: ({ from, to }) => ({
    target: `/api/discount-orders?${parameters({ from, to })}`,
    read({ body }) {
      const { total, data }: { total: number; data: Record<string, unknown>[] } = JSON.parse(body);
      const rows = data.map(({ value_ex_wt, discount_value_wt, discount_value_ex_wt, ...row }) => ({
        ...row,
        ...{ value_ex: value_ex_wt, discount_wt: discount_value_wt, discount_ex: discount_value_ex_wt },
      }));
      return answerOf(rows, total, ORDER_SUMS, fromEuros);
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

const bare: Requests = {
  products: ({ start, limit, word, isUncounted }) => ({
    target: `/products?${parameters({ start, limit, q: word, count: isUncounted && 'no' })}`,
    read: readBare,
  }),
  allProducts: { target: `/products?${parameters({ start: 0, limit: 10_000_000 })}`, read: readBare },
  discountedOrders: ({ start, end }) => ({
    target: `/discounts?${parameters({ start, end })}`,
    read({ body }) {
      const { data } = JSON.parse(body);
      return answerOf(data, data.length, ORDER_SUMS);
    },
  }),
  turnover: ({ start, end }) => ({
    target: `/turnover?${parameters({ start, end })}`,
    read: ({ body }) => sumsOf(JSON.parse(body)),
  }),
};

function readBare({ body }: Received): Answer {
  const { total, data } = JSON.parse(body);
  return answerOf(data, total ?? null, PRODUCT_SUMS);
}

/** Both ends of a range count. */
const inMonth = ({ start, end }: Month) => ({ date_purchased_gte: start, date_purchased_lte: end - 1 });

const jsonServer: Requests = {
  products: ({ start, limit, word }) => ({
    target: `/products?${parameters({ _start: start, _limit: limit, q: word })}`,
    read: ({ body, headers }) => answerOf(JSON.parse(body), Number(headers.get('x-total-count')), PRODUCT_SUMS),
  }),
  allProducts: { target: '/products', read: readWhole(PRODUCT_SUMS) },
  discountedOrders: (month) => ({
    target: `/orders?${parameters({ ...inMonth(month), discount_wt_gte: 1, _sort: 'date_purchased,id' })}`,
    read: readWhole(ORDER_SUMS),
  }),
  turnover: (month) => ({
    target: `/orders?${parameters(inMonth(month))}&${COUNTING_STATUSES.map((status) => `status=${status}`).join('&')}`,
    read: ({ body }) => sumsOf(answerOf(JSON.parse(body), 0, TURNOVER_SUMS).sums),
    isClientWork: true,
  }),
};

function readWhole(fields: readonly string[]) {
  return ({ body }: Received): Answer => {
    const rows = JSON.parse(body);
    return answerOf(rows, rows.length, fields);
  };
}

const NO_LIMIT = -1;

const COUNTED = { meta: 'filter_count' };

const directus: Requests = {
  products: ({ start, limit, word, isUncounted }) => ({
    target: `/items/products?${parameters({ offset: start, limit, search: word, sort: 'id', ...(!isUncounted && COUNTED) })}`,
    read: readDirectus(PRODUCT_SUMS),
  }),
  allProducts: {
    target: `/items/products?${parameters({ limit: NO_LIMIT, sort: 'id', ...COUNTED })}`,
    read: readDirectus(PRODUCT_SUMS),
  },
  discountedOrders: ({ start, end }) => ({
    target: `/items/orders?${parameters({
      filter: JSON.stringify({
        _and: [{ date_purchased: { _gte: start } }, { date_purchased: { _lt: end } }, { discount_wt: { _gt: 0 } }],
      }),
      ...{ sort: 'date_purchased,id', limit: NO_LIMIT, ...COUNTED },
    })}`,
    read: readDirectus(ORDER_SUMS),
  }),
  turnover: ({ start, end }) => ({
    target: `/items/orders?${parameters({
      'aggregate[sum]': TURNOVER_SUMS.join(),
      filter: JSON.stringify({
        _and: [
          { date_purchased: { _gte: start } },
          { date_purchased: { _lt: end } },
          { status: { _in: COUNTING_STATUSES } },
        ],
      }),
    })}`,
    read: ({ body }) => sumsOf(JSON.parse(body).data[0].sum),
  }),
};

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
