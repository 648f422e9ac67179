import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ItemRowsPage } from '../../../../renderer/features/rows/item-rows-page.tsx';
import { getItemRowsAddress } from '../../../../renderer/lib/address/figure-rows.ts';
import { writeSearch } from '../../../../renderer/lib/address/search.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { installFakeHost, listOf, platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { answerItems } from './sample-rows.ts';

const ITEMS = '/api/order-items';
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const SALES = { ...OCTOBER, type: 'product', sign: 'positive' } as const;

const host = openPerTest(installFakeHost);

beforeEach(() => {
  host.answer('/api/shops', () => listOf([{ id: 4, title: 'Kassa Utrecht' }]));
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer('/api/turnover-groups', () => listOf([{ id: 7, code: '8010', title: 'Tuin' }]));
  host.answer('/api/tax-rates', () =>
    listOf([{ id: 1, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl-high' }]),
  );
  host.answer(ITEMS, answerItems(900));
});

describe('the rows behind a figure', () => {
  it('add up to the figure that they were opened from', async () => {
    await draw(getItemRowsAddress({ figure: 'sales', side: 'ex', amount: 10_044 }, SALES));
    expect(screen.getByRole('heading', { level: 1, name: 'Verkopen, excl. btw' })).toBeDefined();
    expect(sumLine()).toBe('Geopend bedrag: € 10.044,00 · som van deze 900 regels: € 10.044,00');
    expect(screen.getByLabelText('Klopt')).toBeDefined();
    expect(asked()).toEqual([`${ITEMS}?from=2026-10-01&to=2026-10-31&type=product&sign=positive&start=0&limit=250`]);
  });

  it.each([
    ['wt', 12_150],
    ['cost', 5_400],
  ] as const)('are compared on the side of the figure: %s', async (side, amount) => {
    await draw(getItemRowsAddress({ figure: 'group', side, amount }, { ...OCTOBER, product_group_id: 7 }));
    expect(screen.getByLabelText('Klopt')).toBeDefined();
  });

  it('say how far they are from a figure that has changed since', async () => {
    await draw(getItemRowsAddress({ figure: 'sales', side: 'ex', amount: 10_044.01 }, SALES));
    expect(screen.getByText('verschil: −€ 0,01', { normalizer: plainSpaces })).toBeDefined();
    expect(screen.getByLabelText('Klopt niet')).toBeDefined();
    expect(sumLine()).toContain('Er is sindsdien iets gewijzigd');
  });

  it('are compared with the opposite sign if the figure has it, and say so', async () => {
    host.answer(ITEMS, answerItems(2, { quantity: -2, value: -20.1, value_wt: -24.32, cost: -9 }));
    const filters = { ...OCTOBER, type: 'product', sign: 'negative' } as const;
    await draw(getItemRowsAddress({ figure: 'returns', side: 'wt', amount: 24.32, isNegated: true }, filters));
    expect(sumLine()).toContain('som van deze 2 regels: € 24,32');
    expect(screen.getByLabelText('Klopt')).toBeDefined();
    expect(screen.getByText(/^In de regels staat een retour met een min/)).toBeDefined();
    expect(totals()).toEqual(['Totaal', '', '', '', '', '', '', '−20,10', '−24,32', '']);
  });

  it('add up together with the rounding in the figure, and say how much that is', async () => {
    await draw(
      getItemRowsAddress(
        { figure: 'shop', side: 'ex', amount: 10_043.94, rounding: -0.06 },
        { ...SALES, shop_id: [4] },
      ),
    );
    expect(screen.getByLabelText('Klopt')).toBeDefined();
    expect(sumLine()).toContain('som van deze 900 regels: € 10.044,00');
    expect(
      screen.getByText('Van het bedrag is −€ 0,06 afronding. Afrondingsverschillen staan niet in deze regels.', {
        normalizer: plainSpaces,
      }),
    ).toBeDefined();
  });

  it('show only their sum if no figure was opened', async () => {
    await draw({ search: { ...OCTOBER, figure: 'tips', side: 'wt', type: 'tip' } });
    expect(sumLine()).toBe('Som van deze 900 regels: € 12.150,00');
    expect(screen.queryByLabelText('Klopt')).toBeNull();
  });

  it('have the sums of the API in their totals row, not those of the rows read so far', async () => {
    await draw(getItemRowsAddress({ figure: 'sales', side: 'ex', amount: 10_044 }, SALES));
    expect(totals()).toEqual(['Totaal', '', '', '', '', '', '', '10.044,00', '12.150,00', '']);
    expect(cellsOf('T-1')).toEqual([
      'T-1',
      '01-10-2026 10:15',
      'Gieter 10 liter',
      '1',
      '15,00',
      '1,50',
      '21% NL',
      '11,16',
      '13,50',
      'Kassa Utrecht',
    ]);
  });

  it('of a VAT amount have a column with it that adds up, also in the file', async () => {
    const bridge = installExportBridge();
    const address = getItemRowsAddress({ figure: 'vat', side: 'vat', amount: 2_106 }, { ...OCTOBER, tax_rate_id: 1 });
    const { user } = await draw(address);
    expect(screen.getByLabelText('Klopt')).toBeDefined();
    const headings = Array.from(document.querySelectorAll('thead th'), (heading) => heading.textContent);
    const column = headings.findIndex((heading) => heading.startsWith('Btw') && !heading.startsWith('Btw-tarief'));
    expect(totals()[column]).toBe('2.106,00');
    expect(totals()).toHaveLength(10);
    expect(cellsOf('T-1')[column]).toBe('2,34');
    await user.click(screen.getByRole('button', { name: 'Exporteren als CSV' }));
    const order = bridge.calls.find(({ name: called }) => called === 'exportDataset')?.argument;
    expect(order).toMatchObject({ request: { columns: expect.arrayContaining(['value_ex_wt', 'vat', 'value_wt']) } });
  });

  it('name group, rate, shop, location and other filters', async () => {
    const filters = {
      ...OCTOBER,
      location_id: [3],
      shop_id: [4],
      tax_rate_id: 1,
      product_group_id: 7,
      payment_term: 'invoice' as const,
      is_paid: false,
    };
    await draw(getItemRowsAddress({ figure: 'rate', side: 'wt', amount: 12_150 }, filters));
    await screen.findByRole('heading', { name: 'Direct betaald, btw-tarief 21% NL, incl. btw' });
    await waitFor(() =>
      expect(facts()).toEqual([
        'Periodedo 1 okt – za 31 okt 2026',
        'VestigingUtrecht',
        'WinkelKassa Utrecht',
        'Btw-tarief21% NL',
        'OmzetgroepTuin',
        'BetalingOp rekening',
        'BetaaldNee',
      ]),
    );
    expect(asked()[0]).toContain('location_id=3&shop_id=4&tax_rate_id=1&product_group_id=7');
    expect(asked()[0]).toContain('payment_term=invoice&is_paid=false');
  });

  it.each([
    [
      { figure: 'vat', tax_rate_id: '1', side: 'vat' },
      'Btw 1a, 21% NL: direct, nog niet en inmiddels betaald, btw-bedrag',
    ],
    [{ figure: 'group', product_group_id: '99' }, 'Omzetgroep #99, excl. btw'],
    [{ figure: 'shop', shop_id: '4' }, 'Omzet van winkel Kassa Utrecht, excl. btw'],
    [{ figure: 'product', product_id: '1204' }, 'Verkopen en retouren van Gieter 10 liter, excl. btw'],
    [{ figure: 'on-account' }, 'Verkocht op rekening, nog niet en inmiddels betaald, excl. btw'],
  ])('are titled by their figure: %o', async (search, title) => {
    await draw({ search: { ...OCTOBER, side: 'ex', ...search } });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  });
});

describe('missing rows', () => {
  it('leave no sum if they could not be read, and are read again on request', async () => {
    host.answer(ITEMS, () => platformFailure);
    const address = getItemRowsAddress({ figure: 'sales', side: 'ex', amount: 10_044 }, SALES);
    const { user } = await renderPage(<ItemRowsPage />, { address: addressText(address) });
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByText(/[Ss]om van deze/)).toBeNull();
    expect(totals()).toEqual([]);
    host.answer(ITEMS, answerItems(900));
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    expect(await screen.findByText('T-1')).toBeDefined();
  });

  it.each(['', 'from=2026-02-30&figure=sales&side=ex', 'from=2026-10-01&figure=sales&side=ex&shopid=4'])(
    'are not requested if the address is invalid: %s',
    async (search) => {
      const { user, router } = await renderPage(<ItemRowsPage />, { address: `/rows/items?${search}` });
      expect(await screen.findByText('Dit adres zegt niet welke regels u wilt zien.')).toBeDefined();
      expect(asked()).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Naar het financieel rapport' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/report'));
    },
  );

  it.each([
    [[4], false],
    [[4, 5], true],
  ])('name the shop of each unless all are of one: %o', async (shop_id, isNamed) => {
    await draw(getItemRowsAddress({ figure: 'sales', side: 'ex', amount: 10_044 }, { ...SALES, shop_id }));
    expect(screen.queryByRole('columnheader', { name: 'Winkel' }) !== null).toBe(isNamed);
    expect(totals()).toHaveLength(isNamed ? 10 : 9);
  });
});

interface Opened {
  readonly search: Readonly<Record<string, string>>;
}

async function draw(address: Opened) {
  const view = await renderPage(<ItemRowsPage />, { address: addressText(address) });
  await screen.findByRole('grid');
  const isRead = () => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false');
  await waitFor(isRead, { timeout: 5_000 });
  return view;
}

function addressText({ search }: Opened): string {
  return `/rows/items${writeSearch(search)}`;
}

function asked(): string[] {
  return host.asked.filter((path) => path.startsWith(ITEMS));
}

function plainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

function sumLine(): string {
  return plainSpaces(screen.getByText(/[Ss]om van deze/).textContent);
}

function facts(): string[] {
  return Array.from(document.querySelectorAll('dl > div'), (fact) => fact.textContent);
}

function totals(): string[] {
  return Array.from(document.querySelectorAll('tfoot td'), (cell) => cell.textContent);
}

function cellsOf(number: string): string[] {
  return Array.from(screen.getByText(number).closest('tr')?.children ?? [], (cell) => cell.textContent);
}
