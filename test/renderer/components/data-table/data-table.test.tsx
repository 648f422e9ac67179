import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ColumnChooser } from '../../../../renderer/components/data-table/column-chooser.tsx';
import { getColumnHabit, useVisibleColumns } from '../../../../renderer/components/data-table/column-state.ts';
import { DataTable } from '../../../../renderer/components/data-table/data-table.tsx';
import { useOpenRow } from '../../../../renderer/components/data-table/open-row.ts';
import { createRowSource } from '../../../../renderer/components/data-table/row-source.ts';
import type { TableColumn } from '../../../../renderer/components/data-table/table-column.ts';
import { renderPage } from '../../features/support/render-page.tsx';

interface Till {
  readonly name: string;
  readonly amount: number;
}

const COLUMNS: readonly TableColumn<Till>[] = [
  { id: 'name', header: 'Kassa', kind: 'text', widthPx: 200, hideable: false, sortId: 'name', cell: nameOf },
  { id: 'amount', header: 'Bedrag', kind: 'amount', widthPx: 100, cell: (till) => String(till.amount) },
  { id: 'note', header: 'Notitie', kind: 'text', widthPx: 100, hiddenAtFirst: true, cell: () => 'n' },
];
const TILLS = Array.from({ length: 1000 }, (_, index) => ({ name: `Kassa ${index}`, amount: index }));

describe('the data table', () => {
  it('renders only the visible rows, and says how many there are', async () => {
    await renderPage(<Tills />);
    expect(grid().getAttribute('aria-rowcount')).toBe('1001');
    const drawn = screen.getAllByText(/^Kassa \d+$/).length;
    expect(drawn).toBeGreaterThan(20);
    expect(drawn).toBeLessThan(60);
    expect(rowAtCursor()).toBe('Kassa 0');
  });

  it('moves its cursor by row, by page and to either end', async () => {
    const { user } = await renderPage(<Tills />);
    grid().focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(rowAtCursor()).toBe('Kassa 1');
    await user.keyboard('{Home}{ArrowUp}');
    expect(rowAtCursor()).toBe('Kassa 0');
    await user.keyboard('{PageDown}');
    expect(rowAtCursor()).not.toBe('Kassa 0');
    await user.keyboard('{PageUp}');
    expect(rowAtCursor()).toBe('Kassa 0');
  });

  it('opens the row at the cursor with Enter, and then each row that the cursor moves to', async () => {
    const { user } = await renderPage(<Tills />);
    grid().focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByRole('status').textContent).toBe('Kassa 1');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('status').textContent).toBe('Kassa 2');
    expect(openRow()).toBe('Kassa 2');
  });

  it('opens a row on click, unless text was selected', async () => {
    await renderPage(<Tills />);
    const row = screen.getByText('Kassa 3');
    document.getSelection()?.selectAllChildren(row);
    fireEvent.click(row);
    expect(screen.getByRole('status').textContent).toBe('');
    document.getSelection()?.removeAllRanges();
    fireEvent.click(row);
    expect(screen.getByRole('status').textContent).toBe('Kassa 3');
  });

  it('closes the open row and returns to the first if another list is shown', async () => {
    const { user } = await renderPage(<Tills />);
    grid().focus();
    await user.keyboard('{ArrowDown}{Enter}');
    await user.click(screen.getByRole('button', { name: 'other list' }));
    expect(screen.getByRole('status').textContent).toBe('');
    expect(rowAtCursor()).toBe('Kassa 0');
  });

  it('moves its cursor along the cells of a row, which are named after the row heading', async () => {
    const { user } = await renderPage(<Tills />);
    grid().focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    const cell = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
    expect(cell?.textContent).toBe('1');
    expect(cell?.getAttribute('aria-colindex')).toBe('2');
    expect(grid().getAttribute('aria-colcount')).toBe('2');
    expect(screen.getByRole('rowheader', { name: 'Kassa 1' })).toBeDefined();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(rowAtCursor()).toBe('Kassa 1');
  });

  it('marks an open row as open, not as selected', async () => {
    const { user } = await renderPage(<Tills />);
    grid().focus();
    await user.keyboard('{Enter}');
    const opened = screen.getByRole('rowheader', { name: 'Kassa 0' });
    expect(opened.getAttribute('aria-expanded')).toBe('true');
    expect(opened.closest('tr')?.getAttribute('aria-selected')).toBe('false');
  });

  it('offers sorting where the API sorts: ascending, descending, or the order of the list', async () => {
    const { user } = await renderPage(<SortedTills />);
    const choose = async (name: string) => {
      grid().focus();
      await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    expect(header('Kassa').getAttribute('aria-sort')).toBeNull();
    await choose('Oplopend sorteren');
    expect(screen.getByRole('status').textContent).toBe('name');
    expect(header('Kassa').getAttribute('aria-sort')).toBe('ascending');
    await choose('Aflopend sorteren');
    expect(screen.getByRole('status').textContent).toBe('-name');
    expect(header('Kassa').getAttribute('aria-sort')).toBe('descending');
    await choose('Niet sorteren');
    expect(screen.getByRole('status').textContent).toBe('');
    await user.click(within(header('Bedrag')).getByRole('button'));
    await screen.findByRole('menuitem', { name: 'Verbergen' });
    expect(screen.queryByRole('menuitem', { name: 'Oplopend sorteren' })).toBeNull();
  });

  it('shows the chosen columns, says which they are, and saves the choice', async () => {
    const { user } = await renderPage(<Tills />);
    expect(screen.getByTestId('visible').textContent).toBe('name,amount');
    await user.click(screen.getByRole('button', { name: 'Kolommen' }));
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Kassa' })).toBeNull();
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Bedrag' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Notitie' }));
    expect(screen.getByTestId('visible').textContent).toBe('name,note');
    expect(headers()).toEqual(['Kassa', 'Notitie']);
    expect(getColumnHabit('tills').shown).toMatchObject({ amount: false });
    await user.click(screen.getByRole('menuitem', { name: 'Standaardkolommen' }));
    expect(screen.getByTestId('visible').textContent).toBe('name,amount');
  });

  it('aligns the totals row with the shown columns', async () => {
    await renderPage(
      <DataTable
        tableId="tills"
        label="Kassa's"
        columns={COLUMNS}
        rows={createRowSource(TILLS, nameOf)}
        totals={{ name: 'Totaal', amount: '499.500', note: 'not shown' }}
      />,
    );
    const totals = screen.getByText('Totaal').closest('tr');
    expect(totals?.textContent).toBe('Totaal499.500');
    expect(totals?.getAttribute('aria-rowindex')).toBe('1002');
  });

  it('requests the visible rows and renders a placeholder until they arrive', async () => {
    const onRangeNeeded = vi.fn();
    const rows = { ...createRowSource<Till>([], nameOf), rowCount: 500, onRangeNeeded };
    await renderPage(<DataTable tableId="tills" label="Kassa's" columns={COLUMNS} rows={rows} />);
    const [first, last] = onRangeNeeded.mock.lastCall ?? [];
    expect(first).toBe(0);
    expect(last).toBeGreaterThan(20);
    expect(document.querySelectorAll('tr[data-index]')).toHaveLength(last + 1);
  });
});

function Tills({ count = TILLS.length, placeholder }: { count?: number; placeholder?: string }) {
  const rows = createRowSource(TILLS.slice(0, count), nameOf);
  const [listKey, setListKey] = useState('all');
  const opened = useOpenRow(rows, listKey);
  return (
    <>
      <button type="button" onClick={() => setListKey('some')}>
        other list
      </button>
      <output>{opened.row?.name}</output>
      <span data-testid="visible">{useVisibleColumns('tills', COLUMNS).join(',')}</span>
      <ColumnChooser tableId="tills" columns={COLUMNS} />
      <DataTable
        tableId="tills"
        label="Kassa's"
        columns={COLUMNS}
        rows={rows}
        listKey={listKey}
        placeholder={placeholder}
        openIndex={opened.index}
        onOpen={opened.open}
      />
    </>
  );
}

function SortedTills() {
  const [sort, setSort] = useState<string>();
  return (
    <>
      <output>{sort}</output>
      <DataTable
        tableId="tills"
        label="Kassa's"
        columns={COLUMNS}
        rows={createRowSource(TILLS, nameOf)}
        sort={sort}
        onSort={setSort}
      />
    </>
  );
}

function nameOf(till: Till) {
  return till.name;
}

function grid(): HTMLElement {
  return screen.getByRole('grid', { name: "Kassa's" });
}

function rowAtCursor(): string | undefined {
  const id = grid().getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.closest('tr')?.querySelector('th')?.textContent;
}

function openRow(): string | undefined {
  return document.querySelector('tr[data-open] th')?.textContent;
}

function header(name: string): HTMLElement {
  return screen.getByRole('columnheader', { name });
}

function headers(): string[] {
  return screen.getAllByRole('columnheader').map((cell) => cell.textContent);
}
