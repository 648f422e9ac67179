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

/**
 * Statements that write, none of which needs what another of them writes, as few as may be: PostgreSQL gets one, for each
 * way to it and back costs as much as the statement. SQLite is in this process, and takes one after another.
 */
export function sentTogether(
  dialect: StoreDialect,
  statements: readonly RawBuilder<unknown>[],
): readonly RawBuilder<unknown>[] {
  const last = statements.at(-1);
  if (dialect === 'sqlite' || last === undefined || statements.length === 1) return statements;
  const others = statements.slice(0, -1).map((statement, at) => sql`${sql.id(`write_${at + 1}`)} as (${statement})`);
  return [sql`with ${sql.join(others)} ${last}`];
}

/** For what cannot be said in one query; inside of queries see `byDialect`. */
export function dialectOf<Schema>(db: Kysely<Schema>): StoreDialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * Whether other instances of the program may be at work on the store at this moment, each with a clock of its own. On a
 * SQLite file only threads and commands of one computer are.
 */
export function isSharedStore(db: StoreDb): boolean {
  return dialectOf(db) === 'postgres';
}

/** More than clocks differ that are set by the network. */
const CLOCKS_DIFFER_MS = 10_000;

/**
 * By how many milliseconds a moment in the store may lie ahead without a clock having been set back: instances that
 * share a store write the moments of their own clocks. 0 where there is one clock.
 */
export function clockToleranceMs(db: StoreDb): number {
  return isSharedStore(db) ? CLOCKS_DIFFER_MS : 0;
}
