import { createEvent, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ColumnChooser } from '../../../../renderer/components/data-table/column-chooser.tsx';
import {
  changeColumnHabit,
  getColumnHabit,
  useVisibleColumns,
} from '../../../../renderer/components/data-table/column-state.ts';
import { DataTable } from '../../../../renderer/components/data-table/data-table.tsx';
import { createRowSource } from '../../../../renderer/components/data-table/row-source.ts';
import type { TableColumn } from '../../../../renderer/components/data-table/table-column.ts';
import { useSaveableChoices } from '../../../../renderer/lib/address/navigation.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const COLUMNS: readonly TableColumn<string>[] = [
  { id: 'sku', header: 'SKU', kind: 'text', widthPx: 100, cell: (row) => row },
  { id: 'title', header: 'Artikel', kind: 'text', widthPx: 200, hideable: false, cell: (row) => row },
  { id: 'price', header: 'Prijs', kind: 'amount', widthPx: 120, cell: () => '1,00' },
  { id: 'note', header: 'Notitie', kind: 'text', widthPx: 100, hiddenAtFirst: true, cell: () => '' },
];
const ROWS = createRowSource(['a', 'b'], String);

describe('the menu of a column', () => {
  it('moves the column in the table and its exports, announces it, and saves it', async () => {
    const { user } = await renderPage(<Products />);
    await user.click(screen.getByRole('button', { name: 'Kolom Prijs' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Naar links' }));
    expect(headers()).toEqual(['SKU', 'Prijs', 'Artikel']);
    expect(screen.getByTestId('exported').textContent).toBe('sku,price,title');
    expect(screen.getByText('Prijs is kolom 2 van 3').getAttribute('aria-live')).toBe('polite');
    expect(getColumnHabit('products').order.slice(0, 2)).toEqual(['sku', 'price']);
  });

  it('opens from the table with the keyboard, and moves to the menus of adjacent columns', async () => {
    const { user } = await renderPage(<Products />);
    screen.getByRole('grid').focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(await screen.findByRole('menu', { name: 'Kolom SKU' })).toBeDefined();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('menu', { name: 'Kolom Artikel' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Verbergen' })).toBeNull();
    await user.keyboard('{ArrowLeft}');
    await user.click(await screen.findByRole('menuitem', { name: 'Verbergen' }));
    expect(headers()).toEqual(['Artikel', 'Prijs']);
    expect(document.activeElement).toBe(screen.getByRole('grid'));
  });

  it('sets the width of the column, and fits it to the visible rows', async () => {
    drawsContentsOf(190);
    const { user } = await renderPage(<Products />);
    await user.click(screen.getByRole('button', { name: 'Kolom Prijs' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Breder' }));
    expect(getColumnHabit('products').widths).toEqual({ price: 144 });
    await user.click(screen.getByRole('menuitem', { name: 'Smaller' }));
    expect(getColumnHabit('products').widths).toEqual({ price: 120 });
    await user.click(screen.getByRole('menuitem', { name: 'Passend maken' }));
    expect(getColumnHabit('products').widths).toEqual({ price: 190 });
  });
});

describe('the column chooser', () => {
  it('says which chosen column does not fit', async () => {
    const columns: readonly TableColumn<string>[] = [
      { id: 'name', header: 'Naam', kind: 'text', widthPx: 200, hideable: false, cell: (row) => row },
      { id: 'count', header: 'Aantal', kind: 'quantity', widthPx: 1100, cell: () => '1' },
      { id: 'country', header: 'Land', kind: 'text', widthPx: 100, yields: 1, cell: () => 'NL' },
    ];
    const { user } = await renderPage(
      <>
        <ColumnChooser tableId="people" columns={columns} />
        <DataTable tableId="people" label="Klanten" columns={columns} rows={ROWS} />
      </>,
    );
    expect(headers()).toEqual(['Naam', 'Aantal']);
    await user.click(screen.getByRole('button', { name: 'Kolommen' }));
    const land = await screen.findByRole('menuitemcheckbox', { name: 'Land past niet' });
    expect(screen.getByRole('menuitemcheckbox', { name: 'Aantal' })).toBeDefined();
    // A column that is always shown has a tick as well.
    const name = screen.getByRole('menuitem', { name: 'Naam' });
    expect(name.querySelector('svg.tabler-icon-check')).not.toBeNull();
    await user.click(land);
    expect(screen.getByRole('menuitemcheckbox', { name: 'Land' })).toBeDefined();
  });

  it('restores the default columns, and the chosen ones on undo', async () => {
    const habit = { shown: { sku: false }, order: ['price', 'title'], widths: { title: 300 } };
    changeColumnHabit('products', habit);
    const { user } = await openChooser();
    expect(headers()).toEqual(['Prijs', 'Artikel']);
    await user.click(screen.getByRole('menuitem', { name: 'Standaardkolommen' }));
    expect(headers()).toEqual(['SKU', 'Artikel', 'Prijs']);
    await user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }));
    expect(headers()).toEqual(['Prijs', 'Artikel']);
    expect(getColumnHabit('products').widths).toEqual({ title: 300 });
  });
});

describe('columns in the address', () => {
  const address = '/page?columns=price,nothing,title';

  it('are shown in their order, whatever the preference', async () => {
    changeColumnHabit('products', { shown: { price: false } });
    await renderPage(<Products />, { address });
    expect(headers()).toEqual(['Prijs', 'Artikel']);
    expect(screen.getByTestId('exported').textContent).toBe('price,title');
  });

  it('are changed by the chooser and keep their positions, and the preference stays', async () => {
    const { user, router } = await openChooser(address);
    const steps = router.history.length;
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Notitie' }));
    expect(router.state.location.search).toMatchObject({ columns: 'price,title,note' });
    expect(router.history.length).toBe(steps);
    await user.click(screen.getByRole('menuitem', { name: 'Standaardkolommen' }));
    expect(router.state.location.search).toMatchObject({ columns: 'sku,title,price' });
    await user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }));
    expect(router.state.location.search).toMatchObject({ columns: 'price,title,note' });
    expect(getColumnHabit('products')).toEqual({ shown: {}, order: [], widths: {} });
  });

  it('are the shown ones for a saved view', async () => {
    changeColumnHabit('products', { shown: { sku: false } });
    await renderPage(<Products />);
    expect(screen.getByTestId('saveable').textContent).toBe('title,price');
  });
});

describe('the header of a column', () => {
  it('can be dragged to the position of another', async () => {
    await renderPage(<Products />);
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type),
      get types() {
        return [...data.keys()];
      },
    };
    const label = screen.getByTitle('Prijs');
    const target = screen.getByRole('columnheader', { name: 'SKU' });
    fireEvent(label, Object.assign(createEvent.dragStart(label), { dataTransfer }));
    fireEvent(target, Object.assign(createEvent.dragOver(target), { dataTransfer }));
    expect(target.dataset.drop).toBe('true');
    fireEvent(target, Object.assign(createEvent.drop(target), { dataTransfer }));
    expect(headers()).toEqual(['Prijs', 'SKU', 'Artikel']);
  });
});

async function openChooser(address = '/page') {
  const page = await renderPage(<Products />, { address });
  await page.user.click(screen.getByRole('button', { name: 'Kolommen' }));
  await screen.findByRole('menuitem', { name: 'Standaardkolommen' });
  return page;
}

function Products() {
  return (
    <>
      <span data-testid="exported">{useVisibleColumns('products', COLUMNS).join(',')}</span>
      <span data-testid="saveable">{useSaveableChoices().columns}</span>
      <ColumnChooser tableId="products" columns={COLUMNS} />
      <DataTable tableId="products" label="Artikelen" columns={COLUMNS} rows={ROWS} />
    </>
  );
}

function headers(): string[] {
  // Only rendered headers have menus here.
  return screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('aria-label') ?? '');
}

/** Replaces layout, which jsdom lacks: the contents of every cell have this width. */
function drawsContentsOf(widthPx: number): void {
  Range.prototype.getBoundingClientRect = () => ({ width: widthPx }) as DOMRect;
  onTestFinished(() => {
    Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect');
  });
}
