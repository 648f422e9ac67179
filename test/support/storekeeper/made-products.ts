import { type Random, randomStream } from '../../../electron/platform/demo/prng.ts';
import { type Amount, roundToCents } from '../../../shared/money.ts';
import { exclusiveOf } from './order-amounts.ts';
import { CURRENCY, FORMER_LOW_RATE, HIGH_RATE, LOW_RATE, type VatRate, ZERO_RATE } from './reference-records.ts';
import { wireDate, wireEuros, wireQuantity } from './wire-values.ts';

export type ProductType = 'simple' | 'configurable' | 'configurable_assign';

export interface MadeProduct {
  readonly id: number;
  readonly title: string;
  /** Empty for some, and that of another product for some. */
  readonly sku: string;
  readonly type: ProductType;
  readonly groupId: number | null;
  readonly rate: VatRate;
  /** Sale prices including VAT; null for a product without a price. */
  readonly defaultPrice: Amount | null;
  /** In force instead of the default. */
  readonly actionPrice: Amount | null;
  readonly deposit: Amount | null;
  readonly stock: { readonly value: number; readonly isUnlimited: boolean; readonly locationId: number | null };
  readonly isActive: boolean;
  /** Of its rows, and of the product within. Neither follows every change. */
  readonly rowUpdatedAt: number;
  readonly updatedAt: number;
}

const FIRST_PRODUCT_ID = 10_001;
const PRODUCT_ID_STEP = 2;
const FIRST_ROW_ID = 600_000;
/** A product has rows of at most 3 shops. */
const ROW_ID_STEP = 4;

const KINDS = ['Beker', 'Mok', 'Schaal', 'Kan', 'Bord', 'Vaas', 'Kandelaar', 'Theepot', 'Glas', 'Lepel'] as const;
const FINISHES = ['blauw', 'wit', 'zwart', 'groen', 'rood', 'naturel', 'goud'] as const;

const DAY_MS = 86_400_000;

export interface MadeProducts {
  /** How many were made; every 41st of them is deleted from the start and only orders name it. */
  readonly made: number;
  /** As first made, for the lines of orders; `index` counts from 0. */
  original(index: number): MadeProduct;
  idAt(index: number): number;
  /** As it is now; null where no list has it. */
  find(productId: number): MadeProduct | null;
  /** The rows that lists have, ordered by id. */
  readonly rowCount: number;
  rowIdAt(offset: number): number;
  /** The record of a row; null where there is none. */
  row(rowId: number): object | null;
  rowIdsOf(productId: number): readonly number[];
  change(productId: number, changes: Partial<MadeProduct>): void;
  remove(productId: number): void;
  listed(): Generator<MadeProduct>;
}

/** Products are made where they are asked for; what is stored is a number for each row and what was changed. */
export function makeProducts(seed: number, made: number, now: () => number): MadeProducts {
  const madeAt = now();
  const changed = new Map<number, MadeProduct>();
  const deleted = new Set<number>();
  let rowIds = listRowIds(made, deleted);

  function original(index: number): MadeProduct {
    return drawProduct(seed, index, madeAt);
  }
  function indexOf(productId: number): number | null {
    const index = (productId - FIRST_PRODUCT_ID) / PRODUCT_ID_STEP;
    const isListed = Number.isInteger(index) && index >= 0 && index < made && !isDeletedAtFirst(index);
    return isListed && !deleted.has(index) ? index : null;
  }
  function find(productId: number): MadeProduct | null {
    const index = indexOf(productId);
    return index === null ? null : (changed.get(index) ?? original(index));
  }
  function existing(productId: number): number {
    const index = indexOf(productId);
    if (index === null) throw new RangeError(`there is no product ${productId}`);
    return index;
  }

  return {
    made,
    original,
    idAt,
    find,
    get rowCount() {
      return rowIds.length;
    },
    rowIdAt: (offset) => rowIds[offset] ?? fail(`there is no row at ${offset}`),
    row(rowId) {
      const product = find(productIdOfRow(rowId));
      return product && productRecord(rowId, product);
    },
    rowIdsOf(productId) {
      const index = indexOf(productId);
      return index === null ? [] : rowIdsAt(index);
    },
    change(productId, changes) {
      const index = existing(productId);
      changed.set(index, { ...(changed.get(index) ?? original(index)), ...changes });
    },
    remove(productId) {
      deleted.add(existing(productId));
      rowIds = listRowIds(made, deleted);
    },
    *listed() {
      for (let index = 0; index < made; index += 1) {
        const product = find(idAt(index));
        if (product) yield product;
      }
    },
  };
}

function fail(message: string): never {
  throw new RangeError(message);
}

function idAt(index: number): number {
  return FIRST_PRODUCT_ID + index * PRODUCT_ID_STEP;
}

function isDeletedAtFirst(index: number): boolean {
  return index % 41 === 40;
}

/** Of how many shops the product has rows. */
function rowsOf(index: number): number {
  if (index % 101 === 50) return 3;
  return index % 23 === 7 ? 2 : 1;
}

function rowIdsAt(index: number): number[] {
  return Array.from({ length: rowsOf(index) }, (_, shop) => FIRST_ROW_ID + index * ROW_ID_STEP + shop);
}

function productIdOfRow(rowId: number): number {
  const index = Math.floor((rowId - FIRST_ROW_ID) / ROW_ID_STEP);
  return rowIdsAt(index).includes(rowId) ? idAt(index) : 0;
}

function listRowIds(made: number, deleted: ReadonlySet<number>): Uint32Array {
  const ids = new Uint32Array(made * 3);
  let length = 0;
  for (let index = 0; index < made; index += 1) {
    if (isDeletedAtFirst(index) || deleted.has(index)) continue;
    for (const id of rowIdsAt(index)) {
      ids[length] = id;
      length += 1;
    }
  }
  return ids.slice(0, length);
}

function drawProduct(seed: number, index: number, madeAt: number): MadeProduct {
  const random = randomStream(seed, 'product', index);
  const isWeighed = isSoldByWeight(index);
  const price = drawPrice(random, index);
  const rowUpdatedAt = madeAt - random.whole(1, 400) * DAY_MS;
  return {
    id: idAt(index),
    title: `${random.pick(KINDS)} ${random.pick(FINISHES)} ${index + 1}`,
    sku: skuAt(index),
    type: typeAt(index),
    groupId: index % 17 === 4 ? null : 1 + (index % 6),
    rate: rateAt(index),
    defaultPrice: price,
    actionPrice: price !== null && index % 7 === 2 ? roundToCents((price * 4) / 5) : null,
    deposit: index % 29 === 8 ? 1_500 : null,
    stock: {
      value: (index % 31 === 9 ? -1 : 1) * (isWeighed ? random.whole(0, 90_000) : random.whole(0, 120) * 1_000),
      isUnlimited: index % 37 === 11,
      locationId: [1, 2, null][index % 3] ?? null,
    },
    isActive: index % 43 !== 12,
    rowUpdatedAt,
    updatedAt: rowUpdatedAt + random.whole(0, 30) * 1_000,
  };
}

export function isSoldByWeight(index: number): boolean {
  return index % 13 === 6;
}

function drawPrice(random: Random, index: number): Amount | null {
  const cents = random.weighted([
    [random.whole(50, 900), 4],
    [random.whole(2, 60) * 100 - 5, 5],
    [random.whole(5_000, 60_000), 1],
  ] as const);
  if (index % 61 === 3) return null;
  return index % 67 === 5 ? 0 : cents * 100;
}

function typeAt(index: number): ProductType {
  const at = index % 19;
  if (at === 14) return 'configurable';
  return at === 15 || at === 16 ? 'configurable_assign' : 'simple';
}

function rateAt(index: number): VatRate {
  if (index % 73 === 20) return FORMER_LOW_RATE;
  if (index % 59 === 30) return ZERO_RATE;
  return index % 10 < 7 ? HIGH_RATE : LOW_RATE;
}

function skuAt(index: number): string {
  if (index % 53 === 10) return '';
  const owner = index % 47 === 21 ? index - 1 : index;
  return `VB-${String(owner + 1).padStart(6, '0')}`;
}

const SALE_PRICE = 1;
const ACTION_PRICE = 6;
const DEPOSIT_PRICE = 9;

function productRecord(rowId: number, product: MadeProduct): object {
  const { id, title, sku, type, groupId, defaultPrice, actionPrice, deposit, stock } = product;
  const sale = defaultPrice === null ? null : priceRecord(product, defaultPrice, SALE_PRICE);
  return {
    id: rowId,
    product_id: id,
    active: product.isActive,
    date_updated: wireDate(product.rowUpdatedAt),
    flat_product: {
      title,
      product: {
        ...{ sku, type, product_group_id: groupId, date_updated: wireDate(product.updatedAt) },
        product_stock: {
          value: wireQuantity(stock.value),
          in_stock: stock.isUnlimited || stock.value > 0,
          unlimited: stock.isUnlimited,
          location_id: stock.locationId,
        },
      },
    },
    product_default_price: sale,
    product_price: actionPrice === null ? sale : priceRecord(product, actionPrice, ACTION_PRICE),
    product_emballage_price: deposit === null ? null : priceRecord({ id, rate: ZERO_RATE }, deposit, DEPOSIT_PRICE),
  };
}

function priceRecord({ id, rate }: Pick<MadeProduct, 'id' | 'rate'>, amount: Amount, type: number): object {
  return {
    id: id * 10 + type,
    product_id: id,
    ppu: wireEuros(exclusiveOf(amount, rate)),
    ppu_wt: wireEuros(amount),
    tax: rate.basisPoints / 10_000,
    tax_rate_id: rate.id,
    currency_iso3: CURRENCY,
    product_price_type_id: type,
  };
}
