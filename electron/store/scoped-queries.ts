import { type Compilable, type CompiledQuery, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf, type StoreDialect, sentTogether } from './dialects/dialect.ts';
import { isAmong } from './dialects/expressions.ts';
import type { StoreDb } from './schema.ts';

type Values = Readonly<Record<string, string | number>>;

type ValuesLike<V extends Values> = { readonly [Name in keyof V]: V[Name] extends string ? string : number };

/**
 * A query that is compiled once for each dialect, for queries that run so often that compiling costs more than running.
 * `build` gets placeholders for the values of each run; `examples` gives their names and types.
 */
export function prepareQuery<V extends Values, Row>(
  examples: V,
  build: (db: StoreDb, values: ValuesLike<V>) => Compilable<Row>,
) {
  // The query builder passes on a placeholder like any other value.
  const placeholders = placeholdersFor(Object.keys(examples)) as unknown as ValuesLike<V>;
  const query = compileOnce((db) => build(db, placeholders));
  return {
    run: (db: StoreDb, values: ValuesLike<V>): Promise<Row[]> => query(db, values),
  };
}

/** The same within a scope: a second query serves callers who are locked to a location. */
export function prepareScopedQuery<V extends Values, Row>(
  examples: V,
  build: (db: StoreDb, scope: StoreScope, values: ValuesLike<V>) => Compilable<Row>,
) {
  const values = placeholdersFor(Object.keys(examples)) as unknown as ValuesLike<V>;
  const { accountId, locationId } = placeholdersFor(['accountId', 'locationId']) as unknown as ScopeValues;
  const everywhere = compileOnce((db) => build(db, { accountId, locationId: null }, values));
  const atLocation = compileOnce((db) => build(db, { accountId, locationId }, values));
  return {
    run: (db: StoreDb, scope: StoreScope, given: ValuesLike<V>): Promise<Row[]> =>
      (scope.locationId === null ? everywhere : atLocation)(db, { ...given, ...scope }),
  };
}

/**
 * Statements that write, none of which needs what another of them writes. Compiled once for each dialect, and sent at
 * once where that is faster.
 */
export function prepareWrites<V extends Values>(
  examples: V,
  build: (values: ValuesLike<V>) => readonly RawBuilder<unknown>[],
) {
  const placeholders = placeholdersFor(Object.keys(examples)) as unknown as ValuesLike<V>;
  const compiled = oncePerDialect((db) =>
    sentTogether(dialectOf(db), build(placeholders)).map((statement) => statement.compile(db)),
  );
  return {
    async run(db: StoreDb, values: ValuesLike<V>): Promise<void> {
      for (const statement of compiled(db)) await db.executeQuery(withValues(statement, values));
    },
  };
}

/**
 * The same for records with some ids. PostgreSQL plans a list each time it is sent, by its length; the statement for one record,
 * which comes most, it plans once.
 */
export function prepareWritesOf(
  build: (isOf: (column: string) => Expression<SqlBool>) => readonly RawBuilder<unknown>[],
) {
  const ofOne = prepareWrites({ id: 0 }, ({ id }) => build((column) => sql<SqlBool>`${sql.ref(column)} = ${id}`));
  const ofSome = prepareWrites({ ids: '' }, ({ ids }) => build((column) => isAmong(column, ids)));
  return {
    run(db: StoreDb, ids: readonly number[]): Promise<void> {
      const [id] = ids;
      return ids.length === 1 && id !== undefined
        ? ofOne.run(db, { id })
        : ofSome.run(db, { ids: JSON.stringify(ids) });
    },
  };
}

type ScopeValues = Record<'accountId' | 'locationId', number>;

function compileOnce<Row>(build: (db: StoreDb) => Compilable<Row>) {
  const compiled = oncePerDialect((db) => build(db).compile());
  return async (db: StoreDb, values: GivenValues): Promise<Row[]> => {
    const { rows } = await db.executeQuery<Row>(withValues(compiled(db), values));
    return rows;
  };
}

function oncePerDialect<Result>(make: (db: StoreDb) => Result): (db: StoreDb) => Result {
  const made = new Map<StoreDialect, Result>();
  return (db) => {
    const dialect = dialectOf(db);
    const result = made.get(dialect) ?? make(db);
    made.set(dialect, result);
    return result;
  };
}

type GivenValues = Readonly<Record<string, unknown>>;

function withValues<Row>(compiled: CompiledQuery<Row>, values: GivenValues): CompiledQuery<Row> {
  const parameters = compiled.parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name] : parameter,
  );
  return { ...compiled, parameters };
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

function placeholdersFor(names: readonly string[]): Record<string, Placeholder> {
  return Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
}

/** What a query may see: one account, and of it one location where the caller is locked to it. */
export interface StoreScope {
  readonly accountId: number;
  readonly locationId: number | null;
}

/** Which rows of a selection are read. */
export interface PageRange {
  readonly start: number;
  readonly limit: number;
}

/** The rows with these ids, in the order of the ids. An id without a row is left out. */
export function sortByIds<Row extends { readonly id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}

/** Parts of a list with at most `size` entries, for statements that take no more. */
export function chunksOf<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const count = Math.ceil(entries.length / size);
  return Array.from({ length: count }, (_, index) => entries.slice(index * size, (index + 1) * size));
}

/** The row of a query that always gives exactly one, such as a sum. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`one row was expected, ${rows.length} came`);
  return row;
}
