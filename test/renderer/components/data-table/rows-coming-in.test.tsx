import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { DataTable } from '../../../../renderer/components/data-table/data-table.tsx';
import { useOpenRow } from '../../../../renderer/components/data-table/open-row.ts';
import { createRowSource, type RowSource } from '../../../../renderer/components/data-table/row-source.ts';
import type { TableColumn } from '../../../../renderer/components/data-table/table-column.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const COLUMNS: readonly TableColumn<string>[] = [
  { id: 'name', header: 'Kassa', kind: 'text', widthPx: 100, cell: (row) => row },
];
const LOST = 'De lijst is veranderd. De selectie is daarom opgeheven.';

describe('when a row is added', () => {
  it('the selected rows stay the same', async () => {
    const { user, show } = await renderTills();
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
    show(['new', 'a', 'b', 'c', 'd']);
    expect(selected()).toEqual(['b', 'c']);
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['b', 'c', 'd']);
  });

  it('the cursor stays on its row, or at the top if it has not moved', async () => {
    const { user, show } = await renderTills();
    show(['new', 'a', 'b', 'c', 'd']);
    expect(rowAtCursor()).toBe('new');
    await user.keyboard('{ArrowDown}');
    show(['newer', 'new', 'a', 'b', 'c', 'd']);
    expect(rowAtCursor()).toBe('a');
  });

  it('the open row stays open, and the next one is the one below it', async () => {
    const { user, show } = await renderTills();
    await user.keyboard('{ArrowDown}{Enter}');
    show(['new', 'a', 'b', 'c', 'd']);
    expect(openName()).toBe('b');
    expect(document.querySelector('tr[data-open]')?.textContent).toBe('b');
    await user.keyboard('{ArrowDown}');
    expect(openName()).toBe('c');
  });
});

describe('when a row is removed', () => {
  it('no other row is selected instead', async () => {
    const { user, show } = await renderTills();
    await user.keyboard('{ArrowDown} ');
    show(['a', 'c', 'd']);
    expect(selected()).toEqual([]);
    expect(screen.getByText(LOST)).toBeDefined();
    await user.keyboard(' ');
    expect(screen.queryByText(LOST)).toBeNull();
    expect(selected()).toEqual(['c']);
  });
});

/** A list of tills that can be replaced. */
async function renderTills(first: RowSource<string> = createRowSource(['a', 'b', 'c', 'd'], String)) {
  let change: (rows: RowSource<string>) => void = () => {};
  function Tills() {
    const [rows, setRows] = useState(first);
    const opened = useOpenRow(rows, 'all');
    change = setRows;
    return (
      <>
        <output>{opened.row}</output>
        <button type="button" onClick={opened.close}>
          close
        </button>
        <DataTable
          tableId="tills"
          label="Kassa's"
          columns={COLUMNS}
          rows={rows}
          openIndex={opened.index}
          onOpen={opened.open}
        />
      </>
    );
  }
  const page = await renderPage(<Tills />);
  screen.getByRole('grid').focus();
  const show = (rows: RowSource<string> | readonly string[]) =>
    act(() => change('getRow' in rows ? rows : createRowSource(rows, String)));
  return { ...page, show };
}

function selected(): (string | null)[] {
  const rows = [...document.querySelectorAll('tr[aria-selected="true"]')];
  return rows.map((row) => row.textContent);
}

function rowAtCursor(): string | null | undefined {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.textContent;
}

function openName(): string | null | undefined {
  return document.querySelector('output')?.textContent;
}
