import type { ProductSalesSums } from '../../../shared/contract/product-sales.ts';
import { QUANTITY_SCALE, toEuros } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import type { OrderedLists } from '../../store/ordered-lists.ts';
import type { ItemSums } from '../../store/orders/order-lines-queries.ts';
import {
  productSalesList,
  readListedSales,
  sumProductSales,
} from '../../store/orders/product-sales-queries.ts';
import type { Reports } from '../platform.ts';
import { scopeOf, withInstants } from './embedded-scope.ts';

/** Sales per product, with sums over all that the filters select. */
export function readEmbeddedProductSales(
  lists: OrderedLists,
  caller: Caller,
  query: Reports['productSales']['query'],
): Promise<Reports['productSales']['answer']> {
  const scope = scopeOf(caller);
  const selection = withInstants(query);
  return lists.read(productSalesList(scope, selection), async (db, list) => {
    const sales = await readListedSales(db, scope, selection, list, query);
    const rows = sales.map(({ product_id, sku, title, product_group_id, ...figures }) => ({
      product_id,
      sku,
      title,
      product_group_id,
      ...toFigures(figures),
    }));
    return {
      total: list.total,
      rows,
      sums: toFigures(await sumProductSales(db, scope, selection, list)),
    };
  });
}

function toFigures(sums: ItemSums): ProductSalesSums {
  return {
    quantity: sums.quantity / QUANTITY_SCALE,
    value: toEuros(sums.value_ex),
    value_wt: toEuros(sums.value_wt),
    discount_value_wt: toEuros(sums.discount_wt),
    cost: toEuros(sums.cost_ex),
    margin: toEuros(sums.value_ex - sums.cost_ex),
  };
}
