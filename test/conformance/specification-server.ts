import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Caller } from '../../electron/base/caller.ts';
import type { Clock } from '../../electron/base/clock.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { type JsonServer, Refusal, readBearer, startJsonServer } from '../support/spec-deployment/json-server.ts';

const TOKEN_LIFETIME_S = 1800;

/** The maximum `limit` of products and of product prices. */
const PRODUCTS_CAP = 200;
const PRICES_CAP = 500;
const DEFAULT_LIMIT = 100;

/** The specification sets no maximum for orders, and recommends pages of 100 to 250. */
const ORDERS_CAP = 250;

/**
 * A deployment of the specified API that is not ours, written only from the specification: its endpoints, parameters,
 * envelopes and error body. Where the specification shows no form it returns the form of the contract, and lists
 * without an envelope where that is allowed. Every record has an extra unknown member. Shops and users are those of
 * `platform`.
 */
export function startSpecificationServer(platform: Platform, clock: Pick<Clock, 'now'>): Promise<JsonServer> {
  const callers = new Map<string, { readonly caller: Caller; readonly endsAt: number }>();

  async function signIn(request: IncomingMessage): Promise<{ token: string; endsAt: number }> {
    const { account, email, password } = (await json(request)) as Record<string, unknown>;
    for (const [name, value] of Object.entries({ account, email, password })) {
      if (typeof value !== 'string' || value === '') throw new Refusal(400, `${name} is required.`);
    }
    const caller = await platform.signIn({ account, email, password } as never).catch((error: unknown) => {
      const isRefused = error instanceof PlatformError && error.code === 'credentials_refused';
      throw isRefused ? new Refusal(401, 'Authentication failed.') : error;
    });
    const token = randomBytes(24).toString('hex');
    const endsAt = Math.floor(clock.now() / 1_000) + TOKEN_LIFETIME_S;
    callers.set(token, { caller, endsAt });
    return { token, endsAt };
  }

  async function callerOf(request: IncomingMessage): Promise<Caller> {
    const known = callers.get(readBearer(request));
    if (!known || known.endsAt * 1_000 <= clock.now()) throw new Refusal(401, 'The token is missing or has expired.');
    // The current rights.
    const caller = await platform.identify(known.caller);
    if (caller === null) throw new Refusal(401, 'The account cannot use this token.');
    return caller;
  }

  const publicCalls: Readonly<Record<string, (request: IncomingMessage) => Promise<unknown>>> = {
    async 'POST /api/auth/login'(request) {
      const { token, endsAt } = await signIn(request);
      return { token, expires_at: endsAt, expires_in: TOKEN_LIFETIME_S };
    },
    /** Only the token of its answer is specified. */
    async 'POST /api/auth/refresh'(request) {
      return { token: (await signIn(request)).token };
    },
  };

  async function answer(request: IncomingMessage): Promise<unknown> {
    const url = new URL(request.url ?? '', 'http://server');
    const name = `${request.method} ${url.pathname}`;
    const publicCall = publicCalls[name];
    if (publicCall) return publicCall(request);
    const location = /^GET \/api\/locations\/(\d+)$/.exec(name)?.[1];
    const read = location ? { parameters: [], answer: readLocation(Number(location)) } : READS[name];
    if (!read) throw new Refusal(404, `${url.pathname} does not exist.`);
    const caller = await callerOf(request);
    const unknown = [...url.searchParams.keys()].find((parameter) => !read.parameters.includes(parameter));
    if (unknown !== undefined) throw new Refusal(400, `${unknown} is not a parameter of ${url.pathname}.`);
    return read.answer(platform, caller, url.searchParams);
  }

  return startJsonServer((request) => answer(request).catch(failAsGateway));
}

/** A failure of the platform behind it is a 502 with a reason that is safe to share. */
function failAsGateway(error: unknown): never {
  throw error instanceof PlatformError ? new Refusal(502, 'The upstream platform failed the call.') : error;
}

interface Read {
  readonly parameters: readonly string[];
  readonly answer: (platform: Platform, caller: Caller, query: URLSearchParams) => Promise<unknown>;
}

const withFurtherMember = (row: object) => ({ ...row, loyalty_class: 'B' });

const listOf = (rows: readonly object[]) => ({
  count: rows.length,
  total: rows.length,
  data: rows.map(withFurtherMember),
});

const READS: Readonly<Record<string, Read>> = {
  'GET /api/me': {
    parameters: [],
    answer: async (_platform, { account, userId, name, email, roles, lockedLocation }) => ({
      ...{ account, user: { id: userId, name, email }, roles, locked_location: lockedLocation },
      auth: { kind: 'token', expires_at: null },
    }),
  },
  'GET /api/products': {
    parameters: ['q', 'start', 'limit'],
    async answer(platform, caller, query) {
      const q = query.get('q') ?? '';
      const page = pageIn(query, PRODUCTS_CAP);
      const { rows, total } = await platform.searchProducts(caller, { ...page, ...(q !== '' && { q }) });
      return { q, ...page, ...listOf(rows), total };
    },
  },
  'GET /api/product-prices': {
    parameters: ['product_ids', 'start', 'limit'],
    async answer(platform, caller, query) {
      const page = pageIn(query, PRICES_CAP);
      const tokens = (query.get('product_ids') ?? '').split(',').map((token) => token.trim());
      if (!tokens.every((token) => /^\d+$/.test(token))) throw new Refusal(400, 'product_ids holds no numeric ids.');
      const found = await platform.listProductPrices(caller, { ...page, product_ids: tokens.map(Number) });
      return { ...page, ...listOf(found.rows), total: found.total };
    },
  },
  'GET /api/tax-rates': {
    parameters: ['country_iso2'],
    async answer(platform, caller, query) {
      const rates = await platform.listReference(caller, 'taxRates');
      const country = query.get('country_iso2');
      return listOf(country === null ? rates : rates.filter((rate) => rate.country_iso2 === country));
    },
  },
  /** Specified without a total. */
  'GET /api/payment-methods': {
    parameters: [],
    async answer(platform, caller) {
      const { count, data } = listOf(await platform.listReference(caller, 'paymentMethods'));
      return { count, data };
    },
  },
  /** Specified as an array or an object. */
  'GET /api/locations': {
    parameters: [],
    answer: async (platform, caller) => (await platform.listReference(caller, 'locations')).map(withFurtherMember),
  },
  'GET /api/shops': {
    parameters: [],
    answer: async (platform, caller) => listOf(await platform.listReference(caller, 'shops')),
  },
  'GET /api/turnover-groups': {
    parameters: [],
    answer: async (platform, caller) => listOf(await platform.listReference(caller, 'turnoverGroups')),
  },
  'GET /api/discount-orders': {
    parameters: ['from', 'to', 'shop_id', 'only_full', 'include_negative'],
    async answer(platform, caller, query) {
      const days = daysIn(query);
      const shop_id = await idIn(query, 'shop_id', platform, caller);
      const flags = { only_full: flagIn(query, 'only_full'), include_negative: flagIn(query, 'include_negative') };
      const selection = { ...days, ...flags, ...(shop_id !== null && { shop_id: [shop_id] }) };
      const rows = [];
      for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
        const batch = await platform.readDiscountOrders(caller, selection, after);
        rows.push(...batch.rows);
        after = batch.next;
      }
      return { ...listOf(rows), ...days, shop_id };
    },
  },
  'GET /api/financial-report': {
    parameters: ['from', 'to', 'location_id'],
    async answer(platform, caller, query) {
      const location_id = await idIn(query, 'location_id', platform, caller);
      const selection = { ...daysIn(query), ...(location_id !== null && { location_id: [location_id] }) };
      return withFurtherMember(await platform.readReport(caller, 'financial', selection));
    },
  },
  /** Specified with at least `from` and `limit`. */
  'GET /api/orders': {
    parameters: ['from', 'to', 'start', 'limit'],
    async answer(platform, caller, query) {
      const page = pageIn(query, ORDERS_CAP);
      const { rows, total } = await platform.listOrders(caller, { ...daysIn(query), ...page });
      return { ...page, ...listOf(rows), total };
    },
  },
};

function readLocation(id: number): Read['answer'] {
  return async (platform, caller) => {
    const found = (await platform.listReference(caller, 'locations')).find((location) => location.id === id);
    if (!found) throw new Refusal(404, `Location ${id} does not exist.`);
    return withFurtherMember(found);
  };
}

function pageIn(query: URLSearchParams, cap: number) {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  return { start: Number(query.get('start') ?? 0), limit: Math.min(limit, cap) };
}

function daysIn(query: URLSearchParams) {
  const from = query.get('from');
  if (from === null) throw new Refusal(400, 'from is required.');
  return { from, to: query.get('to') ?? from };
}

function flagIn(query: URLSearchParams, name: string): boolean {
  const value = query.get(name) ?? 'false';
  if (value !== 'true' && value !== 'false') throw new Refusal(400, `${name} is no flag.`);
  return value === 'true';
}

async function idIn(
  query: URLSearchParams,
  name: 'shop_id' | 'location_id',
  platform: Platform,
  caller: Caller,
): Promise<number | null> {
  if (!query.has(name)) return null;
  const id = Number(query.get(name));
  const known = await platform.listReference(caller, name === 'shop_id' ? 'shops' : 'locations');
  if (!known.some((record) => record.id === id)) throw new Refusal(400, `${name} ${id} does not exist.`);
  return id;
}
