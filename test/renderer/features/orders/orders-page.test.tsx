import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { OrdersPage } from '../../../../renderer/features/orders/orders-page.tsx';
import { cellTexts, chooseForColumn, findRowHeading, sortableColumns, sortItems } from '../../support/table.ts';
import { type FakeHost, platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { installOrdersHost, ORDERS } from './orders-host.ts';
import { answerOrders, itemOf, orderOf } from './sample-orders.ts';

const NOVEMBER = 'from=2026-11-01&to=2026-11-30';
const NEWEST = 'sort=-date_purchased&start=0&limit=250';

let host: FakeHost;

beforeEach(() => {
  host = installOrdersHost();
});

describe('the page of orders', () => {
  it('shows an order with its values, its shop and its status as text, and its customer', async () => {
    await renderPage(<OrdersPage />);
    expect(await cellsOf('2026-1')).toEqual([
      '2026-1',
      '20-11-2026 14:05',
      'Afgerond',
      'Kassa Utrecht',
      'Anouk de Vries',
      'Ja',
      '13,50',
      '11,16',
      '1,50',
    ]);
    expect(screen.getByText('3 orders')).toBeDefined();
  });

  it.each(['from=xx', 'period=lastmonth', 'status=foo,complete', 'is_paid=maybe', 'shop_id=12,x'])(
    'says that it skipped %s in its address, and removes it',
    async (skipped) => {
      const { user, router } = await renderPage(<OrdersPage />, { address: `/orders?${skipped}&sort=value_wt` });
      await screen.findByText('Een filter in deze link werkt niet en is overgeslagen.');
      await user.click(screen.getByRole('button', { name: 'Weghalen' }));
      await waitFor(() => expect(screen.queryByText(/^Een filter in deze link/)).toBeNull());
      expect(router.state.location.search).toEqual({ sort: 'value_wt' });
    },
  );

  it('reads every filter from its address', async () => {
    const filters = 'shop_id=14&status=new,complete&payment_term=invoice&is_paid=false&q=2026-5';
    await renderPage(<OrdersPage />, { address: `/orders?period=2026-10-01..2026-10-31&${filters}&sort=value_wt` });
    await cellsOf('2026-1');
    const texts = filters.replace(',', '%2C');
    expect(asked()).toEqual([`${ORDERS}?from=2026-10-01&to=2026-10-31&${texts}&sort=value_wt&start=0&limit=250`]);
  });

  it('lists the orders of the customer in its address, names that customer, and can list all again', async () => {
    host.answer('/api/customers/812', () => ({ body: { id: 812, name: 'Anouk de Vries' } }));
    const { user } = await renderPage(<OrdersPage />, { address: '/orders?customer_id=812' });
    await cellsOf('2026-1');
    expect(asked()).toEqual([
      `${ORDERS}?${NOVEMBER}&customer_id=812&sort=-date_purchased&include=items&start=0&limit=250`,
    ]);
    const remove = screen.getByRole('button', { name: 'Filter Klant weghalen' });
    await waitFor(() => expect(remove.parentElement?.textContent).toContain('Anouk de Vries'));
    await user.click(remove);
    await waitFor(() => expect(asked()).toContain(`${ORDERS}?${NOVEMBER}&${NEWEST}`));
  });

  it.each([
    [['invoice_payment', 'rounding'], '2026-1Betaling factuur'],
    [['gift_card'], '2026-1Cadeaubon'],
    [['prepayment'], '2026-1Vooruitbetaling'],
    [['product', 'gift_card'], '2026-1'],
  ] as const)('lists an order of %s as "%s"', async (types, heading) => {
    const items = types.map((type, index) => itemOf(index, { type }));
    host.answer(ORDERS, () => ({ body: { count: 1, total: 1, data: [orderOf(1, { items })], sums: null } }));
    await renderPage(<OrdersPage />, { address: '/orders?customer_id=812' });
    await screen.findByText('2026-1');
    expect(document.querySelector('th[scope="row"]')?.textContent).toBe(heading);
  });

  it('writes the choices to its address, and removes them again', async () => {
    const { user, router } = await renderPage(<OrdersPage />);
    await cellsOf('2026-1');
    await user.click(screen.getByRole('button', { name: 'Vestiging of winkel' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Utrecht' }));
    await user.click(screen.getByRole('button', { name: 'Status' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Nieuw' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'In de wacht' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Betaling' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Op rekening' }));
    await user.click(screen.getByRole('button', { name: 'Betaald' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Nee' }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        location_id: '3',
        status: 'new,on_hold',
        payment_term: 'invoice',
        is_paid: 'false',
      }),
    );
    expect(screen.getByRole('button', { name: 'Status: Nieuw, In de wacht' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Filter Status weghalen' }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('status'));
    await user.click(screen.getByRole('button', { name: 'Filters wissen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('searches once for what was typed, without a history entry for each letter', async () => {
    const { user, router } = await renderPage(<OrdersPage />);
    await cellsOf('2026-1');
    await user.click(screen.getByRole('searchbox'));
    await user.paste(' 2026-2 ');
    await waitFor(() => expect(router.state.location.search).toEqual({ q: '2026-2' }));
    await waitFor(() => expect(asked()).toContain(`${ORDERS}?${NOVEMBER}&q=2026-2&${NEWEST}`));
    expect(asked()).toHaveLength(2);
    expect(router.history.length).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Zoekopdracht wissen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('says that the names of shops could not be read', async () => {
    host.answer('/api/shops', () => platformFailure);
    await renderPage(<OrdersPage />);
    expect(await screen.findByText(/^Sommige namen zijn niet geladen/)).toBeDefined();
  });

  it('sorts by date, shop, customer and every amount, figures highest first', async () => {
    const { user, router } = await renderPage(<OrdersPage />);
    await cellsOf('2026-1');
    expect(await sortableColumns(user)).toEqual([
      ...['Datum', 'Winkel', 'Klant'],
      ...['Bedrag incl. btw', 'Bedrag excl. btw', 'Korting incl. btw'],
    ]);
    const [ascending, descending, none] = ['Oplopend sorteren', 'Aflopend sorteren', 'Niet sorteren'];
    expect(await sortItems(user, 'Datum')).toEqual([ascending, descending]);
    expect(await sortItems(user, 'Korting incl. btw')).toEqual([descending, ascending]);
    const sorts: unknown[] = [];
    for (const [column, item] of [
      ...([
        ['Datum', ascending],
        ['Datum', descending],
      ] as const),
      ...([
        ['Bedrag incl. btw', descending],
        ['Bedrag incl. btw', ascending],
        ['Bedrag incl. btw', none],
      ] as const),
      ...([['Korting incl. btw', descending]] as const),
    ]) {
      const before = router.state.location.href;
      await chooseForColumn(user, column, item);
      await waitFor(() => expect(router.state.location.href).not.toBe(before));
      sorts.push((router.state.location.search as { sort?: string }).sort);
    }
    expect(sorts).toEqual([
      ...['date_purchased', '-date_purchased', '-value_wt', 'value_wt'],
      ...[undefined, '-discount_value_wt'],
    ]);
  });

  it('sums all orders, and says how much of it is turnover, and how', async () => {
    await renderPage(<OrdersPage />);
    await cellsOf('2026-1');
    expect(totalsTexts()).toEqual([...['Totaal', '40,50', '33,48', '4,50'], 'Waarvan omzet: € 12,00']);
    expect(screen.getByRole('button', { name: /^Waarvan omzet/ }).getAttribute('aria-label')).toBe(
      'Waarvan omzet: €\u00a012,00: 40,50 − 27,00 (2 orders niet in de omzet, waarvan 1 geannuleerd) ' +
        '− 1,50 (cadeaubonnen, fooien, betaalde facturen e.d.) = 12,00 omzet incl. btw',
    );
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('6');
  });

  it('shows amounts in another currency with its code, and says that the sums leave them out', async () => {
    host.answer(ORDERS, (query) => {
      const { body } = answerOrders(1)(query);
      const data = body.data.map((order) => ({ ...order, currency: 'GBP' }));
      return { body: { ...body, data, sums: { ...body.sums, value_wt: 0, excluded_other_currency: 1 } } };
    });
    await renderPage(<OrdersPage />);
    expect((await cellsOf('2026-1')).slice(-3)).toEqual(['GBP\u00a013,50', 'GBP\u00a011,16', 'GBP\u00a01,50']);
    expect(totalsTexts().at(-1)).toContain('1 order in een andere valuta niet meegeteld');
  });

  it('offers to search all periods if nothing is found in this one', async () => {
    host.answer(ORDERS, (query) => answerOrders(query.get('from') === '2000-01-01' ? 1 : 0)(query));
    const { user, router } = await renderPage(<OrdersPage />, { address: '/orders?q=194,49&status=complete' });
    expect(await screen.findByRole('button', { name: 'Zoek in alle periodes' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Zoek in alle periodes' }));
    await cellsOf('2026-1');
    expect(router.state.location.search).toEqual({
      ...{ period: '2000-01-01..2026-11-30', q: '194,49', status: 'complete' },
    });
  });

  it('filters by a cell with its menu, and by an amount with the search', async () => {
    const { user, router } = await renderPage(<OrdersPage />);
    const status = (await screen.findAllByText('Afgerond'))[0];
    await user.pointer({ keys: '[MouseRight]', target: status as HTMLElement });
    await user.click(await screen.findByRole('menuitem', { name: 'Filteren op Status: Afgerond' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'complete' }));
    const amount = (await screen.findAllByText('13,50'))[0];
    await user.pointer({ keys: '[MouseRight]', target: amount as HTMLElement });
    await user.click(await screen.findByRole('menuitem', { name: 'Filteren op Bedrag incl. btw: 13,50' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'complete', q: '13,50' }));
    await user.pointer({ keys: '[MouseRight]', target: (await screen.findAllByText('13,50'))[0] as HTMLElement });
    await user.click(await screen.findByRole('menuitem', { name: 'Openen' }));
    expect(await screen.findByRole('complementary', { name: 'Order 2026-1' })).toBeDefined();
  });

  it('exports the filtered orders, in the same order and with the shown columns', async () => {
    const { user } = await renderPage(<OrdersPage />, { address: '/orders?status=complete&is_paid=true&q=jan' });
    await cellsOf('2026-1');
    await user.click(screen.getByRole('button', { name: 'Exporteren als CSV' }));
    expect(host.bridgeCalls.find(({ name }) => name === 'exportDataset')?.argument).toMatchObject({
      request: {
        dataset: 'orders',
        filters: {
          from: '2026-11-01',
          to: '2026-11-30',
          status: 'complete',
          is_paid: 'true',
          q: 'jan',
          sort: '-date_purchased',
        },
        columns: [
          'order_number',
          'date_purchased',
          'status',
          'shop',
          'customer_name',
          'is_paid',
          'value_wt',
          'value_ex_wt',
          'discount_value_wt',
        ],
      },
    });
  });
});

describe('a million orders', () => {
  it('are read page by page: the first one, and the visible one', async () => {
    host.answer(ORDERS, answerOrders(1_000_000));
    await renderPage(<OrdersPage />);
    await cellsOf('2026-1');
    expect(screen.getByText('1.000.000 orders')).toBeDefined();
    const scroller = screen.getByRole('grid').parentElement;
    if (!scroller) throw new Error('the grid does not scroll');
    scroller.scrollTop = 500_100 * 32;
    const scrolledTo = () => {
      scroller.dispatchEvent(new Event('scroll'));
      screen.getByText('2026-500101');
    };
    await waitFor(scrolledTo, { timeout: 10_000, interval: 200 });
    expect(await cellsOf('2026-500101')).toContain('Afgerond');
    expect(asked().map((path) => new URLSearchParams(path.split('?')[1]).get('start'))).toEqual(['0', '500000']);
  });
});

describe('an empty list of orders', () => {
  beforeEach(() => host.answer(ORDERS, answerOrders(0)));

  it('offers a longer period', async () => {
    const { user } = await renderPage(<OrdersPage />);
    await user.click(await screen.findByRole('button', { name: 'Toon do 1 okt – do 31 dec 2026' }));
    await waitFor(() => expect(asked().at(-1)).toContain('from=2026-10-01&to=2026-12-31'));
  });

  it('says what failed, and reads again on request', async () => {
    host.answer(ORDERS, () => platformFailure);
    const { user } = await renderPage(<OrdersPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Het kassaplatform gaf geen bruikbaar antwoord');
    expect(screen.queryByText('0 orders')).toBeNull();
    host.answer(ORDERS, answerOrders(1));
    await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }));
    await cellsOf('2026-1');
  });
});

describe('orders that were read before', () => {
  it('stay, marked as stale, if they cannot be refreshed', async () => {
    const { user } = await renderPage(<OrdersPage />);
    await cellsOf('2026-1');
    host.answer(ORDERS, () => platformFailure);
    await user.click(screen.getByRole('button', { name: 'Vernieuwen' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Niet bijgewerkt');
    await cellsOf('2026-1');
  });
});

function asked(): string[] {
  return host.asked.filter((path) => path.startsWith(`${ORDERS}?`));
}

async function cellsOf(number: string): Promise<string[]> {
  return cellTexts((await findRowHeading(number)).closest('tr'));
}

/** The cells that are not blank, and the note below them. */
function totalsTexts(): string[] {
  const cells = screen.getByRole('grid').querySelectorAll('tfoot td');
  return Array.from(cells, (cell) => cell.textContent.replace(/\s/g, ' ')).filter((text) => text !== '');
}
