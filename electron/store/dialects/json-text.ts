import { type Expression, type ExpressionWrapper, sql } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { jsonRowList, textBytes } from './json-values.ts';

/**
 * Columns `bytes` and `count`: the rows of the query as a JSON array in UTF-8, each as the object that is given, in
 * the `order` of the query inside.
 * Written by the database, and never a string on the way out, they cost a third of reading and writing objects.
 */
export function jsonRows(
  object: ExpressionWrapper<StoreSchema, never, string>,
  order: readonly Expression<unknown>[],
) {
  return [textBytes(jsonRowList(object, order)).as('bytes'), sql<number>`count(*)`.as('count')] as const;
}
