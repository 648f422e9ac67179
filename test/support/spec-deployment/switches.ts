/** How a deployment departs from the usual answer. Each switch is off by default. */
export interface Switches {
  /** Parameters that are read and then ignored, such as `/api/orders status`; `/api/orders limit` too. */
  readonly ignores: readonly string[];
  /** Parameters that an `/openapi.json` names, beside those of the specification. They work, unless they are ignored. */
  readonly declares: readonly string[];
  /** What else is there: `/api/orders/{id}`, `/api/products/{id}`, `/api/customers`, `/api/products/delta`. */
  readonly offers: readonly string[];
  readonly order: 'ascending' | 'descending' | 'shuffled';
  /** The most rows of a page, whatever is asked for. */
  readonly pageCap: number | null;
  /** Amounts with the residue of binary fractions, and with six decimals. */
  readonly hasResidue: boolean;
  readonly skus: 'unique' | 'duplicate' | 'empty';
  readonly roles: readonly string[];
  readonly times: 'amsterdam' | 'utc' | 'other_offset' | 'no_offset' | 'one_bad';
  /** One price names a rate that no list has. */
  readonly hasUnknownRate: boolean;
  readonly fromQty: 0 | 1 | null;
  /** Every tenth order is in pounds. */
  readonly hasOtherCurrency: boolean;
  /** Members that the rows lack, such as `status`. */
  readonly omits: readonly string[];
  /** `total` is that of the whole list, whatever was filtered. */
  readonly hasWrongTotal: boolean;
  /** Words of `status` that nobody has heard of. */
  readonly hasUnknownWords: boolean;
  readonly hasUnknownMembers: boolean;
  /** An API key that is taken as the owner's. */
  readonly key: string | null;
  /** Paths that answer 502. */
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

/** A row as the deployment sends it. `index` is its position in the whole list. */
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

/** An order of October. */
export const BAD_TIME_AT = 300;

function spoilTime(text: string, index: number, { times }: Switches): string {
  const at = Date.parse(text);
  const inZone = (hours: number) => new Date(at + hours * 3_600_000).toISOString().slice(0, 19);
  if (times === 'utc') return `${inZone(0)}Z`;
  if (times === 'other_offset') return `${inZone(-5)}-05:00`;
  if (times === 'no_offset') return text.slice(0, 19);
  return times === 'one_bad' && index === BAD_TIME_AT ? '0000-00-00 00:00:00' : text;
}

/** The rows in the order that the deployment gives them. */
export function arrangeRows<Item>(rows: readonly Item[], { order }: Switches): readonly Item[] {
  if (order === 'descending') return rows.toReversed();
  // The multiplier is prime, so that each index comes once.
  return order === 'shuffled' ? rows.map((_, index) => rows[(index * 7919) % rows.length] as Item) : rows;
}
