import type { Kysely } from 'kysely';
import type { ProductSalesSums } from '../../../shared/contract/product-sales.ts';
import { QUANTITY_SCALE, toEuros } from '../../../shared/money.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import {
  type ProductSalesFigures,
  readProductSales,
  sumProductSales,
} from '../../store/product-sales-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { Caller, Reports } from '../platform.ts';
import { scopeOf, withInstants } from './embedded-scope.ts';

/** Sales per product, with sums over all that the filters select. */
export function readEmbeddedProductSales(
  store: Kysely<StoreSchema>,
  caller: Caller,
  query: Reports['productSales']['query'],
): Promise<Reports['productSales']['answer']> {
  return inTransaction(store, async (db) => {
    const scope = scopeOf(caller);
    const selection = withInstants(query);
    const { total, ...sums } = await sumProductSales(db, scope, selection);
    const sales = await readProductSales(db, scope, selection, query);
    const rows = sales.map(({ product_id, sku, title, product_group_id, ...figures }) => ({
      product_id,
      sku,
      title,
      product_group_id,
      ...toFigures(figures),
    }));
    return { total, rows, sums: toFigures(sums) };
  });
}

function toFigures(sums: ProductSalesFigures): ProductSalesSums {
  return {
    quantity: sums.quantity / QUANTITY_SCALE,
    value: toEuros(sums.value_ex),
    value_wt: toEuros(sums.value_wt),
    discount_value_wt: toEuros(sums.discount_wt),
    cost: toEuros(sums.cost_ex),
    margin: toEuros(sums.value_ex - sums.cost_ex),
  };
}
