import { isCalendarDate } from '../../../shared/calendar.ts';
import type { Amount } from '../../../shared/money.ts';
import { sanitizeLine } from '../../api-client/upstream-answer.ts';
import { scaleDecimal } from './decimals.ts';

/**
 * Reads the members of a record one by one. A missing member is `null`, or an empty text or list. So is an unreadable
 * one, and its path is added to `unreadable`.
 */
export interface Members {
  readonly unreadable: readonly string[];
  /** Whether there is a value, readable or not. */
  isGiven(name: string): boolean;
  /** `null` for 0 too. */
  id(name: string): number | null;
  /** One line without control characters. */
  text(name: string): string;
  flag(name: string): boolean | null;
  amount(name: string): Amount | null;
  /** A fraction, such as 0.21, in 1/100 percent: 2100. */
  percentage(name: string): number | null;
  /** In 1/1000. */
  quantity(name: string): number | null;
  /** In milliseconds since the epoch. */
  instant(name: string): number | null;
  part(name: string): Members;
  list(name: string): Members[];
}

const MAX_ID = 999_999_999_999;

const MAX_TEXT_LENGTH = 4_000;

/** `value` can be anything. Only objects have members. */
export function readMembers(value: unknown, unreadable: string[] = [], path = ''): Members {
  const members: Readonly<Record<string, unknown>> = isObject(value) ? value : {};

  /** `parse` returns `undefined` for a value of the wrong type. */
  function read<Value>(name: string, missing: Value, parse: (value: unknown) => Value | undefined): Value {
    if (!isGiven(name)) return missing;
    const parsed = parse(members[name]);
    if (parsed === undefined) unreadable.push(`${path}${name}`);
    return parsed === undefined ? missing : parsed;
  }

  function isGiven(name: string): boolean {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    return value !== undefined && value !== null && value !== '';
  }

  const createDecimalParser = (decimals: number) => (value: unknown) => scaleDecimal(value, decimals) ?? undefined;

  return {
    unreadable,
    isGiven,
    id: (name) =>
      read<number | null>(name, null, (value) => (Number(value) === 0 ? null : (parseId(value) ?? undefined))),
    text: (name) => read(name, '', parseText),
    flag: (name) => read<boolean | null>(name, null, parseFlag),
    amount: (name) => read<Amount | null>(name, null, createDecimalParser(AMOUNT_DECIMALS)),
    percentage: (name) => read<number | null>(name, null, createDecimalParser(AMOUNT_DECIMALS)),
    quantity: (name) => read<number | null>(name, null, createDecimalParser(QUANTITY_DECIMALS)),
    instant: (name) => read<number | null>(name, null, parseInstant),
    part(name) {
      // PHP encodes an empty object as `[]`.
      const part = read<unknown>(name, {}, (value) => (isObject(value) || isEmptyList(value) ? value : undefined));
      return readMembers(part, unreadable, `${path}${name}.`);
    },
    list(name) {
      const entries = read<readonly unknown[]>(name, [], (value) => (Array.isArray(value) ? value : undefined));
      if (!entries.every(isObject)) unreadable.push(`${path}${name}`);
      return entries.filter(isObject).map((entry) => readMembers(entry, unreadable, `${path}${name}.`));
    },
  };
}

const AMOUNT_DECIMALS = 4;

const QUANTITY_DECIMALS = 3;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Parses a positive id, as a number or a text of digits; `null` for anything else. */
export function parseId(value: unknown): number | null {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\d{1,12}$/.test(value))) return null;
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 && id <= MAX_ID ? id : null;
}

/** Returns the id of a list row; `null` if it is missing or unreadable. */
export function getRowId(row: unknown): number | null {
  return isObject(row) ? parseId(row.id) : null;
}

function parseText(value: unknown): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText ? sanitizeLine(String(value).slice(0, MAX_TEXT_LENGTH)) : undefined;
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...([true, 1, '1', 'true', 't'] as const).map((one) => [one, true] as const),
  ...([false, 0, '0', 'false', 'f'] as const).map((one) => [one, false] as const),
]);

function parseFlag(value: unknown): boolean | undefined {
  return FLAGS.get(value);
}

const DATE_PATTERN = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d+)?(Z|[+-]\d{2}(?::?\d{2})?)$/;

/** A date without an offset is not accepted, because its time zone is unknown. */
function parseInstant(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [, date = '', hours, minutes, seconds, offset = ''] = DATE_PATTERN.exec(value.trim()) ?? [];
  if (!isCalendarDate(date)) return undefined;
  const zone = offset === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`;
  const instant = Date.parse(`${date}T${hours}:${minutes}:${seconds}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Excluding and including VAT. A missing side is `null`. */
export interface GivenSides {
  readonly ex: Amount | null;
  readonly wt: Amount | null;
}

export interface OrderRecord {
  readonly id: number;
  readonly number: string;
  readonly status: string;
  readonly shopId: number | null;
  readonly shop: Members;
  readonly locationId: number | null;
  readonly currency: string;
  /** Date of purchase, or else of creation. */
  readonly date: number;
  readonly updatedAt: number | null;
  readonly isPaid: boolean;
  readonly isAnonymous: boolean;
  readonly isQuote: boolean;
  readonly isOpenRequest: boolean;
  readonly isContract: boolean;
  readonly customerId: number | null;
  readonly customerName: string;
  readonly contact: Members;
  /** The value after refunds. */
  readonly value: { readonly ex: Amount | null; readonly wt: Amount };
  readonly discount: GivenSides;
  readonly refunded: GivenSides;
  readonly paidWt: Amount | null;
  readonly paidBackWt: Amount | null;
  readonly items: readonly ItemRecord[];
  readonly taxes: readonly TaxRecord[];
  /** Paths of unreadable members. */
  readonly unreadable: readonly string[];
}

export interface ItemRecord {
  readonly id: number;
  readonly productId: number | null;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number | null;
  readonly refundedQuantity: number;
  readonly ppu: GivenSides;
  readonly beforeDiscountPpu: GivenSides;
  /** Price of the whole line after discount. */
  readonly price: GivenSides;
  readonly rate: LineRate | null;
  readonly isWithDiscount: boolean;
  /** `null` if the line does not say it. */
  readonly isTurnover: boolean | null;
}

interface TaxRecord {
  readonly rate: LineRate | null;
  readonly ex: Amount | null;
  readonly wt: Amount | null;
}

/** The VAT rate of a line or price. */
export interface LineRate {
  readonly id: number;
  /** Percentage in 1/100. */
  readonly value: number;
}

/** An unusable order. `date` says in which month it is missing; `null` if that is unknown too. */
export class UnreadableOrder extends Error {
  override readonly name = 'UnreadableOrder';
  readonly date: number | null;

  constructor(message: string, date: number | null) {
    super(message);
    this.date = date;
  }
}

/** Throws `UnreadableOrder` for a record without id, date or `value_wt`. */
export function readOrder(value: unknown, id: number): OrderRecord {
  const order = readMembers(value, []);
  const date = order.instant('date_purchased') ?? order.instant('date_created');
  if (order.id('id') !== id) throw new UnreadableOrder(`StoreKeeper returned another record than order ${id}.`, null);
  if (date === null) throw new UnreadableOrder('The order has no readable date.', null);
  const valueWt = order.amount('value_wt');
  if (valueWt === null) throw new UnreadableOrder('The order has no readable value_wt.', date);
  const billing = order.part('billing_address');
  const shop = order.part('shop');
  const customer = order.part('relation_data');
  return {
    ...{ id, date, shop, contact: billing, unreadable: order.unreadable },
    ...{ number: order.text('number'), status: order.text('status'), currency: order.text('currency_iso3') },
    ...{ shopId: order.id('shop_id') ?? shop.id('id'), locationId: order.id('location_id') },
    updatedAt: order.instant('date_updated'),
    isPaid: order.flag('is_paid') === true,
    isAnonymous: order.flag('is_anonymous') === true,
    isQuote: order.flag('is_quote') === true,
    isOpenRequest: order.flag('is_request') === true && order.flag('is_customer_accepted') !== true,
    isContract: order.flag('is_contract') === true,
    customerId: order.id('relation_data_id'),
    customerName: customer.text('name') || billing.text('name'),
    value: { ex: order.amount('value'), wt: valueWt },
    discount: readSides(order, 'discount_value'),
    refunded: readSides(order, 'refunded_price'),
    ...{ paidWt: order.amount('paid_value_wt'), paidBackWt: order.amount('paid_back_value_wt') },
    items: readItems(order.list('order_items'), id),
    taxes: order.list('order_taxes').map(readTax),
  };
}

const MIN_REPLACEMENT_ID = 4_000_000_000_000;

/** Creates a replacement for an unreadable line id, above all ids of StoreKeeper. `at` is at most 999. */
export function createReplacementId(orderId: number, at: number): number {
  return MIN_REPLACEMENT_ID + orderId * 1_000 + at;
}

/** Sorted by row number. Two lines with the same id stay two lines. */
function readItems(lines: readonly Members[], orderId: number): readonly ItemRecord[] {
  const ids = new Set<number>();
  return lines
    .map((line, at) => {
      const given = line.id('id');
      const id = given === null || ids.has(given) ? createReplacementId(orderId, at + 1) : given;
      ids.add(id);
      return { rowNumber: line.quantity('rownb') ?? 0, item: readItem(line, id) };
    })
    .sort((a, b) => a.rowNumber - b.rowNumber)
    .map(({ item }) => item);
}

function readItem(line: Members, id: number): ItemRecord {
  return {
    id,
    productId: line.id('product_id'),
    ...{ sku: line.text('sku'), name: line.text('name'), quantity: line.quantity('quantity') },
    refundedQuantity: Math.abs(line.quantity('refunded_quantity') ?? 0),
    ppu: readSides(line, 'ppu'),
    beforeDiscountPpu: readSides(line, 'before_discount_ppu'),
    price: readSides(line, 'price'),
    rate: readRate(line),
    isWithDiscount: line.flag('is_with_discount') === true,
    isTurnover: line.flag('is_turnover'),
  };
}

function readTax(row: Members): TaxRecord {
  const [wt, vat] = [row.amount('row_total_wt'), row.amount('value')];
  const ex = row.amount('row_total') ?? (wt === null || vat === null ? null : wt - vat);
  return { rate: readRate(row), ex, wt };
}

export function readSides(record: Members, name: string): GivenSides {
  return { ex: record.amount(name), wt: record.amount(`${name}_wt`) };
}

/** Rates without an id get one per percentage, starting here. */
const MIN_UNNAMED_RATE_ID = 2_000_100_000;

/** Reads the rate by id, or one for the fraction; `null` if both are missing. */
export function readRate(record: Members): LineRate | null {
  const value = record.percentage('tax');
  const id = record.id('tax_rate_id');
  if (id !== null) return { id, value: value ?? 0 };
  return value === null ? null : { id: MIN_UNNAMED_RATE_ID + value, value };
}
