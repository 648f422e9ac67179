import { PRODUCT_PRICES_MAX_IDS } from '../../../shared/contract/product-prices.ts';
import type { Row } from '../harness/row.ts';
import { spreadIds } from './product-ids.ts';
import { rateAgainstPrebuilt } from './rate-against-prebuilt.ts';

const SETS = 20;

export const productPrices: Row = {
  name: 'product-prices',
  measured: `GET /api/product-prices of 200 ids, 10 connections, ${SETS} sets of ids in turn`,
  comparedWith: 'same server, pre-built rows',
  unit: 'requests/s',
  comparison: 'ratio',
  bar: { atLeast: 0.7 },
  rounds: 5,
  prepare: (ground) => rateAgainstPrebuilt(ground, idSets(spreadIds(ground, SETS * PRODUCT_PRICES_MAX_IDS))),
};

/** Each set is a row of neighbours in the list of ids. */
function idSets(ids: readonly number[]): string[] {
  return Array.from({ length: SETS }, (_, set) => {
    const at = set * PRODUCT_PRICES_MAX_IDS;
    return ids.slice(at, at + PRODUCT_PRICES_MAX_IDS).join();
  })
    .filter((set) => set !== '')
    .map((set) => `/api/product-prices?product_ids=${set}`);
}
