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
  host.answer('/api/orders', (query) => {
    const days = `${query.get('from')}..${query.get('to')}`;
    const [total = 0, value_wt = 0] = TOTALS[days] ?? [];
    return { body: { total, data: [INVOICE], sums: { value_wt, value_ex_wt: 9 } } };
  });
});

/** How many there are of an age, and what they sum to. */
const TOTALS: Readonly<Record<string, readonly [number, number]>> = {
  '2000-01-01..2026-11-21': [9, 30],
  '2026-10-22..2026-11-21': [4, 10],
  '2026-09-22..2026-10-21': [3, 8],
  '2026-08-23..2026-09-21': [1, 5],
  '2000-01-01..2026-08-22': [1, 7],
  '2000-01-01..2026-10-21': [5, 20],
};

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

  it('lists those of one customer, with their sums, until that is taken off', async () => {
    host.answer('/api/customers/812', () => ({ body: { id: 812, name: 'Anouk de Vries' } }));
    const { user, router } = await renderPage(<InvoicesPage />, { address: '/invoices?customer_id=812' });
    await screen.findByText('Anouk de Vries', { selector: 'strong' });
    const orders = () => host.asked.filter((path) => path.startsWith('/api/orders'));
    // The list and the sums of each age.
    await waitFor(() => expect(orders().length).toBeGreaterThan(5));
    expect(orders().filter((path) => !path.includes('customer_id=812'))).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Filter Klant weghalen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('has the sum of all of them, and how many have been open for how long', async () => {
    await renderPage(<InvoicesPage />);
    await waitFor(() => expect(screen.getByRole('row', { name: /^Totaal/ }).textContent).toContain('30,00'));
    const ages = screen.getByRole('region', { name: 'Openstaand bedrag naar ouderdom, incl. btw' });
    const texts = () =>
      within(ages)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    await waitFor(() =>
      expect(texts()).toEqual([
        'Alle, incl. btw€\u00a030,009 facturen',
        '0 t/m 30 dagen€\u00a010,004 facturen',
        '31 t/m 60 dagen€\u00a08,003 facturen',
        '61 t/m 90 dagen€\u00a05,001 factuur',
        'Meer dan 90 dagen€\u00a07,001 factuur',
        'Meer dan 30 dagen€\u00a020,005 facturen',
      ]),
    );
  });

  it('lists the invoices of an age that is pressed, which its address holds, and all of them after a second press', async () => {
    const { user, router } = await renderPage(<InvoicesPage />);
    const box = await screen.findByRole('button', { name: /Meer dan 30 dagen/ });
    await user.click(box);
    expect(router.state.location.href).toBe('/page?age=over30');
    await waitFor(() => expect(screen.getByRole('row', { name: /^Totaal/ }).textContent).toContain('20,00'));
    expect(host.asked).toContain(
      `/api/orders?from=2000-01-01&to=2026-10-21&status=processing%2Ccomplete%2Crefunded&${UNPAID}&sort=date_purchased&start=0&limit=250`,
    );
    expect(box.getAttribute('aria-pressed')).toBe('true');
    await user.click(box);
    expect(router.state.location.href).toBe('/page');
  });

  it('sorts by age, customer and shop by the API: the longest open is the oldest', async () => {
    const { user } = await renderPage(<InvoicesPage />, { address: '/invoices?sort=-age' });
    await screen.findByRole('row', { name: /2026-7/ });
    expect(host.asked.some((path) => path.includes('&sort=date_purchased&'))).toBe(true);
    expect(screen.getByRole('columnheader', { name: 'Dagen open' }).getAttribute('aria-sort')).toBe('descending');
    await user.click(screen.getByRole('button', { name: 'Klant' }));
    await waitFor(() => expect(host.asked.some((path) => path.includes('&sort=customer_name&'))).toBe(true));
  });

  it('says that none is open', async () => {
    host.answer('/api/orders', () => ({ body: { total: 0, data: [], sums: null } }));
    await renderPage(<InvoicesPage />);
    expect(await screen.findByText('Geen openstaande facturen')).toBeDefined();
  });
});
