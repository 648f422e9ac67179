import {
  type Expression,
  ExpressionWrapper,
  FunctionNode,
  type Kysely,
  type OperationNode,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely';
import type { StoreDb, StoreSchema } from '../schema.ts';

export const STORE_DIALECTS = ['sqlite', 'postgres'] as const;

export type StoreDialect = (typeof STORE_DIALECTS)[number];

/** Not a real function. The query compilers of this folder replace it with the form of their dialect. */
const BY_DIALECT = '$by_dialect';

/**
 * SQL that the two databases write differently. The form is chosen when the query is compiled, so building it needs no
 * database.
 */
export function chooseByDialect<Value>(
  forms: Readonly<Record<StoreDialect, Expression<Value>>>,
): ExpressionWrapper<StoreSchema, never, Value> {
  const nodes = STORE_DIALECTS.map((dialect) => forms[dialect].toOperationNode());
  return new ExpressionWrapper(FunctionNode.create(BY_DIALECT, nodes));
}

/** Returns the form that `chooseByDialect` was given for a dialect. `null` if the node is another function. */
export function getFormFor(dialect: StoreDialect, node: FunctionNode): OperationNode | null {
  if (node.func !== BY_DIALECT) return null;
  return node.arguments[STORE_DIALECTS.indexOf(dialect)] ?? null;
}

/**
 * Combines write statements that do not depend on each other. PostgreSQL gets one statement, because a round trip costs
 * as much as a statement. SQLite runs in this process and gets them one by one.
 */
export function batchStatements(
  dialect: StoreDialect,
  statements: readonly RawBuilder<unknown>[],
): readonly RawBuilder<unknown>[] {
  const last = statements.at(-1);
  if (dialect === 'sqlite' || last === undefined || statements.length === 1) return statements;
  const others = statements.slice(0, -1).map((statement, at) => sql`${sql.id(`write_${at + 1}`)} as (${statement})`);
  return [sql`with ${sql.join(others)} ${last}`];
}

/** Use it for choices between whole statements. Inside a query use `chooseByDialect`. */
export function getDialect<Schema>(db: Kysely<Schema>): StoreDialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * Whether other instances, with other clocks, may use the store at the same time. A SQLite file is used by one computer
 * only.
 */
export function isSharedStore(db: StoreDb): boolean {
  return getDialect(db) === 'postgres';
}

/** Clocks synchronised over the network differ by less. */
const MAX_CLOCK_DIFFERENCE_MS = 10_000;

/**
 * Returns how far a stored timestamp may be in the future without a clock having been set back: instances write the
 * time of their own clocks. 0 if all use one clock.
 */
export function getClockToleranceMs(db: StoreDb): number {
  return isSharedStore(db) ? MAX_CLOCK_DIFFERENCE_MS : 0;
}
