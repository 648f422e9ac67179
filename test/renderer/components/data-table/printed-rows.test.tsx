import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { onPrintKey, PrintHead, PrintProgress } from '../../../../renderer/app/shell/print-head.tsx';
import { DataTable } from '../../../../renderer/components/data-table/data-table.tsx';
import { type RowSource, rowsOf } from '../../../../renderer/components/data-table/row-source.ts';
import type { TableColumn } from '../../../../renderer/components/data-table/table-column.ts';
import { FilterChoices, FilterToggle } from '../../../../renderer/components/filters/filter-bar.tsx';
import { PlaceFilter } from '../../../../renderer/components/filters/place-filter.tsx';
import { SearchField } from '../../../../renderer/components/filters/search-field.tsx';
import { PageHeader } from '../../../../renderer/components/page/page-header.tsx';
import { AsOf } from '../../../../renderer/components/states/freshness.tsx';
import { printPage, usePrintState } from '../../../../renderer/lib/print.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { renderPage } from '../../features/support/render-page.tsx';

interface Till {
  readonly name: string;
}

const COLUMNS: readonly TableColumn<Till>[] = [
  { id: 'name', header: 'Kassa', kind: 'text', widthPx: 200, cell: ({ name }) => name },
];

const tills = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Kassa ${index}` }));

/** A long list of which the first 50 rows have been read. */
function pagedRows(count: number, loadRanges: NonNullable<RowSource<Till>['loadRanges']>): RowSource<Till> {
  const here = tills(50);
  return { ...rowsOf(here, ({ name }) => name), rowCount: count, loadRanges };
}

describe('a list on paper', () => {
  it('has all rows, with its totals once below them, and nothing of it on the screen before and after', async () => {
    const print = stubPrint();
    await renderTable(rowsOf(tills(300), ({ name }) => name));
    expect(printedRows()).toEqual([]);
    await act(printPage);
    expect(print).toHaveBeenCalledOnce();
    expect(printedRows()).toEqual([...tills(300).map(({ name }) => name), 'Samen 300']);
    act(() => void fireEvent(window, new Event('afterprint')));
    expect(printedRows()).toEqual([]);
  });

  it('breaks a title of 200 characters without a space, and no other text', async () => {
    stubPrint();
    await renderTable(rowsOf([{ name: 'W'.repeat(200) }, { name: 'Kassa Utrecht' }], ({ name }) => name));
    await act(printPage);
    const cells = screen.getAllByRole('cell', { hidden: true }).filter((cell) => cell.dataset.kind === 'text');
    const broken = cells.filter((cell) => 'longWord' in cell.dataset).map(({ textContent }) => textContent);
    expect(new Set(broken)).toEqual(new Set(['W'.repeat(200)]));
  });

  it('reads the rows that are not there yet before it is printed', async () => {
    const print = stubPrint(() => expect(printedRows()).toHaveLength(121));
    await renderTable(pagedRows(120, async () => tills(120)));
    await act(printPage);
    expect(print).toHaveBeenCalledOnce();
    expect(screen.queryByText(/^De eerste/)).toBeNull();
  });

  it('is not printed, and nothing of it stays, once the reading is cancelled', async () => {
    const print = stubPrint();
    const loadRanges: NonNullable<RowSource<Till>['loadRanges']> = async (_ranges, watch) => {
      watch?.onRead(100);
      usePrintState.getState().cancel();
      watch?.signal.throwIfAborted();
      return tills(120);
    };
    await renderTable(pagedRows(120, loadRanges));
    await act(printPage);
    expect(print).not.toHaveBeenCalled();
    expect(printedRows()).toEqual([]);
    expect(usePrintState.getState().underWay).toBeNull();
  });

  it('says meanwhile how many rows are read, and offers to stop', async () => {
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

  it('says how many rows it has of all, where there are too many or some cannot be read', async () => {
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

  it('has the rows that were read when the browser itself prints, or the others cannot be read', async () => {
    stubPrint();
    await renderTable(pagedRows(120, () => Promise.reject(new Error('gone'))));
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(screen.getByText('De eerste 50 van 120 rijen. Exporteer voor alle rijen.')).toBeDefined();
    act(() => void fireEvent(window, new Event('afterprint')));
    await act(printPage);
    expect(screen.getByText('De eerste 50 van 120 rijen. Exporteer voor alle rijen.')).toBeDefined();
  });
});

describe('a long text on paper', () => {
  it('is cut once at 500 characters, which the sheet says, and is whole again on the screen', async () => {
    stubPrint();
    installFakeHost();
    const [first, ...others] = tills(3);
    const long = { name: 'W'.repeat(200_000) };
    await renderPage(
      <main>
        <PrintHead />
        <p>{`x${'😀'.repeat(400)}`}</p>
        <DataTable
          tableId="tills"
          label="Kassa's"
          columns={COLUMNS}
          rows={rowsOf([first ?? long, long, ...others], ({ name }) => name)}
        />
      </main>,
    );
    await act(printPage);
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(printedRows()).toEqual(['Kassa 0', `${'W'.repeat(499)}…`, 'Kassa 1', 'Kassa 2']);
    expect(screen.getByText(/^x/).textContent).toBe(`x${'😀'.repeat(249)}…`);
    expect(screen.getByText('2 teksten zijn ingekort tot 500 tekens.')).toBeDefined();
    act(() => void fireEvent(window, new Event('afterprint')));
    expect(screen.getByText(/^x/).textContent).toBe(`x${'😀'.repeat(400)}`);
    expect(screen.queryByText(/ingekort/)).toBeNull();
  });
});

describe('the sheets after the first', () => {
  const running = () => document.documentElement.style.getPropertyValue('--running-head');

  it('say whose they are, of which page, places and period, in a text that nothing in it can end', async () => {
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

  it('say what else the list is narrowed to, shortened where that is long', async () => {
    const statuses = [{ value: 'refunded', label: 'Terugbetaald' }] as const;
    const none = () => {};
    await renderPage(
      <main>
        <PrintHead />
        <PageHeader title="Orders" />
        <SearchField label="Zoeken" clearLabel="Wissen" term="vaas" onSearch={none} />
        <FilterChoices label="Status" options={statuses} values={['refunded']} onChange={none} />
        <FilterToggle label={'x'.repeat(60)} isOn onChange={none} />
        <FilterToggle label="Niet aan" isOn={false} onChange={none} />
      </main>,
    );
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(running()).toMatch(/Orders · Zoekterm: vaas, Status: Terugbetaald, x{21}…"$/);
  });
});

describe('the time of the data', () => {
  it('has its day on paper', async () => {
    await renderPage(
      <AsOf updatedAt={Date.parse('2026-11-20T09:30:05Z')} isRefreshing={false} isStale={false} onRefresh={() => {}} />,
    );
    expect(screen.getByText('Stand van 10:30:05')).toBeDefined();
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(screen.getByText('Stand van 20-11-2026 10:30')).toBeDefined();
  });
});

describe('a filter on paper', () => {
  it('says what it is of, and that it is not set', async () => {
    await renderPage(
      <>
        <SearchField label="Zoeken" clearLabel="Wissen" term="vaas" onSearch={() => {}} />
        <FilterChoices label="Status" options={[]} values={[]} all="Alle statussen" onChange={() => {}} />
      </>,
    );
    expect(screen.queryByText('Zoekterm')).toBeNull();
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(screen.getByText('Zoekterm').parentElement?.textContent).toBe('Zoektermvaas');
    expect(screen.getByText('Alle statussen')).toBeDefined();
  });
});

describe('Ctrl+P', () => {
  it('prints the whole page instead of what the browser has of it', async () => {
    const print = stubPrint();
    const press = new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, cancelable: true });
    onPrintKey(press);
    expect(press.defaultPrevented).toBe(true);
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    onPrintKey(new KeyboardEvent('keydown', { key: 'p' }));
    expect(print).toHaveBeenCalledOnce();
  });
});

function stubPrint(check = () => {}) {
  const print = vi.fn(check);
  vi.stubGlobal('print', print);
  return print;
}

function renderTable(rows: RowSource<Till>) {
  const totals = { name: `Samen ${rows.rowCount}` };
  return renderPage(
    <>
      <DataTable tableId="tills" label="Kassa's" columns={COLUMNS} rows={rows} totals={totals} />
      <PrintProgress />
    </>,
  );
}

/** The table beside the grid. */
function printedRows(): (string | null)[] {
  return [...document.querySelectorAll('table:not([role]) tbody tr')].map((row) => row.textContent);
}
