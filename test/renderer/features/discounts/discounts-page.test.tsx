import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DiscountsPage } from '../../../../renderer/features/discounts/discounts-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { cellTexts, chooseForColumn, columnNames, sortableColumns } from '../../support/table.ts';
import { type FakeHost, installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { order } from './discount-order.ts';

const DISCOUNT_ORDERS = '/api/discount-orders';
const NOVEMBER = 'from=2026-11-01&to=2026-11-30';

const host = openPerTest(installDiscountsHost);

describe('the page of discounted orders', () => {
  it('shows an order with its amounts, its shop and its status as text', async () => {
    await renderPage(<DiscountsPage />);
    expect(cellTexts(await row('T-1'))).toEqual([
      'T-1',
      '20-11-2026 14:05',
      'Kassa Utrecht',
      'Afgerond',
      '1,00',
      '0,83',
      '10,00',
      '9,00',
      '7,44',
    ]);
  });

  it('names a row by the number of its order, without the button in it', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 9, 1, { backoffice_url: 'https://office.example/1' })]));
    await renderPage(<DiscountsPage />);
    const heading = await screen.findByRole('rowheader', { name: 'T-1' });
    expect(within(heading).getByRole('button').getAttribute('aria-label')).toContain('T-1');
  });

  it('shows the percentage of what an exchange sold, not 500', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, -2, 2.5, { sold_before_discount_wt: 12.5 })]));
    await renderPage(<DiscountsPage />);
    expect(cellTexts(await row('T-1'))[6]).toBe('20,00');
    expect(cellTexts(await row('Totaal'))).toContain('20,00');
  });

  it('says that percentages are unknown if the platform gives no lines, and offers no filter on them', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 90, 10), order(2, 9, 1, { sold_before_discount_wt: null })]));
    const { user } = await renderPage(<DiscountsPage />);
    expect(cellTexts(await row('T-1'))[6]).toBe('10,00');
    expect(cellTexts(await row('T-2'))[6]).toBe('niet bekend');
    expect(cellTexts(await row('Totaal'))).toContain('niet bekend');
    await user.click(screen.getByRole('button', { name: 'Korting vanaf' }));
    await screen.findByRole('textbox', { name: 'Vanaf bedrag in € incl. btw' });
    expect(screen.queryByRole('textbox', { name: 'Vanaf percentage' })).toBeNull();
  });

  it('lists and exports the discounts from a typed percentage and amount, which are in its address', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 90, 10), order(2, 90, 5), order(3, 10, 10), order(4, 1, 1)]));
    const { user, router } = await renderPage(<DiscountsPage />);
    await row('T-2');
    await user.click(screen.getByRole('button', { name: 'Korting vanaf' }));
    const percentage = await screen.findByRole('textbox', { name: 'Vanaf percentage' });
    await user.type(percentage, '7,5');
    await waitFor(() => expect(shownNumbers()).toEqual(['T-1', 'T-3', 'T-4']));
    await user.type(screen.getByRole('textbox', { name: 'Vanaf bedrag in € incl. btw' }), '2');
    await waitFor(() => expect(shownNumbers()).toEqual(['T-1', 'T-3']));
    expect(router.state.location.search).toEqual({ min_percentage: '7.5', min_discount_wt: '2' });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Exporteren als CSV' }));
    expect(host.bridgeCalls.find(({ name }) => name === 'exportDataset')?.argument).toMatchObject({
      request: { dataset: 'discount-orders', filters: { min_percentage: '7.5', min_discount_wt: '2' } },
    });
    await user.click(screen.getByRole('button', { name: /^Filter Vanaf 7,5.* weghalen$/ }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-1', 'T-2', 'T-3']));
    await user.click(screen.getByRole('button', { name: 'Filters wissen' }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-1', 'T-2', 'T-3', 'T-4']));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('says what is wrong with a bound that is not a number, and ignores it', async () => {
    const { user, router } = await renderPage(<DiscountsPage />);
    await row('T-1');
    await user.click(screen.getByRole('button', { name: 'Korting vanaf' }));
    const percentage = await screen.findByRole('textbox', { name: 'Vanaf percentage' });
    await user.type(percentage, '101');
    expect(percentage.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('Vul een getal in van 0 tot 100, zoals 12,50.');
    expect(router.state.location.search).toEqual({});
  });

  it('says which part of the total is not turnover', async () => {
    const cancelled = { ...order(2, 5, 5), status: 'cancelled' as const };
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 9, 1), cancelled, order(4, -9, -1), order(5, -9, -0.5)]));
    await renderPage(<DiscountsPage />);
    expect((await row(/^Niet in het totaal/)).textContent).toBe(
      'Niet in het totaal: 2 negatieve kortingen (−€\u00a01,50 incl. btw). ' +
        'In het totaal, maar niet in de omzet: 1 order die nieuw, in de wacht of geannuleerd is (korting €\u00a05,00 incl. btw). ' +
        'Korting in de omzet: −€\u00a00,50 incl. btw.',
    );
  });

  it('reads everything once; each option shows how many orders it leaves, and becomes a chip', async () => {
    host.answer(DISCOUNT_ORDERS, () =>
      listOf([order(1, 9, 1), order(2, 0, 5), order(3, 1494.34, 0.01), order(4, -9, -1), order(5, 0, -2)]),
    );
    const { user, router } = await renderPage(<DiscountsPage />);
    await row('T-1');
    expect(host.asked).toContain(`${DISCOUNT_ORDERS}?${NOVEMBER}&include_negative=true`);
    const reads = () => host.asked.filter((path) => path.startsWith(DISCOUNT_ORDERS)).length;
    expect(shownNumbers()).toEqual(['T-1', 'T-2', 'T-3']);
    await user.click(screen.getByRole('button', { name: 'Tonen' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Positief en negatief 5' }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-1', 'T-2', 'T-3', 'T-4', 'T-5']));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Zonder afronding 4' }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-1', 'T-2', 'T-4', 'T-5']));
    await user.click(screen.getByRole('menuitemcheckbox', { name: '100% korting 2' }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-2', 'T-5']));
    await user.click(screen.getByRole('menuitemradio', { name: 'Alleen negatief 1' }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-5']));
    expect(router.state.location.search).toEqual({ only_full: 'true', hide_rounding: 'true', only_negative: 'true' });
    expect(reads()).toBe(1);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Filter 100% korting weghalen' }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-4', 'T-5']));
    await user.click(screen.getByRole('button', { name: 'Filter Alleen negatief weghalen' }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-1', 'T-2']));
    await user.click(screen.getByRole('button', { name: 'Filters wissen' }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-1', 'T-2', 'T-3']));
    expect(screen.queryByRole('button', { name: 'Filters wissen' })).toBeNull();
  });

  it('offers a longer period if there are no discounts', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([]));
    const { user } = await renderPage(<DiscountsPage />);
    await user.click(await screen.findByRole('button', { name: 'Toon do 1 okt – do 31 dec 2026' }));
    await waitFor(() =>
      expect(host.asked).toContain(`${DISCOUNT_ORDERS}?from=2026-10-01&to=2026-12-31&include_negative=true`),
    );
  });

  it('offers to remove the filters if they leave nothing', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([]));
    await renderPage(<DiscountsPage />, { address: '/discounts?only_full=true' });
    expect(await screen.findByText('In deze periode voldoet geen order met korting aan de filters.')).toBeDefined();
  });

  it('says which two filters exclude each other, and removes one', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 90, 10), order(2, -9, -1)]));
    const { user, router } = await renderPage(<DiscountsPage />, {
      address: '/discounts?only_negative=true&min_percentage=10',
    });
    const reason = '‘Alleen negatief’ en ‘Vanaf 10%’ gaan niet samen: een negatieve korting heeft geen percentage.';
    const panel = (await screen.findByText(reason)).parentElement as HTMLElement;
    await user.click(within(panel).getByRole('button', { name: 'Filter Vanaf 10% weghalen' }));
    await waitFor(() => expect(shownNumbers()).toEqual(['T-2']));
    expect(router.state.location.search).toEqual({ only_negative: 'true' });
  });

  it.each([
    ['only_full=true&only_negative=true', '‘100% korting’', 'zijn er 2', ['T-2', 'T-3']],
    ['only_full=true&hide_rounding=true&min_discount_wt=20', '‘100% korting’', 'is er 1', ['T-4']],
  ])('says which filter to remove if all together leave nothing: %s', async (search, filter, left, numbers) => {
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 0, 10), order(2, -9, -1), order(3, 9, -1), order(4, 90, 20)]));
    const { user } = await renderPage(<DiscountsPage />, { address: `/discounts?${search}` });
    const panel = (await screen.findByText(`Geen order voldoet aan alle filters. Zonder ${filter} ${left}.`))
      .parentElement;
    await user.click(within(panel as HTMLElement).getByRole('button', { name: 'Filter 100% korting weghalen' }));
    await waitFor(() => expect(shownNumbers()).toEqual(numbers));
  });

  it('says next to a percentage that it leaves out negative discounts, if these are shown', async () => {
    const { user, router } = await renderPage(<DiscountsPage />);
    await row('T-1');
    await user.click(screen.getByRole('button', { name: 'Korting vanaf' }));
    const percentage = await screen.findByRole('textbox', { name: 'Vanaf percentage' });
    expect(percentage.getAttribute('aria-describedby')).toBeNull();
    await router.navigate({ to: '/discounts', search: { include_negative: 'true' } } as never);
    expect(await screen.findByText('Een negatieve korting heeft geen percentage en valt weg.')).toBeDefined();
  });

  it('marks returns and cancelled orders', async () => {
    const cancelled = order(1, 9, 1, { status: 'cancelled' });
    const forFree = order(4, 0, -9, { sold_before_discount_wt: 0 });
    const exchange = order(3, 9, -1, { sold_before_discount_wt: 20 });
    host.answer(DISCOUNT_ORDERS, () => listOf([cancelled, order(2, -9, -1), exchange, forFree]));
    await renderPage(<DiscountsPage />, { address: '/discounts?include_negative=true' });
    await row('T-1');
    expect(screen.getAllByRole('rowheader').map((heading) => heading.getAttribute('aria-label'))).toEqual([
      ...['T-1', 'T-2 Retour', 'T-3', 'T-4 Retour'],
    ]);
    expect((await row('T-1')).querySelector('[data-cancelled]')?.textContent).toBe('Geannuleerd');
  });

  it('skips group headings while an order is open', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 9, 1), order(2, 3, 1, { shop_id: 99 })]));
    const { user } = await renderPage(<DiscountsPage />, { address: '/discounts?group_by=shop' });
    await user.click(await row('T-2'));
    await screen.findByRole('complementary', { name: 'Order T-2' });
    await user.keyboard('{ArrowDown}');
    expect(await screen.findByRole('complementary', { name: 'Order T-1' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Vorige rij' }));
    expect(await screen.findByRole('complementary', { name: 'Order T-2' })).toBeDefined();
    expect(screen.getAllByRole('button', { name: /inklappen$/ }).length).toBeGreaterThan(1);
  });

  it('sorts by every column in the window, blanks last and ties by id', async () => {
    host.answer(DISCOUNT_ORDERS, () =>
      listOf([order(10, 9, 1), order(2, 0, 5), order(3, 0, 0), order(4, 9, 3, { status: 'cancelled' })]),
    );
    const { user, router } = await renderPage(<DiscountsPage />);
    await row('T-10');
    expect(screen.getByRole('columnheader', { name: 'Datum' }).getAttribute('aria-sort')).toBe('descending');
    expect(await sortableColumns(user)).toEqual(columnNames());
    const sortedBy = async (sort: string) => {
      await router.navigate({ to: '/discounts', search: { sort } } as never);
      await waitFor(() => expect(screen.getByRole('grid').querySelector('[aria-sort]')).not.toBeNull());
      return shownNumbers();
    };
    await waitFor(async () => expect(await sortedBy('order_number')).toEqual(['T-2', 'T-3', 'T-4', 'T-10']));
    await waitFor(async () => expect(await sortedBy('-discount_value_wt')).toEqual(['T-2', 'T-4', 'T-10', 'T-3']));
    await waitFor(async () => expect(await sortedBy('discount_percentage')).toEqual(['T-10', 'T-4', 'T-2', 'T-3']));
    await waitFor(async () => expect(await sortedBy('status')).toEqual(['T-2', 'T-3', 'T-10', 'T-4']));
    await chooseForColumn(user, 'Bedrag incl. btw', 'Aflopend sorteren');
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: '-value_wt' }));
  });

  it('groups by shop with subtotals, which are collapsed with Enter and with their button', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 9, 1), order(2, 3, 1, { shop_id: 99 }), order(3, 8, 2)]));
    const { user } = await renderPage(<DiscountsPage />, { address: '/discounts?group_by=shop' });
    await row('T-1');
    await screen.findByRole('button', { name: 'Kassa Utrecht inklappen' });
    const group = (text: string) => row(text).then(cellTexts);
    expect((await group('2 orders'))[0]).toBe('Kassa Utrecht2 orders');
    expect((await group('2 orders')).slice(3, 8)).toEqual(['3,00', '2,48', '15,00', '17,00', '14,05']);
    expect((await group('1 order')).slice(3, 8)).toEqual(['1,00', '0,83', '25,00', '3,00', '2,48']);
    screen.getByRole('grid').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('T-2')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Kassa Utrecht inklappen' }));
    await waitFor(() => expect(screen.queryByText('T-1')).toBeNull());
    expect((await row('Totaal')).textContent).toContain('20,00');
    expect(screen.getByText('3 orders')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Alles uitklappen' }));
    await row('T-2');
  });

  it('exports the filtered orders with the shown columns, without the customer', async () => {
    const { user } = await renderPage(<DiscountsPage />, {
      address: '/discounts?only_counting=true&only_full=true&hide_rounding=true&only_negative=true',
    });
    await user.click(screen.getByRole('button', { name: 'Exporteren als CSV' }));
    expect(calls('exportDataset')).toEqual([
      {
        key: expect.any(String),
        request: {
          dataset: 'discount-orders',
          filters: {
            from: '2026-11-01',
            to: '2026-11-30',
            only_counting: 'true',
            only_full: 'true',
            hide_rounding: 'true',
            only_negative: 'true',
          },
          format: 'csv',
          profile: 'excel',
          language: 'nl',
          columns: [
            'order_number',
            'date_purchased',
            'shop',
            'status',
            'discount_value_wt',
            'discount_value_ex_wt',
            'discount_percentage',
            'value_wt',
            'value_ex_wt',
          ],
        },
      },
    ]);
  });
});

function calls(name: string): unknown[] {
  return host.bridgeCalls.filter((call) => call.name === name).map(({ argument }) => argument);
}

async function row(name: string | RegExp): Promise<HTMLElement> {
  const cell = await screen.findByText(name);
  const found = cell.closest('tr');
  if (!found) throw new Error(`${name} is in no row`);
  return found;
}

function shownNumbers(): (string | undefined)[] {
  const rows = screen.getByRole('grid').querySelectorAll('tr[data-index]');
  return [...rows].map((row) => cellTexts(row)[0]?.replace('Retour', ''));
}

/** Three orders of one till: with a discount, with only a rounding discount, and without one. */
function installDiscountsHost(): FakeHost {
  const host = installFakeHost();
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 9, 1), order(2, 0.1, 0.2), order(3, 0, 0)]));
  return host;
}
