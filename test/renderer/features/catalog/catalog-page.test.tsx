import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CatalogPage } from '../../../../renderer/features/catalog/catalog-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { cellTexts, chooseForColumn, findRowHeading, sortableColumns } from '../../support/table.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { answerPrices, answerProducts, priceOf, productsOf } from './shop-catalog.ts';

const NL_RATES = [
  { id: 1, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl-high' },
  { id: 5, name: 'Vrijgesteld', value: 0, country_iso2: 'NL', alias: 'nl-exempt' },
];
const AT_RATE = { id: 90, name: '20%', value: 20, country_iso2: 'AT', alias: 'at-standard' };

const host = openPerTest(() => installFakeHost({ exportDataset: null }));

beforeEach(() => {
  host.answer('/api/turnover-groups', () => listOf([{ id: 5, code: '8005', title: 'Planten' }]));
  host.answer('/api/tax-rates', (query) => listOf(query.has('country_iso2') ? NL_RATES : [...NL_RATES, AT_RATE]));
  host.answer('/api/products', answerProducts(productsOf(450)));
  host.answer('/api/product-prices', answerPrices());
});

describe('the catalog', () => {
  it('shows each product with its group, stock, sale price and VAT', async () => {
    await renderPage(<CatalogPage />);
    expect(await cellsOf('SKU-1')).toEqual(['SKU-1', 'Artikel 1', 'Planten', '1', '12,10', '10,00', '21']);
    expect(screen.getByText('450 artikelen')).toBeDefined();
  });

  it('says that a product was never priced', async () => {
    await renderPage(<CatalogPage />);
    expect((await cellsOf('SKU-3')).slice(4)).toEqual(['geen prijs', '', '']);
  });

  it('uses the sale row without a threshold and with the lowest id', async () => {
    host.answer(
      '/api/product-prices',
      answerPrices((id) => [
        priceOf(id, { id: 9, ppu_wt: 99 }),
        priceOf(id, { id: 7, ppu_wt: 77 }),
        priceOf(id, { id: 1, ppu_wt: 11, from_qty: 10 }),
        priceOf(id, { id: 2, ppu_wt: 22, product_price_type_id: 3 }),
      ]),
    );
    await renderPage(<CatalogPage />);
    expect((await cellsOf('SKU-1'))[4]).toBe('77,00');
  });

  it('reads all pages of price rows', async () => {
    host.answer('/api/product-prices', answerPrices(undefined, 150));
    await renderPage(<CatalogPage />);
    expect((await cellsOf('SKU-2'))[4]).toBe('12,10');
    expect(host.asked.filter((path) => path.startsWith('/api/product-prices'))).toHaveLength(2);
  });

  it('looks up a foreign rate in all tax rates, and shows no percentage for an unknown one', async () => {
    host.answer(
      '/api/product-prices',
      answerPrices((id) => [priceOf(id, { tax_rate_id: id === 1 ? 90 : 4711 })]),
    );
    await renderPage(<CatalogPage />);
    await waitFor(async () => expect((await cellsOf('SKU-1'))[6]).toBe('20'));
    expect((await cellsOf('SKU-2'))[6]).toBe('');
  });

  it('shows no percentage for exempt products', async () => {
    host.answer(
      '/api/product-prices',
      answerPrices((id) => [priceOf(id, { tax_rate_id: id === 1 ? 5 : 1 })]),
    );
    await renderPage(<CatalogPage />);
    await waitFor(async () => expect((await cellsOf('SKU-1'))[6]).toBe('Vrijgesteld'));
    expect((await cellsOf('SKU-2'))[6]).toBe('21');
  });

  it('offers the sorts of the API', async () => {
    const { user } = await renderPage(<CatalogPage />);
    await cellsOf('SKU-1');
    await chooseForColumn(user, 'Voorraad', 'Aflopend sorteren');
    await waitFor(() => expect(host.asked).toContain('/api/products?sort=-stock&start=0&limit=200'));
    const sorted = [
      'Artikelnummer',
      'Artikel',
      'Omzetgroep',
      'Voorraad',
      'Prijs incl. btw',
      'Prijs excl. btw',
      'Btw %',
    ];
    expect(await sortableColumns(user)).toEqual(sorted);
  });

  it('writes the price list of the search with the shown price columns', async () => {
    const { user } = await renderPage(<CatalogPage />, { language: 'en' });
    await screen.findByText('SKU-1');
    await user.type(screen.getByRole('searchbox'), ' bloem');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Price excl. VAT' }));
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    expect(host.bridgeCalls.find(({ name }) => name === 'exportDataset')?.argument).toEqual({
      key: expect.any(String),
      request: {
        dataset: 'price-list',
        filters: { q: 'bloem' },
        columns: ['sku', 'title', 'ppu_wt', 'vat'],
        format: 'csv',
        profile: 'excel',
        language: 'en',
      },
    });
  });
});

describe('the product in the drawer', () => {
  beforeEach(() => {
    for (const product of productsOf(3)) {
      host.answer(`/api/products/${product.id}`, () => ({
        body: {
          ...product,
          prices: [
            priceOf(product.id, {}),
            priceOf(product.id, { id: 21, from_qty: 10, ppu: 9, ppu_wt: 10.89 }),
            priceOf(product.id, { id: 22, product_price_type_id: 2, ppu: 4.1234, ppu_wt: 4.9893 }),
          ],
        },
      }));
    }
  });

  it('has every price row, the stock and the ids', async () => {
    const { user } = await renderPage(<CatalogPage />);
    await cellsOf('SKU-1');
    await user.click(screen.getByText('SKU-1'));
    const drawer = screen.getByRole('complementary', { name: 'Artikel 1' });
    const prices = await within(drawer).findByRole('table', { name: 'Prijzen' });
    const rows = within(prices).getAllByRole('row').slice(1);
    expect(rows.map((row) => cellTexts(row).map((text) => text.trim()))).toEqual([
      ['Verkoop', '12,10', '10,00', '21'],
      ['Verkoop vanaf 10 stuks', '10,89', '9,00', '21'],
      ['Inkoop', '4,9893', '4,1234', '21'],
    ]);
    expect(drawer.textContent).toContain('Winkelartikel-id7001');
    expect(drawer.textContent).toContain(`Barcode${productsOf(1)[0]?.barcode}`);
  });
});

async function cellsOf(sku: string): Promise<string[]> {
  return cellTexts((await findRowHeading(sku)).closest('tr'));
}
