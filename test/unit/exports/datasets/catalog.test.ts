import { expect, it } from 'vitest';
import { Product } from '../../../../shared/contract/products.ts';
import { catalog } from '../../../../shared/datasets/declarations.ts';

/** A file for people shows the group by its title. */
const NAMED_FIELDS: Readonly<Record<string, string>> = { product_group_id: 'group' };

it('the catalog file has a column for each field of a product', () => {
  const columns = catalog.columns.map(({ id }) => id as string);
  const fields = Object.keys(Product.properties).map((field) => NAMED_FIELDS[field] ?? field);
  expect(fields.filter((field) => !columns.includes(field))).toEqual([]);
});
