import { type AliasedExpression, type Expression, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { StoreDb, VersionSubject } from './schema.ts';
import type { PageRange, StoreScope } from './scoped-queries.ts';
import { readVersions } from './versions.ts';

/** A list that is read page by page. */
export interface List<Row, Sum extends string = never> {
  /** The kind of list, such as `orders`. */
  readonly name: string;
  readonly scope: StoreScope;
  /** The caller's query. `start`, `limit`, `include` and `sort` do not change the count and the sums. */
  readonly selection: object;
  /** The data that the list shows. Its count and sums are read again when one of these changes. */
  readonly subjects: readonly VersionSubject[];
  /** All rows, unsorted. */
  readonly query: ListQuery<Row>;
  /** No two rows have the same values for all terms, so that pages never overlap. */
  readonly order: readonly OrderTerm[];
  /** Summed over all rows, in terms of the tables of the query. */
  readonly sums?: Readonly<Record<Sum, Expression<number>>>;
}

/** The part of Kysely's query builder that is used here. */
export interface ListQuery<Row> {
  clearSelect(): ListQuery<unknown>;
  select(columns: readonly AliasedExpression<unknown, string>[]): ListQuery<unknown>;
  orderBy(term: RawBuilder<unknown>): ListQuery<Row>;
  limit(limit: number): ListQuery<Row>;
  offset(offset: number): ListQuery<Row>;
  execute(): Promise<Row[]>;
}

export interface OrderTerm {
  readonly by: Expression<unknown>;
  readonly direction: 'asc' | 'desc';
  readonly nullsLast?: boolean;
}

export interface ListPage<Row, Sum extends string> {
  /** Counts the rows of all pages. */
  readonly total: number;
  readonly sums: Readonly<Record<Sum, number>>;
  readonly rows: Row[];
}

/** Reads a page of a list, together with its count and sums. `db` has to be a transaction. */
export type ReadPage = <Row, Sum extends string = never>(
  db: StoreDb,
  list: List<Row, Sum>,
  page: PageRange,
) => Promise<ListPage<Row, Sum>>;

/** A list has some 400 bytes here, its key included. */
const MAX_CACHED_LISTS = 1_000;

interface CachedTotals {
  readonly versions: string;
  readonly total: number;
  readonly sums: Readonly<Record<string, number>>;
}

/**
 * Pages are read by `LIMIT` and `OFFSET`. The count and the sums of a list are computed once and cached, for as long as
 * the data that it shows stay the same.
 */
export function createListReader(): ReadPage {
  const cache = new LRUCache<string, CachedTotals>({ max: MAX_CACHED_LISTS });

  async function getTotals<Row, Sum extends string>(db: StoreDb, list: List<Row, Sum>): Promise<CachedTotals> {
    const key = getCacheKey(list);
    const versions = await readVersions(db, list.scope.accountId, list.subjects);
    const cached = cache.get(key);
    if (cached?.versions === versions) return cached;
    const totals = { versions, ...(await readTotals(list)) };
    cache.set(key, totals);
    return totals;
  }

  return async <Row, Sum extends string>(db: StoreDb, list: List<Row, Sum>, { start, limit }: PageRange) => {
    const { total, sums } = await getTotals(db, list);
    const query = list.order.reduce((sorted, term) => sorted.orderBy(toSql(term)), list.query);
    const rows = start < total ? await query.limit(limit).offset(start).execute() : [];
    // `readTotals` has read each sum of the list.
    return { total, sums: sums as Record<Sum, number>, rows };
  };
}

async function readTotals({ query, sums = {} }: List<unknown, string>): Promise<Omit<CachedTotals, 'versions'>> {
  const columns = Object.entries<Expression<number>>(sums).map(([name, value]) =>
    sql<number>`coalesce(sum(${value}), 0)`.as(name),
  );
  const found = await query
    .clearSelect()
    .select([sql<number>`count(*)`.as('total'), ...columns])
    .execute();
  const { total = 0, ...summed } = (found[0] ?? {}) as Record<string, number>;
  return { total, sums: summed };
}

function toSql({ by, direction, nullsLast = false }: OrderTerm): RawBuilder<unknown> {
  return sql`${by} ${sql.raw(direction)}${sql.raw(nullsLast ? ' nulls last' : '')}`;
}

/** Made of the whole selection, so that a new filter cannot be forgotten here. */
function getCacheKey<Row, Sum extends string>({ name, scope, selection, sums }: List<Row, Sum>): string {
  const { start, limit, include, sort, ...filters }: Record<string, unknown> = { ...selection };
  return JSON.stringify([name, scope.accountId, scope.locationId, filters, Object.keys(sums ?? {})]);
}
