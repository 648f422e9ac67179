import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderLoader } from '../../../../renderer/features/orders/order-page.tsx';
import { type Company, NO_COMPANY_DETAILS } from '../../../../shared/contract/company.ts';
import type { OrderWithDetails } from '../../../../shared/contract/orders.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { detailsOf, itemOf } from './sample-orders.ts';

const BACKOFFICE = 'https://demo.backoffice.example/#order/details/7';

const company: Record<string, unknown> = {};

const host = openPerTest(() => {
  installCompany({ details: NO_COMPANY_DETAILS, mayChange: true });
  return installFakeHost({ openPlace: { href: BACKOFFICE }, readCompany: company });
});

function installCompany(values: Pick<Company, 'details' | 'mayChange'>): void {
  Object.assign(company, { accounts: {} }, values);
}

beforeEach(() => {
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht' }]));
  host.answer('/api/turnover-groups', () => listOf([{ id: 7, code: '8010', title: 'Tuingereedschap' }]));
  host.answer('/api/tax-rates', () =>
    listOf([
      { id: 1, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl-high' },
      { id: 2, name: '9%', value: 9, country_iso2: 'NL', alias: 'nl-low' },
      { id: 3, name: '0%', value: 0, country_iso2: 'NL', alias: 'nl-zero' },
      { id: 4, name: '21%', value: 21, country_iso2: 'BE', alias: 'be-high' },
      { id: 5, name: 'Vrijgesteld', value: 0, country_iso2: 'NL', alias: 'nl-exempt' },
    ]),
  );
});

describe('the letterhead of a printed order', () => {
  const printed = () => document.querySelector('address')?.textContent ?? '';
  const print = () => act(() => void fireEvent(window, new Event('beforeprint')));
  const details = {
    ...{ name: 'Linde & Loof', street: 'Steenweg 1', postcode: '3511 AA', city: 'Utrecht' },
    ...{ kvk: '12345678', vat: 'NL004495445B01', phone: '', email: '', website: '', iban: '' },
  };

  it('names the seller from the settings', async () => {
    installCompany({ details, mayChange: true });
    await drawOrder();
    expect(printed()).toBe('');
    print();
    await waitFor(() =>
      expect(printed()).toBe('Linde & LoofSteenweg 13511 AA UtrechtKvK 12345678Btw-nummer NL004495445B01'),
    );
    expect(screen.queryByText(/^Geen factuur/)).toBeNull();
  });

  it('names the copy first, and omits what concerns only the shop', async () => {
    await drawOrder();
    print();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kopie van de bon');
    await waitFor(() => expect(facts()).toEqual(['Ordernummer2026-7', 'Datum20-11-2026 14:05', 'WinkelKassa Utrecht']));
    expect(screen.getByText('Betaald op 01-10-2026 10:15')).toBeDefined();
    expect(linesOf('Artikelen')[0]?.slice(0, 5)).toEqual(['TU-1204', 'Gieter 10 liter', '1', '12,3967', '15,00']);
    act(() => void fireEvent(window, new Event('afterprint')));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order 2026-7');
  });

  it('is an invoice, with the amount due and the address of the customer, if all details are known', async () => {
    installCompany({ details, mayChange: true });
    host.answer('/api/customers/812', () => ({ body: { id: 812, city: 'Antwerpen', country_iso2: 'BE' } }));
    await drawOrder({ payment_term: 'invoice', is_paid: false, payments: [], value_wt: 13.5 });
    await waitFor(() => expect(host.asked).toContain('/api/customers/812'));
    await screen.findByRole('button', { name: 'Factuur afdrukken' });
    print();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kopie van de factuur');
    expect(facts().slice(0, 3)).toEqual([
      ...['Factuurnummer2026-7', 'Factuurdatum20-11-2026 14:05'],
      'LeverdatumFactuurdatum, of niet bekend',
    ]);
    expect(screen.getByText(/^Te betalen €\s13,50$/)).toBeDefined();
    expect(await screen.findByText('Antwerpen, België')).toBeDefined();
  });

  it('is not an invoice if required details are missing', async () => {
    await drawOrder({ payment_term: 'invoice', is_paid: false, payments: [] });
    const sentence = 'Geen factuur: naam, straat, postcode, plaats, KvK-nummer en btw-nummer ontbreken.';
    expect(await screen.findByText(sentence)).toBeDefined();
    print();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Overzicht van de order');
    expect(facts()[0]).toBe('Ordernummer2026-7');
    expect(document.body.textContent).not.toContain('Factuurnummer');
  });

  it.each([
    [{ name: '' }, 'Geen factuur: naam ontbreekt.'],
    [{ name: '', vat: '' }, 'Geen factuur: naam en btw-nummer ontbreken.'],
    [{ street: '', postcode: '', city: '' }, 'Geen factuur: straat, postcode en plaats ontbreken.'],
  ])('says without %o what is missing', async (without, sentence) => {
    installCompany({ details: { ...details, ...without }, mayChange: true });
    await drawOrder({ payment_term: 'invoice', is_paid: false, payments: [] });
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  it('sends no request for staff', async () => {
    installCompany({ details: NO_COMPANY_DETAILS, mayChange: false });
    await drawOrder({ payment_term: 'invoice' });
    await screen.findAllByText('Kassa Utrecht');
    expect(screen.queryByText(/^Geen factuur/)).toBeNull();
  });
});

describe('the page of an order', () => {
  it('shows amount, VAT, discount and payment, and number, status, shop, time, customer and whether it was paid', async () => {
    await drawOrder();
    expect(screen.getByRole('heading', { level: 1, name: 'Order 2026-7' })).toBeDefined();
    await waitFor(() =>
      expect(facts()).toEqual([
        'Bedrag incl. btw€\u00a013,50',
        'Waarvan btw€\u00a02,34',
        'Korting incl. btw€\u00a01,50',
        'Betaald metPinpas',
        'StatusAfgerond',
        'WinkelKassa Utrecht',
        'Datum20-11-2026 14:05',
        'Gewijzigd20-11-2026 14:06',
        'BetalingDirect',
        'BetaaldJa',
        'KlantAnouk de Vries',
        'E-mailadresanouk.de.vries.812@post.example',
      ]),
    );
  });

  it.each([
    ['on account and not paid', { payment_term: 'invoice', is_paid: false }, true],
    ['on account and paid', { payment_term: 'invoice', is_paid: true }, false],
    ['not paid at the till', { payment_term: 'direct', is_paid: false }, false],
    ['cancelled', { payment_term: 'invoice', is_paid: false, status: 'cancelled' }, false],
  ] as const)('shows how many days it is open if it is an open invoice: %s', async (_name, order, isOpen) => {
    await drawOrder({ ...order, date_purchased: '2026-09-12T23:59:00+02:00' });
    await waitFor(() => expect(facts()).toContain('WinkelKassa Utrecht'));
    expect(facts().includes('Dagen sinds orderdatum70')).toBe(isOpen);
    // Not on paper for the customer.
    if (isOpen) expect(screen.getByText('Dagen sinds orderdatum').closest('[data-room=window]')).not.toBeNull();
  });

  it('shows VAT per rate: the sums of its items', async () => {
    const items = [
      itemOf(1, { tax_rate_id: 1, value_ex_wt: 11.16, value_wt: 13.5 }),
      itemOf(2, { tax_rate_id: 1, value_ex_wt: 0.1, value_wt: 0.12 }),
      itemOf(3, { tax_rate_id: null, value_ex_wt: 25, value_wt: 25 }),
      itemOf(4, { tax_rate_id: 4, value_ex_wt: 10, value_wt: 12.1 }),
    ];
    await drawOrder({ items });
    const table = await screen.findByRole('table', { name: 'Btw per tarief' });
    await waitFor(() =>
      expect(
        [...table.querySelectorAll(':is(tbody, tfoot) tr')].map((row) =>
          [...row.children].map((cell) => cell.textContent),
        ),
      ).toEqual([
        ['21%', '11,26', '2,36', '13,62'],
        ['21% BE', '10,00', '2,10', '12,10'],
        ['geen', '25,00', '0,00', '25,00'],
        ['Totaal', '46,26', '4,46', '50,72'],
      ]),
    );
  });

  it('shows the highest rate first, and exempt ones after 0 by name', async () => {
    const rateIds = [null, 5, 3, 2, 1];
    await drawOrder({ items: rateIds.map((tax_rate_id, index) => itemOf(index, { tax_rate_id })) });
    const expected = ['21%', '9%', '0%', 'Vrijgesteld', 'geen'];
    await waitFor(() => expect(linesOf('Btw per tarief').map(([rate]) => rate)).toEqual([...expected, 'Totaal']));
    expect(linesOf('Artikelen').map((cells) => cells.at(-1))).toEqual([...expected.toReversed(), '']);
  });

  it('shows its items above the values of the order, and its payments', async () => {
    await drawOrder();
    await waitFor(() =>
      expect(linesOf('Artikelen')).toEqual([
        ['TU-1204', 'Gieter 10 liter', 'Tuingereedschap', '1', '15,00', '1,50', '11,16', '13,50', '21%'],
        ['Totaal van de order', '1,50', '11,16', '13,50', ''],
      ]),
    );
    expect(linesOf('Betalingen')).toEqual([
      ['Pinpas', '01-10-2026 10:15', '13,50'],
      ['Totaal betaald', '13,50'],
    ]);
    expect(screen.queryByRole('alert')).toBeNull();
    const product = screen.getByRole('link', { name: 'Gieter 10 liter' });
    expect(product.getAttribute('href')).toBe('/catalog/1204');
  });

  it('sums items to the cent, so it shows no difference if there is none', async () => {
    const items = [0.1, 0.2].map((value, id) =>
      itemOf(id, { value_wt: value, value_ex_wt: value, discount_value_wt: value, discount_value_ex_wt: value }),
    );
    const sums = { value_wt: 0.3, value_ex_wt: 0.3, discount_value_wt: 0.3, discount_value_ex_wt: 0.3 };
    await drawOrder({ items, ...sums, payments: [], payment_term: 'invoice' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the items do not add up to the order, and shows both unchanged', async () => {
    await drawOrder({ value_wt: 13.51, discount_value_ex_wt: 1.25 });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain(
      'De artikelen zijn samen €\u00a013,50 incl. btw, de order €\u00a013,51: een verschil van €\u00a00,01.',
    );
    expect(alert.textContent).toContain('samen €\u00a01,24 excl. btw');
    // The payments of 13.50 do not equal the value either.
    expect(within(alert).getAllByRole('listitem')).toHaveLength(3);
    expect(linesOf('Artikelen').at(-1)).toEqual(['Totaal van de order', '1,50', '11,16', '13,51', '']);
  });

  it('opens the back office', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await drawOrder();
    await user.click(screen.getByRole('button', { name: 'Openen in Backoffice' }));
    await waitFor(() => expect(opened).toHaveBeenCalledWith(BACKOFFICE, '_blank', 'noopener'));
    expect(host.bridgeCalls.find(({ name }) => name === 'openPlace')?.argument).toEqual({
      place: { kind: 'back-office', url: BACKOFFICE },
    });
  });
});

describe('an order whose lines and payments the platform does not give', () => {
  const drawListed = async (fields: Partial<OrderWithDetails> = {}) => {
    host.answer('/api/orders/7', () => ({ body: detailsOf(7, { items: null, payments: null, ...fields }) }));
    const view = await renderPage(<OrderLoader orderId="7" />);
    await screen.findByText(/^Artikelen en betalingen zijn niet bekend/);
    return view;
  };

  it('shows its values and facts, and no remark', async () => {
    await drawListed();
    expect(linesOf('Bedragen van de order')).toEqual([
      ['Vóór korting', '12,40', '2,60', '15,00'],
      ['Korting', '−1,24', '−0,26', '−1,50'],
      ['Na korting', '11,16', '2,34', '13,50'],
    ]);
    expect(facts()).toContain('BetaaldJa');
    expect(screen.getAllByRole('table')).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('prints as an overview, without company details', async () => {
    await drawListed({ payment_term: 'invoice' });
    expect(screen.getByRole('button', { name: 'Overzicht afdrukken' })).toBeDefined();
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Overzicht van de order');
    expect(screen.getByText('Betaald', { selector: 'p' })).toBeDefined();
    expect(linesOf('Bedragen van de order').at(-1)).toEqual(['Na korting', '11,16', '2,34', '13,50']);
    expect(screen.getByText(/^Artikelen en betalingen zijn niet bekend/)).toBeDefined();
    expect(document.body.textContent).not.toContain('Dit is geen factuur');
    expect(document.body.textContent).not.toContain('Geen factuur:');
  });
});

describe('an order in another currency', () => {
  it('shows its code with each amount, and no euro sign', async () => {
    await drawOrder({ currency: 'GBP' });
    expect(document.body.textContent).toContain('GBP\u00a013,50');
    expect(document.body.textContent).not.toContain('€');
  });
});

describe('an order that cannot be shown', () => {
  it('is reported as missing, with a link to the list', async () => {
    host.answer('/api/orders/7', () => ({
      status: 404,
      body: { error: 'Not Found', message: '7', status: 404 },
    }));
    const { user, router } = await renderPage(<OrderLoader orderId="7" />);
    expect(await screen.findByText('Deze order is niet gevonden.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Naar alle orders' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders'));
  });

  it.each(['zeven', '0'])('is not requested if the id is invalid: %s', async (orderId) => {
    await renderPage(<OrderLoader orderId={orderId} />);
    expect(await screen.findByText('Deze order is niet gevonden.')).toBeDefined();
    expect(host.asked.filter((path) => path.startsWith('/api/orders'))).toEqual([]);
  });
});

async function drawOrder(fields: Partial<OrderWithDetails> = {}) {
  host.answer('/api/orders/7', () => ({ body: detailsOf(7, { backoffice_url: BACKOFFICE, ...fields }) }));
  const view = await renderPage(<OrderLoader orderId="7" />);
  await screen.findByText('Artikelen');
  return view;
}

function facts(): string[] {
  return Array.from(document.querySelectorAll('dl > div'), (fact) => fact.textContent);
}

function linesOf(table: string): string[][] {
  const rows = within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1);
  return rows.map((row) => Array.from(row.children, (cell) => cell.textContent));
}
