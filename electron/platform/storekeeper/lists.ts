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
import { accountFacts, createJsonFact } from './facts.ts';
import type { ListFunction } from './functions.ts';
import { type MappedProduct, mapProduct, type ProductRow, readProductRow } from './map-products.ts';
import {
  createUnlistedLocation,
  getCountry,
  getGiftCardProducts,
  mapCustomer,
  mapLocation,
  mapPaymentMethod,
  mapShop,
  mapTaxRate,
  mapTurnoverGroup,
  NO_GROUP_ID,
  toLocationId,
  UNKNOWN_PROVIDER,
} from './map-reference.ts';
import { createNote, createUnreadableNotes, type NotedRecord } from './notes.ts';
import { makeAllOrdersDue } from './order-listing.ts';
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
  /** Notes by owner. */
  readonly notes: ReadonlyMap<string, readonly NewNote[]>;
  /** The record of each row. Default: the row itself. */
  readonly records?: ReadonlyMap<number, number>;
}

interface PageContext {
  readonly sweep: number;
  /** The rows as they were last seen. */
  readonly known: ReadonlyMap<number, SeenRowsTable>;
  /** In milliseconds since the epoch. */
  readonly readAt: number;
}

/** A list of the account: how to read it, and what to do with its rows and with rows that disappeared. */
interface AccountList {
  /** The first function that the account has is used. */
  readonly functions: readonly ListFunction[];
  /** Interval between the starts of two sweeps. */
  readonly intervalMs: number;
  /** Whether the list has one row, which needs no id. */
  readonly isOneRecord?: boolean;
  write(db: StoreKeeperDb, rows: readonly ListRow[], context: PageContext): Promise<WrittenPage>;
  /** Called after a complete sweep with the rows that it did not see. */
  removeUnseen?(db: StoreKeeperDb, rowIds: readonly number[]): Promise<void>;
  /** Called after every sweep. */
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
        const country = getCountry(business.text('country_iso2'), homeCountry);
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
      // Orders that were read earlier could not recognise gift cards.
      if (before === null && (await hasReadOrder(db))) await makeAllOrdersDue(db, readAt);
      return writeEach('list', rows.slice(0, 1), async (_id, record) => {
        await accountFacts.change(db, { giftCardProducts: getGiftCardProducts(record) });
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
      const ours = (await readRowIds(db, 'locations')).flatMap((id) => toLocationId(id) ?? []);
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
      // Orders that were read earlier have lines without a group.
      if (before === null && (await hasReadOrder(db))) await makeAllOrdersDue(db, now);
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

/** Whether products have turnover groups. */
const turnoverGroups = createJsonFact('turnover_groups', { areKnown: false, since: 0 });

/** Whether products have groups and every order was read after they became known. */
export async function hasKnownGroups(db: StoreKeeperDb): Promise<boolean> {
  const { areKnown, since } = await turnoverGroups.read(db);
  return areKnown && !(await hasOrderReadBefore(db, since));
}

async function hasReadOrder(db: StoreKeeperDb): Promise<boolean> {
  return (await hasOrderInState(db, 'read')) || (await hasOrderInState(db, 'unreadable'));
}

/** Writes rows one by one. `write` returns false if the record lacks required data. */
async function writeEach(
  kind: NotedRecord,
  rows: readonly ListRow[],
  write: (id: number, record: Members) => Promise<boolean>,
): Promise<WrittenPage> {
  const notes = new Map<string, readonly NewNote[]>();
  for (const { id, raw } of rows) {
    const record = readMembers(raw, []);
    const isUsable = await write(id, record);
    const unreadable = createUnreadableNotes(kind, id, record.unreadable);
    notes.set(`${kind}:${id}`, isUsable ? unreadable : [createNote('record_unreadable', kind, id)]);
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
    // 0 means that the list has no creation date. The date of the first order is then the best known one.
    return { ...customer, date_created: customer.date_created || (known.get(id)?.date_created ?? 0) };
  });
  await writeCustomers(db, customers);
  for (const { id, record } of records) {
    notes.set(`customer:${id}`, createUnreadableNotes('customer', id, record.unreadable));
    // Deleted customers are listed too, and are stored as seen without a record.
    seen.set(id, record.flag('deleted') === true ? 0 : id);
  }
  return { notes, records: seen };
}

/** A product that is sold in several shops has one row per shop. The row with the lowest id counts. */
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
    // An unreadable row still counts as seen: its product was not removed.
    records.set(id, row?.productId ?? known.get(id)?.record_id ?? 0);
    if (row !== null) readable.push(row);
  }
  const productIds = readable.map(({ productId }) => productId);
  const firstRows = await readFirstRows(db, { list: 'products', sweep }, productIds);
  const firsts = new Map([...firstRows].map(([id, { row_id }]) => [id, row_id]));
  for (const { id, productId } of readable) firsts.set(productId, Math.min(id, firsts.get(productId) ?? id));
  const mapped = await mapProducts(
    db,
    readable.filter(({ id, productId }) => firsts.get(productId) === id),
  );
  await insertReferenced(db, mapped);
  await writeProductRows(db, {
    products: mapped.map(({ product }) => product),
    prices: mapped.flatMap(({ prices }) => prices),
    stockRows: mapped.flatMap(({ stockRows }) => stockRows),
  });
  for (const { product, notes: all } of mapped) {
    // The note about a VAT rate has its own owner: the next reading of the product finds the rate and would remove it.
    const rateNotes = all.filter(({ kind }) => kind === 'tax_rate_from_line');
    for (const note of rateNotes) notes.set(note.record, [note]);
    notes.set(
      `product:${product.id}`,
      all.filter((note) => !rateNotes.includes(note)),
    );
  }
  return { notes, records };
}

/** Maps the products of a page, one row each. */
async function mapProducts(db: StoreKeeperDb, rows: readonly ProductRow[]): Promise<readonly MappedProduct[]> {
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
      // The owner is in this page and gets another SKU, so its old one becomes free.
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

/** Inserts turnover groups, VAT rates and locations that products refer to and the copy lacks. */
async function insertReferenced(db: StoreKeeperDb, mapped: readonly MappedProduct[]): Promise<void> {
  const { homeCountry } = await accountFacts.read(db);
  const groupIds = mapped.map(({ product }) => product.product_group_id);
  await insertMissing(db, 'turnover_groups', groupIds.map(mapTurnoverGroup));
  const rates: readonly TaxRatesTable[] = mapped.flatMap(({ taxRates }) => taxRates);
  await insertMissing(db, 'tax_rates', rates);
  const locationIds = mapped.flatMap(({ stockRows }) => stockRows.map(({ location_id }) => location_id));
  const locations = locationIds.map((id) => createUnlistedLocation(id, homeCountry));
  await insertMissing(db, 'locations', locations);
}
