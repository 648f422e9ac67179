import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from '../../../../renderer/components/data-table/data-table.tsx';
import {
  createRowSource,
  type RowEmphasis,
  type RowSource,
} from '../../../../renderer/components/data-table/row-source.ts';
import type { TableColumn } from '../../../../renderer/components/data-table/table-column.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const COLUMNS: readonly TableColumn<string>[] = [
  { id: 'name', header: 'Kassa', kind: 'text', widthPx: 100, cell: (row) => row },
];
const NAMES = ['Groep', 'A', 'B', 'C', 'D', 'Som'];
const ALL = createRowSource(NAMES, String);

/** What was written to the clipboard. */
let clipboard: Record<string, string>;

beforeEach(() => {
  clipboard = {};
  document.execCommand = () => {
    const clipboardData = {
      setData: (type: string, data: string) => Object.assign(clipboard, { [type]: data }),
    };
    document.body.dispatchEvent(Object.assign(new Event('copy', { bubbles: true }), { clipboardData }));
    return true;
  };
});

afterEach(() => {
  document.getSelection()?.removeAllRanges();
});

describe('selected rows', () => {
  it('with Shift and the arrows range from the start to the cursor', async () => {
    const { user } = await renderTills();
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['A', 'B', 'C']);
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(selected()).toEqual(['A', 'B']);
    expect(screen.getByText('2 rijen geselecteerd').getAttribute('aria-live')).toBe('polite');
  });

  it('with Ctrl and the mouse are added and removed, with Shift up to the clicked row', async () => {
    const { onOpen } = await renderTills();
    press('A', { ctrlKey: true });
    press('D', { metaKey: true });
    press('A', { ctrlKey: true });
    expect(selected()).toEqual(['D']);
    press('B', { ctrlKey: true });
    press('D', { shiftKey: true });
    expect(selected()).toEqual(['B', 'C', 'D']);
    expect(onOpen).not.toHaveBeenCalled();
    press('A');
    expect(selected()).toEqual([]);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('with Ctrl+A are all, and none after Escape', async () => {
    const { user } = await renderTills();
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.getByRole('grid').getAttribute('aria-multiselectable')).toBe('true');
    expect(selected()).toEqual(NAMES);
    await user.keyboard('{Escape}');
    expect(selected()).toEqual([]);
    expect(screen.queryByText(/geselecteerd/)).toBeNull();
  });
});

describe('copied rows', () => {
  it('are the selected ones, with the headings', async () => {
    const { user } = await renderTills();
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}{Control>}c{/Control}');
    await screen.findByText('2 rijen gekopieerd als tabel.');
    expect(clipboard['text/plain']).toBe('Kassa\r\nA\r\nB');
    expect(clipboard['text/html']).toContain('>Kassa</th>');
  });

  it('without a selection are the one at the cursor; selected text is left to the browser', async () => {
    const { user } = await renderTills();
    await user.keyboard('{ArrowDown}{Control>}c{/Control}');
    await waitFor(() => expect(clipboard['text/plain']).toBe('Kassa\r\nA'));
    clipboard = {};
    document.getSelection()?.selectAllChildren(screen.getByText('D'));
    await user.keyboard('{Control>}c{/Control}');
    expect(clipboard).toEqual({});
  });

  it('do not include group headings and sums, and neither does the count', async () => {
    const { user } = await renderTills({ emphasis: emphasisOf });
    expect(screen.getByText('Groep').closest('tr')?.dataset.emphasis).toBe('group');
    expect(screen.getByText('Groep').closest('tr')?.getAttribute('aria-selected')).toBeNull();
    await user.keyboard('{Control>}a{/Control}');
    await user.click(screen.getByRole('button', { name: 'Kopiëren' }));
    await screen.findByText('4 rijen gekopieerd als tabel.');
    expect(screen.getByText('4 rijen geselecteerd')).toBeDefined();
    expect(clipboard['text/plain']).toBe('Kassa\r\nA\r\nB\r\nC\r\nD');
  });

  it('are read first if the list can', async () => {
    const loadRanges = vi.fn(async () => NAMES);
    const { user } = await renderTills({ rows: { ...partlyRead(), loadRanges } });
    await user.keyboard('{Control>}a{/Control}{Control>}c{/Control}');
    await screen.findByText('6 rijen gekopieerd als tabel.');
    expect(loadRanges).toHaveBeenCalledExactlyOnceWith([[0, 5]]);
    expect(clipboard['text/plain']?.split('\r\n')).toEqual(['Kassa', ...NAMES]);
  });

  it('come with a note about missing ones if it cannot', async () => {
    const { user } = await renderTills({ rows: partlyRead() });
    await user.keyboard('{Control>}a{/Control}{Control>}c{/Control}');
    expect(await screen.findByText(/^2 van 6 rijen gekopieerd\. De andere zijn nog niet geladen/)).toBeDefined();
    expect(clipboard['text/plain']).toBe('Kassa\r\nGroep\r\nA');
  });

  it('are limited to what a clipboard can hold', async () => {
    const { user } = await renderTills({
      rows: createRowSource(
        Array.from({ length: 20_001 }, (_, place) => String(place)),
        String,
      ),
    });
    await user.keyboard('{Control>}a{/Control}{Control>}c{/Control}');
    expect(await screen.findByText(/^Er is niets gekopieerd: kopiëren kan tot 20\.000 rijen/)).toBeDefined();
    expect(clipboard).toEqual({});
  });
});

interface TillsOptions {
  readonly rows?: RowSource<string>;
  readonly emphasis?: (row: string) => RowEmphasis | undefined;
}

async function renderTills({ rows = ALL, emphasis }: TillsOptions = {}) {
  const onOpen = vi.fn();
  let show: (listKey: string) => void = () => {};
  function Tills() {
    const [listKey, setListKey] = useState('all');
    show = setListKey;
    return (
      <DataTable
        tableId="tills"
        label="Kassa's"
        columns={COLUMNS}
        rows={rows}
        listKey={listKey}
        onOpen={onOpen}
        {...(emphasis && { rowEmphasis: emphasis })}
      />
    );
  }
  const page = await renderPage(<Tills />);
  screen.getByRole('grid').focus();
  return { ...page, onOpen, rerender: (listKey: string) => act(() => show(listKey)) };
}

/** Only the first two rows are read. */
function partlyRead(): RowSource<string> {
  return { ...createRowSource(NAMES.slice(0, 2), String), rowCount: NAMES.length };
}

function emphasisOf(row: string): RowEmphasis | undefined {
  if (row === 'Groep') return 'group';
  return row === 'Som' ? 'subtotal' : undefined;
}

function press(name: string, keys: { ctrlKey?: true; metaKey?: true; shiftKey?: true } = {}) {
  const cell = screen.getByText(name);
  fireEvent.mouseDown(cell, keys);
  fireEvent.click(cell, keys);
}

function selected(): (string | null)[] {
  return [...document.querySelectorAll('tr[aria-selected="true"]')].map((row) => row.textContent);
}
