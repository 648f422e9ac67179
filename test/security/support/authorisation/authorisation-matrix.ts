import type { Mark, RecordKind, RecordRegister } from './record-register.ts';

/** Who asks, as the matrix sees them. */
export interface Asker {
  readonly name: string;
  readonly account: number;
  readonly user: number;
  /** Id of the location they are locked to. */
  readonly lock: number | null;
}

/** What each id parameter names. An endpoint with another one has to be thought about first. */
const PARAMETERS: Readonly<Record<string, RecordKind>> = {
  shop_id: 'shop',
  location_id: 'location',
  tax_rate_id: 'tax rate',
  product_group_id: 'turnover group',
  provider_method_type_id: 'payment provider',
  product_id: 'product',
  product_ids: 'product',
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
  customer_id: 'customer',
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

/** Whether a record exists for somebody; of another location or account it does not. */
export function existsFor(register: RecordRegister, asker: Asker, kind: RecordKind, id: number): boolean {
  const owner = register[kind].get(id);
  if (!owner || owner.account !== asker.account) return false;
  return asker.lock === null || owner.locations === 'all' || owner.locations.includes(asker.lock);
}

/** What an endpoint answers to an id: in a path 404, in a filter 400, in a list of ids no rows. */
export function expectedStatus(parameter: string, exists: boolean): number {
  if (exists || parameter === 'product_ids') return 200;
  return parameter === '{id}' ? 404 : 400;
}

/** Whether somebody may read a planted mark. */
export function mayRead(register: RecordRegister, asker: Asker, { account, kind, id }: Mark): boolean {
  if (account !== asker.account) return false;
  if (kind === 'u') return id === asker.user;
  if (kind === 'c') return existsFor(register, asker, 'customer', id);
  return kind === null || asker.lock === null || id === asker.lock;
}

/** Ids anywhere in an answer that do not exist for who asked, as `member id`. */
export function foreignIdsIn(register: RecordRegister, asker: Asker, value: unknown, path = ''): string[] {
  if (typeof value === 'number') {
    const kind = MEMBERS[path];
    return kind && !existsFor(register, asker, kind, value) ? [`${path} ${value}`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, member]) => foreignIdsIn(register, asker, member, isList ? path : key));
}
