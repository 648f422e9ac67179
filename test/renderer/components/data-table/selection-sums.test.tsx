import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DataTable } from '../../../../renderer/components/data-table/data-table.tsx';
import { createRowSource, type RowSource } from '../../../../renderer/components/data-table/row-source.ts';
import type { TableColumn } from '../../../../renderer/components/data-table/table-column.ts';
import { renderPage } from '../../features/support/render-page.tsx';

interface Line {
  readonly name: string;
  readonly value: number | null;
}

const COLUMNS: readonly TableColumn<Line>[] = [
  { id: 'name', header: 'Kassa', kind: 'text', widthPx: 100, cell: ({ name }) => name },
  {
    id: 'value',
    header: 'Omzet',
    kind: 'amount',
    widthPx: 100,
    cell: ({ value }) => String(value),
    figure: ({ value }) => value,
  },
];

const linesOf = (...values: (number | null)[]) => values.map((value, index) => ({ name: `K${index}`, value }));

const isGroup = ({ value }: Line) => (value === -1 ? 'group' : undefined);

async function selectAll(rows: RowSource<Line>) {
  const { user } = await renderPage(
    <DataTable tableId="lines" label="Regels" columns={COLUMNS} rows={rows} rowEmphasis={isGroup} />,
  );
  screen.getByRole('grid').focus();
  await user.keyboard('{Control>}a{/Control}');
}

const sums = () => screen.getByText(/^Omzet:/).textContent?.replace(/\s/g, ' ');

describe('the sums of selected rows', () => {
  it('are exact, with the average, and leave out group headings', async () => {
    await selectAll(createRowSource(linesOf(-1, 0.1, 0.2, 1234.5), ({ name }) => name));
    expect(sums()).toBe('Omzet: som € 1.234,80, gemiddeld € 411,60');
  });

  it('are unknown if a figure is unknown', async () => {
    await selectAll(createRowSource(linesOf(3, null), ({ name }) => name));
    expect(sums()).toBe('Omzet: som niet bekend, gemiddeld niet bekend');
  });

  it('read rows that are not visible', async () => {
    const all = linesOf(1, 2, 3, 4);
    const known = createRowSource(all, ({ name }) => name);
    await selectAll({ ...known, getRow: (index) => (index < 2 ? all[index] : undefined), loadRanges: async () => all });
    expect(screen.getByText('Geselecteerde rijen worden opgeteld')).toBeDefined();
    await waitFor(() => expect(sums()).toBe('Omzet: som € 10,00, gemiddeld € 2,50'));
  });

  it('say if there are too many rows', async () => {
    const known = createRowSource(linesOf(1, 2), ({ name }) => name);
    await selectAll({ ...known, rowCount: 20_001 });
    expect(screen.getByText('Optellen kan tot 20.000 rijen. In de totaalregel tellen alle rijen mee.')).toBeDefined();
  });
});
