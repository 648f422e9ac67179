import { expressionBuilder } from 'kysely';
import { NO_DETAIL, type OrderedList } from '../ordered-list.ts';
import type { StoreSchema, VersionSubject } from '../schema.ts';
import type { StoreScope } from '../store-scope.ts';
import { type ProductSelection, productOrder, selectedProducts } from './product-selection.ts';

/** The products of a selection in its order, as they are listed. */
export function productList(scope: StoreScope, selection: ProductSelection): OrderedList {
  const { stock, sort } = selection;
  const isByStock = stock !== undefined || sort?.endsWith('stock') === true;
  let rows = expressionBuilder<StoreSchema>()
    .selectFrom('products')
    .select(['products.id', NO_DETAIL])
    .where(selectedProducts(scope, selection));
  for (const { by, direction } of productOrder(scope, selection)) rows = rows.orderBy(by, direction);
  return {
    name: 'products',
    scope,
    selection,
    subjects: ['catalog', ...(isByStock ? ['stock' as const] : [])] satisfies VersionSubject[],
    rows,
  };
}
