import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { CONTRACT_ENDPOINTS } from '../../../support/contract-endpoints.ts';

/** Every endpoint that needs somebody, new ones unasked. */
export const CLOSED_ENDPOINTS: readonly Endpoint[] = CONTRACT_ENDPOINTS.filter(({ access }) => access !== 'public');

/** By the rule that all of the webhooks is for owners and accountants, and not by what an endpoint says of itself. */
const isOfManagers = ({ path }: Endpoint) => path.startsWith('/api/webhooks');

/** Those have a walk of their own. */
export const MANAGER_ENDPOINTS: readonly Endpoint[] = CLOSED_ENDPOINTS.filter(isOfManagers);
/** What everybody who signed in may read. */
export const USER_ENDPOINTS: readonly Endpoint[] = CLOSED_ENDPOINTS.filter(
  (endpoint) => endpoint.method === 'GET' && !isOfManagers(endpoint),
);

/** A parameter of an endpoint that takes an id; `{id}` is that of the path. */
export interface IdParameter {
  readonly endpoint: Endpoint;
  readonly name: string;
}

export const ID_PARAMETERS: readonly IdParameter[] = USER_ENDPOINTS.flatMap((endpoint) => {
  const inQuery = Object.keys(endpoint.query?.properties ?? {}).filter((name) => /_ids?$/.test(name));
  const names = endpoint.path.includes('{id}') ? ['{id}', ...inQuery] : inQuery;
  return names.map((name) => ({ endpoint, name }));
});

/** What makes an answer show as much as it can; an endpoint gets those that it knows. */
const WIDEST: Readonly<Record<string, string>> = {
  from: '2026-01-01',
  to: '2026-12-31',
  date: '2026-10-05',
  since: '0',
  include: 'items,payments',
  include_negative: 'true',
  limit: '250',
};

/** The widest call of an endpoint, with one parameter set to an id; `product_ids` asks for all it is given. */
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
