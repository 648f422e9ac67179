import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { foldBeginning } from '../../../shared/fold-text.ts';

/** Folds existing texts by the current rules, and the titles of shops and turnover groups for sorting. */
export const foldedTexts: Migration = {
  async up(db) {
    for (const table of ['shops', 'turnover_groups']) {
      await db.schema
        .alterTable(table)
        .addColumn('folded_title', 'text', (c) => c.notNull().defaultTo(''))
        .execute();
    }
    await foldAgain(db, 'shops', ['title']);
    await foldAgain(db, 'turnover_groups', ['title']);
    await foldAgain(db, 'customers', ['name']);
    await foldAgain(db, 'products', ['sku', 'title']);
  },
};

const MAX_ROWS_AT_ONCE = 2_000;

type TextRow = { readonly id: number; readonly account_id: number } & Readonly<Record<string, string>>;

async function foldAgain(db: Kysely<unknown>, table: string, texts: readonly string[]): Promise<void> {
  const columns = ['id', 'account_id', ...texts.flatMap((text) => [text, `folded_${text}`])];
  for (let last = 0, isMore = true; isMore; ) {
    const { rows } = await sql<TextRow>`select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table)} where id > ${last} order by id limit ${MAX_ROWS_AT_ONCE}`.execute(db);
    for (const row of rows) {
      const folded = texts.map((text) => [`folded_${text}`, foldBeginning(row[text] ?? '')] as const);
      if (folded.every(([column, text]) => row[column] === text)) continue;
      const changes = folded.map(([column, text]) => sql`${sql.ref(column)} = ${text}`);
      await sql`update ${sql.table(table)} set ${sql.join(changes)}
        where account_id = ${row.account_id} and id = ${row.id}`.execute(db);
    }
    last = rows.at(-1)?.id ?? last;
    isMore = rows.length === MAX_ROWS_AT_ONCE;
  }
}
