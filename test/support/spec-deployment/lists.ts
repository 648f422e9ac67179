import { CUSTOMERS, GROUPS, LOCATIONS, ORDERS, PAYMENT_METHODS, PRICES, PRODUCTS, RATES, SHOPS } from './data.ts';
import { Refusal } from './json-server.ts';
import { arrangeRows, type Switches, spoilRow } from './switches.ts';

type Row = Readonly<Record<string, unknown>>;
type Filter = (row: Row, value: string) => boolean;

const isListed =
  (name: string): Filter =>
  (row, value) =>
    value.split(',').includes(String(row[name]));
const getDay = (row: Row) => String(row.date_purchased).slice(0, 10);
const hasText = (...names: readonly string[]): Filter => {
  return (row, value) => names.some((name) => String(row[name]).toLowerCase().includes(value.trim().toLowerCase()));
};

interface List {
  readonly rows: readonly Row[];
  /** The maximum rows of a page; `null` for a list that is returned whole. */
  readonly cap: number | null;
  /** Filters by parameter. Those of the specification always work, the others if the deployment declares them. */
  readonly filters: Readonly<Record<string, Filter>>;
  readonly specified: readonly string[];
  /** Fields of the response besides the envelope. */
  readonly echoes?: (query: URLSearchParams) => Row;
  readonly required?: readonly string[];
}

const orderFilters: Readonly<Record<string, Filter>> = {
  from: (row, day) => getDay(row) >= day,
  to: (row, day) => getDay(row) <= day,
  ...{ shop_id: isListed('shop_id'), status: isListed('status'), is_paid: isListed('is_paid') },
  ...{ payment_term: isListed('payment_term'), customer_id: isListed('customer_id') },
  q: hasText('order_number', 'customer_name'),
};

const LISTS: Readonly<Record<string, List>> = {
  '/api/products': {
    ...{ rows: PRODUCTS, cap: 200, specified: ['q'] },
    filters: { q: hasText('title', 'sku'), product_group_id: isListed('product_group_id') },
    echoes: (query) => ({ q: query.get('q') ?? '' }),
  },
  '/api/product-prices': {
    ...{ rows: PRICES, cap: 500, specified: ['product_ids'], required: ['product_ids'] },
    filters: { product_ids: isListed('product_id') },
  },
  '/api/orders': { rows: ORDERS, cap: 250, specified: ['from', 'to'], required: ['from'], filters: orderFilters },
  '/api/discount-orders': {
    rows: ORDERS.map(({ customer_id, is_paid, payment_term, ...row }) => row),
    ...{ cap: null, specified: ['from', 'to', 'shop_id', 'only_full', 'include_negative'], required: ['from'] },
    filters: {
      ...{ from: orderFilters.from as Filter, to: orderFilters.to as Filter, shop_id: isListed('shop_id') },
      only_full: (row, flag) => flag === 'false' || row.value_wt === 0,
      include_negative: (row, flag) =>
        Number(row.discount_value_wt) > 0 || (flag === 'true' && row.discount_value_wt !== 0),
    },
    echoes: (query) => ({
      ...{ from: query.get('from'), to: query.get('to') ?? query.get('from') },
      shop_id: query.has('shop_id') ? Number(query.get('shop_id')) : null,
    }),
  },
  '/api/tax-rates': {
    ...{ rows: RATES, cap: null, specified: ['country_iso2'], filters: { country_iso2: isListed('country_iso2') } },
  },
  '/api/payment-methods': { rows: PAYMENT_METHODS, cap: null, specified: [], filters: {} },
  '/api/shops': { rows: SHOPS, cap: null, specified: [], filters: {} },
  '/api/locations': { rows: LOCATIONS, cap: null, specified: [], filters: {} },
  '/api/turnover-groups': { rows: GROUPS, cap: null, specified: [], filters: {} },
  '/api/customers': { rows: CUSTOMERS, cap: 250, specified: [], filters: {} },
};

/** Records that can be read by id. The specification shows that of locations. */
const RECORDS = ['/api/locations', '/api/products', '/api/orders', '/api/customers'];
const SHOWN_RECORD = '/api/locations/{id}';
const UNSHOWN_LISTS: readonly string[] = ['/api/customers'];
const FEED = '/api/products/delta';

/** Returns the response to `GET path`. Throws `Refusal`. */
export function readPath(path: string, query: URLSearchParams, switches: Switches): unknown {
  if (path === '/api/financial-report') return readReport(query);
  if (path === FEED && switches.offers.includes(FEED)) return readFeed(query, switches);
  const list = LISTS[path];
  if (list !== undefined && (!UNSHOWN_LISTS.includes(path) || switches.offers.includes(path))) {
    return readList(path, list, query, switches);
  }
  const [, of = '', id = ''] = /^(\/api\/[a-z]+)\/(\d+)$/.exec(path) ?? [];
  const template = `${of}/{id}`;
  const isThere = RECORDS.includes(of) && (template === SHOWN_RECORD || switches.offers.includes(template));
  const record = isThere ? spoilRows(of, switches).find((row) => row.id === Number(id)) : undefined;
  if (record === undefined) throw new Refusal(404, `${path} does not exist.`);
  if (of === '/api/products') return { ...record, prices: PRICES.filter((row) => row.product_id === record.id) };
  return of === '/api/orders' ? { ...record, items: [], payments: [] } : record;
}

function spoilRows(path: string, switches: Switches): readonly Row[] {
  const rows = LISTS[path]?.rows ?? [];
  return rows.map((row, index) => spoilRow(row, index, switches));
}

function readList(path: string, list: List, query: URLSearchParams, switches: Switches) {
  const isIgnored = (name: string) => switches.ignores.includes(`${path} ${name}`);
  const isTaken = (name: string) =>
    (list.specified.includes(name) || switches.declares.includes(`${path} ${name}`)) && !isIgnored(name);
  for (const name of list.required ?? []) {
    if (!query.get(name)) throw new Refusal(400, `${name} is required.`);
  }
  const ids = query.get('product_ids')?.split(',') ?? [];
  if (!ids.every((id) => /^\d+$/.test(id.trim()))) throw new Refusal(400, 'product_ids is malformed.');

  const parameters = new Map(query);
  if (path === '/api/discount-orders' && !parameters.has('include_negative'))
    parameters.set('include_negative', 'false');
  if (list.required?.includes('from') && !parameters.has('to') && path !== '/api/orders')
    parameters.set('to', parameters.get('from') ?? '');
  const filters = [...parameters].filter(([name]) => Object.hasOwn(list.filters, name) && isTaken(name));
  // Rows are filtered by their real values, not by the written ones.
  const chosen = list.rows
    .map((row, index) => [row, spoilRow(row, index, switches)] as const)
    .filter(([row]) => filters.every(([name, value]) => list.filters[name]?.(row, value)))
    .map(([, spoilt]) => spoilt);
  const sort = query.get('sort');
  const sorted = sort !== null && isTaken('sort') ? sortRows(chosen, sort) : arrangeRows(chosen, switches);
  const total = switches.hasWrongTotal ? list.rows.length : chosen.length;
  const echoes = list.echoes?.(query) ?? {};
  if (list.cap === null) return { ...echoes, count: sorted.length, total, data: sorted };

  const start = Number(query.get('start') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? 100), list.cap);
  const most = isIgnored('limit') ? list.cap : Math.min(limit, switches.pageCap ?? limit);
  const data = sorted.slice(start, start + most);
  return { ...echoes, start, limit, count: data.length, total, data };
}

function sortRows(rows: readonly Row[], sort: string): readonly Row[] {
  const name = sort.replace('-', '');
  const compare = (one: Row, other: Row) => (String(one[name]) < String(other[name]) ? -1 : 1);
  const compareAny = (one: Row, other: Row) => {
    const isNumber = typeof one[name] === 'number';
    return isNumber ? Number(one[name]) - Number(other[name]) : compare(one, other);
  };
  return rows.toSorted((one, other) => compareAny(one, other) * (sort.startsWith('-') ? -1 : 1));
}

/** Returns all products, and afterwards no changes. */
function readFeed(query: URLSearchParams, switches: Switches) {
  const start = Number(query.get('cursor') ?? 0);
  const limit = Number(query.get('limit') ?? 100);
  const rows = spoilRows('/api/products', switches);
  const data = rows.slice(start, start + limit).map((record, index) => ({
    ...{ id: record.id, change: 'upsert', version: start + index + 1, changed_at: '2026-10-01T10:15:00+02:00', record },
  }));
  const end = start + data.length;
  return { count: data.length, total: rows.length - start, data, next_cursor: `${end}`, has_more: end < rows.length };
}

/** The fields that the specification shows in the revenue of a report. */
export const REVENUE = {
  ...{ total_sales: 150, total_returns: 10, total_differences: 0.02, total_turnover: 139.98 },
  ...{ total_cost_of_goods_sold: 80, margin: { value: 59.98, percentage: 42.85 } },
};

/**
 * Returns the sections and fields that the specification shows. What it does not show has names chosen by the
 * deployment.
 */
function readReport(query: URLSearchParams) {
  if (!query.get('from')) throw new Refusal(400, 'from is required.');
  return {
    revenue: { ...REVENUE, non_revenue: { giftCards: 25, tips: 2 } },
    direct_paid: {
      perRate: [{ rate: 21, amount: 116.98 }],
      grandTotal: 135.88,
      methods: [{ name: 'Pin', amount: 135.88 }],
    },
    ...{ not_paid_now: {}, turnover_by_group: [] },
  };
}

/** The existing paths, with the parameters of the specification and the declared ones. */
export function describeDeployment({ declares, offers }: Switches) {
  const paths = Object.keys(LISTS).filter((path) => !UNSHOWN_LISTS.includes(path) || offers.includes(path));
  const further = offers.filter((path) => !paths.includes(path));
  const describeOperation = (path: string) => {
    const list = LISTS[path];
    const declared = declares.filter((one) => one.startsWith(`${path} `)).map((one) => one.split(' ')[1] ?? '');
    const names = [...(list?.specified ?? []), ...(list?.cap ? ['start', 'limit'] : []), ...declared];
    return { get: { parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })) } };
  };
  const described = [...paths, ...further, SHOWN_RECORD, '/api/me'].map((path) => [path, describeOperation(path)]);
  return { openapi: '3.1.0', info: { title: 'Till', version: '1.0.0' }, paths: Object.fromEntries(described) };
}
