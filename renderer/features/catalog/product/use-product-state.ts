import { type QueryCache, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useQueryCache } from '../../../lib/use-query-cache.ts';
import { productKey } from '../read-product.ts';

interface ProductState {
  /** Of the oldest part that is shown; 0 while there is none. */
  readonly updatedAt: number;
  readonly isRefreshing: boolean;
  /** A part that is shown could not be read the last time. */
  readonly isStale: boolean;
  readonly onRefresh: () => void;
}

/** Of when everything is that was read of a product, and a way to read all of it again. */
export function useProductState(productId: number): ProductState {
  const client = useQueryClient();
  const queryKey = productKey(productId);
  const partsIn = (cache: QueryCache) =>
    cache
      .findAll({ queryKey, type: 'active' })
      .map(({ state }) => state)
      .filter(({ data }) => data !== undefined);
  const updatedAt = useQueryCache((cache) => oldest(partsIn(cache).map((part) => part.dataUpdatedAt)));
  const isStale = useQueryCache((cache) => partsIn(cache).some(({ status }) => status === 'error'));
  return {
    updatedAt,
    isStale,
    isRefreshing: useIsFetching({ queryKey }) > 0,
    onRefresh: () => void client.invalidateQueries({ queryKey }),
  };
}

function oldest(instants: readonly number[]): number {
  return instants.length === 0 ? 0 : Math.min(...instants);
}
