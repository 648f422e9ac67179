import { createRandomStream, type Random } from '../../../electron/platform/demo/prng.ts';
import { type Amount, roundToCents } from '../../../shared/money.ts';
import { removeVat } from './order-amounts.ts';
import { CURRENCY, FORMER_LOW_RATE, HIGH_RATE, LOW_RATE, type VatRate, ZERO_RATE } from './reference-records.ts';
import { wireDate, wireEuros, wireQuantity } from './wire-values.ts';

export type ProductType = 'simple' | 'configurable' | 'configurable_assign';

export interface MadeProduct {
  readonly id: number;
  readonly title: string;
  /** Empty for some products, and equal to that of another product for some. */
  readonly sku: string;
  readonly type: ProductType;
  readonly groupId: number | null;
  readonly rate: VatRate;
  /** Sale prices including VAT; `null` if the product has no price. */
  readonly defaultPrice: Amount | null;
  /** The current price, instead of the default. */
  readonly actionPrice: Amount | null;
  readonly deposit: Amount | null;
  readonly stock: { readonly value: number; readonly isUnlimited: boolean; readonly locationId: number | null };
  readonly isActive: boolean;
  /** Change times of its rows and of the product itself. Neither follows every change. */
  readonly rowUpdatedAt: number;
  readonly updatedAt: number;
}

const FIRST_PRODUCT_ID = 10_001;
const PRODUCT_ID_STEP = 2;
const FIRST_ROW_ID = 600_000;
/** A product has rows for at most 3 shops. */
const ROW_ID_STEP = 4;

const KINDS = ['Beker', 'Mok', 'Schaal', 'Kan', 'Bord', 'Vaas', 'Kandelaar', 'Theepot', 'Glas', 'Lepel'] as const;
const FINISHES = ['blauw', 'wit', 'zwart', 'groen', 'rood', 'naturel', 'goud'] as const;

const DAY_MS = 86_400_000;

export type MadeProducts = ReturnType<typeof makeProducts>;

/** Items use products in their original state, so that later changes of a product affect no order. */
export function makeProducts(seed: number, made: number, now: () => number) {
  const madeAt = now();
  const original = (index: number) => drawProduct(seed, index, madeAt);
  const listed = new Map<number, MadeProduct>();
  for (let index = 0; index < made; index += 1) {
    if (index % 41 !== 40) listed.set(idAt(index), original(index));
  }
  let rows = listRows(listed);

  function existing(productId: number): MadeProduct {
    const product = listed.get(productId);
    if (product === undefined) throw new RangeError(`there is no product ${productId}`);
    return product;
  }

  return {
    /** Number of products. Every 41st is deleted from the start and occurs in orders only. */
    made,
    /** The product in its original state, for items; `index` counts from 0. */
    original,
    /** The current product; `null` if it is in no list. */
    find: (productId: number) => listed.get(productId) ?? null,
    /** The rows of lists, sorted by id. */
    get rowCount(): number {
      return rows.length;
    },
    /** The record of a row; `null` if there is none. */
    rowAt(offset: number): object | null {
      const row = rows[offset];
      return row === undefined ? null : productRecord(row.id, existing(row.productId));
    },
    change(productId: number, changes: Partial<MadeProduct>): void {
      listed.set(productId, { ...existing(productId), ...changes });
    },
    remove(productId: number): void {
      listed.delete(existing(productId).id);
      rows = listRows(listed);
    },
    listed: () => listed.values(),
  };
}

function idAt(index: number): number {
  return FIRST_PRODUCT_ID + index * PRODUCT_ID_STEP;
}

/** A product has a row for each of its shops, usually one. */
function listRows(products: ReadonlyMap<number, MadeProduct>) {
  const rows: { readonly id: number; readonly productId: number }[] = [];
  for (const productId of products.keys()) {
    const index = (productId - FIRST_PRODUCT_ID) / PRODUCT_ID_STEP;
    const shops = index % 101 === 50 ? 3 : index % 23 === 7 ? 2 : 1;
    for (let shop = 0; shop < shops; shop += 1) rows.push({ id: FIRST_ROW_ID + index * ROW_ID_STEP + shop, productId });
  }
  return rows;
}

function drawProduct(seed: number, index: number, madeAt: number): MadeProduct {
  const random = createRandomStream(seed, 'product', index);
  const isWeighed = isSoldByWeight(index);
  const price = drawPrice(random, index);
  const rowUpdatedAt = madeAt - random.drawInteger(1, 400) * DAY_MS;
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
      value:
        (index % 31 === 9 ? -1 : 1) * (isWeighed ? random.drawInteger(0, 90_000) : random.drawInteger(0, 120) * 1_000),
      isUnlimited: index % 37 === 11,
      locationId: [1, 2, null][index % 3] ?? null,
    },
    isActive: index % 43 !== 12,
    rowUpdatedAt,
    updatedAt: rowUpdatedAt + random.drawInteger(0, 30) * 1_000,
  };
}

export function isSoldByWeight(index: number): boolean {
  return index % 13 === 6;
}

function drawPrice(random: Random, index: number): Amount | null {
  const cents = random.pickWeighted([
    [random.drawInteger(50, 900), 4],
    [random.drawInteger(2, 60) * 100 - 5, 5],
    [random.drawInteger(5_000, 60_000), 1],
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
    ppu: wireEuros(removeVat(amount, rate)),
    ppu_wt: wireEuros(amount),
    tax: rate.basisPoints / 10_000,
    tax_rate_id: rate.id,
    currency_iso3: CURRENCY,
    product_price_type_id: type,
  };
}
