import { type AliasableExpression, type AliasedExpression, type Expression, type RawBuilder, sql } from 'kysely';
import type { FeedsTable } from './changes/changes-schema.ts';
import { byDialect } from './dialects/dialect.ts';
import type { StoreDb, VersionSubject } from './schema.ts';
import type { PageRange, StoreScope } from './scoped-queries.ts';

/** The rows of a list at the moment of a transaction; usable only inside it. */
export interface OrderedPlaces {
  readonly total: number;
  page(range: PageRange): Promise<ListedPage>;
  /** The sums of the list over all of its rows, by their names. */
  sums(): Promise<Readonly<Record<string, number>>>;
}

export interface OrderedLists {
  /** Reads from a list inside a transaction: the list and the data belong to one moment. */
  read<Result>(
    list: OrderedList,
    work: (transaction: StoreDb, places: OrderedPlaces) => Promise<Result>,
  ): Promise<Result>;
}

/** What decides the rows of a list and their order. */
export interface OrderedList {
  /** Each kind of list has its own name. */
  readonly name: string;
  readonly scope: StoreScope;
  /** The query of the caller; `start`, `limit` and `include` are ignored. */
  readonly selection: object;
  /** The list is valid until one of these changes. */
  readonly subjects: readonly VersionSubject[];
  /** A query with these columns in this order: `id`, `detail`. It is not sorted. */
  readonly rows: ListRows;
  /** Of the same query, followed by `id`: together they leave no two rows alike. At most `MOST_KEYS`. */
  readonly order: readonly OrderTerm[];
  /** What is summed over all rows, of the same query. At most `MOST_SUMS`. */
  readonly sums?: Readonly<Record<string, Expression<number>>>;
  /** How the list follows writes. Without it a list is sorted again after each. */
  readonly follows?: FollowedChanges;
}

export const MOST_KEYS = 3;
export const MOST_SUMS = 9;

export interface OrderTerm {
  readonly by: Expression<unknown>;
  readonly direction: 'asc' | 'desc';
  readonly nullsLast?: boolean;
}

/** A feed by which a list finds the few rows that a write has changed. Its queries are for SQLite alone. */
export interface FollowedChanges {
  readonly feed: FeedsTable['feed'];
  /** Those of the list that the feed tells about; a change of any other has the list sorted again. */
  readonly subjects: readonly VersionSubject[];
  /** Names of other records that the order goes by and that have no version: other ones have the list sorted again. */
  readonly names?: RawBuilder<string>;
  /** Where the ids of the rows are given out: the list has no row of an id that is not there yet. */
  readonly table: 'orders' | 'order_items' | 'order_payments' | 'customers' | 'products';
  /** A query of the ids of all rows that records of the feed may be in; `ids` are those of the records, as JSON. */
  touched(ids: string): Expression<{ readonly id: number | null }>;
  /** The query of the list for rows of these ids alone, as JSON. */
  rowsOf(ids: string): ListRows;
  /**
   * Where a row sums many records: the query for rows that the list has, as JSON with `id` and `detail`, together with
   * these records, which are new.
   */
  rowsWith?(stored: string, records: string): ListRows;
}

/** The id of a row, and what the list stores besides. */
export interface ListedRow {
  readonly id: number | null;
  readonly detail: string | number | null;
}

/** The part of Kysely's query builder that is used here. */
export interface ListRows extends AliasableExpression<ListedRow> {
  select(columns: readonly AliasedExpression<unknown, string>[]): ListRows;
  orderBy(term: RawBuilder<unknown>): ListRows;
  limit(limit: number): { offset(offset: number): Expression<ListedRow> };
}

/** Where the id is enough. */
export const NO_DETAIL = sql<null>`null`.as('detail');

/** The numbers of a JSON array as the ids of rows, for what only SQLite is asked: see `FollowedChanges`. */
export function rowsWithIds(ids: string): RawBuilder<{ readonly id: number }> {
  return sql`(select value as id from json_each(${ids}))`;
}

/** What all records of a kind have that an order may go by. */
export function namesOf(
  table: 'shops' | 'turnover_groups' | 'tax_rates',
  { accountId }: StoreScope,
): RawBuilder<string> {
  const name = sql.id(table === 'tax_rates' ? 'value_hundredths' : 'folded_title');
  return sql`(select json_group_array(${name}) from (
    select ${name} from ${sql.table(table)} where account_id = ${accountId} order by id) as named)`;
}

/** The columns of the keys and of the sums that a list has. */
export function columnsOf({ order, sums = {} }: Pick<OrderedList, 'order' | 'sums'>) {
  return {
    keys: order.map((_, index) => `key_${index}`),
    sums: Object.keys(sums).map((_, index) => `sum_${index}`),
  };
}

/** The rows of a list with their sums. */
export function withSums({ rows, sums = {} }: Pick<OrderedList, 'rows' | 'sums'>): ListRows {
  const columns = Object.values(sums).map((sum, index) => sql`${sum}`.as(`sum_${index}`));
  return columns.length === 0 ? rows : rows.select(columns);
}

/** The rows of a list with what they are sorted by. */
export function withKeys(rows: ListRows, order: readonly OrderTerm[]): ListRows {
  return order.length === 0 ? rows : rows.select(order.map(({ by }, index) => sql`${by}`.as(`key_${index}`)));
}

/** Rows that have their keys, in the order of the list. */
export function sorted(rows: ListRows, order: readonly OrderTerm[]): ListRows {
  const terms = order.map(({ direction, nullsLast }, index) => {
    return sql`${sql.id(`key_${index}`)} ${sql.raw(direction)}${sql.raw(nullsLast ? ' nulls last' : '')}`;
  });
  return [...terms, ID].reduce<ListRows>((query, term) => query.orderBy(sql`${term}`), rows);
}

/** The first column. By its name it would be that of a table. */
const ID = sql`1`;

/** Of the whole selection, so that a new filter is never forgotten here. */
export function keyOfList({ name, scope, selection }: OrderedList): string {
  const { start, limit, include, ...asked }: Record<string, unknown> = { ...selection };
  return JSON.stringify([name, scope.accountId, scope.locationId, asked]);
}

/** Sums by the names that the list gives them. */
export function namedSums({ sums = {} }: OrderedList, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(Object.keys(sums).map((name, index) => [name, values[index] ?? 0]));
}

/** A page of an ordered list as values of a query that reads it by `listedRows`. */
export type ListedPage = {
  /** The places of its rows: at least `from` and below `before`. */
  readonly from: number;
  readonly before: number;
  /** The rows as JSON where they are in no table of the connection, else empty. */
  readonly rows: string;
};

/** Names and types of the values, for prepared queries. */
export const LISTED_PAGE: ListedPage = { from: 0, before: 0, rows: '' };

/** Belongs to the connection. */
export const TEMPORARY_ROWS = 'temp.ordered_rows';

interface PlacedRow {
  readonly place: number;
  readonly id: number | null;
  readonly detail: string | null;
}

/** For the `from` clause: rows of ordered lists, to be limited to the places of the page. */
export function listedRows({ rows }: Pick<ListedPage, 'rows'>) {
  return byDialect<PlacedRow>({
    sqlite: sql`${sql.table(TEMPORARY_ROWS)}`,
    postgres: sql`(select * from json_to_recordset(${rows}::json) as rows (place bigint, id bigint, detail text))`,
  }).as('listed');
}
