import { sql } from 'kysely';
import { byDialect } from './dialects/by-dialect.ts';

/** A page of an ordered list as values of a query that reads it by `listedRows`. */
export type ListedPage = {
  /** The places of its rows: at least `from` and below `before`. */
  readonly from: number;
  readonly before: number;
  /** The rows themselves as JSON where no table of the connection holds them, else empty. */
  readonly rows: string;
};

/** Tells a prepared query the names and types of the values. */
export const LISTED_PAGE: ListedPage = { from: 0, before: 0, rows: '' };

/** Of the connection alone, and gone with it. */
export const TEMPORARY_ROWS = 'temp.ordered_rows';

interface PlacedRow {
  readonly place: number;
  readonly id: number | null;
  readonly detail: string | null;
}

/** For the `from` clause: rows of ordered lists, of which the places of the page are to be picked. */
export function listedRows({ rows }: Pick<ListedPage, 'rows'>) {
  return byDialect<PlacedRow>({
    sqlite: sql`${sql.table(TEMPORARY_ROWS)}`,
    postgres: sql`(select * from json_to_recordset(${rows}::json) as rows (place bigint, id bigint, detail text))`,
  }).as('listed');
}
