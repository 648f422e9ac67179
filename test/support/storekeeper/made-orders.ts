import { Temporal } from 'temporal-polyfill';
import { createRandomStream, type Random } from '../../../electron/platform/demo/prng.ts';
import { addDays, getDateAt, getInstants } from '../../../shared/calendar.ts';
import { roundToCents } from '../../../shared/money.ts';
import { drawLines } from './made-lines.ts';
import type { MadeProducts } from './made-products.ts';
import { computeAmounts, NOTHING, type SoldLines, type TwoSides } from './order-amounts.ts';
import { type Feature, spreadFeatures } from './order-features.ts';
import {
  CLOSED_LOCATION_ID,
  COUNTER_SHOP,
  CURRENCY,
  MAIN_SHOP,
  type MadeShop,
  OTHER_CURRENCY,
  SHOPS,
} from './reference-records.ts';

/** A refund. The record of the order shows it some minutes later. */
export interface PaidBack {
  readonly at: number;
  readonly amount: TwoSides;
}

export interface MadeOrder extends SoldLines {
  readonly id: number;
  readonly number: string;
  readonly status: string;
  readonly shop: MadeShop;
  readonly locationId: number | null;
  readonly currency: string;
  readonly createdAt: number;
  readonly purchasedAt: number;
  readonly updatedAt: number;
  readonly isPaid: boolean;
  /** `null` if the customer is anonymous. */
  readonly customerId: number | null;
  readonly isExternal: boolean;
  readonly isQuote: boolean;
  readonly isRequest: boolean;
  readonly isCustomerAccepted: boolean;
  readonly isContract: boolean;
  /** `false` if the record has no sums by rate. */
  readonly hasTaxRows: boolean;
  readonly paid: TwoSides;
  readonly paidBack: readonly PaidBack[];
}

const FIRST_ORDER_ID = 1_000_001;
const ORDER_ID_STEP = 3;
const FIRST_CUSTOMER_ID = 7_001;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface OrderOptions {
  readonly seed: number;
  readonly orders: number;
  readonly months: number;
  readonly customers: number;
  /** The end of the period in milliseconds. */
  readonly until: number;
  /** The distance between ids. Default: 3. */
  readonly idStep?: number | undefined;
}

/** Creates orders on demand, always the same ones. Only the time of each is stored. */
export function createOrderMaker(options: OrderOptions, products: MadeProducts) {
  const { seed, orders: count, until, idStep = ORDER_ID_STEP } = options;
  const { moments, special } = drawMoments(options);

  const idAt = (index: number) => FIRST_ORDER_ID + index * idStep;
  const featureAt = spreadFeatures(moments, special);
  const createdAt = (index: number) => moments[index] ?? fail(`there is no order ${index}`);

  function drawHeader(index: number): Omit<MadeOrder, 'lines' | 'moneyBack' | 'paid' | 'paidBack'> {
    const random = createRandomStream(seed, 'order', index);
    const feature = featureAt(index);
    const created = createdAt(index);
    const isRecent = until - created < 2 * DAY_MS;
    const shop = feature === 'from elsewhere' ? MAIN_SHOP : random.pick(SHOPS);
    const state = drawState(feature, index, random, isRecent);
    const purchasedAt = drawPurchase(feature, created, until, random);
    const flags = {
      isExternal: feature === 'from elsewhere',
      isQuote: feature === 'quote',
      isRequest: feature === 'unaccepted request' || feature === 'accepted request',
      isCustomerAccepted: feature !== 'unaccepted request' && feature !== 'quote',
      isContract: feature === 'contract',
      hasTaxRows: feature !== 'no tax rows',
    };
    return {
      ...{ id: idAt(index), number: createNumber(shop, feature === 'number of another' ? index - 1 : index) },
      ...{ ...state, shop, ...flags },
      locationId: drawLocation(feature, shop, random),
      currency: feature === 'other currency' ? OTHER_CURRENCY : CURRENCY,
      ...{ createdAt: created, purchasedAt },
      updatedAt: Math.max(created, purchasedAt) + random.drawInteger(0, 30) * MINUTE_MS,
      customerId: drawCustomer(feature, shop, options.customers, random),
    };
  }

  return {
    count,
    idAt,
    /** `null` if no order can have this id. */
    indexOf(id: number): number | null {
      const index = (id - FIRST_ORDER_ID) / idStep;
      return Number.isInteger(index) && index >= 0 ? index : null;
    },
    createdAt,
    make(index: number): MadeOrder {
      const header = drawHeader(index);
      const feature = featureAt(index);
      const lines = drawLines(feature, createRandomStream(seed, 'lines', index), products);
      const { sold, refunded } = computeAmounts({ lines, moneyBack: 0 });
      const paid = feature === 'paid in part' ? halve(sold) : header.isPaid ? sold : NOTHING;
      const amount = feature === 'money back alone' ? halve(sold) : refunded;
      const isBack = amount.wt !== 0 || amount.ex !== 0;
      return { ...header, lines, moneyBack: 0, paid, paidBack: isBack ? [{ at: header.updatedAt, amount }] : [] };
    },
    /** Creates an additional order at this time, with ordinary items. */
    makeNew(index: number, at: number): MadeOrder {
      const random = createRandomStream(seed, 'new order', index);
      const lines = drawLines('ordinary', random, products);
      return {
        ...{ id: idAt(index), number: createNumber(COUNTER_SHOP, index), status: 'complete', isPaid: true },
        ...{ shop: COUNTER_SHOP, locationId: 1, currency: CURRENCY, customerId: null },
        ...{ createdAt: at, purchasedAt: at, updatedAt: at },
        ...{ isExternal: false, isQuote: false, isRequest: false, isCustomerAccepted: true, isContract: false },
        ...{ hasTaxRows: true, lines, moneyBack: 0, paid: computeAmounts({ lines, moneyBack: 0 }).sold, paidBack: [] },
      };
    },
  };
}

function fail(message: string): never {
  throw new RangeError(message);
}

function createNumber({ orderPrefix }: MadeShop, index: number): string {
  return `${orderPrefix}${100_000 + index}`;
}

/** Returns half of both amounts, in whole cents. */
function halve({ ex, wt }: TwoSides): TwoSides {
  return { ex: roundToCents(ex / 2), wt: roundToCents(wt / 2) };
}

/** Ascending. Some are at 00:30 on the first of a month and around the clock changes, all others at odd seconds. */
function drawMoments({ seed, orders, months, until }: OrderOptions) {
  const end = Temporal.Instant.fromEpochMilliseconds(until).toZonedDateTimeISO('Europe/Amsterdam');
  const start = end.subtract({ months }).epochMilliseconds;
  const special = specialMoments(start, until).slice(-Math.floor(orders / 2));
  const moments = new Float64Array(orders);
  const random = createRandomStream(seed, 'moments');
  const step = (until - start) / Math.max(orders - special.length, 1);
  for (let index = 0; index < orders; index += 1) {
    const drawn = start + (index - special.length + random.drawFraction()) * step;
    moments[index] = special[index] ?? Math.floor(drawn / MINUTE_MS) * MINUTE_MS + random.drawInteger(1, 59) * 1_000;
  }
  // Some in the last minute would be in the future.
  for (let index = 0; index < orders; index += 1) moments[index] = Math.min(moments[index] ?? 0, until);
  return { moments: moments.sort(), special: new Set(special) };
}

function specialMoments(start: number, end: number): number[] {
  const found: number[] = [];
  for (let date = getDateAt(start); date <= getDateAt(end); date = addDays(date, 1)) {
    const day = getInstants(date, date);
    if (date.endsWith('-01')) found.push(day.start + 30 * MINUTE_MS);
    // Both are at 01:00 UTC, which is an hour before and after the hour that is skipped or repeated.
    if (day.end - day.start !== DAY_MS) {
      const change = Date.parse(`${date}T01:00:00Z`);
      found.push(change - 30 * MINUTE_MS, change, change + 30 * MINUTE_MS);
    }
  }
  return found.filter((moment) => moment > start && moment < end);
}

function drawState(feature: Feature, index: number, random: Random, isRecent: boolean) {
  const of = (status: string, isPaid: boolean) => ({ status, isPaid });
  switch (feature) {
    case 'quote':
    case 'unaccepted request':
    case 'new':
      return of('new', false);
    case 'unknown status':
      return of('awaiting_pickup', index % 2 === 0);
    case 'on hold':
      return of('on_hold', false);
    case 'cancelled':
      return of('cancelled', false);
    case 'unpaid':
    case 'paid in part':
      return of('processing', false);
    case 'refunded':
      return of('refunded', true);
    case 'ordinary':
      if (isRecent && random.chance(0.4)) return of('processing', random.chance(0.7));
      return random.chance(0.02) ? of('cancelled', false) : of('complete', true);
    default:
      return of('complete', true);
  }
}

function drawPurchase(feature: Feature, created: number, until: number, random: Random): number {
  if (feature === 'from elsewhere') return created - random.drawInteger(1, 36) * HOUR_MS;
  if (feature !== 'bought later') return created;
  return Math.min(created + random.drawInteger(1, 50) * DAY_MS, Math.max(created, until - HOUR_MS));
}

function drawLocation(feature: Feature, shop: MadeShop, random: Random): number | null {
  if (feature === 'no location') return null;
  if (feature === 'closed location') return CLOSED_LOCATION_ID;
  // A webshop mostly delivers from the first location.
  if (shop === MAIN_SHOP) return random.chance(0.1) ? 2 : 1;
  return shop === COUNTER_SHOP ? 1 : 2;
}

function drawCustomer(feature: Feature, shop: MadeShop, customers: number, random: Random): number | null {
  if (feature === 'customer of no list') return customerIdAt(customers + random.drawInteger(0, 9));
  const isKnown = shop === MAIN_SHOP || random.chance(0.2);
  return isKnown && customers > 0 ? customerIdAt(random.drawInteger(0, customers - 1)) : null;
}

export function customerIdAt(index: number): number {
  return FIRST_CUSTOMER_ID + index * 2;
}
