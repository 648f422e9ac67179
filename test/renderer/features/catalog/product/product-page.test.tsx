import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ProductLoader, ProductPage } from '../../../../../renderer/features/catalog/product/product-page.tsx';
import type { ProductPrice } from '../../../../../shared/contract/product-prices.ts';
import { createProduct } from '../../../../support/sample-product.ts';
import { openPerTest } from '../../../../support/test-scope.ts';
import { cellTexts } from '../../../support/table.ts';
import { listOf, platformFailure } from '../../support/fake-host.ts';
import { renderPage } from '../../support/render-page.tsx';
import { installCatalogHost } from '../catalog-host.ts';
import { priceOf } from '../shop-catalog.ts';

const PRODUCT = createProduct({
  ...{ id: 12, sku: '0871', title: 'Gieter 10 liter' },
  ...{ product_group_id: 5, stock: -2.5, shop_product_id: 7012 },
});
const SUMS = { quantity: 14, value: 173.55, value_wt: 210, discount_value_wt: 9.95, cost: 84, margin: 89.55 };

const host = openPerTest(installCatalogHost);

beforeEach(() => {
  answerProduct([priceOf(12, { id: 3 })]);
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer('/api/stock', () => pageOf([stockAt(3, -2.5), stockAt(9, 0)]));
  host.answer('/api/reports/product-sales', () => ({ body: { data: [], sums: SUMS } }));
});

describe('the page of a product', () => {
  it('shows what the product is and how much is in stock', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Gieter 10 liter', level: 1 })).toBeDefined();
    await waitFor(() => expect(factOf('Omzetgroep')).toBe('Planten'));
    expect(factOf('Voorraad totaal')).toBe('−2,5');
    expect(screen.getByRole('button', { name: 'Artikelnummer kopiëren' })).toBeDefined();
    expect(screen.getByText('0871')).toBeDefined();
    expect(factOf('Barcode')).toBe(PRODUCT.barcode);
  });

  it('names the location whose stock it is, if the user sees only that one', async () => {
    const lockedLocation = { id: 3, title: 'Utrecht' };
    await renderPage(<ProductLoader productId={12} />, { address: '/catalog/12', lockedLocation });
    await waitFor(() => expect(factOf('Voorraad Utrecht')).toBe('−2,5'));
    expect(factOf('Voorraad totaal')).toBeUndefined();
  });

  it('shows the price rows as text, tiers with their minimum quantity', async () => {
    answerProduct([
      priceOf(12, { id: 3 }),
      priceOf(12, { id: 4, from_qty: 10, ppu: 9, ppu_wt: 10.89 }),
      priceOf(12, { id: 5, product_price_type_id: 2, tax_rate_id: 2 }),
    ]);
    await open();
    await waitFor(() =>
      expect(linesOf('Prijzen')).toEqual([
        ['Verkoop', '12,10', '10,00', '21'],
        ['Verkoop vanaf 10 stuks', '10,89', '9,00', '21'],
        ['Inkoop', '12,10', '10,00', '9'],
      ]),
    );
    expect(screen.queryByText(/verkoopprijzen tegelijk/)).toBeNull();
  });

  it('distinguishes two kinds of cost by their type', async () => {
    answerProduct([2, 3].map((type) => priceOf(12, { id: type, product_price_type_id: type })));
    await open();
    await waitFor(() =>
      expect(linesOf('Prijzen').map(([name]) => name)).toEqual(['Inkoop, soort 2', 'Inkoop, soort 3']),
    );
  });

  it('flags a second sale price and says which one is used', async () => {
    answerProduct([priceOf(12, { id: 8, ppu_wt: 15 }), priceOf(12, { id: 3, ppu_wt: 12 })]);
    await open();
    expect(await screen.findByText(/^Dit artikel heeft 2 verkoopprijzen tegelijk/)).toBeDefined();
    expect(linesOf('Prijzen').map(([words, amount]) => [words, amount])).toEqual([
      ['Verkoop niet gebruikt', '15,00'],
      ['Verkoop gebruikt', '12,00'],
    ]);
  });

  it('never shows 0 for a product without a price', async () => {
    answerProduct([]);
    await open();
    expect(await screen.findByText('Dit artikel heeft nog geen prijs.')).toBeDefined();
    expect(screen.queryByRole('table', { name: 'Prijzen' })).toBeNull();
  });

  it('reads its stock by searching all its words, page by page, and leaves out other products', async () => {
    const others = Array.from({ length: 200 }, (_, place) => ({ ...stockAt(3, 1), product_id: place % 12 }));
    host.answer('/api/stock', (query) =>
      query.get('start') === '0' ? pageOf(others, 202) : pageOf([stockAt(3, 4), stockAt(9, 1)], 202),
    );
    await open();
    await waitFor(() =>
      expect(linesOf('Voorraad per vestiging')).toEqual([
        ['Utrecht', '4'],
        ['9', '1'],
        ['Totaal', '5'],
      ]),
    );
    expect(host.asked.filter((path) => path.startsWith('/api/stock'))).toEqual([
      '/api/stock?q=0871+Gieter+10+liter&product_group_id=5&start=0&limit=200',
      '/api/stock?q=0871+Gieter+10+liter&product_group_id=5&start=200&limit=200',
    ]);
  });

  it('sums its stock in all locations, to the thousandth', async () => {
    host.answer('/api/stock', () => pageOf([stockAt(3, 0.1), stockAt(9, 0.2), stockAt(11, -2.5)]));
    await open();
    await waitFor(() => expect(linesOf('Voorraad per vestiging').at(-1)).toEqual(['Totaal', '−2,2']));
    expect(screen.getByRole('rowheader', { name: 'Totaal' })).toBeDefined();
  });

  it('shows the sales of 90 days including today, and opens the items behind the turnover', async () => {
    await open();
    const turnover = await screen.findByRole('link', { name: /173,55/, description: 'De verkochte regels bekijken' });
    expect(factOf('Verkocht, min retouren')).toBe('14');
    expect(factOf('Korting incl. btw')).toBe('€\u00a09,95');
    expect(factOf('Marge')).toBe('€\u00a089,55 (51,60%)');
    expect(turnover.getAttribute('href')).toBe(
      '/rows/items?from=2026-08-24&to=2026-11-21&type=product&product_id=12&figure=product&side=ex&amount=173.55',
    );
    expect(host.asked).toContain('/api/reports/product-sales?from=2026-08-24&to=2026-11-21&product_id=12&limit=1');
  });

  it('keeps the other sections if one cannot be read, and reads it again', async () => {
    host.answer('/api/stock', () => platformFailure);
    const { user } = await open();
    expect(await screen.findByText(/Het kassaplatform gaf geen bruikbaar antwoord/)).toBeDefined();
    expect(await screen.findByRole('table', { name: 'Prijzen' })).toBeDefined();
    expect(
      await screen.findByRole('link', { name: /173,55/, description: 'De verkochte regels bekijken' }),
    ).toBeDefined();
    host.answer('/api/stock', () => pageOf([stockAt(3, 6)]));
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    await waitFor(() => expect(linesOf('Voorraad per vestiging')).toEqual([['Utrecht', '6']]));
  });

  it('says that an address names no product, and sends no request', async () => {
    const { user, router } = await renderPage(<ProductPage />, { address: '/catalog/abc' });
    await user.click(await screen.findByRole('button', { name: 'Naar de artikelen' }));
    await waitFor(() => expect(router.history.location.pathname).toBe('/catalog'));
    expect(host.asked).toEqual([]);
  });
});

function open() {
  return renderPage(<ProductLoader productId={12} />, { address: '/catalog/12' });
}

function answerProduct(prices: readonly ProductPrice[]): void {
  host.answer('/api/products/12', () => ({ body: { ...PRODUCT, prices } }));
}

function stockAt(location_id: number, quantity: number) {
  return { product_id: 12, sku: '0871', title: 'Gieter', location_id, quantity, in_stock: quantity > 0 };
}

function pageOf(data: readonly unknown[], total = data.length) {
  return { body: { start: 0, limit: 200, count: data.length, total, data } };
}

function factOf(name: string): string | undefined {
  return screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent;
}

function linesOf(name: string): string[][] {
  const table = screen.getByRole('table', { name });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => cellTexts(row).map((text) => text.trim()));
}
