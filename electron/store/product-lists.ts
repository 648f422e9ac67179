import { expressionBuilder, sql } from 'kysely';
import type { OrderedList } from './ordered-lists.ts';
import { type ProductSelection, productOrder, selectedProducts } from './product-selection.ts';
import type { StoreSchema, VersionSubject } from './schema.ts';
import type { StoreScope } from './store-scope.ts';

/** The products of a selection in its order, as they are listed. */
export function productList(scope: StoreScope, selection: ProductSelection): OrderedList {
  const { q, product_group_id, tax_rate_id, stock, priced, sort } = selection;
  const isByStock = stock !== undefined || sort?.endsWith('stock') === true;
  let rows = expressionBuilder<StoreSchema>()
    .selectFrom('products')
    .select(['products.id', sql<null>`null`.as('figures')])
    .where(selectedProducts(scope, selection));
  for (const { by, direction } of productOrder(scope, selection)) rows = rows.orderBy(by, direction);
  return {
    accountId: scope.accountId,
    // Stock is that of the location; without it everybody has the same list.
    key: JSON.stringify([
      'products',
      q,
      product_group_id,
      tax_rate_id,
      stock,
      priced,
      sort,
      isByStock ? scope.locationId : null,
    ]),
    subjects: ['catalog', ...(isByStock ? ['stock' as const] : [])] satisfies VersionSubject[],
    rows,
  };
}
