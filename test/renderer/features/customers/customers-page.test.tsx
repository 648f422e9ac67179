import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CustomersPage } from '../../../../renderer/features/customers/customers-page.tsx';
import { orderExample, orderItemExample } from '../../../../shared/contract/orders.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { cellTexts, chooseForColumn, sortItems } from '../../support/table.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
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
  open_invoices_wt: 62.5,
  date_last_purchased: '2026-10-01T10:15:00+02:00',
};

const ORDERS = '/api/orders';
const ALL_ORDERS = `${ORDERS}?from=2000-01-01&to=2026-11-21&customer_id=812`;

const SUMS = {
  ...{ value_wt: 54.5, value_ex_wt: 45.04, discount_value_wt: 0, discount_value_ex_wt: 0 },
  ...{ cancelled_orders: 0, cancelled_value_wt: 0, uncounted_orders: 0, uncounted_value_wt: 0 },
};

const ALL = { order_count: 1204, turnover_wt: 9_184.85, open_invoices_wt: 162.5 };

const host = openPerTest(installFakeHost);

beforeEach(() => {
  host.answer('/api/segments', () => listOf([{ id: 2, title: 'Vaste klanten', customer_count: 96 }]));
  host.answer(ORDERS, () => ({ body: { total: 0, data: [], sums: SUMS } }));
  host.answer(CUSTOMERS, () => ({ body: { total: 1, data: [ANOUK], sums: ALL } }));
});

describe('the page of customers', () => {
  it('shows what each customer bought, and hides e-mail and phone at first', async () => {
    await renderPage(<CustomersPage />);
    const row = await screen.findByRole('row', { name: /Anouk/ });
    await waitFor(() => expect(row.textContent).toContain('Vaste klanten'));
    expect(cellTexts(row)).toEqual([
      ...['812', 'Anouk de Vries', '01-10-2026', '3', '184,85', '62,50'],
      ...['09-03-2024', 'Utrecht', 'Vaste klanten, #9'],
    ]);
  });

  it('filters customers by segment, or to those with open invoices', async () => {
    const { user } = await renderPage(<CustomersPage />);
    await user.click(await screen.findByRole('button', { name: 'Segmenten' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Vaste klanten' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Openstaande facturen' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ja' }));
    const filters = 'segment_id=2&has_open_invoices=true';
    await waitFor(() => expect(host.asked).toContain(`${CUSTOMERS}?${filters}&sort=-turnover_wt&start=0&limit=250`));
    await user.click(screen.getByRole('button', { name: 'Filters wissen' }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await waitFor(() => expect(screen.queryByText('Vaste klanten', { selector: 'button' })).toBeNull());
  });

  it('sorts by highest turnover first, or by open amount', async () => {
    const { user } = await renderPage(<CustomersPage />);
    await screen.findByRole('row', { name: /Anouk/ });
    expect((await sortItems(user, 'Openstaand incl. btw'))[0]).toBe('Aflopend sorteren');
    await chooseForColumn(user, 'Openstaand incl. btw', 'Aflopend sorteren');
    await waitFor(() => expect(host.asked).toContain(`${CUSTOMERS}?sort=-open_invoices_wt&start=0&limit=250`));
  });

  it('opens a customer beside the list, with a link to their orders by number', async () => {
    const { user } = await renderPage(<CustomersPage />);
    await user.click(await screen.findByText('Anouk de Vries'));
    const drawer = await screen.findByRole('complementary', { name: 'Anouk de Vries' });
    expect(drawer.textContent).toContain('anouk@post.example');
    const link = within(drawer).getByRole('link', { name: 'Orders van deze klant' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      '/orders?customer_id=812&period=2000-01-01..2026-11-21',
    );
  });

  it('shows the last orders of the customer in its drawer, each with a link', async () => {
    const payment = { ...orderExample, items: [{ ...orderItemExample, type: 'invoice_payment' }] };
    const cancelled = { ...orderExample, id: 70, order_number: '2026-70', status: 'cancelled', value_wt: 12.5 };
    host.answer(ORDERS, (query) => ({
      body: { total: 9, data: query.has('sort') ? [payment, cancelled] : [], sums: SUMS },
    }));
    const drawer = await openAnouk();
    const rows = within(await within(drawer).findByRole('table', { name: 'Laatste orders' })).getAllByRole('row');
    const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells[0]).toEqual(['Datum', 'Ordernummer', 'Bedrag incl. btw']);
    expect(cells[1]?.[1]).toBe('2026-50231 Betaling factuur');
    expect(cells[2]).toEqual([expect.stringMatching(/^\d\d-\d\d-\d{4}$/), '2026-70  Geannuleerd', '12,50']);
    const link = within(drawer).getByRole('link', { name: '2026-70' });
    expect(link.getAttribute('href')).toBe('/orders/70');
    expect(host.asked).toContain(`${ALL_ORDERS}&start=0&sort=-date_purchased&limit=5&include=items`);
  });

  it('shows what the customer has not paid in its drawer, with a link to these invoices', async () => {
    host.answer(ORDERS, () => ({ body: { total: 2, data: [], sums: SUMS } }));
    const drawer = await openAnouk();
    const link = await within(drawer).findByRole('link', { name: /54,50 · 2 facturen/ });
    expect(link.getAttribute('href')).toBe('/invoices?customer_id=812');
    const unpaid = '&start=0&status=processing%2Ccomplete%2Crefunded&payment_term=invoice&is_paid=false&limit=1';
    expect(host.asked).toContain(`${ALL_ORDERS}${unpaid}`);
    expect(host.asked.filter((path) => path.startsWith(ALL_ORDERS))).toHaveLength(2);
  });
});

async function openAnouk(): Promise<HTMLElement> {
  const { user } = await renderPage(<CustomersPage />);
  await user.click(await screen.findByText('Anouk de Vries'));
  return screen.findByRole('complementary', { name: 'Anouk de Vries' });
}
