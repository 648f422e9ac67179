import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import type { Language, Words } from '../../../shared/contract/language.ts';
import type { ExportRow } from '../dataset.ts';
import type { ClosingColumn } from './day-closing.ts';
import { REPORT_WORDS } from './financial-report-labels.ts';
import { reportRows } from './financial-report-rows.ts';

type ClosingRow = ExportRow<ClosingColumn>;

const SECTION: Words = { nl: 'Dagafsluiting', en: 'Day closing' };
const ITEMS = {
  orders: { nl: 'Orders', en: 'Orders' },
  returns: { nl: 'Orders met retour', en: 'Orders with a return' },
  discounted_orders: { nl: 'Orders met korting', en: 'Orders with a discount' },
  discount_value_wt: { nl: 'Gegeven korting', en: 'Discount given' },
  first_order_number: { nl: 'Eerste ordernummer', en: 'First order number' },
  last_order_number: { nl: 'Laatste ordernummer', en: 'Last order number' },
} as const satisfies Readonly<Record<string, Words>>;

/** The counts of the day, then its report. */
export function closingRows(closing: DayClosing, place: string, language: Language): ClosingRow[] {
  const { orders, returns, discounted_orders, discount_value_wt } = closing;
  const { first_order_number, last_order_number } = closing;
  const row = (item: keyof typeof ITEMS, cells: Partial<ClosingRow>): ClosingRow => ({
    ...EMPTY_CELLS,
    key: item,
    section: SECTION[language],
    item: ITEMS[item][language],
    ...cells,
  });
  return [
    row('orders', { count: orders }),
    row('returns', { count: returns }),
    row('discounted_orders', { count: discounted_orders }),
    row('discount_value_wt', { value_wt: discount_value_wt }),
    row('first_order_number', { detail: first_order_number }),
    row('last_order_number', { detail: last_order_number }),
    ...reportRows(closing.report, place, REPORT_WORDS[language]).map((figure) => ({
      ...figure,
      count: null,
    })),
  ];
}

const EMPTY_CELLS = {
  detail: null,
  value: null,
  vat: null,
  value_wt: null,
  percentage: null,
  count: null,
} as const;
