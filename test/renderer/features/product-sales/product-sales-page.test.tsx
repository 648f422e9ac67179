import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ProductSalesPage } from '../../../../renderer/features/product-sales/product-sales-page.tsx';
import type { ProductSalesRow } from '../../../../shared/contract/product-sales.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { exampleReport } from '../../../unit/shared/report-of-figures.ts';
import { cellTexts } from '../../support/table.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';

const SALES = '/api/reports/product-sales';
const OCTOBER = '/product-sales?period=2026-10-01..2026-10-31';

const FIGURES = { quantity: 3, value: 100.5, value_wt: 121.61, discount_value_wt: 1, cost: 60, margin: 40.5 };

const WATERING_CAN: ProductSalesRow = {
  product_id: 12,
  sku: 'TU-12',
  title: 'Gieter',
  product_group_id: 7,
  ...FIGURES,
};

const LOOSE: ProductSalesRow = { ...WATERING_CAN, product_id: null, sku: null, title: 'Los artikel', value: 1 };

const host = openPerTest(installFakeHost);

beforeEach(() => {
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer('/api/shops', () =>
    listOf([14, 15].map((id) => ({ id, title: `Linde Utrecht, kassa ${id - 13}`, location_id: 3 }))),
  );
  host.answer('/api/turnover-groups', () => listOf([{ id: 7, code: '8010', title: 'Tuin' }]));
  host.answer('/api/financial-report', () => ({ body: exampleReport() }));
  host.answer(SALES, () => ({ body: { total: 2, data: [WATERING_CAN, LOOSE], sums: { ...FIGURES, value: 101.5 } } }));
});

describe('the page of product sales', () => {
  it('shows what was sold of each product, highest turnover first, and the sums of all', async () => {
    await renderPage(<ProductSalesPage />, { address: OCTOBER });
    const row = await screen.findByRole('row', { name: /TU-12/ });
    expect(cellTexts(row)).toEqual(['TU-12', 'Gieter', 'Tuin', '3', '100,50', '121,61', '40,50', '40,30', '99,01']);
    expect(host.asked).toContain(`${SALES}?from=2026-10-01&to=2026-10-31&sort=-value&start=0&limit=250`);
    const totals = screen.getByRole('row', { name: /^Totaal/ });
    expect(totals.textContent).toContain('101,50');
    expect(totals.textContent).toContain('39,90');
    // Pieces and kilos cannot be added.
    expect(cellTexts(totals).slice(2, 5)).toEqual(['', '', '101,50']);
    expect(screen.getByText('2 artikelen')).toBeDefined();
  });

  it('says that it adds up to the turnover of the report, and how', async () => {
    host.answer(SALES, () => ({
      body: { total: 1, data: [WATERING_CAN], sums: { ...FIGURES, value: 140, margin: 60 } },
    }));
    await renderPage(<ProductSalesPage />, { address: OCTOBER });
    const line = await screen.findByRole('button', { name: /^✓ Sluit aan op het financieel rapport/ });
    expect(line.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe(
      '✓ Sluit aan op het financieel rapport: ' +
        'Artikelen 140,00 − 0,02 afrondingsverschillen = omzet in het rapport € 139,98, excl. btw',
    );
  });

  it('says how far it is from the report if it does not add up', async () => {
    await renderPage(<ProductSalesPage />, { address: OCTOBER });
    const line = await screen.findByText(/^Verschil met het financieel rapport/);
    expect(line.textContent.replaceAll('\u00a0', ' ')).toContain('€ 38,50. Er is intussen iets gewijzigd.');
  });

  it('compares only the totals if there are too many products to read, and says so', async () => {
    host.answer(SALES, () => ({ body: { total: 5_001, data: [WATERING_CAN], sums: { ...FIGURES, value: 100.5 } } }));
    await renderPage(<ProductSalesPage />, { address: `${OCTOBER}&compare=before` });
    const note = '5.001 artikelen zijn te veel om hier te vergelijken: kies een omzetgroep, of exporteer.';
    expect(await screen.findByText(note)).toBeDefined();
    expect(cellTexts(screen.getByRole('row', { name: /^Totaal/ }))).toContain('0,0%');
    expect(host.asked.filter((path) => path.includes('from=2026-09-01'))).toHaveLength(1);
  });

  it('compares each product and the total with the period before, and so does its file', async () => {
    host.answer(SALES, (query) => {
      if (query.get('from') !== '2026-09-01') {
        return { body: { total: 2, data: [WATERING_CAN, LOOSE], sums: { ...FIGURES, value: 101.5 } } };
      }
      return { body: { total: 1, data: [{ ...WATERING_CAN, value: 50 }], sums: { ...FIGURES, value: 50 } } };
    });
    const { user, router } = await renderPage(<ProductSalesPage />, { address: OCTOBER });
    await user.click(screen.getByRole('button', { name: 'Vergelijken met' }));
    await user.click(await screen.findByRole('menuitem', { name: 'De periode ervoor' }));
    expect(router.state.location.search).toMatchObject({ compare: 'before' });
    const cellsOf = (name: RegExp) => cellTexts(screen.getByRole('row', { name }));
    const has = (cells: string[]) => expect.arrayContaining(cells);
    await waitFor(() => expect(cellsOf(/TU-12/)).toEqual(has(['100,50', '50,00', '+101,0%'])));
    expect(cellsOf(/Los artikel/)).toEqual(has(['1,00', '0,00', '–']));
    expect(cellsOf(/^Totaal/)).toContain('+103,0%');
    await user.click(screen.getByRole('button', { name: 'Exporteren als CSV' }));
    const asked = host.bridgeCalls.find(({ name }) => name === 'exportDataset')?.argument as {
      request: { columns: string[]; filters: object };
    };
    expect(asked.request.columns).toEqual(expect.arrayContaining(['share', 'compared', 'change']));
    expect(asked.request.filters).toMatchObject({ compare: 'before' });
  });

  it('opens a row beside the list, which links to the page of the product with the same period', async () => {
    const { user } = await renderPage(<ProductSalesPage />, { address: OCTOBER });
    await user.click(await screen.findByRole('row', { name: /TU-12/ }));
    const drawer = await screen.findByRole('complementary', { name: 'Gieter' });
    expect(within(drawer).getByRole('link', { name: 'Artikelpagina' }).getAttribute('href')).toBe(
      '/catalog/12?period=last-month',
    );
  });

  it('links the turnover of a product to its items, but not for items without a product', async () => {
    await renderPage(<ProductSalesPage />, { address: OCTOBER });
    const link = await screen.findByRole('link', { name: '100,50' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      '/rows/items?from=2026-10-01&to=2026-10-31&type=product&product_id=12&figure=product&side=ex&amount=100.5',
    );
    expect(within(screen.getByRole('row', { name: /Los artikel/ })).queryByRole('link')).toBeNull();
  });

  it('searches with the API, with the sums of what is found', async () => {
    const { user, router } = await renderPage(<ProductSalesPage />, { address: OCTOBER });
    await screen.findByRole('row', { name: /TU-12/ });
    await screen.findByText(/^Verschil met het financieel rapport/);
    await user.type(screen.getByRole('searchbox', { name: 'Titel of artikelnummer' }), 'gieter tu');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'gieter tu' }));
    await waitFor(() =>
      expect(host.asked).toContain(`${SALES}?from=2026-10-01&to=2026-10-31&q=gieter+tu&sort=-value&start=0&limit=250`),
    );
    // Some of the products cannot add up to the turnover of the report.
    await waitFor(() => expect(screen.queryByText(/^Verschil met het financieel rapport/)).toBeNull());
  });

  it('shows no margin percentage for a turnover of 0', async () => {
    const given = { ...WATERING_CAN, value: 0, value_wt: 0, margin: -60 };
    host.answer(SALES, () => ({ body: { total: 1, data: [given], sums: { ...FIGURES, value: 0, margin: -60 } } }));
    await renderPage(<ProductSalesPage />, { address: OCTOBER });
    expect(cellTexts(await screen.findByRole('row', { name: /TU-12/ })).slice(-3, -1)).toEqual(['−60,00', '–']);
  });

  it('says that a cost is unknown', async () => {
    const unknown = { ...WATERING_CAN, cost: null, margin: null };
    host.answer(SALES, () => ({ body: { total: 1, data: [unknown], sums: { ...FIGURES, cost: null, margin: null } } }));
    await renderPage(<ProductSalesPage />, { address: OCTOBER });
    expect(cellTexts(await screen.findByRole('row', { name: /TU-12/ })).slice(-3, -1)).toEqual([
      'niet bekend',
      'niet bekend',
    ]);
  });

  it('covers the tills that the address names, in its rows and in its report', async () => {
    await renderPage(<ProductSalesPage />, { address: '/product-sales?period=2026-10-01..2026-10-31&shop_id=15' });
    expect(await screen.findByRole('button', { name: 'Winkel: kassa 2' })).toBeDefined();
    const place = 'from=2026-10-01&to=2026-10-31&shop_id=15';
    await waitFor(() => expect(host.asked).toContain(`/api/financial-report?${place}`));
    expect(host.asked.some((path) => path.startsWith(`${SALES}?${place}`))).toBe(true);
  });
});
