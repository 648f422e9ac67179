import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { InvoicesPage } from '../../../../renderer/features/invoices/invoices-page.tsx';
import { orderExample } from '../../../../shared/contract/orders.ts';
import { perTest } from '../../../support/test-scope.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';

const UNPAID = 'payment_term=invoice&is_paid=false';

const host = perTest(installFakeHost);

const INVOICE = {
  ...orderExample,
  order_number: '2026-7',
  date_purchased: '2026-09-12T10:15:00+02:00',
  payment_term: 'invoice',
  is_paid: false,
  shop_id: 14,
};

beforeEach(() => {
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
  host.answer('/api/orders', () => ({ body: { total: 1, data: [INVOICE] } }));
  host.answer('/api/order-items', (query) => ({
    body: { sums: { value: 9, value_wt: query.get('from') === '2000-01-01' ? 30 : 10 } },
  }));
});

describe('the page of open invoices', () => {
  it('lists orders since the first one with the days since their purchase, the oldest first', async () => {
    await renderPage(<InvoicesPage />);
    const row = await screen.findByRole('row', { name: /2026-7/ });
    const cells = within(row).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      ...['2026-7', '12-09-2026 10:15', '70', '13,50', '11,16'],
      ...['Anouk de Vries', 'Kassa Utrecht'],
    ]);
    expect(host.asked).toContain(
      `/api/orders?from=2000-01-01&to=2026-11-21&status=processing%2Ccomplete%2Crefunded&${UNPAID}&sort=date_purchased&start=0&limit=250`,
    );
  });

  it('has the sum of all of them, and how much has been open for how long', async () => {
    await renderPage(<InvoicesPage />);
    await waitFor(() => expect(screen.getByRole('row', { name: /^Totaal/ }).textContent).toContain('30,00'));
    const ages = screen.getByRole('region', { name: 'Ouderdom openstaande facturen, incl. btw' });
    await waitFor(() => expect(ages.textContent).toContain('Meer dan 90 dagen€\u00a030,00'));
    expect(host.asked).toContain(`/api/order-items?from=2026-10-22&to=2026-11-21&${UNPAID}&limit=1`);
    expect(host.asked).toContain(`/api/order-items?from=2026-09-22&to=2026-10-21&${UNPAID}&limit=1`);
    expect(host.asked).toContain(`/api/order-items?from=2026-08-23&to=2026-09-21&${UNPAID}&limit=1`);
    expect(host.asked).toContain(`/api/order-items?from=2000-01-01&to=2026-08-22&${UNPAID}&limit=1`);
  });

  it('says that none is open', async () => {
    host.answer('/api/orders', () => ({ body: { total: 0, data: [] } }));
    await renderPage(<InvoicesPage />);
    expect(await screen.findByText('Geen openstaande facturen')).toBeDefined();
  });
});
