import type { Period } from '../../../../shared/periods.ts';
import type { Address } from '../../../lib/address/address.ts';
import { itemRowsAddress } from '../../../lib/address/figure-rows.ts';

/** The items of a product behind its turnover in a period. */
export function soldRowsAddress(
  productId: number,
  { from, to }: Period,
  side: 'ex' | 'wt',
  amount: number,
): Address {
  return itemRowsAddress(
    { figure: 'product', side, amount },
    { from, to, type: 'product', product_id: productId },
  );
}
