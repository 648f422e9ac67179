import type { Random } from '../../../electron/platform/demo/prng.ts';
import { type Amount, roundToCents, sumOf } from '../../../shared/money.ts';
import { isSoldByWeight, type MadeProducts } from './made-products.ts';
import type { MadeLine } from './order-amounts.ts';
import type { Feature } from './order-features.ts';
import {
  DEPOSIT_PRODUCT_ID,
  GIFT_CARD_PRODUCT_ID,
  HIGH_RATE,
  INTRA_EU_RATE,
  LOW_RATE,
  UNLISTED_RATE,
  ZERO_RATE,
} from './reference-records.ts';

type Draft = Omit<MadeLine, 'row'>;

/** In thousandths. */
const ONE = 1_000;

const EXTRA_LINE = {
  ...{ productId: null, sku: null, unitPriceBefore: null, rate: HIGH_RATE, isTurnover: null },
  ...{ quantity: ONE, refundedQuantity: 0 },
};

/** Creates the items of an order that shows the feature, in the order of their rows. */
export function drawLines(feature: Feature, random: Random, products: MadeProducts): MadeLine[] {
  const count =
    feature === 'many lines'
      ? 25
      : random.pickWeighted([
          [1, 5],
          [2, 4],
          [3, 3],
          [4, 1],
          [6, 1],
        ] as const);
  const ordinary = Array.from({ length: count }, () => ordinaryLine(random, products));
  return withFeature(feature, ordinary, random, products).map((line, index) => ({ ...line, row: index + 1 }));
}

function withFeature(feature: Feature, drafts: readonly Draft[], random: Random, products: MadeProducts): Draft[] {
  const each = (changes: Partial<Draft>) => drafts.map((draft) => ({ ...draft, ...changes }));
  const undiscounted = (draft: Draft, changes: Partial<Draft> = {}) => ({
    ...draft,
    unitPriceBefore: null,
    ...changes,
  });
  const [first = ordinaryLine(random, products), ...others] = drafts;
  switch (feature) {
    case 'no lines':
      return [];
    case 'unknown rate':
      return [{ ...first, rate: UNLISTED_RATE }, ...others];
    case 'no tax rows':
      // At one rate, because it is unknown which of several has the cents of the header.
      return each({ rate: HIGH_RATE });
    case 'within the union':
      return each({ rate: INTRA_EU_RATE });
    case 'gift card':
      return [...drafts, { ...EXTRA_LINE, ...giftCardLine(random) }];
    case 'deposit':
      return [...drafts, { ...EXTRA_LINE, ...depositLine(random) }];
    case 'return':
      return drafts.map((draft) => undiscounted(draft, { quantity: -draft.quantity }));
    case 'exchange':
      return [...drafts, undiscounted(first, { quantity: -ONE, unitPrice: first.unitPrice + 250 * 100 })];
    case 'fractional quantity':
      return [weighedLine(first, random), ...others];
    case 'refunded':
      return drafts.map((draft) => ({ ...draft, refundedQuantity: draft.quantity }));
    case 'refunded in part':
      return [{ ...first, quantity: 3 * ONE, refundedQuantity: ONE }, ...others, shippingLine()];
    case 'refunded in part of a weight': {
      const weighed = weighedLine(first, random);
      return [{ ...weighed, refundedQuantity: Math.ceil(weighed.quantity / 3) }, ...others];
    }
    case 'refunded with a discount':
      return [
        { ...discounted(first, 15), quantity: 2 * ONE, refundedQuantity: ONE },
        ...others.map((draft) => ({ ...draft, refundedQuantity: draft.quantity })),
      ];
    case 'discount line':
      return [...drafts, discountLine(drafts)];
    case 'shipping':
      return [...drafts, shippingLine()];
    case 'payment line':
      return [...drafts, { ...EXTRA_LINE, kind: 'payment', name: 'Betaalkosten', unitPrice: 35 * 100 }];
    case 'quantity of 0':
      return [...drafts, undiscounted(first, { quantity: 0 })];
    case 'deleted product':
      return [
        {
          ...first,
          ...chooseProduct(random.drawInteger(0, Math.floor((products.made - 41) / 41)) * 41 + 40, products),
        },
      ];
    case 'double SKU':
      return [{ ...first, ...chooseProduct(21 % products.made, products) }, ...others];
    case 'free':
      return [discounted(first, 100), ...others];
    case 'unit price that misses':
      return [undiscounted(first, { quantity: 5 * ONE, unitPrice: 500 * 100, rate: HIGH_RATE }), ...others];
    default:
      return [...drafts];
  }
}

/** `index` may be below 0 in an account that is too small for a deleted product. Then the first one is sold. */
function chooseProduct(index: number, products: MadeProducts): Pick<Draft, 'productId' | 'sku' | 'name'> {
  const { id, sku, title } = products.original(Math.max(index < products.made ? index : 0, 0));
  return { productId: id, sku: sku === '' ? null : sku, name: title };
}

/** The sale price of a product that has no price or is free. */
const PRICE_AT_COUNTER = 995 * 100;

function ordinaryLine(random: Random, products: MadeProducts): Draft {
  // The first products sell more often.
  const index = Math.floor(products.made * random.drawFraction() * random.drawFraction());
  const { defaultPrice, rate } = products.original(index);
  const line: Draft = {
    ...EXTRA_LINE,
    ...chooseProduct(index, products),
    kind: 'product',
    quantity:
      ONE *
      random.pickWeighted([
        [1, 6],
        [2, 3],
        [3, 1],
        [7, 0.3],
      ] as const),
    unitPrice: defaultPrice || PRICE_AT_COUNTER,
    rate,
    isTurnover: random.chance(0.7) ? true : null,
  };
  if (isSoldByWeight(index) && random.chance(0.6)) return weighedLine(line, random);
  return random.chance(0.15) ? discounted(line, random.pick([5, 10, 15, 25, 50])) : line;
}

function discounted(draft: Draft, percent: number): Draft {
  const unitPriceBefore = draft.unitPriceBefore ?? draft.unitPrice;
  const quantity = Math.max(Math.round(draft.quantity / ONE), 1) * ONE;
  return { ...draft, quantity, unitPriceBefore, unitPrice: roundToCents((unitPriceBefore * (100 - percent)) / 100) };
}

function weighedLine(draft: Draft, random: Random): Draft {
  return { ...draft, unitPriceBefore: null, quantity: random.drawInteger(105, 3_499) };
}

function giftCardLine(random: Random) {
  const unitPrice: Amount = random.pick([10, 25, 50]) * 10_000;
  const kind = 'product' as const;
  return { kind, productId: GIFT_CARD_PRODUCT_ID, name: 'Cadeaukaart', unitPrice, rate: ZERO_RATE, isTurnover: false };
}

function depositLine(random: Random) {
  const quantity = ONE * random.drawInteger(1, 6);
  const kind = 'product' as const;
  const product = { kind, productId: DEPOSIT_PRODUCT_ID, name: 'Statiegeld' };
  return { ...product, quantity, unitPrice: 1_500, rate: ZERO_RATE, isTurnover: false };
}

function shippingLine(): Draft {
  return { ...EXTRA_LINE, kind: 'shipping', name: 'Verzendkosten', unitPrice: 495 * 100 };
}

/** A tenth of the items' value, deducted from the whole order. */
function discountLine(drafts: readonly Draft[]): Draft {
  const total = sumOf(drafts, ({ unitPrice, quantity }) => unitPrice * Math.max(Math.round(quantity / ONE), 1));
  const unitPrice = -Math.max(roundToCents(total / 10), 100);
  return { ...EXTRA_LINE, kind: 'discount', name: 'Korting', unitPrice, rate: drafts[0]?.rate ?? LOW_RATE };
}
