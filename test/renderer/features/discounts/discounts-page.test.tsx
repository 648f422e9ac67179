import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useColumnsStore } from '../../../../renderer/components/data-table/columns-store.ts';
import { DiscountsPage } from '../../../../renderer/features/discounts/discounts-page.tsx';
import { useDiscountsStore } from '../../../../renderer/features/discounts/discounts-store.ts';
import type { DiscountOrder } from '../../../../shared/contract/discount-orders.ts';
import { installBrowserParts } from '../support/browser-parts.ts';
import { type FakeHost, installFakeHost, listOf, platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';

const ORDERS = '/api/discount-orders';
const NOVEMBER = 'from=2026-11-01&to=2026-11-30';

let host: FakeHost;

beforeEach(() => {
  installBrowserParts();
  useDiscountsStore.setState(useDiscountsStore.getInitialState(), true);
  useColumnsStore.setState(useColumnsStore.getInitialState(), true);
  host = installFakeHost({ openLink: { href: 'https://demo.backoffice.example/#order/details/2' } });
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht' }]));
  host.answer(ORDERS, () => listOf([order(1, 9, 1), order(2, 0.1, 0.2), order(3, 0, 0)]));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the page of discounted orders', () => {
  it('shows an order with its amounts, its shop and its status in words', async () => {
    await renderPage(<DiscountsPage />);
    expect(cellsOf(await row('T-1'))).toEqual([
      'T-1',
      '20-11-2026 14:05',
      'Kassa Utrecht',
      'Afgerond',
      '1,00',
      '0,83',
      '10,00',
      '9,00',
      '7,44',
      '',
    ]);
  });

  it('leaves the percentage blank where there is nothing to take it from', async () => {
    await renderPage(<DiscountsPage />);
    expect(cellsOf(await row('T-3'))[6]).toBe('');
  });

  it('sums and counts all rows', async () => {
    await renderPage(<DiscountsPage />);
    const totals = (await row('Totaal')).textContent;
    // The percentage is that of the sums, 1.20 of 10.30.
    expect(totals).toBe('Totaal1,201,0011,659,107,52');
    expect(screen.getByText('3 orders')).toBeDefined();
  });

  it('asks for what the filters say and takes them off again', async () => {
    const { user } = await renderPage(<DiscountsPage />);
    await row('T-1');
    await user.click(screen.getByRole('button', { name: 'Volledig gekort' }));
    await user.click(screen.getByRole('button', { name: 'Ook negatieve kortingen' }));
    await user.click(screen.getByRole('button', { name: 'Winkel' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Kassa Utrecht' }));
    await waitFor(() =>
      expect(host.asked).toContain(`${ORDERS}?${NOVEMBER}&shop_id=14&only_full=true&include_negative=true`),
    );
    await user.click(screen.getByRole('button', { name: 'Filter Winkel weghalen' }));
    await waitFor(() =>
      expect(host.asked).toContain(`${ORDERS}?${NOVEMBER}&only_full=true&include_negative=true`),
    );
    await user.click(screen.getByRole('button', { name: 'Filters wissen' }));
    expect(screen.queryByRole('button', { name: 'Filters wissen' })).toBeNull();
  });

  it('opens an order in the back office with its button, and with Enter but not a click on its row', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await renderPage(<DiscountsPage />);
    await user.click(await row('T-2'));
    expect(calls('openLink')).toEqual([]);
    screen.getByRole('grid').focus();
    await user.keyboard('{Enter}');
    await user.click(within(await row('T-1')).getByRole('button', { name: /T-1/ }));
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(2));
    expect(opened).toHaveBeenCalledWith(
      'https://demo.backoffice.example/#order/details/2',
      '_blank',
      'noopener',
    );
    expect(calls('openLink')).toEqual([
      { url: 'https://demo.backoffice.example/#order/details/2' },
      { url: 'https://demo.backoffice.example/#order/details/1' },
    ]);
  });

  it('exports the columns that are shown, the customer not among them at first', async () => {
    const { user } = await renderPage(<DiscountsPage />);
    await user.click(screen.getByRole('button', { name: 'Volledig gekort' }));
    await user.click(screen.getByRole('button', { name: 'Exporteren' }));
    expect(calls('exportDataset')).toEqual([
      {
        key: expect.any(String),
        request: {
          dataset: 'discount-orders',
          filters: { from: '2026-11-01', to: '2026-11-30', only_full: 'true' },
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
            'backoffice_url',
          ],
        },
      },
    ]);
  });

  it('exports all orders of the period and shop, without persons whatever columns are shown', async () => {
    const { user } = await renderPage(<DiscountsPage />);
    await row('T-1');
    await user.click(screen.getByRole('button', { name: 'Kolommen' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Klant' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Andere bestandsvorm of inhoud' }));
    (await screen.findByRole('menuitem', { name: 'Alle orders van deze periode' })).focus();
    await user.keyboard('{ArrowRight}');
    const orders = await screen.findByRole('menu', { name: 'Alle orders van deze periode' });
    within(orders)
      .getByRole('menuitem', { name: /Excel-werkmap/ })
      .focus();
    await user.keyboard('{Enter}');
    expect(calls('exportDataset')).toMatchObject([
      { request: { dataset: 'orders', filters: { from: '2026-11-01', to: '2026-11-30' }, format: 'xlsx' } },
    ]);
    expect(calls('exportDataset')[0]).not.toHaveProperty('request.columns');
  });

  it('offers a longer period when there are no discounts', async () => {
    host.answer(ORDERS, () => listOf([]));
    const { user } = await renderPage(<DiscountsPage />);
    await user.click(await screen.findByRole('button', { name: 'Toon do 1 okt – do 31 dec 2026' }));
    await waitFor(() => expect(host.asked).toContain(`${ORDERS}?from=2026-10-01&to=2026-12-31`));
  });

  it('offers to take the filters off when these leave nothing', async () => {
    host.answer(ORDERS, () => listOf([]));
    const { user } = await renderPage(<DiscountsPage />);
    await user.click(screen.getByRole('button', { name: 'Volledig gekort' }));
    expect(
      await screen.findByText('In deze periode voldoet geen order met korting aan de filters.'),
    ).toBeDefined();
  });

  it('says what failed and reads again when asked', async () => {
    host.answer(ORDERS, () => platformFailure);
    const { user } = await renderPage(<DiscountsPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Het kassaplatform gaf geen bruikbaar antwoord');
    host.answer(ORDERS, () => listOf([order(1, 9, 1)]));
    await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }));
    await row('T-1');
  });

  it('keeps its rows and says that they are stale when they cannot be refreshed', async () => {
    const { user } = await renderPage(<DiscountsPage />);
    await row('T-1');
    host.answer(ORDERS, () => platformFailure);
    await user.click(screen.getByRole('button', { name: 'Vernieuwen' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Niet bijgewerkt');
    await row('T-1');
  });

  it('counts no rows of the choice before while the new ones are read', async () => {
    const { user } = await renderPage(<DiscountsPage />);
    await row('T-1');
    const release = host.hold(ORDERS, () => listOf([order(7, 5, 5)]));
    await user.click(screen.getByRole('button', { name: 'Periode terug' }));
    expect(screen.queryByText('3 orders')).toBeNull();
    expect(screen.getByText('Orders worden opgehaald')).toBeDefined();
    release();
    expect(await screen.findByText('1 order')).toBeDefined();
    await row('T-7');
  });

  it('says that shops were not read instead of offering none', async () => {
    host.answer('/api/shops', () => platformFailure);
    await renderPage(<DiscountsPage />);
    expect(await screen.findByRole('button', { name: /Winkels zijn niet geladen/ })).toBeDefined();
  });
});

function calls(name: string): unknown[] {
  return host.bridgeCalls.filter((call) => call.name === name).map(({ argument }) => argument);
}

function order(id: number, valueWt: number, discountWt: number): DiscountOrder {
  const exVat = (amount: number) => Math.round((amount / 1.21) * 100) / 100;
  return {
    id,
    order_number: `T-${id}`,
    date_purchased: '2026-11-20T14:05:09+01:00',
    status: 'complete',
    shop_id: 14,
    currency: 'EUR',
    value_wt: valueWt,
    value_ex_wt: exVat(valueWt),
    discount_value_wt: discountWt,
    discount_value_ex_wt: exVat(discountWt),
    customer_name: 'A. de Vries',
    customer_email: 'klant@example.nl',
    backoffice_url: `https://demo.backoffice.example/#order/details/${id}`,
  };
}

async function row(name: string): Promise<HTMLElement> {
  const cell = await screen.findByText(name);
  const found = cell.closest('tr');
  if (!found) throw new Error(`${name} is in no row`);
  return found;
}

function cellsOf(line: HTMLElement): (string | null)[] {
  return [...line.querySelectorAll('td')].map((cell) => cell.textContent);
}
