/** Deviations of a deployment from the usual responses. Each switch is off by default. */
export interface Switches {
  /** Parameters that are ignored, such as `/api/orders status`, or `/api/orders limit`. */
  readonly ignores: readonly string[];
  /** Parameters in `/openapi.json` beyond those of the specification. They work unless they are ignored. */
  readonly declares: readonly string[];
  /** Additional endpoints: `/api/orders/{id}`, `/api/products/{id}`, `/api/customers`, `/api/products/delta`. */
  readonly offers: readonly string[];
  readonly order: 'ascending' | 'descending' | 'shuffled';
  /** The maximum rows of a page, whatever is requested. */
  readonly pageCap: number | null;
  /** Amounts with rounding errors of binary fractions, and with six decimals. */
  readonly hasResidue: boolean;
  readonly skus: 'unique' | 'duplicate' | 'empty';
  readonly roles: readonly string[];
  readonly times: 'amsterdam' | 'utc' | 'other_offset' | 'no_offset' | 'one_bad';
  /** One price has a rate that is in no list. */
  readonly hasUnknownRate: boolean;
  readonly fromQty: 0 | 1 | null;
  /** Every tenth order is in pounds. */
  readonly hasOtherCurrency: boolean;
  /** Fields that are missing in rows, such as `status`. */
  readonly omits: readonly string[];
  /** `total` counts the whole list, whatever the filters. */
  readonly hasWrongTotal: boolean;
  /** Unknown values of `status`. */
  readonly hasUnknownWords: boolean;
  readonly hasUnknownMembers: boolean;
  /** An API key that is accepted as the owner's. */
  readonly key: string | null;
  /** Paths that respond with 502. */
  readonly fails: readonly string[];
}

export const NO_SWITCHES: Switches = {
  ...{ ignores: [], declares: [], offers: [], order: 'ascending', pageCap: null, hasResidue: false },
  ...{ skus: 'unique', roles: ['owner'], times: 'amsterdam', hasUnknownRate: false, fromQty: null },
  ...{ hasOtherCurrency: false, omits: [], hasWrongTotal: false, hasUnknownWords: false, hasUnknownMembers: false },
  ...{ key: null, fails: [] },
};

type Row = Readonly<Record<string, unknown>>;

const AMOUNTS = ['ppu', 'ppu_wt', 'value_wt', 'value_ex_wt', 'discount_value_wt', 'discount_value_ex_wt'];

/** Returns a row as the deployment sends it. `index` is its position in the whole list. */
export function spoilRow(row: Row, index: number, switches: Switches): Row {
  const spoilt: Record<string, unknown> = { ...row };
  if (switches.hasResidue) for (const name of AMOUNTS) addResidue(spoilt, name);
  if (switches.hasResidue && typeof row.ppu === 'number') spoilt.ppu = row.ppu + 0.000043;
  if (typeof row.date_purchased === 'string') spoilt.date_purchased = spoilTime(row.date_purchased, index, switches);
  if ('sku' in row && switches.skus !== 'unique' && index < 3) {
    spoilt.sku = switches.skus === 'empty' ? '' : 'DUBBEL';
  }
  if ('from_qty' in row && row.from_qty === null) spoilt.from_qty = switches.fromQty;
  if ('tax_rate_id' in row && index === 0 && switches.hasUnknownRate) spoilt.tax_rate_id = 999;
  if ('order_number' in row && index % 10 === 5 && switches.hasOtherCurrency) spoilt.currency = 'GBP';
  if ('status' in row && index % 4 === 1 && switches.hasUnknownWords) spoilt.status = 'awaiting_pickup';
  if (switches.hasUnknownMembers) spoilt.loyalty = { class: 'B', points: [1, 2] };
  for (const name of switches.omits) delete spoilt[name];
  return spoilt;
}

/** `29.7` becomes `29.699999999999996`. */
function addResidue(row: Record<string, unknown>, name: string): void {
  const value = row[name];
  if (typeof value === 'number' && value !== 0) row[name] = value - Math.sign(value) * 2 ** -48 * Math.abs(value);
}

/** Returns an order in October. */
export const BAD_TIME_AT = 300;

function spoilTime(text: string, index: number, { times }: Switches): string {
  const at = Date.parse(text);
  const shiftZone = (hours: number) => new Date(at + hours * 3_600_000).toISOString().slice(0, 19);
  if (times === 'utc') return `${shiftZone(0)}Z`;
  if (times === 'other_offset') return `${shiftZone(-5)}-05:00`;
  if (times === 'no_offset') return text.slice(0, 19);
  return times === 'one_bad' && index === BAD_TIME_AT ? '0000-00-00 00:00:00' : text;
}

/** Returns the rows in the order of the deployment. */
export function arrangeRows<Item>(rows: readonly Item[], { order }: Switches): readonly Item[] {
  if (order === 'descending') return rows.toReversed();
  // The multiplier is prime, so that each index occurs once.
  return order === 'shuffled' ? rows.map((_, index) => rows[(index * 7919) % rows.length] as Item) : rows;
}
