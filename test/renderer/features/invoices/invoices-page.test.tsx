import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { InvoicesPage } from '../../../../renderer/features/invoices/invoices-page.tsx';
import { type Order, orderExample } from '../../../../shared/contract/orders.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { cellTexts } from '../../support/table.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';

const UNPAID = 'payment_term=invoice&is_paid=false';

const host = openPerTest(installFakeHost);

const INVOICE: Order = {
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

/** How many there are of each age, and their sum. */
const TOTALS: Readonly<Record<string, readonly [number, number]>> = {
  '2000-01-01..2026-11-21': [9, 30],
  '2026-10-22..2026-11-21': [4, 10],
  '2026-09-22..2026-10-21': [3, 8],
  '2026-08-23..2026-09-21': [1, 5],
  '2000-01-01..2026-08-22': [1, 7],
  '2000-01-01..2026-10-21': [5, 20],
};

describe('the page of open invoices', () => {
  it('lists orders since the first one with the days since their purchase, oldest first', async () => {
    await renderPage(<InvoicesPage />);
    const row = await screen.findByRole('row', { name: /2026-7/ });
    expect(cellTexts(row)).toEqual([
      ...['2026-7', '12-09-2026 10:15', '70', '13,50', '11,16'],
      ...['Anouk de Vries', 'Kassa Utrecht'],
    ]);
    expect(host.asked).toContain(
      `/api/orders?from=2000-01-01&to=2026-11-21&status=processing%2Ccomplete%2Crefunded&${UNPAID}&sort=date_purchased&start=0&limit=250`,
    );
  });

  it('shows the sum of all of them, and how many have been open for how long', async () => {
    await renderPage(<InvoicesPage />);
    await waitFor(() => expect(screen.getByRole('row', { name: /^Totaal/ }).textContent).toContain('30,00'));
    const ages = screen.getByRole('region', { name: 'Openstaand bedrag naar dagen sinds orderdatum, incl. btw' });
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

  it('lists the invoices of a pressed age, which is in its address, and all after a second press', async () => {
    const { user, router } = await renderPage(<InvoicesPage />);
    const box = await screen.findByRole('button', { name: /Meer dan 30 dagen/ });
    await user.click(box);
    expect(router.state.location.href).toBe('/page?age=over30');
    await waitFor(() => expect(screen.getByRole('row', { name: /^Totaal/ }).textContent).toContain('20,00'));
    expect(host.asked).toContain(
      `/api/orders?from=2000-01-01&to=2026-10-21&status=processing%2Ccomplete%2Crefunded&${UNPAID}&sort=date_purchased&start=0&limit=250`,
    );
    expect(box.getAttribute('aria-pressed')).toBe('true');
    act(() => void fireEvent(window, new Event('beforeprint')));
    const filters = Array.from(document.querySelectorAll('search > *'), ({ textContent }) => textContent);
    expect(filters).toContain('Dagen sinds orderdatumMeer dan 30 dagen');
    act(() => void fireEvent(window, new Event('afterprint')));
    await user.click(box);
    expect(router.state.location.href).toBe('/page');
  });
});

describe('the open invoices of a past day', () => {
  const PAST = '/invoices?as_of=2026-10-31';

  it('are those of the API at the end of that day, with the days until then, and when they were paid since', async () => {
    const paid = { is_paid: true, date_updated: '2026-11-03T10:15:00+01:00' };
    host.answer('/api/orders', () => ({
      body: { total: 2, data: [INVOICE, { ...INVOICE, id: 8, order_number: '2026-8', ...paid }], sums: null },
    }));
    await renderPage(<InvoicesPage />, { address: PAST });
    const texts = async (name: RegExp) => cellTexts(await screen.findByRole('row', { name }));
    expect(await texts(/2026-7/)).toEqual([
      ...['2026-7', '12-09-2026 10:15', '49', '', '13,50', '11,16'],
      ...['Anouk de Vries', 'Kassa Utrecht'],
    ]);
    expect((await texts(/2026-8/))[3]).toBe('03-11-2026');
    expect(screen.getByText(/Facturen die daarna zijn betaald of gewijzigd, staan hier als open\./)).toBeDefined();
    expect(host.asked).toContain(
      `/api/orders?from=2000-01-01&to=2026-10-31&as_of=2026-10-31&status=processing%2Ccomplete%2Crefunded&${UNPAID}&sort=date_purchased&start=0&limit=250`,
    );
    // One for the list and one for each age.
    await waitFor(() => expect(host.asked.filter((path) => path.includes('as_of=2026-10-31')).length).toBe(7));
    // The header of each printed sheet has it.
    expect(document.querySelector('[data-period="per 31-10-2026"]')).not.toBeNull();
    expect(host.asked.some((path) => path.includes('from=2026-10-01&to=2026-10-31&as_of'))).toBe(true);
  });

  it('are chosen by end of period or typed, are in the address until today is chosen, and cannot be in the future', async () => {
    const { user, router } = await renderPage(<InvoicesPage />);
    await user.click(await screen.findByRole('button', { name: '31 okt' }));
    expect(router.state.location.search).toEqual({ as_of: '2026-10-31' });
    await user.click(screen.getByRole('button', { name: '31 dec 2025' }));
    expect(router.state.location.search).toEqual({ as_of: '2025-12-31' });
    const field = screen.getByRole('textbox', { name: 'Dag' });
    await user.clear(field);
    await user.type(field, '20-11-2026{Enter}');
    expect(router.state.location.search).toEqual({ as_of: '2026-11-20' });
    await user.click(screen.getByRole('button', { name: 'Dag vooruit' }));
    expect(router.state.location.search).toEqual({});
    expect(screen.getByRole('button', { name: 'Dag vooruit' }).hasAttribute('disabled')).toBe(true);
    await user.clear(field);
    await user.type(field, '30-11-2026{Enter}');
    expect(router.state.location.search).toEqual({});
  });

  it.each([
    ['', 'open-invoices'],
    ['&group_by=customer', 'debtors'],
  ])('are exported as shown%s', async (view, dataset) => {
    host.answer('/api/orders', () => ({ body: { total: 1, data: [INVOICE], sums: null } }));
    const { user } = await renderPage(<InvoicesPage />, { address: `${PAST}&age=over30${view}` });
    await screen.findByRole('row', { name: /Anouk de Vries/ });
    await user.click(screen.getByRole('button', { name: 'Exporteren als CSV' }));
    const filters = { from: '2000-01-01', to: '2026-09-30', as_of: '2026-10-31' };
    const exported = host.bridgeCalls.find(({ name }) => name === 'exportDataset')?.argument;
    expect(exported).toMatchObject({ request: { dataset, filters } });
  });

  it.each([
    [100, 'Op rekening verkocht min betalingen op facturen, tot en met 31-10-2026: € 30,00. Dat is het totaal'],
    [99, '€ 31,00. Deze lijst telt op tot € 30,00'],
  ])('are compared with the report of all days up to then, which knows of %d paid', async (paid, note) => {
    host.answer('/api/orders', () => ({ body: { total: 1, data: [INVOICE], sums: { value_wt: 30, value_ex_wt: 9 } } }));
    host.answer('/api/financial-report', (query) => {
      expect([query.get('from'), query.get('to')]).toEqual(['2000-01-01', '2026-10-31']);
      const not_paid_now = { total_wt: 20, settled_since: { total_wt: 110 } };
      return { body: { not_paid_now, revenue: { non_revenue: { payments_on_invoice: paid } }, unknown: [] } };
    });
    await renderPage(<InvoicesPage />, { address: PAST });
    expect(await screen.findByText((text) => text.includes(note))).toBeDefined();
  });
});

describe('the open invoices per customer', () => {
  it('has a row for each customer by age, with unknown ones together, from all pages of the list', async () => {
    answerOpen([
      ...Array.from({ length: 260 }, (_, index) =>
        open(index, { customer_id: 5, customer_name: 'Bakker', ...DAYS_AGO[0] }),
      ),
      open(300, { customer_id: 7, customer_name: 'Aarts', value_wt: 0.1, ...DAYS_AGO[30] }),
      open(301, { customer_id: 7, customer_name: 'Aarts', value_wt: 0.2, ...DAYS_AGO[31] }),
      open(302, { customer_id: 7, customer_name: 'Aarts', value_wt: -5, ...DAYS_AGO[90] }),
      open(303, { customer_id: null, customer_name: '', ...DAYS_AGO[91] }),
      open(304, { customer_id: null, customer_name: '', ...DAYS_AGO[60] }),
      open(305, { customer_id: 9, customer_name: '', ...DAYS_AGO[61] }),
    ]);
    await renderPage(<InvoicesPage />, { address: BY_CUSTOMER });
    await screen.findByRole('row', { name: /Bakker/ });
    expect(rowTexts()).toEqual([
      ['Bakker', '5', '260', '21-11-2026', '260,00', '0,00', '0,00', '0,00', '260,00'],
      ['Onbekende klanten', '', '2', '22-08-2026', '0,00', '1,00', '0,00', '1,00', '2,00'],
      ['#9', '9', '1', '21-09-2026', '0,00', '0,00', '1,00', '0,00', '1,00'],
      ['Aarts', '7', '3', '23-08-2026', '0,10', '0,20', '\u22125,00', '0,00', '\u22124,70'],
      ['Totaal', '', '266', '', '260,10', '1,20', '\u22124,00', '1,00', '258,30'],
    ]);
    expect(screen.getByText('4 klanten')).toBeDefined();
  });

  it('says how many there are if more than 2,000 are open, and reads none of them', async () => {
    host.answer('/api/orders', () => ({ body: { total: 2_001, data: [INVOICE], sums: null } }));
    await renderPage(<InvoicesPage />, { address: BY_CUSTOMER });
    expect(await screen.findByText(/^2\.001 facturen zijn te veel om hier/)).toBeDefined();
    expect(host.asked.filter((path) => path.includes('limit=250'))).toEqual([]);
    expect(screen.queryByRole('row', { name: /^Totaal/ })).toBeNull();
    expect(screen.queryByText(/klanten$/)).toBeNull();
  });

  it('is chosen in the address, and opens the invoices of a customer, from which back returns to it', async () => {
    host.answer('/api/customers/812', () => ({ body: { id: 812, name: 'Anouk de Vries' } }));
    answerOpen([INVOICE, open(2, { customer_id: null, customer_name: '' })]);
    const { user, router } = await renderPage(<InvoicesPage />, { address: '/invoices?age=over30&sort=shop' });
    await user.click(await screen.findByRole('radio', { name: 'Per klant' }));
    expect(router.state.location.search).toEqual({ group_by: 'customer', age: 'over30' });
    await user.click(await screen.findByText('Onbekende klanten'));
    expect(router.state.location.search).toEqual({ group_by: 'customer', age: 'over30' });
    await user.click(await screen.findByRole('row', { name: /Anouk de Vries/ }));
    await waitFor(() => expect(router.state.location.search).toEqual({ customer_id: '812', age: 'over30' }));
    expect(await screen.findByRole('row', { name: /2026-7/ })).toBeDefined();
    router.history.back();
    expect(await screen.findByText('Onbekende klanten')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Facturen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ age: 'over30' }));
  });
});

const BY_CUSTOMER = '/invoices?group_by=customer';

/** Days of purchase by their distance from the day of the tests. */
const DAYS_AGO = {
  0: { date_purchased: '2026-11-21T00:10:00+01:00' },
  30: { date_purchased: '2026-10-22T23:50:00+02:00' },
  31: { date_purchased: '2026-10-21T12:00:00+02:00' },
  60: { date_purchased: '2026-09-22T12:00:00+02:00' },
  61: { date_purchased: '2026-09-21T12:00:00+02:00' },
  90: { date_purchased: '2026-08-23T12:00:00+02:00' },
  91: { date_purchased: '2026-08-22T12:00:00+02:00' },
};

function open(id: number, fields: Partial<Order>): Order {
  return { ...INVOICE, id, value_wt: 1, ...fields };
}

/** Answers with these invoices in pages, or those of a requested customer, with their sum. */
function answerOpen(invoices: readonly Order[]): void {
  host.answer('/api/orders', (query) => {
    const customer = query.get('customer_id');
    const own = invoices.filter(({ customer_id }) => customer === null || customer_id === Number(customer));
    const [start, limit] = [Number(query.get('start') ?? 0), Number(query.get('limit'))];
    const value_wt = own.reduce((cents, order) => cents + Math.round(order.value_wt * 100), 0) / 100;
    return { body: { total: own.length, data: own.slice(start, start + limit), sums: { value_wt, value_ex_wt: 9 } } };
  });
}

/** The cells of the rows and of their total. */
function rowTexts(): readonly (readonly string[])[] {
  const [, ...rows] = within(screen.getByRole('grid')).getAllByRole('row');
  return rows.map(cellTexts);
}
