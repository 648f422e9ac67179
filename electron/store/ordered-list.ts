import { type AliasableExpression, type Expression, sql } from 'kysely';
import type { VersionSubject } from './schema.ts';
import type { StoreScope } from './store-scope.ts';

/** What decides the rows of a list and their order. */
export interface OrderedList {
  /** What it lists; no two kinds of list share a name. */
  readonly name: string;
  readonly scope: StoreScope;
  /** All that was asked for; `start`, `limit` and `include` are left out of account. */
  readonly selection: object;
  /** The list holds until one of these changes. */
  readonly subjects: readonly VersionSubject[];
  /** A query with these columns, in this order, and sorted as the list is. */
  readonly rows: SortedRows;
}

/** The id of a row, and what the list keeps of it besides. */
export interface ListedRow {
  readonly id: number | null;
  readonly detail: string | number | null;
}

/** Of Kysely's query builder what is done with it. */
interface SortedRows extends Expression<ListedRow> {
  clearOrderBy(): AliasableExpression<ListedRow>;
  limit(limit: number): { offset(offset: number): Expression<ListedRow> };
}

/** Where the id is enough. */
export const NO_DETAIL = sql<null>`null`.as('detail');

/** The same for the same rows. Of the whole selection, so that a filter that is added is never forgotten here. */
export function keyOfList({ name, scope, selection }: OrderedList): string {
  const { start, limit, include, ...asked }: Record<string, unknown> = { ...selection };
  return JSON.stringify([name, scope.accountId, scope.locationId, asked]);
}
