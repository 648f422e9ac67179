import type { ItemType } from '../../../../shared/contract/orders.ts';
import { type Amount, QUANTITY_SCALE, sumOf } from '../../../../shared/money.ts';
import type { OrderItemsTable, TaxRatesTable } from '../../../store/schema.ts';
import { type Note, type NoteDetail, noteOf } from './notes.ts';
import { lineRateOf, NO_GROUP_ID, taxRateOfLine } from './reference.ts';
import type { OrderItemRecord, OrderRecord } from './wire-records.ts';
import { amountOf, flagOf, idOf, percentageOf, quantityOf, shareOf, textOf } from './wire-values.ts';

/** A line as the store has it, but for what StoreKeeper does not say: its cost is not known, and never 0. */
export interface MappedItem extends Omit<OrderItemsTable, 'account_id' | 'order_id' | 'type' | 'cost_ex'> {
  /** `other` is no revenue and none of the kinds that ours have. */
  readonly type: ItemType | 'other';
  readonly cost_ex: null;
}

export interface ItemContext {
  readonly accountId: number;
  readonly homeCountry: string;
  /** Of `mapConfiguration`. */
  readonly giftCardProducts: ReadonlySet<number>;
  /** The turnover group of a product; undefined for one that the copy does not have. */
  groupOf(productId: number): number | undefined;
  hasTaxRate(id: number): boolean;
}

export interface MappedItems {
  readonly items: readonly MappedItem[];
  /** Rates that a line names and the account does not list. */
  readonly taxRates: readonly TaxRatesTable[];
  readonly notes: readonly Note[];
}

/** Two amounts of one thing: excluding and including VAT. */
export interface BothSides {
  readonly ex: Amount;
  readonly wt: Amount;
}

/** What the order is worth and its discount by its header; null where the header leaves it out. */
export interface HeaderAmounts {
  readonly value: BothSides | null;
  readonly discount: BothSides | null;
}

const CENT = 100;

/** The lines of an order, as sold. What came back later is in `returns.ts`. */
export function mapItems(order: OrderRecord, header: HeaderAmounts, context: ItemContext): MappedItems {
  const notes: Note[] = [];
  const lines = [...(order.order_items ?? [])].sort((a, b) => rowOf(a) - rowOf(b));
  const sold = lines.filter((line) => (quantityOf(line.quantity) ?? 0) !== 0);
  for (const line of lines) {
    if (sold.includes(line)) continue;
    notes.push(noteOf('quantity_zero', 'order_item', line.id, nameAndPriceOf(line)));
  }
  const mapped = sold.map((line) => mapItem(line, context));
  const unpriced = sold.filter(({ price, price_wt }) => amountOf(price) === null || amountOf(price_wt) === null);
  notes.push(...unpriced.map((line) => noteOf('line_price_missing', 'order_item', line.id, nameAndPriceOf(line))));
  notes.push(...mapped.flatMap(({ notes: own }) => own));
  const rates = ratesOf(sold, mapped, context);
  const withTheirVat = settleVat(
    order,
    header.value,
    mapped.map(({ item }) => item),
    sold,
  );
  const settled = settleDiscount(order, header.discount, withTheirVat.items);
  return {
    items: settled.items,
    taxRates: rates.map(({ rate }) => rate),
    notes: [...notes, ...rates.map(({ note }) => note), ...withTheirVat.notes, ...settled.notes],
  };
}

function rowOf({ rownb }: OrderItemRecord): number {
  return quantityOf(rownb) ?? 0;
}

function nameAndPriceOf({ name, price_wt }: OrderItemRecord): NoteDetail {
  const amount = amountOf(price_wt);
  return { given: textOf(name), ...(amount !== null && { amount }) };
}

/** A side of the price that is missing is 0, with a note: what the order is worth is for its header to say. */
function mapItem(line: OrderItemRecord, context: ItemContext) {
  const quantity = quantityOf(line.quantity) ?? 0;
  const value = { ex: amountOf(line.price) ?? 0, wt: amountOf(line.price_wt) ?? 0 };
  const ppu = {
    ex: unitPrice([line.before_discount_ppu, line.ppu], value.ex, quantity),
    wt: unitPrice([line.before_discount_ppu_wt, line.ppu_wt], value.wt, quantity),
  };
  const isDiscounted = flagOf(line.is_with_discount) === true;
  const productId = idOf(line.product_id);
  const { type, notes } = typeOf(line, value, context);
  const isProduct = type === 'product';
  const group = productId === null ? undefined : context.groupOf(productId);
  const item: MappedItem = {
    id: Number(line.id),
    type,
    product_id: productId,
    sku: textOf(line.sku) || null,
    title: textOf(line.name),
    product_group_id: isProduct ? (group ?? NO_GROUP_ID) : null,
    quantity,
    ppu: ppu.ex,
    ppu_wt: ppu.wt,
    discount_wt: isDiscounted ? discountOf(line.before_discount_ppu_wt, value.wt, quantity) : 0,
    discount_ex: isDiscounted ? discountOf(line.before_discount_ppu, value.ex, quantity) : 0,
    value_wt: value.wt,
    value_ex: value.ex,
    tax_rate_id: isProduct ? (lineRateOf(line)?.id ?? null) : null,
    cost_ex: null,
  };
  return { item, notes };
}

/** The first price that is given; where none is, what the line says of one unit. */
function unitPrice(given: readonly OrderItemRecord['ppu'][], value: Amount, quantity: number): Amount {
  const known = given.map(amountOf).find((price) => price !== null);
  return known ?? shareOf(value, QUANTITY_SCALE, quantity);
}

/** Quantity times the price before, in whole cents, less what the line came to; 0 where the price before is not given. */
function discountOf(before: OrderItemRecord['ppu'], value: Amount, quantity: number): Amount {
  const price = amountOf(before);
  return price === null ? 0 : shareOf(quantity, price, QUANTITY_SCALE * CENT) * CENT - value;
}

/** What is no product has no VAT: a gift card that was sold with VAT is turnover as every product is. */
function typeOf(line: OrderItemRecord, value: BothSides, { giftCardProducts }: ItemContext) {
  const hasVat = value.ex !== value.wt || (percentageOf(line.tax) ?? 0) !== 0;
  const isGiftCard = giftCardProducts.has(idOf(line.product_id) ?? 0);
  if (isGiftCard && hasVat) {
    const note = noteOf('gift_card_with_vat', 'order_item', line.id, { amount: value.wt });
    return { type: 'product' as const, notes: [note] };
  }
  if (isGiftCard) return { type: 'gift_card' as const, notes: [] };
  const isOther = flagOf(line.is_turnover) === false && !hasVat;
  return { type: isOther ? ('other' as const) : ('product' as const), notes: [] };
}

function ratesOf(
  lines: readonly OrderItemRecord[],
  mapped: readonly { readonly item: MappedItem }[],
  context: ItemContext,
) {
  const named = lines.flatMap((line, at) => {
    const rate = mapped[at]?.item.tax_rate_id === null ? null : lineRateOf(line);
    return rate === null || context.hasTaxRate(rate.id) ? [] : [[rate.id, rate] as const];
  });
  return [...new Map(named).values()].map((rate) => taxRateOfLine(rate, context.accountId, context.homeCountry));
}

interface Settled {
  readonly items: readonly MappedItem[];
  readonly notes: readonly Note[];
}

/**
 * The value without VAT is rounded once for each rate, and for each line besides: the cents by which the lines miss their
 * rate go to its largest line, so that the VAT is theirs. Without sums by rate the header says what the lines come to.
 */
function settleVat(
  order: OrderRecord,
  headed: BothSides | null,
  items: readonly MappedItem[],
  lines: readonly OrderItemRecord[],
): Settled {
  const rows = taxRowsOf(order);
  if (rows.length === 0) return headed === null ? { items, notes: [] } : settleByHeader(headed, items);
  const notes: Note[] = [];
  let settled = items;
  for (const row of rows) {
    const members = items.filter((_item, at) => lineRateOf(lines[at] ?? {})?.id === row.rateId);
    const ours = sidesOf(members);
    const missing = row.sides.ex - ours.ex;
    const receiver = largest(members.filter(({ type }) => type === 'product'));
    const isOfTheseLines = row.sides.wt === ours.wt;
    if (isOfTheseLines && missing !== 0 && receiver !== undefined) settled = withValue(settled, receiver, missing);
    if (!isOfTheseLines || Math.abs(missing) > CENT * members.length || (missing !== 0 && receiver === undefined)) {
      notes.push(differing('tax_row_differs', order, `rate ${row.rateId}`, row.sides, ours));
    }
  }
  return { items: settled, notes };
}

function settleByHeader(headed: BothSides, items: readonly MappedItem[]): Settled {
  const ours = sidesOf(items);
  const products = items.filter(({ type }) => type === 'product');
  const receiver = largest(products.filter(({ value_ex, value_wt }) => value_ex !== value_wt)) ?? largest(products);
  const missing = headed.ex - ours.ex;
  const isRounding = headed.wt === ours.wt && missing !== 0 && Math.abs(missing) <= CENT * items.length;
  // What is more than rounding stays as it is: the order is noted as one whose header differs.
  if (!isRounding || receiver === undefined) return { items, notes: [] };
  return { items: withValue(items, receiver, missing), notes: [] };
}

/** Their sums by rate; several rows of one rate are one. */
function taxRowsOf(order: OrderRecord) {
  const rows = new Map<number, BothSides>();
  for (const row of order.order_taxes ?? []) {
    const rate = lineRateOf(row);
    const wt = amountOf(row.row_total_wt);
    const vat = amountOf(row.value);
    const ex = amountOf(row.row_total) ?? (wt === null || vat === null ? null : wt - vat);
    if (rate === null || ex === null || wt === null) continue;
    const known = rows.get(rate.id) ?? { ex: 0, wt: 0 };
    rows.set(rate.id, { ex: known.ex + ex, wt: known.wt + wt });
  }
  return [...rows].map(([rateId, sides]) => ({ rateId, sides }));
}

/** The header rounds the discount once: cents by which the lines miss it go to the largest discounted line. */
function settleDiscount(order: OrderRecord, headed: BothSides | null, items: readonly MappedItem[]): Settled {
  const discounted = items.filter(({ discount_wt, discount_ex }) => discount_wt !== 0 || discount_ex !== 0);
  const ours = {
    ex: sumOf(items, ({ discount_ex }) => discount_ex),
    wt: sumOf(items, ({ discount_wt }) => discount_wt),
  };
  if (headed === null || (headed.ex === ours.ex && headed.wt === ours.wt)) return { items, notes: [] };
  const [ex, wt] = [headed.ex - ours.ex, headed.wt - ours.wt];
  const receiver = largest(discounted);
  const most = CENT * discounted.length;
  if (receiver === undefined || Math.abs(ex) > most || Math.abs(wt) > most) {
    return { items, notes: [differing('discount_differs', order, 'discount', headed, ours)] };
  }
  const changed = {
    ...receiver,
    discount_ex: receiver.discount_ex + ex,
    discount_wt: receiver.discount_wt + wt,
  };
  return { items: items.map((item) => (item === receiver ? changed : item)), notes: [] };
}

function withValue(items: readonly MappedItem[], receiver: MappedItem, added: Amount): readonly MappedItem[] {
  return items.map((item) => (item.id === receiver.id ? { ...item, value_ex: item.value_ex + added } : item));
}

/** By what it came to, whichever direction; the first of several. */
export function largest<Item extends Pick<MappedItem, 'value_wt'>>(items: readonly Item[]): Item | undefined {
  return items.reduce<Item | undefined>(
    (most, item) => (most && Math.abs(most.value_wt) >= Math.abs(item.value_wt) ? most : item),
    undefined,
  );
}

export function sidesOf(items: readonly Pick<MappedItem, 'value_ex' | 'value_wt'>[]): BothSides {
  return { ex: sumOf(items, ({ value_ex }) => value_ex), wt: sumOf(items, ({ value_wt }) => value_wt) };
}

/** Says the side that differs: that with VAT where both do. */
export function differing(
  kind: 'header_differs' | 'tax_row_differs' | 'discount_differs' | 'return_differs',
  order: Pick<OrderRecord, 'id'>,
  given: string,
  theirs: BothSides,
  ours: BothSides,
): Note {
  const side = theirs.wt === ours.wt ? 'ex' : 'wt';
  return noteOf(kind, 'order', order.id, { given: `${given} ${side}`, theirs: theirs[side], ours: ours[side] });
}
