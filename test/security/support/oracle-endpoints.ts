/**
 * The endpoints as sections 1 and 3 to 8 of the API contract describe them, written down by hand. Nothing here
 * is read from the program; a test holds the list of names complete.
 */
export type OracleParameter = { readonly isRequired?: true } & (
  | { readonly kind: 'id'; readonly of: IdSpace }
  | { readonly kind: 'start' }
  | { readonly kind: 'limit'; readonly cap: number; readonly byDefault: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'moment' }
  | { readonly kind: 'cursor' }
  | { readonly kind: 'country' }
  | { readonly kind: 'hex' }
  | { readonly kind: 'text'; readonly most: number }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'some-of'; readonly values: readonly string[] }
  /** Each of them exists in the id space, where there is one. */
  | { readonly kind: 'ids'; readonly most: number; readonly of?: IdSpace }
);

export type IdSpace = 'shops' | 'locations' | 'rates' | 'groups' | 'providers' | 'products' | 'customers' | 'segments';

export type OracleParameters = Readonly<Record<string, OracleParameter>>;

export interface OracleEndpoint {
  readonly name: string;
  readonly isPublic?: true;
  readonly parameters: OracleParameters;
}

const from = { kind: 'date', isRequired: true } as const;
const to = { kind: 'date' } as const;
const q = { kind: 'text', most: 200 } as const;
const flag = { kind: 'flag' } as const;
const start = { kind: 'start' } as const;
const limit = (cap: number, byDefault = 100) => ({ kind: 'limit', cap, byDefault }) as const;
const id = (of: IdSpace) => ({ kind: 'id', of }) as const;
const oneOf = (...values: string[]) => ({ kind: 'one-of', values }) as const;
const someOf = (...values: string[]) => ({ kind: 'some-of', values }) as const;
const bothWays = (...keys: string[]) => oneOf(...keys.flatMap((key) => [key, `-${key}`]));

const location_id = { kind: 'ids', most: 200, of: 'locations' } as const;
const shop_id = { kind: 'ids', most: 200, of: 'shops' } as const;
const product_group_id = id('groups');
const payment_term = oneOf('direct', 'invoice');

const ORDER_AMOUNTS = ['value_wt', 'value_ex_wt', 'discount_value_wt', 'discount_value_ex_wt'] as const;

/** Exactly one of the two is required. */
const delta = { since: { kind: 'moment' }, cursor: { kind: 'cursor' }, limit: limit(500) } as const;

const TABLE: Readonly<Record<string, OracleParameters>> = {
  'GET /api/me': {},
  'GET /api/shops': {},
  'GET /api/locations': {},
  'GET /api/locations/{id}': {},
  'GET /api/turnover-groups': {},
  'GET /api/payment-methods': {},
  'GET /api/payment-providers': {},
  'GET /api/segments': {},
  'GET /api/tax-rates': { country_iso2: { kind: 'country' } },
  'GET /api/products': {
    q,
    product_group_id,
    tax_rate_id: id('rates'),
    stock: oneOf('negative', 'none', 'positive'),
    priced: flag,
    sort: bothWays('id', 'sku', 'title', 'stock', 'price', 'price_ex', 'tax_rate', 'product_group'),
    start,
    limit: limit(200),
  },
  'GET /api/products/{id}': {},
  'GET /api/products/delta': delta,
  'GET /api/orders/delta': delta,
  'GET /api/product-prices': {
    product_ids: { kind: 'ids', most: 200, isRequired: true },
    start,
    limit: limit(500, 500),
  },
  'GET /api/stock': { q, product_group_id, start, limit: limit(200) },
  'GET /api/customers': {
    q,
    segment_id: { kind: 'ids', most: 200, of: 'segments' },
    has_open_invoices: flag,
    sort: bothWays(
      'id',
      'name',
      'date_created',
      'order_count',
      'turnover_wt',
      'open_invoices_wt',
      'date_last_purchased',
    ),
    start,
    limit: limit(250),
  },
  'GET /api/customers/{id}': {},
  'GET /api/orders': {
    from,
    to,
    shop_id,
    location_id,
    status: someOf('new', 'processing', 'on_hold', 'complete', 'refunded', 'cancelled'),
    payment_term,
    is_paid: flag,
    as_of: to,
    customer_id: id('customers'),
    q,
    sort: bothWays('date_purchased', ...ORDER_AMOUNTS, 'customer_name', 'shop'),
    include: someOf('items', 'payments'),
    start,
    limit: limit(250),
  },
  'GET /api/orders/{id}': {},
  'GET /api/discount-orders': { from, to, shop_id, location_id, only_full: flag, include_negative: flag },
  'GET /api/financial-report': { from, to, location_id, shop_id },
  'GET /api/order-items': {
    from,
    to,
    location_id,
    shop_id,
    type: oneOf('product', 'gift_card', 'tip', 'invoice_payment', 'prepayment', 'rounding'),
    sign: oneOf('positive', 'negative'),
    tax_rate_id: id('rates'),
    product_group_id,
    product_id: id('products'),
    payment_term,
    is_paid: flag,
    sort: bothWays('date_purchased', 'quantity', 'ppu_wt', 'value_ex_wt', 'value_wt', 'cost_value_ex'),
    start,
    limit: limit(250),
  },
  'GET /api/order-payments': {
    from,
    to,
    location_id,
    shop_id,
    provider_method_type_id: id('providers'),
    sort: bothWays('date_purchased', 'date_paid', 'amount'),
    start,
    limit: limit(250),
  },
  'GET /api/reports/turnover-by-day': { from, to, location_id, shop_id, until: { kind: 'time' } },
  'GET /api/reports/payments': { from, to, location_id, shop_id },
  'GET /api/reports/day-closing': { date: from, location_id, shop_id },
  'GET /api/reports/product-sales': {
    from,
    to,
    location_id,
    shop_id,
    product_group_id,
    product_id: id('products'),
    q,
    sort: bothWays(
      'product_id',
      'sku',
      'title',
      'quantity',
      'value',
      'value_wt',
      'cost',
      'margin',
      'margin_percentage',
    ),
    start,
    limit: limit(250),
  },
};

const PUBLIC_TABLE: Readonly<Record<string, OracleParameters>> = {
  'GET /': {},
  'GET /openapi.json': {},
  'GET /docs': {},
  'GET /health': { challenge: { kind: 'hex' } },
  'POST /api/auth/login': {},
  'POST /api/auth/refresh': {},
};

export const ORACLE_ENDPOINTS: readonly OracleEndpoint[] = [
  ...Object.entries(TABLE).map(([name, parameters]) => ({ name, parameters })),
  ...Object.entries(PUBLIC_TABLE).map(([name, parameters]) => ({
    name,
    parameters,
    isPublic: true as const,
  })),
];

/** They change things, or show what calls do, so they have suites of their own: webhooks-strictness.test.ts, test/service/sessions.test.ts. */
const WEBHOOKS_TABLE: Readonly<Record<string, OracleParameters>> = {
  'GET /api/sessions': {},
  'POST /api/sessions/end-others': {},
  'POST /api/webhooks': {},
  'GET /api/webhooks': {},
  'GET /api/webhooks/{id}': {},
  'POST /api/webhooks/{id}': {},
  'DELETE /api/webhooks/{id}': {},
  'POST /api/webhooks/{id}/pause': {},
  'POST /api/webhooks/{id}/enable': {},
  'POST /api/webhooks/{id}/ping': {},
  'POST /api/webhooks/{id}/rotate-secret': {},
  'GET /api/webhooks/{id}/deliveries': {
    status: oneOf('pending', 'delivered', 'failed'),
    sort: bothWays('id'),
    start,
    limit: limit(100),
  },
  'POST /api/webhooks/{id}/deliveries/{delivery_id}/replay': {},
  'POST /api/webhooks/{id}/deliveries/{delivery_id}/retry': {},
};

export const WEBHOOK_ENDPOINTS: readonly OracleEndpoint[] = Object.entries(WEBHOOKS_TABLE).map(
  ([name, parameters]) => ({ name, parameters }),
);

/** Days that the turnover by day answers at most. */
export const MOST_DAYS = 3_660;
