import { type Expression, ExpressionWrapper, FunctionNode, type OperationNode } from 'kysely';
import type { StoreSchema } from '../schema.ts';

/** The databases that a store may lie in. */
export const STORE_DIALECTS = ['sqlite', 'postgres'] as const;
export type StoreDialect = (typeof STORE_DIALECTS)[number];

/** No function of a database: the query compilers of this folder put what their dialect says in its place. */
const BY_DIALECT = '$by_dialect';

/**
 * SQL that the two databases write differently and mean alike. Which of the forms is sent is decided when a query is
 * compiled, so that what is made of it needs no database at hand.
 */
export function byDialect<Value>(
  forms: Readonly<Record<StoreDialect, Expression<Value>>>,
): ExpressionWrapper<StoreSchema, never, Value> {
  const nodes = STORE_DIALECTS.map((dialect) => forms[dialect].toOperationNode());
  return new ExpressionWrapper(FunctionNode.create(BY_DIALECT, nodes));
}

/** The form that `byDialect` was given for a dialect; null where the node is any other function. */
export function formFor(dialect: StoreDialect, node: FunctionNode): OperationNode | null {
  if (node.func !== BY_DIALECT) return null;
  return node.arguments[STORE_DIALECTS.indexOf(dialect)] ?? null;
}
