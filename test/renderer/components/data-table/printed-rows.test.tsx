import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { PrintHead, PrintProgress } from '../../../../renderer/app/shell/print-head.tsx';
import { DataTable } from '../../../../renderer/components/data-table/data-table.tsx';
import { createRowSource, type RowSource } from '../../../../renderer/components/data-table/row-source.ts';
import type { TableColumn } from '../../../../renderer/components/data-table/table-column.ts';
import { PlaceFilter } from '../../../../renderer/components/filters/place-filter.tsx';
import { PageHeader } from '../../../../renderer/components/page/page-header.tsx';
import { printPage } from '../../../../renderer/lib/print.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { renderPage } from '../../features/support/render-page.tsx';

interface Till {
  readonly name: string;
}

const COLUMNS: readonly TableColumn<Till>[] = [
  { id: 'name', header: 'Kassa', kind: 'text', widthPx: 200, cell: ({ name }) => name },
];

const tills = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Kassa ${index}` }));

/** A long list whose first 50 rows have been read. */
function pagedRows(count: number, loadRanges: NonNullable<RowSource<Till>['loadRanges']>): RowSource<Till> {
  const here = tills(50);
  return { ...createRowSource(here, ({ name }) => name), rowCount: count, loadRanges };
}

describe('a printed list', () => {
  it('has all rows, with the totals once below them, and is invisible on the screen before and after', async () => {
    const print = stubPrint();
    await renderTable(createRowSource(tills(300), ({ name }) => name));
    expect(printedRows()).toEqual([]);
    await act(printPage);
    expect(print).toHaveBeenCalledOnce();
    expect(printedRows()).toEqual([...tills(300).map(({ name }) => name), 'Samen 300']);
    act(() => void fireEvent(window, new Event('afterprint')));
    expect(printedRows()).toEqual([]);
  });

  it('has the note on its totals below them', async () => {
    stubPrint();
    await renderTable(
      createRowSource(tills(3), ({ name }) => name),
      'Zonder retouren',
    );
    await act(printPage);
    const printed = document.querySelector('table:not([role])');
    expect(printed?.nextElementSibling?.textContent).toBe('Zonder retouren');
  });

  it('reads missing rows before it is printed', async () => {
    const print = stubPrint(() => expect(printedRows()).toHaveLength(121));
    await renderTable(pagedRows(120, async () => tills(120)));
    await act(printPage);
    expect(print).toHaveBeenCalledOnce();
    expect(screen.queryByText(/^De eerste/)).toBeNull();
  });

  it('shows meanwhile how many rows are read, and offers to stop', async () => {
    const print = stubPrint();
    const reading = Promise.withResolvers<readonly Till[]>();
    const loadRanges: NonNullable<RowSource<Till>['loadRanges']> = (_ranges, watch) => {
      watch?.onRead(1_200);
      watch?.signal.addEventListener('abort', () => reading.reject(watch.signal.reason));
      return reading.promise;
    };
    await renderTable(pagedRows(1_900, loadRanges));
    const printing = printPage();
    expect(await screen.findByText('1.200 van 1.900 rijen gelezen')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Niet afdrukken' }));
    await act(() => printing);
    expect(screen.queryByText('1.200 van 1.900 rijen gelezen')).toBeNull();
    expect(print).not.toHaveBeenCalled();
  });

  it('says how many of all rows it has if there are too many or some cannot be read', async () => {
    stubPrint();
    const asked: unknown[] = [];
    const loadRanges = async (ranges: unknown) => {
      asked.push(ranges);
      return tills(300);
    };
    await renderTable(pagedRows(12_000, loadRanges));
    await act(printPage);
    expect(asked).toEqual([[[0, 4_999]]]);
    expect(screen.getByText('De eerste 300 van 12.000 rijen. Exporteer voor alle rijen.')).toBeDefined();
    expect(printedRows().at(-1)).toBe('Samen 12000 van alle 12.000');
  });
});

describe('the sheets after the first', () => {
  const running = () => document.documentElement.style.getPropertyValue('--running-head');

  it('name company, page, places and period in a text that no value can break out of', async () => {
    const host = installFakeHost({ readCompany: { accounts: {}, details: { name: 'A "B" \\ </style>' } } });
    host.answer('/api/shops', () => ({ body: { data: [{ id: 14, title: 'Kassa Utrecht', location_id: null }] } }));
    host.answer('/api/locations', () => ({ body: { data: [] } }));
    await renderPage(
      <main>
        <PrintHead />
        <PageHeader title="Orders" aside={<span data-period="1 t/m 7 nov 2026" />} />
        <PlaceFilter place={{ shopIds: [14], locationIds: null }} onChoose={() => {}} />
      </main>,
    );
    await screen.findByText(/^A "B"/);
    await screen.findByText('Kassa Utrecht');
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(running()).toBe('"A \\22 B\\22  \\5c  \\3c /style> · Orders · Kassa Utrecht · 1 t/m 7 nov 2026"');
    act(() => void fireEvent(window, new Event('afterprint')));
    expect(running()).toBe('');
  });
});

function stubPrint(check = () => {}) {
  const print = vi.fn(check);
  vi.stubGlobal('print', print);
  return print;
}

function renderTable(rows: RowSource<Till>, totalsNote?: string) {
  const totals = { name: `Samen ${rows.rowCount}` };
  return renderPage(
    <>
      <DataTable
        {...{ tableId: 'tills', label: "Kassa's", columns: COLUMNS, rows, totals }}
        {...(totalsNote !== undefined && { totalsNote })}
      />
      <PrintProgress />
    </>,
  );
}

/** The table for printing beside the grid. */
function printedRows(): (string | null)[] {
  return [...document.querySelectorAll('table:not([role]) :is(tbody, tfoot) tr')].map((row) => row.textContent);
}
