/**
 * The special kinds of orders: one in 97 orders has each of them, so that even small accounts do. All others are
 * ordinary.
 */
const FEATURES = [
  'quote',
  'unaccepted request',
  'accepted request',
  'contract',
  'unknown status',
  'unknown rate',
  'other currency',
  'gift card',
  'deposit',
  'return',
  'exchange',
  'fractional quantity',
  'refunded',
  'refunded in part',
  'refunded in part of a weight',
  'refunded with a discount',
  'money back alone',
  'no location',
  'closed location',
  'unpaid',
  'on hold',
  'cancelled',
  'new',
  'paid in part',
  'discount line',
  'shipping',
  'payment line',
  'quantity of 0',
  'no lines',
  'number of another',
  'from elsewhere',
  'bought later',
  'deleted product',
  'customer of no list',
  'many lines',
  'free',
  'within the union',
  'unit price that misses',
  'no tax rows',
  'double SKU',
] as const;

export type Feature = (typeof FEATURES)[number] | 'ordinary';

const FEATURE_PERIOD = 97;
/** Coprime to the period, so that consecutive features are far apart in time. */
const FEATURE_STEP = 41;
const NO_FEATURE = 255;

/** The feature of each order. Orders at special times are ordinary. */
export function spreadFeatures(moments: Float64Array, special: ReadonlySet<number>): (index: number) => Feature {
  let others = 0;
  const features = new Uint8Array(moments.length).fill(NO_FEATURE);
  for (const [index, moment] of moments.entries()) {
    if (special.has(moment)) continue;
    features[index] = (others * FEATURE_STEP) % FEATURE_PERIOD;
    others += 1;
  }
  return (index) => FEATURES[features[index] ?? NO_FEATURE] ?? 'ordinary';
}
