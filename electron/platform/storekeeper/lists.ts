import {
  insertMissing,
  type NewNote,
  removeNotes,
  type SeenRowsTable,
  type StoreKeeperDb,
  upsertRows,
} from '../../store/copies/storekeeper-copy-store.ts';
import { hasOrderInState, hasOrderReadBefore } from '../../store/copies/storekeeper-known-orders.ts';
import {
  deactivateUnlisted,
  hasTurnoverGroups,
  readCustomers,
  readFirstRows,
  readOnlyActive,
  readRowIds,
  readSkuOwners,
  readTaxRateIds,
  removeUnlistedCustomers,
  removeUnseenProducts,
  writeCustomers,
  writeProductRows,
  writeShops,
} from '../../store/copies/storekeeper-lists.ts';
import type { TaxRatesTable } from '../../store/schema.ts';
import { accountFacts, jsonFact } from './facts.ts';
import type { ListFunction } from './functions.ts';
import { type MappedProduct, mapProduct, type ProductRow, readProductRow } from './map-products.ts';
import {
  countryOf,
  giftCardProductsOf,
  locationIdOf,
  mapCustomer,
  mapLocation,
  mapPaymentMethod,
  mapShop,
  mapTaxRate,
  mapTurnoverGroup,
  NO_GROUP_ID,
  UNKNOWN_PROVIDER,
  unlistedLocation,
} from './map-reference.ts';
import { createNote, type NotedRecord, noteUnreadableMembers } from './notes.ts';
import { readOrdersAgain } from './order-listing.ts';
import { type Members, readMembers } from './records.ts';

export type ListName =
  | 'ownShop'
  | 'configuration'
  | 'taxRates'
  | 'paymentMethods'
  | 'locations'
  | 'products'
  | 'customers';

export interface ListRow {
  readonly id: number;
  readonly raw: unknown;
}

interface WrittenPage {
  /** By the owner of the notes. */
  readonly notes: ReadonlyMap<string, readonly NewNote[]>;
  /** The record of each row. Default: the row itself. */
  readonly records?: ReadonlyMap<number, number>;
}

interface PageContext {
  /** Number of the sweep. */
  readonly sweep: number;
  /** The rows as they were seen before. */
  readonly known: ReadonlyMap<number, SeenRowsTable>;
  /** In milliseconds since the epoch. */
  readonly readAt: number;
}

/** A list of the account: which functions give it, what becomes of its rows, and of those that are no longer in it. */
interface AccountList {
  /** The first that the account has is asked. */
  readonly functions: readonly ListFunction[];
  /** From the start of a sweep to the next one. */
  readonly intervalMs: number;
  /** It has one row, which needs no id. */
  readonly isOneRecord?: boolean;
  write(db: StoreKeeperDb, rows: readonly ListRow[], context: PageContext): Promise<WrittenPage>;
  /** After a sweep that has seen every row, with those that it has not seen. */
  removeUnseen?(db: StoreKeeperDb, rowIds: readonly number[]): Promise<void>;
  /** After every sweep. */
  finish?(db: StoreKeeperDb, now: number): Promise<void>;
}

const HOUR_MS = 60 * 60_000;

const DAY_MS = 24 * HOUR_MS;

export const LISTS: Readonly<Record<ListName, AccountList>> = {
  ownShop: {
    functions: ['getShopWithRelation'],
    intervalMs: HOUR_MS,
    isOneRecord: true,
    async write(db, rows) {
      await insertMissing(db, 'payment_providers', [UNKNOWN_PROVIDER]);
      return writeEach('shop', rows, async (id, record) => {
        const { homeCountry } = await accountFacts.read(db);
        const business = record.part('relation_data').part('business_data');
        const ownShopId = record.id('id');
        const country = countryOf(business.text('country_iso2'), homeCountry);
        await accountFacts.change(db, { ownShopId, homeCountry: country });
        if (ownShopId !== null) await writeShops(db, [mapShop(id, record, country)]);
        return true;
      });
    },
  },
  configuration: {
    functions: ['listConfigurations'],
    intervalMs: HOUR_MS,
    isOneRecord: true,
    async write(db, rows, { readAt }) {
      const { giftCardProducts: before } = await accountFacts.read(db);
      await accountFacts.change(db, { giftCardProducts: [] });
      // Orders that came before it could not tell what a gift card is.
      if (before === null && (await hasReadOrder(db))) await readOrdersAgain(db, readAt);
      return writeEach('list', rows.slice(0, 1), async (_id, record) => {
        await accountFacts.change(db, { giftCardProducts: giftCardProductsOf(record) });
        return true;
      });
    },
  },
  taxRates: {
    functions: ['listTaxRates'],
    intervalMs: HOUR_MS,
    write: (db, rows) =>
      writeEach('tax_rate', rows, async (id, record) => {
        const rate = mapTaxRate(id, record);
        if (rate !== null) await upsertRows(db, 'tax_rates', [rate]);
        return rate !== null;
      }),
  },
  paymentMethods: {
    functions: ['listTranslatedPaymentMethodForHooks'],
    intervalMs: HOUR_MS,
    write: (db, rows) =>
      writeEach('payment_method', rows, async (id, record) => {
        await upsertRows(db, 'payment_providers', [mapPaymentMethod(id, record)]);
        return true;
      }),
    async removeUnseen(db) {
      const listed = await readRowIds(db, 'paymentMethods');
      await deactivateUnlisted(db, 'payment_providers', [...listed, UNKNOWN_PROVIDER.id]);
    },
  },
  locations: {
    functions: ['listLocationsForHook'],
    intervalMs: HOUR_MS,
    write: (db, rows) =>
      writeEach('location', rows, async (id, record) => {
        const { homeCountry } = await accountFacts.read(db);
        await upsertRows(db, 'locations', [mapLocation(id, record, homeCountry)]);
        return true;
      }),
    async removeUnseen(db) {
      const ours = (await readRowIds(db, 'locations')).flatMap((id) => locationIdOf(id) ?? []);
      await deactivateUnlisted(db, 'locations', ours);
      await accountFacts.change(db, { onlyLocationId: await readOnlyActive(db, ours) });
    },
  },
  products: {
    functions: ['naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts'],
    intervalMs: HOUR_MS,
    write: writeProducts,
    removeUnseen: async (db, rowIds) => {
      await removeNotes(
        db,
        rowIds.map((id) => `product_row:${id}`),
      );
      await removeUnseenProducts(db, 'products');
    },
    async finish(db, now) {
      const before = await turnoverGroups.find(db);
      // Lines of orders that came before the products are in no group.
      if (before === null && (await hasReadOrder(db))) await readOrdersAgain(db, now);
      const areKnown = await hasTurnoverGroups(db, NO_GROUP_ID);
      await turnoverGroups.write(db, { areKnown, since: before?.since ?? now });
    },
  },
  customers: {
    functions: ['listCustomerRelations'],
    intervalMs: DAY_MS,
    write: writeCustomerRows,
    removeUnseen: (db) => removeUnlistedCustomers(db, 'customers'),
  },
};

export const REFERENCE_LISTS = ['ownShop', 'configuration', 'taxRates', 'paymentMethods', 'locations'] as const;

/** Whether products name their turnover groups at all. */
const turnoverGroups = jsonFact('turnover_groups', { areKnown: false, since: 0 });

/** Whether products name groups, and every order has been read since these are known. */
export async function areGroupsKnown(db: StoreKeeperDb): Promise<boolean> {
  const { areKnown, since } = await turnoverGroups.read(db);
  return areKnown && !(await hasOrderReadBefore(db, since));
}

async function hasReadOrder(db: StoreKeeperDb): Promise<boolean> {
  return (await hasOrderInState(db, 'read')) || (await hasOrderInState(db, 'unreadable'));
}

/** Writes row after row. `write` answers false for one that lacks what a row needs. */
async function writeEach(
  sort: NotedRecord,
  rows: readonly ListRow[],
  write: (id: number, record: Members) => Promise<boolean>,
): Promise<WrittenPage> {
  const notes = new Map<string, readonly NewNote[]>();
  for (const { id, raw } of rows) {
    const record = readMembers(raw, []);
    const isUsable = await write(id, record);
    const unreadable = noteUnreadableMembers(sort, id, record.unreadable);
    notes.set(`${sort}:${id}`, isUsable ? unreadable : [createNote('record_unreadable', sort, id)]);
  }
  return { notes };
}

async function writeCustomerRows(db: StoreKeeperDb, rows: readonly ListRow[]): Promise<WrittenPage> {
  const { homeCountry } = await accountFacts.read(db);
  const notes = new Map<string, readonly NewNote[]>();
  const seen = new Map<number, number>();
  const records = rows.map(({ id, raw }) => ({ id, record: readMembers(raw, []) }));
  const listed = records.filter(({ record }) => record.flag('deleted') !== true);
  const known = await readCustomers(
    db,
    listed.map(({ id }) => id),
  );
  const customers = listed.map(({ id, record }) => {
    const customer = mapCustomer(id, record, homeCountry);
    // 0: the list does not say since when; that of the first order is then the best that is known.
    return { ...customer, date_created: customer.date_created || (known.get(id)?.date_created ?? 0) };
  });
  await writeCustomers(db, customers);
  for (const { id, record } of records) {
    notes.set(`customer:${id}`, noteUnreadableMembers('customer', id, record.unreadable));
    // Deleted ones are listed as well, and are nobody.
    seen.set(id, record.flag('deleted') === true ? 0 : id);
  }
  return { notes, records: seen };
}

/** A product that several shops sell has a row for each: the one with the lowest id counts. */
async function writeProducts(
  db: StoreKeeperDb,
  rows: readonly ListRow[],
  { sweep, known }: PageContext,
): Promise<WrittenPage> {
  const notes = new Map<string, readonly NewNote[]>();
  const readable: ProductRow[] = [];
  const records = new Map<number, number>();
  for (const { id, raw } of rows) {
    const row = readProductRow(raw);
    notes.set(`product_row:${id}`, row === null ? [createNote('record_unreadable', 'product_row', id)] : []);
    // One that cannot be read is seen all the same: its product is not gone.
    records.set(id, row?.productId ?? known.get(id)?.record_id ?? 0);
    if (row !== null) readable.push(row);
  }
  const productIds = readable.map(({ productId }) => productId);
  const firstRows = await readFirstRows(db, { list: 'products', sweep }, productIds);
  const firsts = new Map([...firstRows].map(([id, { row_id }]) => [id, row_id]));
  for (const { id, productId } of readable) firsts.set(productId, Math.min(id, firsts.get(productId) ?? id));
  const mapped = await mapPage(
    db,
    readable.filter(({ id, productId }) => firsts.get(productId) === id),
  );
  await writeWhatProductsName(db, mapped);
  await writeProductRows(db, {
    products: mapped.map(({ product }) => product),
    prices: mapped.flatMap(({ prices }) => prices),
    stockRows: mapped.flatMap(({ stockRows }) => stockRows),
  });
  for (const { product, notes: all } of mapped) {
    // That of a VAT rate is its own: the next reading of the product finds the rate there, and has none.
    const ofRates = all.filter(({ kind }) => kind === 'tax_rate_from_line');
    for (const note of ofRates) notes.set(note.record, [note]);
    notes.set(
      `product:${product.id}`,
      all.filter((note) => !ofRates.includes(note)),
    );
  }
  return { notes, records };
}

/** Products of a page, each of one row. */
async function mapPage(db: StoreKeeperDb, rows: readonly ProductRow[]): Promise<readonly MappedProduct[]> {
  const { homeCountry, onlyLocationId } = await accountFacts.read(db);
  const taxRates = await readTaxRateIds(db);
  const given = new Map(rows.map(({ productId, sku }) => [productId, sku]));
  const candidates = rows.flatMap(({ productId, sku }) => [
    sku,
    `${sku}~${productId}`,
    `${sku}~${productId}~${productId}`,
  ]);
  const owners = await readSkuOwners(db, candidates);
  const written = new Map<string, number>();
  const context = {
    ...{ homeCountry, onlyLocationId },
    hasTaxRate: (id: number) => taxRates.has(id),
    isSkuTaken(sku: string, productId: number) {
      const here = written.get(sku);
      if (here !== undefined) return here !== productId;
      const owner = owners.get(sku);
      if (owner === undefined || owner === productId) return false;
      // A product of this page that has the SKU and is given another one now lets go of it.
      const givenToOwner = given.get(owner);
      return givenToOwner === undefined || givenToOwner === '' || givenToOwner === sku;
    },
  };
  return rows.map((row) => {
    const product = mapProduct(row, context);
    written.set(product.product.sku, row.productId);
    for (const { id } of product.taxRates) taxRates.add(id);
    return product;
  });
}

/** Turnover groups, VAT rates and locations that products name and the copy does not have. */
async function writeWhatProductsName(db: StoreKeeperDb, mapped: readonly MappedProduct[]): Promise<void> {
  const { homeCountry } = await accountFacts.read(db);
  const groupIds = mapped.map(({ product }) => product.product_group_id);
  await insertMissing(db, 'turnover_groups', groupIds.map(mapTurnoverGroup));
  const rates: readonly TaxRatesTable[] = mapped.flatMap(({ taxRates }) => taxRates);
  await insertMissing(db, 'tax_rates', rates);
  const locationIds = mapped.flatMap(({ stockRows }) => stockRows.map(({ location_id }) => location_id));
  const locations = locationIds.map((id) => unlistedLocation(id, homeCountry));
  await insertMissing(db, 'locations', locations);
}
