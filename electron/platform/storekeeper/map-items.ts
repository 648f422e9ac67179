import type { ItemType } from '../../../shared/contract/orders.ts';
import { type Amount, QUANTITY_SCALE, sumOf } from '../../../shared/money.ts';
import type { OrderItemsTable, TaxRatesTable } from '../../store/schema.ts';
import { calculateShare } from './decimals.ts';
import { createTaxRate, NO_GROUP_ID } from './map-reference.ts';
import { createNote, type Note } from './notes.ts';
import { createReplacementId, type GivenSides, type ItemRecord, type OrderRecord, UnreadableOrder } from './records.ts';

/** A line as stored. Costs are unknown: the column is not nullable, so it is 0 and answers say `null`. */
export type MappedItem = Omit<OrderItemsTable, 'account_id' | 'order_id' | 'type'> & { readonly type: ItemType };

export interface ItemContext {
  readonly homeCountry: string;
  /** `null` until they are known. */
  readonly giftCardProducts: ReadonlySet<number> | null;
  /** Returns the turnover group of a product; `undefined` if the copy does not have the product. */
  getGroup(productId: number): number | undefined;
  hasTaxRate(id: number): boolean;
}

export interface MappedItems {
  readonly items: readonly MappedItem[];
  /** Rates that a line refers to and the account does not list. */
  readonly taxRates: readonly TaxRatesTable[];
  readonly notes: readonly Note[];
}

/** An amount excluding and including VAT. */
export interface BothSides {
  readonly ex: Amount;
  readonly wt: Amount;
}

/** Value and discount of the order as sold, from its header. `null` if the header has none. */
export interface HeaderAmounts {
  readonly value: { readonly ex: Amount | null; readonly wt: Amount };
  readonly discount: BothSides | null;
}

export const CENT = 100;

const ONE_PIECE = QUANTITY_SCALE;

/** 100 percent in 1/100. */
const FULL_PERCENTAGE = 10_000;

/**
 * Maps the lines of an order as sold; `map-corrections.ts` handles refunds. Throws `UnreadableOrder` if a line may or
 * may not be a gift card.
 */
export function mapItems(order: OrderRecord, header: HeaderAmounts, context: ItemContext): MappedItems {
  const notes: Note[] = [];
  const lines = priceLines(order, header, notes);
  const ambiguous = lines.find((line) => isAmbiguous(line, context));
  if (ambiguous !== undefined) throw new UnreadableOrder(AMBIGUOUS_LINE, order.date);
  const mapped = lines.map((line) => mapItem(line, context, notes));
  const rates = listNewRates(lines, mapped, context);
  const vatSettled = settleVat(order, header.value, mapped, lines);
  const settled = settleDiscount(order, header.discount, vatSettled.items);
  return {
    items: settled.items,
    taxRates: rates.map(({ rate }) => rate),
    notes: [...notes, ...rates.map(({ note }) => note), ...vatSettled.notes, ...settled.notes],
  };
}

interface PricedLine extends Omit<ItemRecord, 'quantity'> {
  readonly quantity: number;
  readonly value: BothSides;
}

/**
 * Lines with quantity and price. A missing quantity is 1. A missing price is what the header has beyond the other
 * lines, so that the order has the value that StoreKeeper reports.
 */
function priceLines(order: OrderRecord, header: HeaderAmounts, notes: Note[]): PricedLine[] {
  // One line is not a record. Its value is the header's minus the other lines.
  const hasLostLine = order.unreadable.includes('order_items');
  const given = hasLostLine ? [...order.items, createLostLine(order)] : order.items;
  const sold = given.filter(({ quantity }) => quantity !== 0);
  for (const line of order.items) {
    if (line.quantity === 0) notes.push(createNote('quantity_zero', 'order_item', line.id, getNoteDetail(line)));
  }
  const unpriced = sold.filter(({ price }) => price.ex === null || price.wt === null);
  notes.push(...unpriced.map((line) => createNote('line_price_missing', 'order_item', line.id, getNoteDetail(line))));
  const lost = sold.find(({ price }) => price.ex === null && price.wt === null);
  const known = sumOf(sold, (line) => getValueWithVat(line) ?? 0);
  const rest = header.value.wt - known;
  return sold.map((line) => {
    const wt = getValueWithVat(line) ?? (line === lost ? rest : 0);
    const ex = line.price.ex ?? removeVat(wt, line.rate?.value ?? 0);
    const quantity = line.quantity ?? (wt < 0 ? -ONE_PIECE : ONE_PIECE);
    return { ...line, quantity, value: { ex, wt } };
  });
}

const LOST_LINE_TITLE = 'Onleesbare regel';

function createLostLine({ id, taxes }: OrderRecord): ItemRecord {
  const none = { ex: null, wt: null };
  return {
    ...{
      id: createReplacementId(id, 0),
      productId: null,
      sku: '',
      name: LOST_LINE_TITLE,
      quantity: null,
      refundedQuantity: 0,
    },
    ...{ ppu: none, beforeDiscountPpu: none, price: none, rate: taxes.length === 1 ? (taxes[0]?.rate ?? null) : null },
    ...{ isWithDiscount: false, isTurnover: true },
  };
}

/** One side follows from the other and the rate; `null` if both are missing. */
function getValueWithVat({ price, rate }: ItemRecord): Amount | null {
  if (price.wt !== null || price.ex === null) return price.wt;
  return calculateShare(price.ex, FULL_PERCENTAGE + (rate?.value ?? 0), FULL_PERCENTAGE * CENT) * CENT;
}

/** Returns the amount without VAT in whole cents. `percentage` is in 1/100. */
export function removeVat(wt: Amount, percentage: number): Amount {
  return calculateShare(wt, FULL_PERCENTAGE, (FULL_PERCENTAGE + percentage) * CENT) * CENT;
}

function getNoteDetail({ name, price }: ItemRecord) {
  return { given: name, ...(price.wt !== null && { amount: price.wt }) };
}

function mapItem(line: PricedLine, context: ItemContext, notes: Note[]): MappedItem {
  const { id, quantity, value, ppu, beforeDiscountPpu: before } = line;
  const type = getType(line, context, notes);
  const isProduct = type === 'product';
  const group = line.productId === null ? undefined : context.getGroup(line.productId);
  return {
    ...{ id, type, product_id: line.productId, sku: line.sku || null, title: line.name, quantity },
    product_group_id: isProduct ? (group ?? NO_GROUP_ID) : null,
    ppu: before.ex ?? ppu.ex ?? calculateShare(value.ex, ONE_PIECE, quantity),
    ppu_wt: before.wt ?? ppu.wt ?? calculateShare(value.wt, ONE_PIECE, quantity),
    discount_wt: line.isWithDiscount ? calculateDiscount(before.wt, value.wt, quantity) : 0,
    discount_ex: line.isWithDiscount ? calculateDiscount(before.ex, value.ex, quantity) : 0,
    ...{ value_wt: value.wt, value_ex: value.ex, cost_ex: 0 },
    tax_rate_id: isProduct ? (line.rate?.id ?? null) : null,
  };
}

/** Quantity times the price before discount, in whole cents, minus the value of the line; 0 without that price. */
function calculateDiscount(before: Amount | null, value: Amount, quantity: number): Amount {
  return before === null ? 0 : calculateShare(quantity, before, QUANTITY_SCALE * CENT) * CENT - value;
}

const AMBIGUOUS_LINE = 'A line without VAT may be a gift card: the configuration of the account is not known yet.';

/** Whether a line may be a gift card, which is not turnover. */
function isAmbiguous(line: PricedLine, { giftCardProducts }: ItemContext): boolean {
  return giftCardProducts === null && line.productId !== null && line.isTurnover === null && !hasVat(line);
}

function hasVat({ value, rate }: PricedLine): boolean {
  return value.ex !== value.wt || (rate?.value ?? 0) !== 0;
}

/** Only products have VAT. A gift card that was sold with VAT is turnover like any product. */
function getType(line: PricedLine, { giftCardProducts }: ItemContext, notes: Note[]): ItemType {
  const isGiftCard = giftCardProducts?.has(line.productId ?? 0) === true;
  if (isGiftCard && hasVat(line)) {
    notes.push(createNote('gift_card_with_vat', 'order_item', line.id, { amount: line.value.wt }));
    return 'product';
  }
  if (isGiftCard) return 'gift_card';
  return line.isTurnover === false && !hasVat(line) ? 'other' : 'product';
}

function listNewRates(lines: readonly PricedLine[], mapped: readonly MappedItem[], context: ItemContext) {
  const named = lines.flatMap(({ rate }, at) => {
    const isUsed = rate !== null && mapped[at]?.tax_rate_id === rate.id && !context.hasTaxRate(rate.id);
    return isUsed ? [[rate.id, rate] as const] : [];
  });
  return [...new Map(named).values()].map((rate) => createTaxRate(rate, context.homeCountry));
}

interface Settled {
  readonly items: readonly MappedItem[];
  readonly notes: readonly Note[];
}

/**
 * Orders round the value without VAT per rate, and lines round it again. The missing cents of a rate go to its largest
 * line. Without sums per rate, the header decides.
 */
function settleVat(
  order: OrderRecord,
  header: HeaderAmounts['value'],
  items: readonly MappedItem[],
  lines: readonly PricedLine[],
): Settled {
  const rows = sumTaxRows(order);
  if (rows.length === 0) return header.ex === null ? { items, notes: [] } : settleByHeader(header.ex, header.wt, items);
  const notes: Note[] = [];
  let settled = items;
  for (const row of rows) {
    const members = items.filter((_item, at) => lines[at]?.rate?.id === row.rateId);
    const ours = sumSides(members);
    const missing = row.sides.ex - ours.ex;
    const largest = findLargest(members.filter(({ type }) => type === 'product'));
    const isSameTotal = row.sides.wt === ours.wt;
    if (isSameTotal && missing !== 0 && largest !== undefined) settled = addValue(settled, largest, missing);
    if (!isSameTotal || Math.abs(missing) > CENT * members.length || (missing !== 0 && largest === undefined)) {
      notes.push(createDifferenceNote('tax_row_differs', order, `rate ${row.rateId}`, row.sides, ours));
    }
  }
  return { items: settled, notes };
}

function settleByHeader(ex: Amount, wt: Amount, items: readonly MappedItem[]): Settled {
  const ours = sumSides(items);
  const products = items.filter(({ type }) => type === 'product');
  const largest = findLargest(products.filter((one) => one.value_ex !== one.value_wt)) ?? findLargest(products);
  const missing = ex - ours.ex;
  const isRounding = wt === ours.wt && missing !== 0 && Math.abs(missing) <= CENT * items.length;
  // Larger differences stay, and a note says that the header differs.
  if (!isRounding || largest === undefined) return { items, notes: [] };
  return { items: addValue(items, largest, missing), notes: [] };
}

/** StoreKeeper's sums by rate. Several rows of one rate are added up. */
function sumTaxRows(order: OrderRecord) {
  const rows = new Map<number, BothSides>();
  for (const { rate, ex, wt } of order.taxes) {
    if (rate === null || ex === null || wt === null) continue;
    const known = rows.get(rate.id) ?? { ex: 0, wt: 0 };
    rows.set(rate.id, { ex: known.ex + ex, wt: known.wt + wt });
  }
  return [...rows].map(([rateId, sides]) => ({ rateId, sides }));
}

/** The header rounds the discount once. The missing cents go to the largest discounted line. */
function settleDiscount(order: OrderRecord, header: BothSides | null, items: readonly MappedItem[]): Settled {
  const discounted = items.filter(({ discount_wt, discount_ex }) => discount_wt !== 0 || discount_ex !== 0);
  const ours = sumDiscounts(items);
  if (header === null || (header.ex === ours.ex && header.wt === ours.wt)) return { items, notes: [] };
  const [ex, wt] = [header.ex - ours.ex, header.wt - ours.wt];
  const largest = findLargest(discounted);
  const maxDifference = CENT * discounted.length;
  if (largest === undefined || Math.abs(ex) > maxDifference || Math.abs(wt) > maxDifference) {
    return { items, notes: [createDifferenceNote('discount_differs', order, 'discount', header, ours)] };
  }
  const changed = { ...largest, discount_ex: largest.discount_ex + ex, discount_wt: largest.discount_wt + wt };
  return { items: items.map((item) => (item === largest ? changed : item)), notes: [] };
}

function addValue(items: readonly MappedItem[], largest: MappedItem, added: Amount): readonly MappedItem[] {
  return items.map((item) => (item.id === largest.id ? { ...item, value_ex: item.value_ex + added } : item));
}

/** Finds the item with the largest absolute value; the first one if there are several. */
export function findLargest<Item extends Pick<MappedItem, 'value_wt'>>(items: readonly Item[]): Item | undefined {
  return items.reduce<Item | undefined>(
    (most, item) => (most && Math.abs(most.value_wt) >= Math.abs(item.value_wt) ? most : item),
    undefined,
  );
}

export function sumSides(items: readonly Pick<MappedItem, 'value_ex' | 'value_wt'>[]): BothSides {
  return { ex: sumOf(items, ({ value_ex }) => value_ex), wt: sumOf(items, ({ value_wt }) => value_wt) };
}

export function sumDiscounts(items: readonly Pick<MappedItem, 'discount_ex' | 'discount_wt'>[]): BothSides {
  return { ex: sumOf(items, ({ discount_ex }) => discount_ex), wt: sumOf(items, ({ discount_wt }) => discount_wt) };
}

/** Reports the side that differs, including VAT if both do. */
export function createDifferenceNote(
  kind: 'header_differs' | 'tax_row_differs' | 'discount_differs' | 'return_differs',
  order: Pick<OrderRecord, 'id'>,
  given: string,
  theirs: BothSides,
  ours: BothSides,
): Note {
  const side = theirs.wt === ours.wt ? 'ex' : 'wt';
  return createNote(kind, 'order', order.id, { given: `${given} ${side}`, theirs: theirs[side], ours: ours[side] });
}

/** `null` unless both sides are given. */
export function toBothSides({ ex, wt }: GivenSides): BothSides | null {
  return ex === null || wt === null ? null : { ex, wt };
}
