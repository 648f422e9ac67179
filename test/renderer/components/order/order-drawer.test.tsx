import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { OrdersPage } from '../../../../renderer/features/orders/orders-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { installOrdersHost, ORDERS } from '../../features/orders/orders-host.ts';
import { detailsOf } from '../../features/orders/sample-orders.ts';
import { listOf } from '../../features/support/fake-host.ts';
import { renderPage } from '../../features/support/render-page.tsx';
import { findRowHeading } from '../../support/table.ts';

const host = openPerTest(installOrdersHost);

describe('the drawer of an order', () => {
  beforeEach(() => {
    host.answer('/api/tax-rates', () => listOf([]));
    for (const id of [1, 2]) host.answer(`${ORDERS}/${id}`, () => ({ body: detailsOf(id) }));
  });

  it('has values, items, payments and the customer, and leads to the page of the order', async () => {
    const { user } = await renderPage(<OrdersPage />);
    await user.click(await findRowHeading('2026-1'));
    const drawer = screen.getByRole('complementary', { name: 'Order 2026-1' });
    expect(drawer.textContent).toContain('Anouk de Vries');
    expect(linesOf(drawer, 'Bedragen van de order')).toEqual([
      ['Orderwaarde', '11,16', '2,34', '13,50'],
      ['Korting', '1,24', '0,26', '1,50'],
    ]);
    await within(drawer).findByRole('table', { name: 'Regels' });
    expect(linesOf(drawer, 'Regels')).toEqual([['1', 'Gieter 10 literTU-1204Korting €\u00a01,50 (10%)', '13,50']]);
    expect(linesOf(drawer, 'Betalingen')[0]).toEqual(['Pinpas', '01-10-2026 10:15', '13,50']);
    const link = within(drawer).getByRole('link', { name: 'Hele order bekijken' });
    expect(link.getAttribute('href')).toBe('/orders/1');
  });

  it('says that lines and payments are not known of an order that the platform only lists', async () => {
    host.answer(`${ORDERS}/1`, () => ({ body: detailsOf(1, { items: null, payments: null }) }));
    const { user } = await renderPage(<OrdersPage />);
    await user.click(await findRowHeading('2026-1'));
    const drawer = screen.getByRole('complementary');
    expect(await within(drawer).findByText(/^Regels en betalingen zijn niet bekend/)).toBeDefined();
    expect(drawer.textContent).toContain('Orderwaarde11,162,3413,50');
    expect(within(drawer).queryByRole('table', { name: /Regels|Betalingen/ })).toBeNull();
    expect(within(drawer).queryByRole('alert')).toBeNull();
  });
});

function linesOf(part: HTMLElement, table: string): string[][] {
  const rows = within(within(part).getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1);
  return rows.map((row) => Array.from(row.children, (cell) => cell.textContent));
}
