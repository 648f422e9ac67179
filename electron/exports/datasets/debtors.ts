import { Type } from 'typebox';
import type { Language } from '../../../shared/contract/language.ts';
import { Day, optional, Sort } from '../../../shared/contract/query.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { debtors } from '../../../shared/datasets/declarations.ts';
import {
  DEBTOR_AMOUNTS,
  DEBTOR_SORTS,
  DEFAULT_DEBTOR_SORT,
  type Debtor,
  type DebtorInvoice,
  type DebtorSort,
  formatDebtorName,
  sortDebtors,
  sumDebtors,
} from '../../../shared/debtors.ts';
import { toEuros } from '../../../shared/money.ts';
import type { Dataset, ExportRow, ExportSource, RowBatch } from '../dataset.ts';
import { decodeFilters, labelFilters } from './filters.ts';
import { AS_OF, selectInvoices } from './open-invoices.ts';
import { ORDER_FILTERS } from './orders.ts';

type DebtorColumn = ColumnsOf<typeof debtors>;

const { shop_id, location_id, customer_id, q } = ORDER_FILTERS.properties;

const FILTERS = Type.Object({
  from: optional(Day('Only invoices of sales from this day on; default: all')),
  to: optional(Day('Only invoices of sales up to this day; default: the day of as_of, or today')),
  as_of: AS_OF,
  ...{ shop_id, location_id, customer_id, q },
  sort: optional(Sort(DEBTOR_SORTS)),
});

/** What every customer owes, as the page of open invoices adds it up. */
export const debtorsSource: Dataset<DebtorColumn> = {
  declaration: debtors,
  filters: FILTERS,
  async select(source, texts) {
    const { sort = DEFAULT_DEBTOR_SORT } = decodeFilters(FILTERS, texts);
    const { sort: _sort, ...selecting } = texts;
    const { description, ...selected } = await selectInvoices(source, debtors, selecting);
    const sorted = labelFilters({ sort: sort === DEFAULT_DEBTOR_SORT ? null : sort }, source.language, debtors);
    return {
      ...description,
      filters: [...description.filters, ...sorted.filters],
      read: () => readDebtorRows(source, selected, sort),
    };
  },
};

async function* readDebtorRows(
  { language }: ExportSource,
  { invoices, isOpen, day }: Pick<Awaited<ReturnType<typeof selectInvoices>>, 'invoices' | 'isOpen' | 'day'>,
  sort: DebtorSort,
): AsyncGenerator<RowBatch<DebtorColumn>> {
  const read: DebtorInvoice[] = [];
  for await (const { rows } of invoices.read()) {
    read.push(...rows.filter(isOpen).map(toInvoice));
    // Lets an export be cancelled before its first row.
    yield { rows: [], total: null };
  }
  const rows = sortDebtors(sumDebtors(read, day), sort).map((debtor) => toRow(debtor, language));
  yield { rows, total: rows.length };
}

/** The row has all columns of an order, including these. */
function toInvoice(row: ExportRow): DebtorInvoice {
  const { customer_id, customer_name, currency, date_purchased, value_wt } = row as ExportRow & DebtorInvoice;
  return { customer_id, customer_name, currency, date_purchased, value_wt };
}

function toRow(debtor: Debtor, language: Language): ExportRow<DebtorColumn> {
  const amounts = Object.fromEntries(DEBTOR_AMOUNTS.map((id) => [id, toEuros(debtor[id])]));
  return {
    ...debtor,
    ...(amounts as Record<(typeof DEBTOR_AMOUNTS)[number], number>),
    key: String(debtor.customer_id ?? 'unknown'),
    customer_name: formatDebtorName(debtor, language),
  };
}
