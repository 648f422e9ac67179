import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { CONTRACT_ENDPOINTS } from '../../support/contract-endpoints.ts';

/** A user, as the matrix sees them. */
export interface Asker {
  readonly name: string;
  readonly account: number;
  readonly user: number;
  /** Id of the location that they are locked to. */
  readonly lock: number | null;
}

/** What each id parameter names. An endpoint with a new one must be added here first. */
const PARAMETERS: Readonly<Record<string, RecordKind>> = {
  shop_id: 'shop',
  location_id: 'location',
  tax_rate_id: 'tax rate',
  product_group_id: 'turnover group',
  provider_method_type_id: 'payment provider',
  product_id: 'product',
  product_ids: 'product',
  customer_id: 'customer',
  segment_id: 'segment',
};

/** What the `{id}` of a path names, by the word before it. */
const COLLECTIONS: Readonly<Record<string, RecordKind>> = {
  locations: 'location',
  products: 'product',
  orders: 'order',
  customers: 'customer',
};

/** What each member of an answer names. */
const MEMBERS: Readonly<Record<string, RecordKind>> = {
  ...PARAMETERS,
  order_id: 'order',
  shop_ids: 'shop',
  location_ids: 'location',
  segment_ids: 'segment',
};

export function kindOfParameter(name: string): RecordKind {
  return known(PARAMETERS[name], `the parameter ${name}`);
}

export function kindOfPath(path: string): RecordKind {
  return known(COLLECTIONS[path.split('/').at(-2) ?? ''], `the id of ${path}`);
}

function known(kind: RecordKind | undefined, what: string): RecordKind {
  if (kind) return kind;
  throw new Error(`The matrix does not say what ${what} names.`);
}

/** Whether a record exists for a user. Records of another location or account do not. */
export function existsFor(register: RecordRegister, asker: Asker, kind: RecordKind, id: number): boolean {
  const owner = register[kind].get(id);
  if (!owner || owner.account !== asker.account) return false;
  return asker.lock === null || owner.locations === 'all' || owner.locations.includes(asker.lock);
}

/** The status of an endpoint for an id: 404 in a path, 400 in a filter, and no rows in a list of ids. */
export function expectedStatus(parameter: string, exists: boolean): number {
  if (exists || parameter === 'product_ids') return 200;
  return parameter === '{id}' ? 404 : 400;
}

/** Whether a user may read a planted mark. */
export function mayRead(register: RecordRegister, asker: Asker, { account, kind, id }: Mark): boolean {
  if (account !== asker.account) return false;
  if (kind === 'u') return id === asker.user;
  if (kind === 'c') return existsFor(register, asker, 'customer', id);
  return kind === null || asker.lock === null || id === asker.lock;
}

/** Ids anywhere in an answer that do not exist for the asker, as `member id`. */
export function foreignIdsIn(register: RecordRegister, asker: Asker, value: unknown, path = ''): string[] {
  if (typeof value === 'number') {
    const kind = MEMBERS[path];
    return kind && !existsFor(register, asker, kind, value) ? [`${path} ${value}`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, member]) => foreignIdsIn(register, asker, member, isList ? path : key));
}

type RecordKind =
  | 'location'
  | 'shop'
  | 'turnover group'
  | 'tax rate'
  | 'payment provider'
  | 'product'
  | 'customer'
  | 'segment'
  | 'order';

/** Where a record is visible: to everybody in its account, or at some locations (`null`: at none). */
interface Owner {
  readonly account: number;
  readonly locations: 'all' | readonly (number | null)[];
}

export type RecordRegister = Readonly<Record<RecordKind, ReadonlyMap<number, Owner>>>;

/** Who owns what, read from the tables and not through code of the program that checks rights. */
export async function readRegister(db: Kysely<StoreSchema>): Promise<RecordRegister> {
  const ofAccount = async (table: 'turnover_groups' | 'tax_rates' | 'payment_providers' | 'products' | 'segments') =>
    owners(await db.selectFrom(table).select(['id', 'account_id']).execute(), () => 'all');
  const orders = await db.selectFrom('orders').select(['id', 'account_id', 'location_id', 'customer_id']).execute();
  const visits = Map.groupBy(orders, (order) => order.customer_id);
  return {
    location: owners(await db.selectFrom('locations').select(['id', 'account_id']).execute(), ({ id }) => [id]),
    shop: owners(await db.selectFrom('shops').select(['id', 'account_id', 'location_id']).execute(), (shop) => [
      shop.location_id,
    ]),
    'turnover group': await ofAccount('turnover_groups'),
    'tax rate': await ofAccount('tax_rates'),
    'payment provider': await ofAccount('payment_providers'),
    product: await ofAccount('products'),
    segment: await ofAccount('segments'),
    customer: owners(await db.selectFrom('customers').select(['id', 'account_id']).execute(), ({ id }) =>
      (visits.get(id) ?? []).map((order) => order.location_id),
    ),
    order: owners(orders, (order) => [order.location_id]),
  };
}

function owners<Row extends { readonly id: number; readonly account_id: number }>(
  rows: readonly Row[],
  locationsOf: (row: Row) => Owner['locations'],
): Map<number, Owner> {
  return new Map(rows.map((row) => [row.id, { account: row.account_id, locations: locationsOf(row) }]));
}

/** The owner of a text: an account, and in it a location (0: none), a customer or a user. */
interface Mark {
  readonly account: number;
  readonly kind: 'l' | 'c' | 'u' | null;
  readonly id: number;
}

const MARK_FORM = /~a(\d+)(?:([lcu])(\d+))?~/g;

export function marksIn(text: string): Mark[] {
  return [...text.matchAll(MARK_FORM)].map(([, account, kind, id]) => ({
    account: Number(account),
    kind: (kind as Mark['kind'] | undefined) ?? null,
    id: Number(id ?? 0),
  }));
}

const OF_ACCOUNT = "'~a' || account_id || '~'";
const OF_LOCATION = "'~a' || account_id || 'l' || coalesce(location_id, 0) || '~'";
const OF_OWN_LOCATION = "'~a' || account_id || 'l' || id || '~'";
const OF_CUSTOMER = "'~a' || account_id || 'c' || id || '~'";

/** Folding does not change a mark. */
const MARKING = [
  "update accounts set name = name || '~a' || id || '~'",
  "update users set name = name || '~a' || account_id || 'u' || id || '~'",
  `update locations set title = title || ${OF_OWN_LOCATION}, city = title || ${OF_OWN_LOCATION}`,
  `update shops set title = title || ${OF_LOCATION}, folded_title = folded_title || ${OF_LOCATION}`,
  `update turnover_groups set title = title || ${OF_ACCOUNT}, folded_title = folded_title || ${OF_ACCOUNT}`,
  `update payment_providers set title = title || ${OF_ACCOUNT}`,
  `update segments set title = title || ${OF_ACCOUNT}`,
  `update tax_rates set name = name || ${OF_ACCOUNT}`,
  `update products set title = title || ${OF_ACCOUNT}, folded_title = folded_title || ${OF_ACCOUNT}`,
  `update customers set name = name || ${OF_CUSTOMER}, folded_name = folded_name || ${OF_CUSTOMER},
    email = ${OF_CUSTOMER} || email`,
  `update orders set order_number = order_number || ${OF_LOCATION}`,
  `update order_items set title = title || (select ${OF_LOCATION} from orders where orders.id = order_id)`,
];

/** Adds a mark to a text of every record, so that its owner can be recognized anywhere. */
export async function plantMarks(db: Kysely<StoreSchema>): Promise<void> {
  for (const statement of MARKING) await sql.raw(statement).execute(db);
}

/** Every endpoint that needs a user. New ones are included automatically. */
const CLOSED_ENDPOINTS: readonly Endpoint[] = CONTRACT_ENDPOINTS.filter(({ access }) => access !== 'public');

/** States the rule that all webhook endpoints are for owners and accountants, without asking the endpoints. */
const isOfManagers = ({ path }: Endpoint) => path.startsWith('/api/webhooks');

/** Tested by separate code. */
export const MANAGER_ENDPOINTS: readonly Endpoint[] = CLOSED_ENDPOINTS.filter(isOfManagers);
/** What every signed-in user may read. */
export const USER_ENDPOINTS: readonly Endpoint[] = CLOSED_ENDPOINTS.filter(
  (endpoint) => endpoint.method === 'GET' && !isOfManagers(endpoint),
);

/** A parameter of an endpoint that takes an id; `{id}` is the one in the path. */
export interface IdParameter {
  readonly endpoint: Endpoint;
  readonly name: string;
}

export const ID_PARAMETERS: readonly IdParameter[] = USER_ENDPOINTS.flatMap((endpoint) => {
  const inQuery = Object.keys(endpoint.query?.properties ?? {}).filter((name) => /_ids?$/.test(name));
  const names = endpoint.path.includes('{id}') ? ['{id}', ...inQuery] : inQuery;
  return names.map((name) => ({ endpoint, name }));
});

/** Parameters that make an answer show as much as possible; an endpoint gets those that it knows. */
const WIDEST: Readonly<Record<string, string>> = {
  from: '2026-01-01',
  to: '2026-12-31',
  date: '2026-10-05',
  since: '0',
  include: 'items,payments',
  include_negative: 'true',
  limit: '250',
};

/** The widest call of an endpoint, with one parameter set to an id; `product_ids` lists all it is given. */
export function targetOf(
  { path, query }: Endpoint,
  { productIds, parameter, id = 0 }: { productIds: readonly number[]; parameter?: string; id?: number },
): string {
  const names = Object.keys(query?.properties ?? {});
  const values = new URLSearchParams(Object.entries(WIDEST).filter(([name]) => names.includes(name)));
  if (names.includes('product_ids')) values.set('product_ids', productIds.join());
  if (parameter !== undefined && parameter !== '{id}') values.set(parameter, String(id));
  const filled = path.replaceAll(/\{(delivery_)?id\}/g, String(id));
  return values.size > 0 ? `${filled}?${values}` : filled;
}

/** The same call in each order that the endpoint knows, without its first row, and with searches that find a lot. */
export function furtherTargetsOf({ query }: Endpoint, widest: string): readonly string[] {
  const { sort, q, start } = query?.properties ?? {};
  const orders = sort && 'enum' in sort && Array.isArray(sort.enum) ? sort.enum : [];
  const between = widest.includes('?') ? '&' : '?';
  const searches = q === undefined ? [] : ['q=a', 'q=2026', 'q=van'];
  const pages = start === undefined ? [] : ['start=1'];
  return [...orders.map((order) => `sort=${order}`), ...pages, ...searches].map(
    (parameter) => `${widest}${between}${parameter}`,
  );
}

/** The number of requests sent, and a sentence for each wrong answer. */
export interface Findings {
  tried: number;
  readonly breaches: string[];
}
