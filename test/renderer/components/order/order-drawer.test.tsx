import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { OrdersPage } from '../../../../renderer/features/orders/orders-page.tsx';
import type { OrderWithDetails } from '../../../../shared/contract/orders.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installOrdersHost, ORDERS } from '../../features/orders/orders-host.ts';
import { detailsOf, itemOf } from '../../features/orders/sample-orders.ts';
import { listOf } from '../../features/support/fake-host.ts';
import { renderPage } from '../../features/support/render-page.tsx';
import { findRowHeading } from '../../support/table.ts';

const host = openPerTest(installOrdersHost);

describe('the drawer of an order', () => {
  beforeEach(() => {
    host.answer('/api/tax-rates', () => listOf([]));
    for (const id of [1, 2]) host.answer(`${ORDERS}/${id}`, () => ({ body: detailsOf(id) }));
  });

  it('shows values, items, payments and the customer, and links to the page of the order', async () => {
    const { user } = await renderPage(<OrdersPage />);
    await user.click(await findRowHeading('2026-1'));
    const drawer = screen.getByRole('complementary', { name: 'Order 2026-1' });
    expect(drawer.textContent).toContain('Anouk de Vries');
    expect(linesOf(drawer, 'Bedragen van de order')).toEqual([
      ['Vóór korting', '12,40', '2,60', '15,00'],
      ['Korting', '−1,24', '−0,26', '−1,50'],
      ['Na korting', '11,16', '2,34', '13,50'],
    ]);
    await within(drawer).findByRole('table', { name: 'Artikelen' });
    expect(linesOf(drawer, 'Artikelen')).toEqual([
      ['1', 'Gieter 10 literTU-1204Korting €\u00a01,50 incl. btw (10%)', '13,50'],
    ]);
    expect(linesOf(drawer, 'Betalingen')[0]).toEqual(['Pinpas', '01-10-2026 10:15', '13,50']);
    const link = within(drawer).getByRole('link', { name: 'Hele order bekijken' });
    expect(link.getAttribute('href')).toBe('/orders/1');
    expect(
      within(drawer).getByText('Wie de korting gaf en waarom, geeft uw kassa of webshop niet door.'),
    ).toBeDefined();
  });

  it('shows one amount without a discount, and nothing about who gave one', async () => {
    await openDrawerOf({ discount_value_wt: 0, discount_value_ex_wt: 0 });
    const drawer = screen.getByRole('complementary');
    await waitFor(() =>
      expect(linesOf(drawer, 'Bedragen van de order')).toEqual([['Bedrag', '11,16', '2,34', '13,50']]),
    );
    expect(within(drawer).queryByText(/^Wie de korting/)).toBeNull();
  });

  it('marks a return, whose discount is taken back', async () => {
    const back = { value_wt: -13.5, discount_value_wt: -1.5 };
    await openDrawerOf({ ...back, items: [itemOf(1, { ...back, quantity: -1 })] });
    const drawer = screen.getByRole('complementary');
    expect(await within(drawer).findByText('Retour')).toBeDefined();
    expect(await within(drawer).findByText('Korting teruggenomen: € 1,50 incl. btw')).toBeDefined();
  });

  it.each([
    ['cancelled', 'Geannuleerd: deze order telt niet mee in de omzet.'],
    ['on_hold', 'Deze order telt nog niet mee in de omzet.'],
  ] as const)('says that no figure counts an order that is %s', async (status, note) => {
    await openDrawerOf({ status });
    expect(await screen.findByText(note)).toBeDefined();
  });

  it('says that lines and payments are unknown if the platform only lists the order', async () => {
    host.answer(`${ORDERS}/1`, () => ({ body: detailsOf(1, { items: null, payments: null }) }));
    const { user } = await renderPage(<OrdersPage />);
    await user.click(await findRowHeading('2026-1'));
    const drawer = screen.getByRole('complementary');
    expect(await within(drawer).findByText(/^Artikelen en betalingen zijn niet bekend/)).toBeDefined();
    expect(drawer.textContent).toContain('Na korting11,162,3413,50');
    expect(within(drawer).queryByRole('table', { name: /Artikelen|Betalingen/ })).toBeNull();
    expect(within(drawer).queryByRole('alert')).toBeNull();
  });
});

async function openDrawerOf(fields: Partial<OrderWithDetails>): Promise<void> {
  host.answer(`${ORDERS}/1`, () => ({ body: detailsOf(1, fields) }));
  const { user } = await renderPage(<OrdersPage />);
  await user.click(await findRowHeading('2026-1'));
}

function linesOf(part: HTMLElement, table: string): string[][] {
  const rows = within(within(part).getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1);
  return rows.map((row) => Array.from(row.children, (cell) => cell.textContent));
}
