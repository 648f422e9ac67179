import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatExcelCell } from '../../../electron/exports/writers/csv-writer.ts';
import { calculateWidths, chooseColumns } from '../../../renderer/components/data-table/column-widths.ts';
import { formatCell } from '../../../renderer/components/data-table/copied-table.ts';
import type { TableColumn } from '../../../renderer/components/data-table/table-column.ts';
import { useCatalogColumns } from '../../../renderer/features/catalog/catalog-columns.tsx';
import { useCatalogLookups } from '../../../renderer/features/catalog/catalog-lookups.ts';
import type { CatalogRow } from '../../../renderer/features/catalog/queries.ts';
import { useDiscountColumns } from '../../../renderer/features/discounts/discount-columns.tsx';
import { useOrderChoices } from '../../../renderer/features/orders/order-choices.ts';
import { useOrderColumns } from '../../../renderer/features/orders/order-columns.tsx';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { catalog, discountOrders } from '../../../shared/datasets/declarations.ts';
import { createNumberFormat } from '../../../shared/number-format.ts';
import { createProduct } from '../../support/sample-product.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { readOver } from '../../unit/exports/datasets/read-dataset.ts';
import { priceOf } from './catalog/shop-catalog.ts';
import { installFakeHost, listOf } from './support/fake-host.ts';
import { renderPage } from './support/render-page.tsx';

/** Amounts with thousands, negative ones, trailing zeros, and more decimals than cents. */
const ORDERS = [orderOf(1, 12_345.6, 1_234.5), orderOf(2, -20, -0.05), orderOf(3, 0, 0), orderOf(4, 0.1, 0.2)];
const PRODUCTS = [12_345.5, 0.7438, 1.125].map((ppu, place) => ({
  product: createProduct({ id: place + 1, sku: `SKU-${place}`, title: 'Boek', product_group_id: 101, stock: -1.5 }),
  price: priceOf(place + 1, { ppu, ppu_wt: 2_000, tax_rate_id: place === 0 ? 201 : 202 }),
}));

beforeEach(() => {
  const host = installFakeHost();
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht' }]));
  host.answer('/api/turnover-groups', () => listOf([{ id: 101, code: '8000', title: 'Boeken' }]));
  host.answer('/api/tax-rates', () =>
    listOf([
      { id: 201, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl-high' },
      { id: 202, name: '5,5%', value: 5.5, country_iso2: 'FR', alias: 'fr-low' },
    ]),
  );
});

describe.each(['nl', 'en'] as const)('the columns of an exported table, in %s', (language) => {
  it('have the headings of the file for products', async () => {
    await renderPage(<CatalogTable rows={[]} />, { language });
    expect(shownHeadings()).toEqual(declaredHeadings(catalog, language));
  });

  it('have the headings of the file for discounted orders', async () => {
    await renderPage(<DiscountTable rows={[]} />, { language });
    expect(shownHeadings()).toEqual(declaredHeadings(discountOrders, language));
  });
});

describe('the columns of a list that fit', () => {
  /** The width of a list in a window of 1024 pixels, and beside details. */
  const [WHOLE_PX, BESIDE_PX] = [960, 608];

  it('have whole article numbers, and beside details a price instead of the VAT rate', async () => {
    let columns: readonly TableColumn<CatalogRow>[] = [];
    function Columns() {
      columns = useCatalogColumns(useCatalogLookups([]), () => {});
      return null;
    }
    await renderPage(<Columns />);
    const frame = { roomPx: BESIDE_PX, isNarrowed: true };
    const drawn = chooseColumns(
      columns.filter(({ hiddenAtFirst }) => !hiddenAtFirst),
      { ...frame, sort: 'title' },
    );
    expect(drawn.map(({ id }) => id)).toEqual(['sku', 'title', 'stock', 'ppu_wt']);
    expect(calculateWidths(drawn, {}, frame).sku).toBe(154);
  });

  it('have the customer of an order rather than its discount', async () => {
    let columns: readonly TableColumn<Order>[] = [];
    function Columns() {
      columns = useOrderColumns(useOrderChoices());
      return null;
    }
    await renderPage(<Columns />, { address: '/orders' });
    const drawn = chooseColumns(
      columns.filter(({ hiddenAtFirst }) => !hiddenAtFirst),
      { roomPx: WHOLE_PX, isNarrowed: false, sort: '-date_purchased' },
    );
    expect(drawn.map(({ id }) => id)).toContain('customer_name');
    expect(drawn.map(({ id }) => id)).not.toContain('discount_value_wt');
  });
});

describe('the figures of an exported table', () => {
  it('are those of the file for products', async () => {
    await renderPage(<CatalogTable rows={PRODUCTS} />);
    const { rows } = await readOver(
      {
        searchProducts: async (_caller, { start }) => ({
          rows: PRODUCTS.slice(start).map(({ product }) => product),
          total: PRODUCTS.length,
        }),
        listProductPrices: async (_caller, { start }) => ({
          rows: PRODUCTS.slice(start).map(({ price }) => price),
          total: PRODUCTS.length,
        }),
      },
      'catalog',
      { caller: STAND_IN_CALLER },
    );
    await waitFor(() => expect(shownFigures(catalog)).toEqual(figuresOf(catalog, rows)));
    expect(shownFigures(catalog)[1]).toMatchObject({ stock: '-1,5', ppu_wt: '2000', ppu: '0,7438', vat: '5,5' });
  });

  it('are those of the file for discounted orders', async () => {
    await renderPage(<DiscountTable rows={ORDERS} />);
    const { rows } = await readOver(
      { readDiscountOrders: async () => ({ rows: ORDERS, next: null }) },
      'discount-orders',
      { caller: STAND_IN_CALLER, filters: { from: '2026-11-01', include_negative: 'true' } },
    );
    expect(shownFigures(discountOrders)).toEqual(figuresOf(discountOrders, rows));
    expect(shownFigures(discountOrders)[0]).toMatchObject({ value_wt: '12345,6', discount_value_wt: '1234,5' });
  });
});

function CatalogTable({ rows }: { readonly rows: readonly CatalogRow[] }) {
  const lookups = useCatalogLookups(rows.flatMap(({ price }) => price?.tax_rate_id ?? []));
  return <Everything columns={useCatalogColumns(lookups, () => {})} rows={rows} />;
}

function DiscountTable({ rows }: { readonly rows: readonly DiscountOrder[] }) {
  return (
    <Everything columns={useDiscountColumns({ choosePlace: () => {}, choosePeriod: () => {} }, () => {})} rows={rows} />
  );
}

/** Shows every column, even those hidden by default. */
function Everything<Row extends object>(props: {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
}) {
  return (
    <table>
      <thead>
        <tr>
          {props.columns.map(({ id, header }) => (
            <th key={id} data-id={id}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={JSON.stringify(row)}>
            {props.columns.map((column) => (
              <td
                key={column.id}
                data-id={column.id}
                data-copied={formatCell(column, row, createNumberFormat('nl')).text}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function textsById(cells: Iterable<HTMLElement>): Record<string, string> {
  return Object.fromEntries([...cells].map((cell) => [cell.dataset.id ?? '', cell.textContent ?? '']));
}

function shownHeadings(): Record<string, string> {
  return textsById(document.querySelectorAll<HTMLElement>('th'));
}

/**
 * Headings of the columns that the table has. A column that the declaration lacks is missing here, and fails the
 * comparison.
 */
function declaredHeadings({ columns }: DatasetDeclaration, language: Language): Record<string, string> {
  const shown = shownHeadings();
  return Object.fromEntries(columns.filter(({ id }) => id in shown).map(({ id, heading }) => [id, heading[language]]));
}

function shownFigures(declaration: DatasetDeclaration): Record<string, string>[] {
  const rows = [...document.querySelectorAll('tbody tr')];
  return rows.map((row) => plainFigures(declaration, textsById(row.querySelectorAll<HTMLElement>('td'))));
}

function figuresOf(declaration: DatasetDeclaration, rows: readonly Readonly<Record<string, unknown>>[]) {
  const shown = Object.keys(shownHeadings());
  const columns = declaration.columns.filter(({ id }) => shown.includes(id));
  return rows.map((row) => {
    const cells = columns.map((column) => [column.id, formatExcelCell(column, row[column.id] as never, 'nl')]);
    return plainFigures(declaration, Object.fromEntries(cells));
  });
}

/** The numbers without grouping, with a plain minus, and without zeros that only align a column. */
function plainFigures({ columns }: DatasetDeclaration, cells: Readonly<Record<string, string>>) {
  const numeric = ['euros', 'unit-price', 'percentage', 'number', 'integer'];
  const figures = columns.filter(({ id, kind }) => numeric.includes(kind) && id in cells);
  return Object.fromEntries(figures.map(({ id }) => [id, plain(cells[id] ?? '')]));
}

/** For a missing figure the page shows a dash and the file nothing. */
function plain(text: string): string {
  if (text === '–') return '';
  const digits = text.replace('−', '-').replaceAll('.', '');
  return digits.includes(',') ? digits.replace(/,?0+$/, '') : digits;
}

function orderOf(id: number, valueWt: number, discountWt: number): DiscountOrder {
  return {
    id,
    order_number: `T-${id}`,
    date_purchased: '2026-11-20T14:05:09+01:00',
    status: 'complete',
    shop_id: 14,
    currency: 'EUR',
    value_wt: valueWt,
    value_ex_wt: valueWt,
    discount_value_wt: discountWt,
    discount_value_ex_wt: discountWt,
    sold_before_discount_wt: Math.round((valueWt + discountWt) * 100) / 100,
    customer_name: '',
    customer_email: '',
    backoffice_url: '',
  };
}
