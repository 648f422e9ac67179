import type { Compilable, CompiledQuery } from 'kysely';
import { dialectOf, type StoreDialect } from './dialects/dialect.ts';
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

type ScopeValues = Record<'accountId' | 'locationId', number>;

function compileOnce<Row>(build: (db: StoreDb) => Compilable<Row>) {
  const compiledFor = new Map<StoreDialect, CompiledQuery<Row>>();
  return async (db: StoreDb, values: Readonly<Record<string, unknown>>): Promise<Row[]> => {
    const dialect = dialectOf(db);
    const compiled = compiledFor.get(dialect) ?? build(db).compile();
    compiledFor.set(dialect, compiled);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
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
