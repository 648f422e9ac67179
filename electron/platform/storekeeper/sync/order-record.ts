import { createHash } from 'node:crypto';
import { COPIED_ACCOUNT } from '../../../store/copies/copy-store.ts';
import {
  type NewNote,
  readKnownIds,
  replaceNotes,
  type StoreKeeperDb,
  upsertRows,
} from '../../../store/copies/storekeeper-copy-store.ts';
import { readCustomers, readListedCustomers, writeCustomers } from '../../../store/copies/storekeeper-customers.ts';
import {
  type CopiedOrder,
  readCopiedOrders,
  readKnownOrder,
  readLastPurchase,
  readLocationsOfShop,
  readNotesOf,
  readNumberOwners,
  readProductGroups,
  readShop,
  writeCopiedOrders,
  writeKnownOrder,
  writeLocationOfShop,
} from '../../../store/copies/storekeeper-orders.ts';
import { customerOfOrder, joinCustomers } from '../mapping/customers.ts';
import type { Note } from '../mapping/notes.ts';
import { headerOf, type MappedOrder, mapOrder, type OrderContext } from '../mapping/orders.ts';
import {
  locationKnownById,
  locationOfShop,
  mapShop,
  NO_GROUP_ID,
  shopKnownById,
  turnoverGroupOf,
  unknownProvider,
} from '../mapping/reference.ts';
import { mapReturns } from '../mapping/returns.ts';
import { OrderRecord } from '../mapping/wire-records.ts';
import { amountOf, idOf, partOf, textOf } from '../mapping/wire-values.ts';
import type { AccountFacts } from './account-facts.ts';
import { createLookup, mapWithLookups } from './lookups.ts';
import { WAIT_FOR_PRODUCTS_MS, waitOfOrder } from './order-turns.ts';

export interface OrderSurroundings {
  readonly account: AccountFacts;
  /** Whether shops have a list: it wins over what orders say of a shop. */
  readonly areShopsListed: boolean;
  /** Whether all products were read once: a product that is not there then has no turnover group. */
  readonly areProductsRead: boolean;
}

/**
 * Makes the copy of an order what its record says, and decides when it is read again. `db` has to be a transaction, and
 * the order one that `nameOrders` knows. Throws `RangeError` for a record that makes no order.
 */
export async function writeOrderRecord(
  db: StoreKeeperDb,
  record: OrderRecord,
  readAt: number,
  surroundings: OrderSurroundings,
): Promise<void> {
  const id = Number(record.id);
  const known = await readKnownOrder(db, id);
  if (known === undefined) throw new RangeError(`order ${id} was never named`);
  const copied = await mapRecord(db, record, { readAt, isFirstReading: known.body_hash === null, ...surroundings });
  await writeWhatOrdersName(db, record, copied, surroundings);
  const isWritten = await writeCopiedOrders(db, id, copied.orders.map(toCopied));
  await writeNotes(db, id, copied, readAt);
  const bodyHash = hashOf(record);
  const isUnchanged = known.body_hash === bodyHash && !isWritten;
  if (!isUnchanged) await joinCustomerOfOrder(db, record, copied, surroundings);
  const unchanged = isUnchanged ? known.unchanged + 1 : 0;
  const wait = waitOfOrder(record, unchanged, readAt);
  const first = copied.orders[0]?.order;
  const header = first === undefined ? null : headerOf(record);
  await writeKnownOrder(db, id, {
    ...{ state: 'read', body_hash: bodyHash, unchanged, failures: 0, last_read: readAt },
    next_read: readAt + (copied.isProvisional ? Math.min(wait, WAIT_FOR_PRODUCTS_MS) : wait),
    value_wt: header?.value?.wt ?? null,
    value_ex: header?.value?.ex ?? null,
    discount_wt: header?.discount?.wt ?? null,
    discount_ex: header?.discount?.ex ?? null,
    paid_wt: header === null ? null : amountOf(record.paid_value_wt),
    ...{ shop_id: first?.shop_id ?? null, location_id: first?.location_id ?? null },
  });
  const isElsewhere = known.shop_id !== (first?.shop_id ?? null) || known.location_id !== (first?.location_id ?? null);
  if (isElsewhere || isWritten) await settleShops(db, [known.shop_id, first?.shop_id ?? null]);
}

/** The location of a shop is that of its orders. */
export async function settleShops(db: StoreKeeperDb, shopIds: readonly (number | null)[]): Promise<void> {
  for (const shopId of new Set(shopIds)) {
    if (shopId === null) continue;
    await writeLocationOfShop(db, shopId, locationOfShop(await readLocationsOfShop(db, shopId)));
  }
}

interface CopiedRecord {
  /** The order and its returns; none where it is left out. */
  readonly orders: readonly MappedOrder[];
  readonly taxRates: ReturnType<typeof mapOrder>['taxRates'];
  readonly notes: readonly Note[];
  /** Whether a line names a product that may still come. */
  readonly isProvisional: boolean;
}

interface RecordReading extends OrderSurroundings {
  readonly readAt: number;
  readonly isFirstReading: boolean;
}

async function mapRecord(db: StoreKeeperDb, record: OrderRecord, reading: RecordReading): Promise<CopiedRecord> {
  const { account, readAt, isFirstReading } = reading;
  const lines = record.order_items ?? [];
  const productIds = lines.flatMap(({ product_id }) => idOf(product_id) ?? []);
  const groups = createLookup<number, number | undefined>((ids) => readProductGroups(db, ids), undefined);
  const rates = createLookup<number, boolean>(async (ids) => {
    const found = await readKnownIds(db, 'tax_rates', ids);
    return new Map([...found].map((id) => [id, true]));
  }, false);
  const numbers = createLookup<string, number | null>((texts) => readNumberOwners(db, texts), null);
  await groups.load(productIds);
  await rates.load(lines.flatMap(({ tax_rate_id }) => idOf(tax_rate_id) ?? []));
  await numbers.load([textOf(record.number)]);
  const context: OrderContext = {
    accountId: COPIED_ACCOUNT,
    homeCountry: account.homeCountry,
    ownShopId: account.ownShopId ?? 0,
    giftCardProducts: account.giftCardProducts,
    groupOf: groups.get,
    hasTaxRate: rates.get,
    isNumberTaken: (number, id) => (numbers.get(number) ?? id) !== id,
  };
  const { mapped: asNow, taxRates, notes } = await mapWithLookups(() => mapOrder(record, context));
  if (asNow === null) return { orders: [], taxRates, notes, isProvisional: false };
  if (asNow.order.shop_id === 0) throw new RangeError(`order ${asNow.order.id} names no shop`);
  const { id } = asNow.order;
  const copied = await readCopiedOrders(db, id);
  const mapped = withGroupsOfSale(
    asNow,
    copied.find(({ order }) => order.id === id),
  );
  const returns = copied.filter(({ order }) => order.id !== id);
  const earlier = returns.map((one) => withGroups(toMapped(one), mapped));
  const { isNumberTaken } = context;
  const cameBack = await mapWithLookups(() =>
    mapReturns({ ...{ record, mapped, earlier, isFirstReading, readAt }, isNumberTaken }),
  );
  return {
    orders: [mapped, ...cameBack.returns],
    taxRates,
    notes: [...notes, ...cameBack.notes],
    isProvisional: !reading.areProductsRead && productIds.some((productId) => groups.get(productId) === undefined),
  };
}

/** The column takes no null; the platform answers null for every cost of a copied order. */
const UNKNOWN_COST = 0;

function toCopied({ order, items, payments }: MappedOrder): CopiedOrder {
  return { order, items: items.map((item) => ({ ...item, cost_ex: UNKNOWN_COST })), payments };
}

function toMapped({ order, items, payments }: CopiedOrder): MappedOrder {
  return { order, items: items.map((item) => ({ ...item, cost_ex: null })), payments };
}

/** Turnover stays in the group in which it was sold, also where the product has moved to another one, or is gone. */
function withGroupsOfSale(mapped: MappedOrder, copied: CopiedOrder | undefined): MappedOrder {
  const before = new Map(copied?.items.map((item) => [item.id, item]));
  const items = mapped.items.map((item) => {
    const known = before.get(item.id);
    const isSameSale = known !== undefined && known.product_id === item.product_id && known.type === item.type;
    const isGroupKnown = isSameSale && known.product_group_id !== null && known.product_group_id !== NO_GROUP_ID;
    return isGroupKnown ? { ...item, product_group_id: known.product_group_id } : item;
  });
  return { ...mapped, items };
}

/** A return that was made before its products were there has the turnover groups of what was sold. */
function withGroups(earlier: MappedOrder, sold: MappedOrder): MappedOrder {
  const groups = new Map(sold.items.map(({ product_id, product_group_id }) => [product_id, product_group_id]));
  const items = earlier.items.map((item) =>
    item.product_group_id === NO_GROUP_ID
      ? { ...item, product_group_id: groups.get(item.product_id) ?? NO_GROUP_ID }
      : item,
  );
  return { ...earlier, items };
}

/** Locations, shops, VAT rates, groups, the payment method and the customer, where the copy does not have them. */
async function writeWhatOrdersName(
  db: StoreKeeperDb,
  record: OrderRecord,
  { orders, taxRates }: CopiedRecord,
  surroundings: OrderSurroundings,
): Promise<void> {
  const [first] = orders;
  await upsertRows(db, 'tax_rates', taxRates);
  if (first === undefined) return;
  const { homeCountry } = surroundings.account;
  const { location_id: locationId, date_purchased: purchasedAt } = first.order;
  if (locationId !== null && (await isMissing(db, 'locations', locationId))) {
    await upsertRows(db, 'locations', [locationKnownById(locationId, COPIED_ACCOUNT, surroundings.account)]);
  }
  await writeShop(db, record, first, surroundings);
  const lines = orders.flatMap(({ items }) => items);
  const groupIds = [...new Set(lines.flatMap(({ product_group_id }) => product_group_id ?? []))];
  const knownGroups = await readKnownIds(db, 'turnover_groups', groupIds);
  const newGroups = groupIds.filter((id) => !knownGroups.has(id));
  const groups = newGroups.map((id) => turnoverGroupOf(id, COPIED_ACCOUNT));
  await upsertRows(db, 'turnover_groups', groups);
  const provider = unknownProvider(COPIED_ACCOUNT);
  if (await isMissing(db, 'payment_providers', provider.id)) await upsertRows(db, 'payment_providers', [provider]);
  const customer = customerOfOrder(record, purchasedAt, COPIED_ACCOUNT, homeCountry);
  if (customer !== null && (await isMissing(db, 'customers', customer.id))) {
    await writeCustomers(db, [customer]);
  }
}

async function isMissing(db: StoreKeeperDb, table: Parameters<typeof readKnownIds>[1], id: number): Promise<boolean> {
  return !(await readKnownIds(db, table, [id])).has(id);
}

async function writeShop(
  db: StoreKeeperDb,
  record: OrderRecord,
  { order: { shop_id: shopId } }: MappedOrder,
  { account, areShopsListed }: OrderSurroundings,
): Promise<void> {
  const known = await readShop(db, shopId);
  const isListed = areShopsListed || shopId === account.ownShopId;
  if (known !== undefined && isListed) return;
  const settings = {
    accountId: COPIED_ACCOUNT,
    homeCountry: account.homeCountry,
    locationId: known?.location_id ?? null,
  };
  const given = partOf(record.shop);
  if (given === undefined || Number(given.id) !== shopId) {
    if (known === undefined) await upsertRows(db, 'shops', [shopKnownById(shopId, settings)]);
    return;
  }
  const shop = mapShop(given, settings);
  // An order says less of a shop than a list does.
  const { title, folded_title, type } = shop;
  await upsertRows(db, 'shops', [{ ...shop, ...(known && { ...known, title, folded_title, type }) }]);
}

/** What the order says of a customer who was there before, and whom no list has. */
async function joinCustomerOfOrder(
  db: StoreKeeperDb,
  record: OrderRecord,
  { orders: [first] }: CopiedRecord,
  { account }: OrderSurroundings,
): Promise<void> {
  if (first === undefined) return;
  const { id: orderId, date_purchased: purchasedAt } = first.order;
  const found = customerOfOrder(record, purchasedAt, COPIED_ACCOUNT, account.homeCountry);
  if (found === null || (await readListedCustomers(db, [found.id])).has(found.id)) return;
  const known = (await readCustomers(db, [found.id])).get(found.id);
  if (known === undefined) return;
  const last = await readLastPurchase(db, found.id, orderId);
  await writeCustomers(db, [joinCustomers(known, found, last === null || purchasedAt >= last)]);
}

/** Notes of what was seen to happen, which later readings do not find again. */
const LASTING: readonly string[] = ['return_date_unknown', 'return_taken_back', 'return_exceeds_sale'];

/** The note of a VAT rate is its own: the next reading of the order finds the rate there, and has none. */
async function writeNotes(db: StoreKeeperDb, id: number, { orders, notes }: CopiedRecord, at: number): Promise<void> {
  const owner = `order:${id}`;
  const ofRates = notes.filter(({ kind }) => kind === 'tax_rate_from_line');
  for (const note of ofRates) await replaceNotes(db, note.record, [note], at);
  const found: NewNote[] = notes.filter((note) => !ofRates.includes(note));
  if (orders.length > 1) found.push(...(await lastingNotes(db, owner, found)));
  await replaceNotes(db, owner, found, at);
}

async function lastingNotes(db: StoreKeeperDb, owner: string, found: readonly NewNote[]): Promise<NewNote[]> {
  const before = (await readNotesOf(db, owner)).filter(({ kind }) => LASTING.includes(kind));
  const isNew = ({ kind, record }: { kind: string; record: string }) =>
    !found.some((note) => note.kind === kind && note.record === record);
  return before.filter(isNew);
}

/** Of the members that are read: others may change with every answer. */
function hashOf(record: OrderRecord): string {
  MEMBERS ??= new Set(memberNames(OrderRecord));
  const names = MEMBERS;
  const text = JSON.stringify(record, (name, value: unknown) => {
    const isRead = name === '' || /^\d+$/.test(name) || names.has(name);
    return isRead && value !== null ? value : undefined;
  });
  return createHash('sha256').update(text).digest('base64url');
}

let MEMBERS: ReadonlySet<string> | undefined;

/** Names of all members of a form, and of the forms inside it. */
function memberNames(schema: object): string[] {
  return Object.entries(schema).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [];
    return [...(name === 'properties' ? Object.keys(value) : []), ...memberNames(value)];
  });
}
