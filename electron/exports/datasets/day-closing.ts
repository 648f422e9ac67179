import { type DayClosing, readDayClosing } from '../../../shared/contract/day-closing.ts';
import type { Language, LocalizedText } from '../../../shared/contract/language.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { dayClosing } from '../../../shared/datasets/declarations.ts';
import type { Dataset, ExportRow, PaperTable } from '../dataset.ts';
import { decodeFilters, describeSelection, locationFilter, locationPlace, locationsNamedBy } from './filters.ts';
import { reportRows } from './financial-report.ts';
import { reportPaper } from './report-paper.ts';

type ClosingColumn = ColumnsOf<typeof dayClosing>;

export const dayClosingSource: Dataset<ClosingColumn> = {
  declaration: dayClosing,
  filters: readDayClosing.query,
  async select(source, texts) {
    const { date, location_id } = decodeFilters(readDayClosing.query, texts);
    const locations = await locationsNamedBy(source, location_id);
    const query = { date, ...locationFilter(locations) };
    const place = locationPlace(source, locations);
    return {
      ...describeSelection(source, dayClosing, { day: date, place }),
      count: async () => null,
      async *read() {
        const closing = await source.platform.readReport(source.caller, 'dayClosing', query);
        const rows = closingRows(closing, place.text, source.language);
        const { generated_at: asOf, unknown } = closing.report;
        yield { rows, total: rows.length, asOf, unknown, paper: closingPaper(closing, rows, source.language) };
      },
    };
  },
};

type ClosingRow = ExportRow<ClosingColumn>;

const SECTION: LocalizedText = { nl: 'Dagafsluiting', en: 'Day closing' };

const ITEMS = {
  orders: { nl: 'Orders', en: 'Orders' },
  returns: { nl: 'Orders met retour', en: 'Orders with a return' },
  discounted_orders: { nl: 'Orders met korting', en: 'Orders with a discount' },
  discount_value_wt: { nl: 'Verleende korting', en: 'Discount given' },
  first_order_number: { nl: 'Eerste ordernummer', en: 'First order number' },
  last_order_number: { nl: 'Laatste ordernummer', en: 'Last order number' },
} as const satisfies Readonly<Record<string, LocalizedText>>;

function closingRows(closing: DayClosing, place: string, language: Language): ClosingRow[] {
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
    ...reportRows(closing.report, place, language).map((figure) => ({ ...figure, count: null })),
  ];
}

/** The counts, then the report. */
function closingPaper({ report }: DayClosing, rows: readonly ClosingRow[], language: Language): PaperTable[] {
  const title = SECTION[language];
  const counts = rows.filter(({ section }) => section === title);
  return [{ title, columns: dayClosing.columns.slice(1), rows: counts }, ...reportPaper(report, rows, language)];
}

const EMPTY_CELLS = { detail: null, value: null, vat: null, value_wt: null, percentage: null, count: null } as const;
