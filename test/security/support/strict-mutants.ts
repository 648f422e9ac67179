import { decodeComponent } from './oracle-percent.ts';
import type { WireRequest } from './strict-wire.ts';

type Pair = readonly [name: string, value: string];

/** A flaw that a service could have in reading queries, told by what such a service would have been asked. */
export interface QueryMutant {
  readonly flaw: string;
  readonly endpoint: string;
  readonly detour: (text: string) => string;
}

const MOST_BYTES = 16 * 1024;

/** Changes the pairs of a query string; one that is too long stays so. */
const onPairs = (change: (pairs: readonly Pair[]) => readonly Pair[]) => (text: string) => {
  if (text.length > MOST_BYTES) return text;
  const pairs = text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): Pair => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    });
  return change(pairs)
    .map((pair) => pair.join('='))
    .join('&');
};

const plain = (text: string) => decodeComponent(text) ?? text;
const onValues = (change: (value: string, name: string) => string) =>
  onPairs((pairs) => pairs.map(([name, value]) => [name, change(value, plain(name))]));
const without = (isDropped: (name: string, value: string) => boolean) =>
  onPairs((pairs) => pairs.filter(([name, value]) => !isDropped(plain(name), plain(value))));

const PRODUCT_NAMES = ['q', 'product_group_id', 'tax_rate_id', 'stock', 'priced', 'sort', 'start', 'limit'];

function parsed(value: string): string {
  const number = Number.parseInt(plain(value), 10);
  return Number.isNaN(number) ? value : String(number);
}

/** No flaw: what all the others have in common must not be what is found. */
export const CONTROL: QueryMutant['detour'] = onPairs((pairs) => pairs);

export const QUERY_MUTANTS: readonly QueryMutant[] = [
  {
    flaw: 'parseInt reads start and limit',
    endpoint: 'GET /api/stock',
    detour: onValues((value, name) => (name === 'start' || name === 'limit' ? parsed(value) : value)),
  },
  {
    flaw: 'Number reads ids',
    endpoint: 'GET /api/orders',
    detour: onValues((value, name) => {
      const number = Number(plain(value));
      return name.endsWith('_id') && plain(value) !== '' && Number.isSafeInteger(number)
        ? `${number}`
        : value;
    }),
  },
  {
    flaw: 'flags are taken in any case',
    endpoint: 'GET /api/discount-orders',
    detour: onValues((value) => (/^true$/i.test(plain(value)) ? 'true' : value)),
  },
  {
    flaw: 'values are trimmed',
    endpoint: 'GET /api/tax-rates',
    detour: onValues((value) => encodeURIComponent(plain(value).trim())),
  },
  {
    flaw: 'the last of repeated parameters wins',
    endpoint: 'GET /api/products',
    detour: onPairs((pairs) => [...new Map(pairs.map((pair) => [plain(pair[0]), pair])).values()]),
  },
  {
    flaw: 'unknown parameters are ignored',
    endpoint: 'GET /api/products',
    detour: without((name) => !PRODUCT_NAMES.includes(name)),
  },
  {
    flaw: 'an empty value counts as none',
    endpoint: 'GET /api/order-items',
    detour: without((_, value) => value === ''),
  },
  ...[
    ['GET /api/products', 'priced'],
    ['GET /api/orders', 'shop_id'],
    ['GET /api/orders', 'status'],
    ['GET /api/order-items', 'sign'],
    ['GET /api/order-payments', 'provider_method_type_id'],
    ['GET /api/discount-orders', 'only_full'],
    ['GET /api/financial-report', 'location_id'],
    ['GET /api/reports/product-sales', 'product_group_id'],
    ['GET /api/customers', 'q'],
  ].map(([endpoint = '', filter]) => ({
    flaw: `${filter} is ignored`,
    endpoint,
    detour: without((name) => name === filter),
  })),
  {
    flaw: 'what is no id is left out of a list of ids',
    endpoint: 'GET /api/product-prices',
    detour: onValues((value, name) => {
      const kept = plain(value)
        .split(',')
        .filter((id) => /^\s*\d{1,15}\s*$/.test(id));
      return name === 'product_ids' && kept.length > 0 ? encodeURIComponent(kept.join(',')) : value;
    }),
  },
  {
    flaw: 'Date reads moments',
    endpoint: 'GET /api/products/delta',
    detour: onValues((value, name) => {
      const instant = Date.parse(plain(value));
      return name === 'since' && !Number.isNaN(instant) ? new Date(instant).toISOString() : value;
    }),
  },
  {
    flaw: 'a cursor beside since is ignored',
    endpoint: 'GET /api/orders/delta',
    detour: onPairs((pairs) =>
      pairs.some(([name]) => name === 'since') ? pairs.filter(([name]) => name !== 'cursor') : pairs,
    ),
  },
  {
    flaw: 'without since all there is comes',
    endpoint: 'GET /api/orders/delta',
    detour: onPairs((pairs) =>
      pairs.some(([name]) => plain(name) === 'since' || plain(name) === 'cursor')
        ? pairs
        : [...pairs, ['since', '0']],
    ),
  },
  {
    flaw: 'a range that ends before it begins is turned round',
    endpoint: 'GET /api/reports/payments',
    detour: onPairs((pairs) => {
      const [from, to] = ['from', 'to'].map((name) => pairs.find((pair) => pair[0] === name)?.[1] ?? '');
      if (!from || !to || plain(to) >= plain(from)) return pairs;
      return pairs.map(([name, value]) => [name, name === 'from' ? to : name === 'to' ? from : value]);
    }),
  },
];

/** A flaw in reading bodies, told in the same way. */
export const BODY_MUTANTS: ReadonlyArray<readonly [flaw: string, detour: (bytes: Buffer) => Buffer]> = [
  ['further members are dropped', onBody(({ account, email, password }) => ({ account, email, password }))],
  ['the last of repeated members wins', onBody((body) => body)],
  [
    'values are coerced to text',
    onBody((body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          typeof value === 'object' ? value : String(value),
        ]),
      ),
    ),
  ],
];

function onBody(change: (body: Record<string, unknown>) => unknown) {
  return (bytes: Buffer): Buffer => {
    const isText = Buffer.from(bytes.toString()).equals(bytes);
    if (!isText || bytes.length > MOST_BYTES) return bytes;
    try {
      const body: unknown = JSON.parse(bytes.toString());
      const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
      return isRecord ? Buffer.from(JSON.stringify(change({ ...body }))) : bytes;
    } catch (error) {
      if (error instanceof SyntaxError) return bytes;
      throw error;
    }
  };
}

/** A flaw in reading paths, methods and headers, told in the same way. */
export const HTTP_MUTANTS: ReadonlyArray<
  readonly [flaw: string, detour: (request: WireRequest) => WireRequest]
> = [
  [
    'parseInt reads the ids of paths',
    (request) => ({ ...request, target: request.target.replace(/\/\+?0*(\d+)[^/?]*/, '/$1') }),
  ],
  [
    'a slash at the end is ignored',
    (request) => ({ ...request, target: request.target.replace(/\/(?=$|\?)/, '') }),
  ],
  ['any kind of body is read as JSON', withoutHeader('content-type', ['Content-Type', 'application/json'])],
  ['the origin is not looked at', withoutHeader('origin')],
  ['the site is not looked at', withoutHeader('sec-fetch-site')],
  [
    'a method can be overridden',
    (request) => {
      const isOverridden = request.headers.some(([name]) => name === 'X-HTTP-Method-Override');
      return isOverridden ? { ...request, method: 'DELETE' } : request;
    },
  ],
];

function withoutHeader(name: string, instead?: readonly [string, string]) {
  return (request: WireRequest): WireRequest => {
    const rest = request.headers.filter(([other]) => other.toLowerCase() !== name);
    return { ...request, headers: instead && request.body ? [...rest, instead] : rest };
  };
}
