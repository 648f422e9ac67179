import { type AliasedExpression, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
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
  /** Expressions on the tables of the query, which are summed over all rows. */
  readonly sums?: Readonly<Record<Sum, Expression<number>>>;
  /** Whether every page needs all rows to be computed. Count and sums are then read together with the page. */
  readonly isComputed?: boolean;
}

/** The part of Kysely's query builder that is used here. */
export interface ListQuery<Row> {
  clearSelect(): ListQuery<unknown>;
  select(columns: readonly AliasedExpression<unknown, string>[]): ListQuery<unknown>;
  where(condition: Expression<SqlBool>): ListQuery<Row>;
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
  /** The number of rows on all pages. */
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

/** An entry takes about 400 bytes, including its key. */
const MAX_CACHED_LISTS = 1_000;

interface Totals {
  readonly total: number;
  readonly sums: Readonly<Record<string, number>>;
}

interface CachedTotals extends Totals {
  readonly versions: string;
}

/**
 * Reads pages with `LIMIT` and `OFFSET`. Each worker computes the count and sums of a list once and caches them until
 * the data changes.
 */
export function createListReader(): ReadPage {
  const cache = new LRUCache<string, CachedTotals>({ max: MAX_CACHED_LISTS });

  return async <Row, Sum extends string>(db: StoreDb, list: List<Row, Sum>, { start, limit }: PageRange) => {
    const key = getCacheKey(list);
    const versions = await readVersions(db, list.scope.accountId, list.subjects);
    const query = list.order.reduce((sorted, term) => sorted.orderBy(toSql(term)), list.query);
    const page = query.limit(limit).offset(start);
    const cached = cache.get(key);
    const known = cached?.versions === versions ? cached : undefined;
    if (known === undefined && list.isComputed) {
      const read = await readRowsWithTotals(page, list.sums);
      if (read !== undefined) {
        cache.set(key, { versions, ...read.totals });
        return toPage<Row, Sum>(read.totals, read.rows);
      }
    }
    const totals = known ?? (await readTotals(list));
    cache.set(key, { versions, ...totals });
    return toPage<Row, Sum>(totals, start < totals.total ? await page.execute() : []);
  };
}

/** A position in a list: the values of its order terms. */
export type ListKey = readonly (string | number | null)[];

const KEY_PREFIX = 'keyed_';

/** Reads the rows after the position `after`. `next` is the position to continue from, or `null` at the end. */
export async function readListBatch<Row>(
  { query, order }: Pick<List<Row>, 'query' | 'order'>,
  after: ListKey | null,
  limit: number,
): Promise<{ readonly rows: Row[]; readonly next: ListKey | null }> {
  const rest = after === null ? query : query.where(isAfter(order, after));
  const sorted = order.reduce((listed, term) => listed.orderBy(toSql(term)), rest);
  const keys = order.map(({ by }, index) => sql`${by}`.as(KEY_PREFIX + index));
  // One extra row shows whether there is another batch.
  const found = await sorted
    .limit(limit + 1)
    .select(keys)
    .execute();
  const last = found.length > limit ? (found[limit - 1] as Record<string, ListKey[number]>) : null;
  const next = last && order.map((_, index) => last[KEY_PREFIX + index] ?? null);
  return { rows: found.slice(0, limit) as Row[], next };
}

/** Whether a row comes after a position. The separate bound on each term lets the database start in an index. */
function isAfter([term, ...terms]: readonly OrderTerm[], [value = null, ...values]: ListKey): RawBuilder<SqlBool> {
  if (term === undefined) return sql`1 = 0`;
  const { by, direction, nullsLast = false } = term;
  const isNull = sql<SqlBool>`${by} is null`;
  // Nulls are last, so no value comes after them.
  if (value === null) return sql`(${isNull} and ${isAfter(terms, values)})`;
  const beyond = direction === 'asc' ? sql`${by} > ${value}` : sql`${by} < ${value}`;
  const atOrBeyond = direction === 'asc' ? sql`${by} >= ${value}` : sql`${by} <= ${value}`;
  const orNull = nullsLast ? sql` or ${isNull}` : sql``;
  return sql`((${atOrBeyond}${orNull}) and (${beyond}${orNull} or ${isAfter(terms, values)}))`;
}

function toPage<Row, Sum extends string>({ total, sums }: Totals, rows: Row[]): ListPage<Row, Sum> {
  return { total, sums: sums as Record<Sum, number>, rows };
}

async function readTotals({ query, sums = {} }: List<unknown, string>): Promise<Totals> {
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

const TOTAL_PREFIX = 'listed_';

/** `undefined` if the page has no rows, because each row carries the totals. */
async function readRowsWithTotals<Row>(
  page: ListQuery<Row>,
  sums: Readonly<Record<string, Expression<number>>> = {},
): Promise<{ readonly totals: Totals; readonly rows: Row[] } | undefined> {
  const names = Object.keys(sums);
  const columns = names.map((name) => sql`coalesce(sum(${sums[name]}) over (), 0)`.as(TOTAL_PREFIX + name));
  const found = await page.select([sql`count(*) over ()`.as(TOTAL_PREFIX), ...columns]).execute();
  const [first] = found as Record<string, number>[];
  if (first === undefined) return undefined;
  const totals = {
    total: first[TOTAL_PREFIX] ?? 0,
    sums: Object.fromEntries(names.map((name) => [name, first[TOTAL_PREFIX + name] ?? 0])),
  };
  return { totals, rows: (found as object[]).map((row) => removeTotals(row) as Row) };
}

function removeTotals(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith(TOTAL_PREFIX)));
}

function toSql({ by, direction, nullsLast = false }: OrderTerm): RawBuilder<unknown> {
  return sql`${by} ${sql.raw(direction)}${sql.raw(nullsLast ? ' nulls last' : '')}`;
}

/** Includes the whole selection, so that a new filter cannot be forgotten. */
function getCacheKey<Row, Sum extends string>({ name, scope, selection, sums }: List<Row, Sum>): string {
  const { start, limit, include, sort, ...filters }: Record<string, unknown> = { ...selection };
  return JSON.stringify([name, scope.accountId, scope.locationId, filters, Object.keys(sums ?? {})]);
}
