import type { Caller } from '../../base/caller.ts';
import type { Platform, ReferenceKind } from '../../platform/platform.ts';
import { ApiError } from '../server/api-error.ts';

export interface QueryIds {
  readonly shop_id?: readonly number[] | undefined;
  readonly location_id?: readonly number[] | undefined;
  readonly tax_rate_id?: number | undefined;
  readonly product_group_id?: number | undefined;
  readonly segment_id?: readonly number[] | undefined;
  readonly provider_method_type_id?: number | undefined;
  readonly product_id?: number | undefined;
  readonly customer_id?: number | undefined;
}

/**
 * Refuses an id that does not exist for this caller, also one among several: unknown, or of another account or
 * location.
 */
export type RequireKnownIds = (caller: Caller, query: QueryIds) => Promise<void>;

const REFERENCES = [
  ['shop_id', 'shops'],
  ['location_id', 'locations'],
  ['tax_rate_id', 'taxRates'],
  ['product_group_id', 'turnoverGroups'],
  ['segment_id', 'segments'],
  ['provider_method_type_id', 'paymentProviders'],
] as const satisfies ReadonlyArray<readonly [keyof QueryIds, ReferenceKind]>;

export function createKnownIds(
  platform: Pick<Platform, 'listReference' | 'findProduct' | 'findCustomer'>,
): RequireKnownIds {
  return async (caller, query) => {
    for (const [name, kind] of REFERENCES) {
      const ids = [query[name] ?? []].flat();
      if (ids.length === 0) continue;
      const records = await platform.listReference(caller, kind);
      const known = new Set(records.map(({ id }) => id));
      for (const id of ids) if (!known.has(id)) refuse(name, id);
    }
    const { product_id: productId, customer_id: customerId } = query;
    if (productId !== undefined && !(await platform.findProduct(caller, productId))) {
      refuse('product_id', productId);
    }
    if (customerId !== undefined && !(await platform.findCustomer(caller, customerId))) {
      refuse('customer_id', customerId);
    }
  };
}

function refuse(name: keyof QueryIds, id: number): never {
  throw new ApiError('bad_request', `${name} ${id} does not exist.`);
}

export function requireRecord<Found>(kind: string, id: number, record: Found | null | undefined): Found {
  if (record === null || record === undefined) throw new ApiError('not_found', `There is no ${kind} ${id}.`);
  return record;
}
