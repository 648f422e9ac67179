import { type Insertable, type Kysely, sql } from 'kysely';
import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import type { Product } from '../../../shared/contract/products.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { fromEuros, QUANTITY_SCALE } from '../../../shared/money.ts';
import type { Clock } from '../../base/clock.ts';
import { openStore } from '../open-store.ts';
import type { ProductPricesTable, ProductsTable, StoreSchema } from '../schema.ts';

/** What a copy knows of itself, as texts: where it goes on, when it was read, and lists that are kept as they came. */
interface CopyFactsTable {
  name: string;
  value: string;
}

interface CopySchema extends StoreSchema {
  copy_facts: CopyFactsTable;
}

export interface CatalogCopyStore {
  readonly db: Kysely<CopySchema>;
  close(): Promise<void>;
}

/** The account of a copy: it has one, whatever that is called where it comes from. */
export const COPIED_ACCOUNT = 1;

/** Opens the store of one copy in `file`, making it where it does not exist. Throws `StoreError`. */
export async function openCatalogCopy(file: string, clock: Pick<Clock, 'now'>): Promise<CatalogCopyStore> {
  const store = await openStore({ file, clock });
  try {
    // A product is searched by what it says itself; the records that it names are kept as lists, not as rows.
    await sql`pragma foreign_keys = off`.execute(store.db);
    await store.db.schema
      .createTable('copy_facts')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    return { db: store.db.withTables<{ copy_facts: CopyFactsTable }>(), close: store.close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

type Db = Kysely<CopySchema>;

/** Products as they are now, with all their prices, and the ids of those that are gone. */
export interface CopiedChanges {
  readonly products: readonly Product[];
  readonly prices: readonly ProductPrice[];
  readonly removed: readonly number[];
}

const ROWS_PER_STATEMENT = 200;

/**
 * Applies changes together with the facts that go with them, all or none. Applying the same ones again changes nothing.
 * Throws `RangeError` for an amount or a quantity that no store holds.
 */
export async function applyChanges(
  store: Db,
  { products, prices, removed }: CopiedChanges,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  const productRows = products.map(toProductRow);
  const priceRows = prices.map(toPriceRow);
  const touched = [...removed, ...products.map(({ id }) => id)];
  await store
    .transaction()
    .setAccessMode('read write')
    .execute(async (db) => {
      await removeProducts(db, touched);
      // Replaced, for another product may hold a SKU here that it has given away since: its own change follows.
      for (const values of portionsOf(productRows)) await db.replaceInto('products').values(values).execute();
      for (const values of portionsOf(priceRows)) {
        await db.replaceInto('product_prices').values(values).execute();
      }
      await writeFacts(db, facts);
    });
}

export async function countCopiedProducts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function removeProducts(db: Db, ids: readonly number[]): Promise<void> {
  const listed = sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;
  await db
    .deleteFrom('product_prices')
    .where('account_id', '=', COPIED_ACCOUNT)
    .where('product_id', 'in', listed)
    .execute();
  await db.deleteFrom('products').where('id', 'in', listed).execute();
}

function portionsOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / ROWS_PER_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
}

function toProductRow(product: Product): Insertable<ProductsTable> {
  const { id, sku, title, product_group_id, shop_product_id, stock } = product;
  return {
    ...{ id, account_id: COPIED_ACCOUNT, sku, title, product_group_id, shop_product_id },
    ...{ folded_sku: foldText(sku), folded_title: foldText(title) },
    // As the list has it, over the locations that its reader sees: a copy is of one reader.
    stock: fromQuantity(stock),
  };
}

function toPriceRow({ is_sale_price: _, ppu, ppu_wt, from_qty, ...price }: ProductPrice): ProductPricesTable {
  return {
    ...price,
    account_id: COPIED_ACCOUNT,
    ppu: fromEuros(ppu),
    ppu_wt: fromEuros(ppu_wt),
    from_qty: from_qty === null ? null : fromQuantity(from_qty),
  };
}

function fromQuantity(quantity: number): number {
  const thousandths = Math.round(quantity * QUANTITY_SCALE);
  if (!Number.isSafeInteger(thousandths) || thousandths / QUANTITY_SCALE !== quantity) {
    throw new RangeError(`not a quantity with at most 3 decimals: ${quantity}`);
  }
  return thousandths === 0 ? 0 : thousandths;
}

/** Undefined where it was never written. */
export async function readFact(db: Kysely<CopySchema>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('copy_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeFacts(db: Kysely<CopySchema>, facts: Readonly<Record<string, string>>): Promise<void> {
  const values = Object.entries(facts).map(([name, value]) => ({ name, value }));
  await db.replaceInto('copy_facts').values(values).execute();
}
