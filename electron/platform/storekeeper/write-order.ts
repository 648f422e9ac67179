import { getLocalDayAt } from '../../../shared/calendar.ts';
import {
  insertMissing,
  type NewNote,
  readOwnerNotes,
  replaceNotes,
  type StoreKeeperDb,
  upsertRows,
} from '../../store/copies/storekeeper-copy-store.ts';
import { changeKnownOrder, getUnreadableOwner, readKnownOrder } from '../../store/copies/storekeeper-known-orders.ts';
import {
  readCustomers,
  readSeenRows,
  readTaxRateIds,
  writeCustomers,
  writeShops,
} from '../../store/copies/storekeeper-lists.ts';
import {
  type CopiedOrder,
  readCopiedOrders,
  readLastPurchase,
  readNumberOwner,
  readProductGroups,
  updateShopLocation,
  writeCopiedOrders,
} from '../../store/copies/storekeeper-orders.ts';
import { type AccountFacts, accountFacts } from './facts.ts';
import { getCorrectionId, mapCorrections } from './map-corrections.ts';
import type { MappedItem } from './map-items.ts';
import { type MappedOrder, mapOrder } from './map-orders.ts';
import {
  createUnlistedLocation,
  mapOrderCustomer,
  mapShop,
  mapTurnoverGroup,
  NO_GROUP_ID,
  UNKNOWN_PROVIDER,
} from './map-reference.ts';
import type { Note } from './notes.ts';
import { type OrderRecord, readMembers } from './records.ts';

/**
 * Updates the copy of an order from its record. `db` must be a transaction. Throws `UnreadableOrder`, and `RangeError`
 * if the record contradicts another one of the copy.
 */
export async function writeOrder(
  db: StoreKeeperDb,
  record: OrderRecord,
  { readAt, nextReadAt }: { readonly readAt: number; readonly nextReadAt: number },
): Promise<void> {
  const { id, date } = record;
  const known = await readKnownOrder(db, id);
  const account = await accountFacts.read(db);
  const copied = await mapRecord(db, record, account, { readAt, isFirstReading: (known?.last_read ?? null) === null });
  await insertReferenced(db, record, copied, account);
  const before = await readCopiedOrders(db, id);
  const isWritten = await writeCopiedOrders(db, id, copied.orders);
  if (isWritten) await updateCustomer(db, record, copied, account);
  await writeNotes(db, id, copied, readAt);
  await replaceNotes(db, getUnreadableOwner(id), [], readAt);
  const month = Math.floor(getLocalDayAt(date) / 100);
  await changeKnownOrder(db, id, {
    ...{ state: 'read', is_new: 0, first_month: month, last_month: month, failures: 0 },
    ...{ purchased_at: date, last_read: readAt, next_read: nextReadAt },
  });
  if (!isWritten) return;
  const shops = [...before, ...copied.orders].map(({ order }) => order.shop_id);
  for (const shop of new Set(shops)) await updateShopLocation(db, shop);
}

interface CopiedRecord {
  /** The order and its corrections; empty if the order is left out. */
  readonly orders: readonly MappedOrder[];
  readonly taxRates: ReturnType<typeof mapOrder>['taxRates'];
  readonly notes: readonly Note[];
}

async function mapRecord(
  db: StoreKeeperDb,
  record: OrderRecord,
  account: AccountFacts,
  reading: { readonly readAt: number; readonly isFirstReading: boolean },
): Promise<CopiedRecord> {
  const { id } = record;
  const productIds = record.items.flatMap(({ productId }) => productId ?? []);
  const groups = await readProductGroups(db, productIds);
  const rates = await readTaxRateIds(db);
  const orderNumber = await findFreeNumber(db, record.number, id);
  const { mapped, taxRates, notes } = mapOrder(record, {
    ...{ homeCountry: account.homeCountry, ownShopId: account.ownShopId, orderNumber },
    giftCardProducts: account.giftCardProducts && new Set(account.giftCardProducts),
    getGroup: (productId) => groups.get(productId),
    hasTaxRate: (rate) => rates.has(rate),
  });
  if (mapped === null) return { orders: [], taxRates, notes };
  const copied = await readCopiedOrders(db, id);
  const copiedSale = copied.find(({ order }) => order.id === id);
  const sold = { ...mapped, items: keepGroups(mapped.items, copiedSale) };
  const earlier = copied.filter(({ order }) => order.id !== id);
  const numbers = new Map<number, string>();
  for (let index = 1; index <= earlier.length + 1; index += 1) {
    numbers.set(index, await findFreeNumber(db, `${orderNumber}-R${index}`, getCorrectionId(id, index)));
  }
  const corrected = mapCorrections({
    ...{ record, sold, earlier, ...reading },
    earlierPayments: copiedSale?.payments.filter((payment) => payment.id !== id) ?? [],
    getNumber: (nth) => numbers.get(nth) ?? `${orderNumber}-R${nth}`,
  });
  const order = { ...sold, payments: [...sold.payments, ...corrected.payments] };
  return { orders: [order, ...corrected.corrections], taxRates, notes: [...notes, ...corrected.notes] };
}

/** Finds the order number. If it is empty or taken by another order, `#` and the id are appended. */
async function findFreeNumber(db: StoreKeeperDb, given: string, id: number): Promise<string> {
  let number = given === '' ? `#${id}` : given;
  while (((await readNumberOwner(db, number)) ?? id) !== id) number = `${number}#${id}`;
  return number;
}

/** Keeps the turnover group in which a product was sold, even if the product moved to another group or was deleted. */
function keepGroups(items: readonly MappedItem[], copied: CopiedOrder | undefined): readonly MappedItem[] {
  const before = new Map(copied?.items.map((item) => [item.id, item]));
  return items.map((item) => {
    const known = before.get(item.id);
    const isSameSale = known !== undefined && known.product_id === item.product_id && known.type === item.type;
    const isGroupKnown = isSameSale && known.product_group_id !== null && known.product_group_id !== NO_GROUP_ID;
    return isGroupKnown ? { ...item, product_group_id: known.product_group_id } : item;
  });
}

/** Inserts locations, shops, VAT rates, groups, payment method and customer that the copy lacks. */
async function insertReferenced(
  db: StoreKeeperDb,
  record: OrderRecord,
  { orders: [first, ...others], taxRates }: CopiedRecord,
  { ownShopId, homeCountry }: AccountFacts,
): Promise<void> {
  await upsertRows(db, 'tax_rates', taxRates);
  if (first === undefined) return;
  const { location_id: locationId, shop_id: shopId } = first.order;
  if (locationId !== null) await insertMissing(db, 'locations', [createUnlistedLocation(locationId, homeCountry)]);
  // The own shop's list has more details than an order.
  const shop = mapShop(shopId, record.shop.id('id') === shopId ? record.shop : readMembers({}), homeCountry);
  if (shopId === ownShopId) await insertMissing(db, 'shops', [{ ...shop, location_id: null }]);
  else if (record.shop.id('id') === shopId) await writeShops(db, [shop]);
  else await insertMissing(db, 'shops', [{ ...shop, location_id: null }]);
  const groupIds = [first, ...others].flatMap(({ items }) => items.flatMap((item) => item.product_group_id ?? []));
  await insertMissing(db, 'turnover_groups', groupIds.map(mapTurnoverGroup));
  await insertMissing(db, 'payment_providers', [UNKNOWN_PROVIDER]);
  const customer = mapOrderCustomer(record, homeCountry);
  const isKnown = customer === null || (await readCustomers(db, [customer.id])).has(customer.id);
  if (customer !== null && !isKnown) await writeCustomers(db, [customer]);
}

/** Updates a customer whom no list has: name and address from the latest order, creation date from the first. */
async function updateCustomer(
  db: StoreKeeperDb,
  record: OrderRecord,
  { orders: [first] }: CopiedRecord,
  { homeCountry }: AccountFacts,
): Promise<void> {
  const found = first === undefined ? null : mapOrderCustomer(record, homeCountry);
  if (found === null || (await readSeenRows(db, 'customers', [found.id])).get(found.id)?.record_id === found.id) return;
  const known = (await readCustomers(db, [found.id])).get(found.id) ?? found;
  const last = await readLastPurchase(db, found.id, record.id);
  const isLatest = last === null || record.date >= last;
  const date_created = Math.min(known.date_created, found.date_created);
  await writeCustomers(db, [{ ...(isLatest ? found : known), date_created }]);
}

/** Notes about one-time events, which later readings would not find again. */
const LASTING_KINDS: readonly string[] = ['return_date_unknown', 'return_differs', 'money_without_goods'];

async function writeNotes(db: StoreKeeperDb, id: number, { orders, notes }: CopiedRecord, at: number): Promise<void> {
  const owner = `order:${id}`;
  // The note about a VAT rate has its own owner: the next reading of the order finds the rate and would remove it.
  const rateNotes = notes.filter(({ kind }) => kind === 'tax_rate_from_line');
  for (const note of rateNotes) await replaceNotes(db, note.record, [note], at);
  const found: NewNote[] = notes.filter((note) => !rateNotes.includes(note));
  const before = orders.length > 1 ? await readOwnerNotes(db, owner) : [];
  const isFound = ({ kind }: NewNote) => found.some((note) => note.kind === kind);
  const lasting = before.filter((note) => LASTING_KINDS.includes(note.kind) && !isFound(note));
  await replaceNotes(db, owner, [...found, ...lasting], at);
}
