import { getLocalDayAt } from '../../../shared/calendar.ts';
import { COUNTING_STATUSES, type OrderStatus } from '../../../shared/contract/orders.ts';
import { type Amount, QUANTITY_SCALE, sumOf } from '../../../shared/money.ts';
import type { NewOrderPayment } from '../../store/orders/order-writer.ts';
import { calculateShare, calculateShareInCents } from './decimals.ts';
import {
  CENT,
  createDifferenceNote,
  findLargest,
  type MappedItem,
  removeVat,
  sumDiscounts,
  sumSides,
} from './map-items.ts';
import { createPayment, getRefunded, type MappedOrder } from './map-orders.ts';
import { NO_GROUP_ID } from './map-reference.ts';
import { createNote, type Note } from './notes.ts';
import { createReplacementId, type GivenSides, type OrderRecord } from './records.ts';

/** Corrections, their lines and payments have ids above all ids of StoreKeeper. */
const MIN_CORRECTION_ID = 1_000_000_000_000;

/** Maximum number of corrections of an order, because of the digits reserved in their ids. */
const MAX_CORRECTIONS = 999;

/** Title of a line for refunded money without goods. */
const REFUND_TITLE = 'Terugbetaling';

export interface CorrectionReading {
  readonly record: OrderRecord;
  /** The same order as sold, from `mapOrder`. */
  readonly sold: MappedOrder;
  /** The corrections in the copy, from earlier readings, and repayments that belong to none of them. */
  readonly earlier: readonly MappedOrder[];
  readonly earlierPayments: readonly NewOrderPayment[];
  /** Whether the copy did not have the order before. The date of a refund is then unknown. */
  readonly isFirstReading: boolean;
  /** The time when the record was read, in milliseconds since the epoch. */
  readonly readAt: number;
  /** Returns the order number of the nth correction. */
  getNumber(nth: number): string;
}

export interface Corrections {
  readonly corrections: readonly MappedOrder[];
  /** Repayments before any refund. They belong to the order itself. */
  readonly payments: readonly NewOrderPayment[];
  readonly notes: readonly Note[];
}

/**
 * Maps refunds to orders that follow the sold one. Each time the refunded amount grew, one correction is added, so that
 * all together match the value that StoreKeeper reports. It contains the returned lines if they match the amount;
 * otherwise the amount is split by the rates of those lines, or of all lines.
 */
export function mapCorrections(reading: CorrectionReading): Corrections {
  const { record, sold, readAt } = reading;
  const earlier = [...reading.earlier]
    .sort((a, b) => a.order.id - b.order.id)
    .map((known) => updateCorrection(known, reading));
  const nth = earlier.length + 1;
  const notes: Note[] = [];
  const isDateUnknown = reading.isFirstReading && earlier.length === 0;
  const date = isDateUnknown ? Math.max(record.updatedAt ?? 0, record.date) : readAt;
  const items = nth > MAX_CORRECTIONS ? [] : getRefundedLines(record, sold.items, earlier, nth, notes);
  const corrections = [...earlier];
  if (items.length > 0) {
    const correction = createCorrection(reading, items, nth, date);
    corrections.push(correction);
    if (isDateUnknown) {
      notes.push(createNote('return_date_unknown', 'order', record.id, { amount: correction.order.value_wt }));
    }
  }
  return { ...addRepayments(reading, corrections, date), notes };
}

function getRefundedLines(
  record: OrderRecord,
  sold: readonly MappedItem[],
  earlier: readonly MappedOrder[],
  nth: number,
  notes: Note[],
): readonly MappedItem[] {
  const refunded = getRefunded(record);
  const correctedItems = earlier.flatMap(({ items }) => items);
  const corrected = sumSides(correctedItems);
  const growth = { wt: refunded.wt + corrected.wt, ex: refunded.ex === null ? null : refunded.ex + corrected.ex };
  const isByLine = !correctedItems.some(isMoney);
  const lines = isByLine ? getNewLines(record, sold, correctedItems, nth) : [];
  const rounded = roundRates(record, lines, correctedItems, growth);
  const settled = settleCents(rounded, growth, CENT * (correctedItems.length + lines.length));
  if (settled !== null) return settled;
  if (growth.wt === 0 && (growth.ex ?? 0) === 0) return [];
  const { wt } = sumSides(lines);
  if (lines.length > 0) {
    notes.push(
      createDifferenceNote('return_differs', record, 'refunded', { ex: 0, wt: growth.wt }, { ex: 0, wt: 0 - wt }),
    );
  } else if (growth.wt > 0 && isByLine) {
    notes.push(createNote('money_without_goods', 'order', record.id, { amount: growth.wt }));
  }
  return splitByRate(growth, findBasis(record, sold, lines), nth);
}

/** Returns the returned lines, minus what earlier corrections already contain. */
function getNewLines(
  record: OrderRecord,
  sold: readonly MappedItem[],
  before: readonly MappedItem[],
  nth: number,
): MappedItem[] {
  const refunded = new Map(record.items.map(({ id, refundedQuantity }) => [id, refundedQuantity]));
  return sold.flatMap((line) => {
    const quantity = Math.sign(line.quantity) * (refunded.get(line.id) ?? 0);
    const known = before.filter(({ id }) => getCorrectedId(id) === line.id);
    const growth = -quantity - sumOf(known, (one) => one.quantity);
    if (growth === 0) return [];
    const getRest = (column: 'value_wt' | 'value_ex' | 'discount_wt' | 'discount_ex') =>
      0 - calculateShareInCents(line[column], quantity, line.quantity) - sumOf(known, (one) => one[column]);
    return [
      {
        ...{ ...line, id: getCorrectionId(line.id, nth), quantity: growth },
        ...{ value_wt: getRest('value_wt'), value_ex: getRest('value_ex') },
        ...{ discount_wt: getRest('discount_wt'), discount_ex: getRest('discount_ex') },
      },
    ];
  });
}

/**
 * StoreKeeper rounds refunds once per rate. Adds the missing cents of each rate to its largest line if the total
 * without VAT then matches; else returns the lines unchanged.
 */
function roundRates(
  record: OrderRecord,
  lines: readonly MappedItem[],
  before: readonly MappedItem[],
  { ex }: GivenSides,
): readonly MappedItem[] {
  const percentages = new Map(record.items.flatMap(({ rate }) => (rate === null ? [] : [[rate.id, rate.value]])));
  let rounded = lines;
  for (const [rateId, members] of Map.groupBy(lines, ({ tax_rate_id }) => tax_rate_id)) {
    const percentage = percentages.get(rateId ?? 0);
    const largest = findLargest(members);
    if (percentage === undefined || largest === undefined) continue;
    const all = sumSides([...members, ...before.filter(({ tax_rate_id }) => tax_rate_id === rateId)]);
    const missing = removeVat(all.wt, percentage) - all.ex;
    rounded = rounded.map((line) => (line === largest ? { ...line, value_ex: line.value_ex + missing } : line));
  }
  return ex !== null && sumSides(rounded).ex === -ex ? rounded : lines;
}

/** Adds the cents by which lines miss the growth to the largest line; `null` if more than cents are missing. */
function settleCents(
  lines: readonly MappedItem[],
  growth: GivenSides & { readonly wt: Amount },
  maxDifference: Amount,
): readonly MappedItem[] | null {
  if (lines.length === 0) return null;
  const ours = sumSides(lines);
  const wt = 0 - growth.wt - ours.wt;
  const ex = growth.ex === null ? 0 : 0 - growth.ex - ours.ex;
  if (wt === 0 && ex === 0) return lines;
  const largest = findLargest(lines.filter(({ type }) => type === 'product'));
  if (largest === undefined || Math.abs(wt) > maxDifference || Math.abs(ex) > maxDifference) return null;
  const changed = { ...largest, value_ex: largest.value_ex + ex, value_wt: largest.value_wt + wt };
  return lines.map((line) => (line === largest ? changed : line));
}

/** Finds the lines whose rates split the money: the returned ones, or else all sold ones. */
function findBasis(
  record: OrderRecord,
  sold: readonly MappedItem[],
  newLines: readonly MappedItem[],
): readonly MappedItem[] {
  const returned = new Set(record.items.flatMap((line) => (line.refundedQuantity === 0 ? [] : [line.id])));
  const newIds = new Set(newLines.map(({ id }) => getCorrectedId(id)));
  const candidates = [
    sold.filter(({ id }) => newIds.has(id)),
    sold.filter(({ id }) => returned.has(id)),
    sold.filter(({ value_wt }) => value_wt > 0),
  ];
  return candidates.find((lines) => sumSides(lines).wt !== 0) ?? (sold.length > 0 ? sold : [createStandIn(record)]);
}

/** Creates the line for an order without lines. */
function createStandIn({ id }: OrderRecord): MappedItem {
  return {
    ...{
      id: createReplacementId(id, 0),
      type: 'product',
      product_id: null,
      sku: null,
      title: REFUND_TITLE,
      quantity: 0,
    },
    ...{ product_group_id: NO_GROUP_ID, tax_rate_id: null, ppu: 0, ppu_wt: 0, cost_ex: 0 },
    ...{ discount_wt: 0, discount_ex: 0, value_wt: 0, value_ex: 0 },
  };
}

/** One line per type and rate. Rounding differences go to the largest line. */
function splitByRate(
  growth: GivenSides & { readonly wt: Amount },
  basis: readonly MappedItem[],
  nth: number,
): readonly MappedItem[] {
  const weight = sumSides(basis);
  const groups = [...Map.groupBy(basis, ({ type, tax_rate_id }) => `${type} ${tax_rate_id}`).values()];
  const lines = groups.flatMap((members) => {
    const [model, sides] = [findLargest(members), sumSides(members)];
    const value_wt = 0 - (weight.wt === 0 ? 0 : calculateShareInCents(growth.wt, sides.wt, weight.wt));
    const value_ex = sides.wt === 0 ? value_wt : calculateShare(value_wt, sides.ex, sides.wt * CENT) * CENT;
    return model === undefined ? [] : [createMoneyLine(model, { value_wt, value_ex }, nth)];
  });
  const largest = findLargest(lines);
  if (largest === undefined) return [];
  const ours = sumSides(lines);
  const value_wt = largest.value_wt - growth.wt - ours.wt;
  // If the amount without VAT is unknown, it follows from the rate of the line.
  const value_ex = growth.ex === null ? largest.value_ex : largest.value_ex - growth.ex - ours.ex;
  return lines
    .map((line) => (line === largest ? setValue(line, { value_wt, value_ex }) : line))
    .filter((line) => line.value_wt !== 0 || line.value_ex !== 0);
}

type LineValue = Pick<MappedItem, 'value_wt' | 'value_ex'>;

function createMoneyLine(model: MappedItem, value: LineValue, nth: number): MappedItem {
  const line: MappedItem = {
    ...{ ...model, id: getCorrectionId(model.id, nth), product_id: null, sku: null, title: REFUND_TITLE },
    ...{ discount_wt: 0, discount_ex: 0, product_group_id: model.type === 'product' ? model.product_group_id : null },
  };
  return setValue(line, value);
}

function setValue(line: MappedItem, value: LineValue): MappedItem {
  const quantity = value.value_wt > 0 ? QUANTITY_SCALE : -QUANTITY_SCALE;
  return { ...line, ...value, quantity, ppu: Math.abs(value.value_ex), ppu_wt: Math.abs(value.value_wt) };
}

function isMoney({ title, product_id }: MappedItem): boolean {
  return title === REFUND_TITLE && product_id === null;
}

/** Returns the id of the `nth` correction of an order or of one of its lines. */
export function getCorrectionId(id: number, nth: number): number {
  return MIN_CORRECTION_ID + id * 1_000 + nth;
}

/** Returns the id of the order, or of the order that a correction follows. */
export function getSoldOrderId(id: number): number {
  return id < MIN_CORRECTION_ID ? id : getCorrectedId(id);
}

function getCorrectedId(id: number): number {
  return Math.floor((id - MIN_CORRECTION_ID) / 1_000);
}

/**
 * Updates an earlier correction with the current fields of its order. `date_updated` changes only if one of them did.
 */
function updateCorrection(known: MappedOrder, reading: CorrectionReading): MappedOrder {
  const fields = getOrderFields(reading, (known.order.id - MIN_CORRECTION_ID) % 1_000);
  const isSame = Object.entries(fields).every(
    ([column, value]) => known.order[column as keyof typeof fields] === value,
  );
  const groups = new Map(reading.sold.items.map((item) => [item.product_id, item.product_group_id]));
  const items = known.items.map((item) =>
    item.product_group_id === NO_GROUP_ID
      ? { ...item, product_group_id: groups.get(item.product_id) ?? NO_GROUP_ID }
      : item,
  );
  return isSame
    ? { ...known, items }
    : { ...known, items, order: { ...known.order, ...fields, date_updated: reading.readAt } };
}

function getOrderFields({ sold: { order }, getNumber }: CorrectionReading, nth: number) {
  const { shop_id, location_id, customer_id, payment_term, is_paid } = order;
  const status = getCorrectionStatus(order.status);
  return { order_number: getNumber(nth), status, shop_id, location_id, customer_id, payment_term, is_paid };
}

/** A correction counts in turnover if its order counts. */
function getCorrectionStatus(status: OrderStatus): OrderStatus {
  return COUNTING_STATUSES.some((counting) => counting === status) ? 'complete' : status;
}

function createCorrection(
  reading: CorrectionReading,
  items: readonly MappedItem[],
  nth: number,
  date: number,
): MappedOrder {
  const { order } = reading.sold;
  const [value, discount] = [sumSides(items), sumDiscounts(items)];
  return {
    order: {
      ...{ ...order, ...getOrderFields(reading, nth), id: getCorrectionId(order.id, nth), follows_order_id: order.id },
      ...{ date_purchased: date, local_day: getLocalDayAt(date), date_updated: date },
      ...{ value_wt: value.wt, value_ex: value.ex, discount_wt: discount.wt, discount_ex: discount.ex },
    },
    ...{ items, payments: [] },
  };
}

/** Adds repayments to the last correction, or to the order if there is none. */
function addRepayments(
  { record, earlierPayments }: CorrectionReading,
  corrections: readonly MappedOrder[],
  date: number,
): Pick<Corrections, 'corrections' | 'payments'> {
  const known = [...earlierPayments, ...corrections.flatMap(({ payments }) => payments)];
  const paidBefore = 0 - sumOf(known, ({ amount }) => amount);
  const growth = record.paidBackWt === null ? 0 : Math.abs(record.paidBackWt) - paidBefore;
  if (growth === 0 || known.length >= MAX_CORRECTIONS) return { corrections, payments: earlierPayments };
  const payment = createPayment(getCorrectionId(record.id, known.length + 1), -growth, date);
  const last = corrections.at(-1);
  if (last === undefined) return { corrections, payments: [...earlierPayments, payment] };
  const paid = { ...last, order: { ...last.order, date_updated: date }, payments: [...last.payments, payment] };
  return { corrections: [...corrections.slice(0, -1), paid], payments: earlierPayments };
}
