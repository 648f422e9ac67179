import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { CONTRACT_ENDPOINTS } from '../../../support/contract-endpoints.ts';

/** Every endpoint that needs somebody, new ones unasked. */
export const CLOSED_ENDPOINTS: readonly Endpoint[] = CONTRACT_ENDPOINTS.filter(
  ({ access }) => access !== 'public',
);

/** Those that everybody who signed in may call; those of managers have a walk of their own. */
export const USER_ENDPOINTS: readonly Endpoint[] = CLOSED_ENDPOINTS.filter(({ access }) => access === 'user');

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
