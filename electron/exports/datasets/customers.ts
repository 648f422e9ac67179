import { type Static, Type } from 'typebox';
import { listCustomers, MAX_CUSTOMERS } from '../../../shared/contract/customers.ts';
import type { LocalizedText } from '../../../shared/contract/language.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { customers } from '../../../shared/datasets/declarations.ts';
import type { Dataset, ExportSource, RowBatch } from '../dataset.ts';
import { drainPages, getId } from '../drain-pages.ts';
import { decodeFilters, describeSelection, findNamedRecords, readTitles } from './filters.ts';

type CustomerColumn = ColumnsOf<typeof customers>;

const filters = Type.Omit(listCustomers.query, ['start', 'limit']);
type CustomerFilters = Static<typeof filters>;

export const customersSource: Dataset<CustomerColumn> = {
  declaration: customers,
  filters,
  async select(source, texts) {
    const query = decodeFilters(filters, texts);
    const segments = await findNamedRecords(source, 'segments', query.segment_id);
    return {
      ...describeSelection(source, customers, {
        filters: {
          segment: query.segment_id && segments.map(({ title }) => title),
          openInvoices: query.has_open_invoices,
          search: query.q,
          sort: query.sort === 'id' ? null : query.sort,
        },
      }),
      read: () => readCustomerRows(source, query),
    };
  },
};

const SINCE_FIRST: LocalizedText = {
  nl: 'Orders en omzet gaan over alle orders vanaf de eerste order van de klant.',
  en: 'Orders and turnover cover all orders since the customer’s first order.',
};

async function* readCustomerRows(
  source: ExportSource,
  query: CustomerFilters,
): AsyncGenerator<RowBatch<CustomerColumn>> {
  const segmentTitle = await readTitles(source, 'segments');
  const limit = MAX_CUSTOMERS;
  const pages = drainPages((start) => readCustomers(source, query, start, limit), { limit, getKey: getId });
  for await (const { rows, total } of pages) {
    yield {
      rows: rows.map(({ segment_ids, ...customer }) => ({
        ...customer,
        key: String(customer.id),
        segments: segment_ids?.map(segmentTitle).join(', ') ?? null,
      })),
      total,
      totals: { cells: {}, note: SINCE_FIRST[source.language] },
    };
  }
}

function readCustomers({ platform, caller }: ExportSource, query: CustomerFilters, start: number, limit: number) {
  return platform.listCustomers(caller, { ...query, start, limit });
}
