import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CustomersPage } from '../../../../renderer/features/customers/customers-page.tsx';
import { perTest } from '../../../support/test-scope.ts';
import { installFakeHost, listOf, platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';

const CUSTOMERS = '/api/customers';

const ANOUK = {
  id: 812,
  name: 'Anouk de Vries',
  email: 'anouk@post.example',
  phone: '06-12345678',
  city: 'Utrecht',
  country_iso2: 'NL',
  segment_ids: [2, 9],
  date_created: '2024-03-09T14:12:00+01:00',
  order_count: 3,
  turnover_wt: 184.85,
  date_last_purchased: '2026-10-01T10:15:00+02:00',
};

const host = perTest(installFakeHost);

beforeEach(() => {
  host.answer('/api/segments', () => listOf([{ id: 2, title: 'Vaste klanten', customer_count: 96 }]));
  host.answer(CUSTOMERS, () => ({ body: { total: 1, data: [ANOUK] } }));
});

describe('the page of customers', () => {
  it('has what each bought, and hides e-mail and phone at first', async () => {
    await renderPage(<CustomersPage />);
    const row = await screen.findByRole('row', { name: /Anouk/ });
    await waitFor(() => expect(row.textContent).toContain('Vaste klanten'));
    const cells = within(row).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      ...['812', 'Anouk de Vries', '01-10-2026', '3', '184,85'],
      ...['09-03-2024', 'Utrecht', 'NL', 'Vaste klanten, #9'],
    ]);
  });

  it('searches by the text in its address', async () => {
    await renderPage(<CustomersPage />, { address: '/customers?q=anouk' });
    await waitFor(() => expect(host.asked).toContain(`${CUSTOMERS}?q=anouk&sort=-turnover_wt&start=0&limit=250`));
  });

  it('has the highest turnover first, the lowest by a click, and sorts by orders, last purchase and name', async () => {
    const { user, router } = await renderPage(<CustomersPage />);
    await screen.findByRole('row', { name: /Anouk/ });
    const heading = (name: RegExp) => screen.getByRole('button', { name });
    await user.click(heading(/Omzet incl/));
    expect(router.state.location.href).toBe('/page?sort=turnover_wt');
    for (const [name, sort] of [
      [/^Orders/, 'order_count'],
      [/Laatste aankoop/, 'date_last_purchased'],
      [/^Naam/, 'name'],
    ] as const) {
      await user.click(heading(name));
      await waitFor(() => expect(host.asked).toContain(`${CUSTOMERS}?sort=${sort}&start=0&limit=250`));
    }
  });

  it('opens a customer beside the list, with a way to their orders by number', async () => {
    const { user } = await renderPage(<CustomersPage />);
    await user.click(await screen.findByText('Anouk de Vries'));
    const drawer = await screen.findByRole('complementary', { name: 'Anouk de Vries' });
    expect(drawer.textContent).toContain('anouk@post.example');
    const link = within(drawer).getByRole('link', { name: 'Orders van deze klant' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      '/orders?customer_id=812&period=2000-01-01..2026-11-21',
    );
  });

  it('says what failed', async () => {
    host.answer(CUSTOMERS, () => platformFailure);
    await renderPage(<CustomersPage />);
    expect((await screen.findByRole('alert')).textContent).toContain('kassaplatform');
  });
});
