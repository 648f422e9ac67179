import { foldBeginning } from '../../../../shared/fold-text.ts';
import type { Amount } from '../../../../shared/money.ts';
import { COPIED_ACCOUNT } from '../../../store/copies/copy-store.ts';
import {
  type NewNote,
  readKnownIds,
  replaceNotesOf,
  type StoreKeeperDb,
  upsertRows,
} from '../../../store/copies/storekeeper-copy-store.ts';
import {
  countSeenRows,
  giveSku,
  readFirstRows,
  readFreedSkus,
  readProductsOfRows,
  readSkuOwners,
  removeUnseenProducts,
  type SeenProductRow,
  writeProductRows,
  writeSeenRows,
} from '../../../store/copies/storekeeper-products.ts';
import { readTaxRateIds } from '../../../store/copies/storekeeper-reference.ts';
import { noteOf } from '../mapping/notes.ts';
import { type MappedProduct, mapProduct } from '../mapping/products.ts';
import { locationKnownById, turnoverGroupOf } from '../mapping/reference.ts';
import { ShopProductRecord } from '../mapping/wire-records.ts';
import { amountOf, partOf, readRecord, textOf } from '../mapping/wire-values.ts';
import { readAccountFacts } from './account-facts.ts';
import { createLookup, mapWithLookups } from './lookups.ts';
import { rowIdOf } from './pages.ts';
import type { Stream, SyncContext } from './stream.ts';
import { createSweepStream, makeSweepDue, type SweepPage, sweepProgress, sweepReadAt } from './sweep.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** Products with their prices and stock: the whole list each hour, as no date surely says what changed. */
export function createProductsStream(context: SyncContext): Stream {
  return createSweepStream(context, {
    name: 'products',
    resource: 'products',
    intervalMs: HOUR_MS,
    writePage: writeProductPage,
    countSeen: countSeenRows,
    removeUnseen: removeUnseenProducts,
    afterSweep: giveFreedSkus,
  });
}

export function makeProductsDue(db: StoreKeeperDb): Promise<void> {
  return makeSweepDue(db, 'products');
}

export const productsReadAt = sweepReadAt('products');

export const productsProgress = sweepProgress('products');

async function writeProductPage(db: StoreKeeperDb, { rows, sweep, readAt }: SweepPage): Promise<number> {
  const { readable, unreadable, notes } = await readRows(db, rows);
  const productIds = [...new Set(readable.map(({ product_id }) => Number(product_id)))];
  const firstRows = await readFirstRows(db, sweep, productIds);
  const seen = [
    ...unreadable.map((row) => ({ ...row, sweep, price_wt: null })),
    ...readable.map((row) => ({
      ...{ row_id: Number(row.id), product_id: Number(row.product_id) },
      ...{ sweep, price_wt: defaultPriceOf(row) },
    })),
  ];
  const counting = readable.filter((row) => isCounting(row, readable, firstRows));
  const mapped = await mapPage(db, counting);
  await writeWhatProductsName(db, mapped);
  await writeProductRows(db, {
    products: mapped.map(({ product }) => product),
    prices: mapped.flatMap(({ prices }) => prices),
    stockRows: mapped.flatMap(({ stockRows }) => stockRows),
  });
  const newRows = await writeSeenRows(db, seen);
  for (const [owner, ofOwner] of [...notesOfProducts(mapped), ...notesOfRows(seen, firstRows)]) {
    notes.set(owner, [...(notes.get(owner) ?? []), ...ofOwner]);
  }
  await replaceNotesOf(db, notes, readAt);
  return newRows;
}

/** Rows that cannot be read are seen all the same: their product is not gone. */
async function readRows(db: StoreKeeperDb, rows: readonly unknown[]) {
  const notes = new Map<string, NewNote[]>();
  const byId = new Map<number, ShopProductRecord>();
  const unreadableIds: number[] = [];
  for (const row of rows) {
    const record = readRecord(ShopProductRecord, row);
    const id = rowIdOf(row);
    if (record !== null) byId.set(Number(record.id), record);
    else if (id !== null) {
      unreadableIds.push(id);
      notes.set(`product_row:${id}`, [noteOf('record_unreadable', 'product_row', id)]);
    }
  }
  const products = await readProductsOfRows(db, unreadableIds);
  const unreadable = unreadableIds.map((row_id) => ({ row_id, product_id: products.get(row_id) ?? 0 }));
  return { readable: [...byId.values()], unreadable, notes };
}

/** Whether it is the row of its product with the lowest id, of all that the sweep has seen. */
function isCounting(
  row: ShopProductRecord,
  ofPage: readonly ShopProductRecord[],
  firstRows: ReadonlyMap<number, SeenProductRow>,
): boolean {
  const [id, productId] = [Number(row.id), Number(row.product_id)];
  const first = firstRows.get(productId);
  if (first !== undefined && first.row_id < id) return false;
  return !ofPage.some((other) => Number(other.product_id) === productId && Number(other.id) < id);
}

function defaultPriceOf(row: ShopProductRecord): Amount | null {
  return amountOf(partOf(row.product_default_price)?.ppu_wt);
}

function skuGivenBy(row: ShopProductRecord): string {
  return textOf(partOf(partOf(row.flat_product)?.product)?.sku);
}

/** Products of a page, each of one row. */
async function mapPage(db: StoreKeeperDb, rows: readonly ShopProductRecord[]): Promise<readonly MappedProduct[]> {
  const { homeCountry, onlyLocationId } = await readAccountFacts(db);
  const taxRates = await readTaxRateIds(db);
  const given = new Map(rows.map((row) => [Number(row.product_id), skuGivenBy(row)]));
  const owners = createLookup<string, number | null>((skus) => readSkuOwners(db, skus), null);
  await owners.load([...given].map(([id, sku]) => sku || `~${id}`));
  const written = new Map<string, number>();

  const context = {
    ...{ accountId: COPIED_ACCOUNT, homeCountry, onlyLocationId },
    hasTaxRate: (id: number) => taxRates.has(id),
    isSkuTaken(sku: string, productId: number) {
      const here = written.get(sku);
      if (here !== undefined) return here !== productId;
      const owner = owners.get(sku);
      if (owner === null || owner === productId) return false;
      // A product of this page that has the SKU and is given another one now lets go of it.
      const givenToOwner = given.get(owner);
      return givenToOwner === undefined || givenToOwner === '' || givenToOwner === sku;
    },
  };

  const mapped: MappedProduct[] = [];
  for (const row of rows) {
    const product = await mapWithLookups(() => mapProduct([row], context));
    written.set(product.product.sku, product.product.id);
    for (const { id } of product.taxRates) taxRates.add(id);
    mapped.push(product);
  }
  return mapped;
}

/** Turnover groups, VAT rates and locations that products name and the copy does not have. */
async function writeWhatProductsName(db: StoreKeeperDb, mapped: readonly MappedProduct[]): Promise<void> {
  const groupIds = new Set(mapped.map(({ product }) => product.product_group_id));
  const groups = [...groupIds].map((id) => turnoverGroupOf(id, COPIED_ACCOUNT));
  await upsertRows(db, 'turnover_groups', groups);
  const rates = mapped.flatMap(({ taxRates }) => taxRates);
  await upsertRows(db, 'tax_rates', rates);
  const locationIds = [...new Set(mapped.flatMap(({ stockRows }) => stockRows.map((row) => row.location_id)))];
  const known = await readKnownIds(db, 'locations', locationIds);
  const missing = locationIds.filter((id) => !known.has(id));
  const facts = await readAccountFacts(db);
  const locations = missing.map((id) => locationKnownById(id, COPIED_ACCOUNT, facts));
  await upsertRows(db, 'locations', locations);
}

/** Those of a VAT rate are its own: the next reading of the product finds the rate there, and has none. */
function notesOfProducts(mapped: readonly MappedProduct[]): Map<string, readonly NewNote[]> {
  const notes = new Map<string, readonly NewNote[]>();
  for (const { product, notes: all } of mapped) {
    const ofRates = all.filter(({ kind }) => kind === 'tax_rate_from_line');
    notes.set(
      `product:${product.id}`,
      all.filter((note) => !ofRates.includes(note)),
    );
    for (const note of ofRates) notes.set(note.record, [note]);
  }
  return notes;
}

/** A product has one usual price here, that of its first row; another shop may sell it for another. */
function notesOfRows(
  seen: readonly SeenProductRow[],
  firstRows: ReadonlyMap<number, SeenProductRow>,
): Map<string, readonly NewNote[]> {
  const firsts = new Map(firstRows);
  for (const row of seen) {
    if (row.row_id < (firsts.get(row.product_id)?.row_id ?? Number.POSITIVE_INFINITY)) firsts.set(row.product_id, row);
  }
  const notes = new Map<string, readonly NewNote[]>();
  for (const { row_id, product_id, price_wt: theirs } of seen) {
    const ours = firsts.get(product_id)?.price_wt ?? null;
    const differs = product_id !== 0 && ours !== null && theirs !== null && ours !== theirs;
    const detail = { given: String(row_id), ...(differs && { theirs, ours }) };
    notes.set(`product_row:${row_id}`, differs ? [noteOf('price_differs_by_shop', 'product', product_id, detail)] : []);
  }
  return notes;
}

/** A product whose SKU another one had at the beginning of the sweep gets it, where that one has another now or is gone. */
async function giveFreedSkus(db: StoreKeeperDb): Promise<void> {
  for (const { id, sku, title, given } of await readFreedSkus(db)) {
    // A product without a title has its SKU as its title.
    const newTitle = title === sku ? given : title;
    const folded = { folded_sku: foldBeginning(given), folded_title: foldBeginning(newTitle) };
    await giveSku(db, id, { sku: given, title: newTitle, ...folded });
  }
}
