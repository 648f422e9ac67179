import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PaymentRowsPage } from '../../../../renderer/features/rows/payment-rows-page.tsx';
import { getPaymentRowsAddress } from '../../../../renderer/lib/address/figure-rows.ts';
import { writeSearch } from '../../../../renderer/lib/address/search.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { answerPayments } from './sample-rows.ts';

const PAYMENTS = '/api/order-payments';
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

const host = openPerTest(installFakeHost);

beforeEach(() => {
  host.answer('/api/shops', () => listOf([{ id: 4, title: 'Kassa Utrecht' }]));
  host.answer('/api/payment-methods', () =>
    listOf([
      { id: 5, title: 'Pin' },
      { id: 6, title: 'iDEAL' },
    ]),
  );
  host.answer(PAYMENTS, answerPayments(300, 4_050));
});

describe('the payments behind a figure', () => {
  it('add up to it, under the name that the payments give their method', async () => {
    const filters = { ...OCTOBER, provider_method_type_id: 5 };
    await draw(writeSearch(getPaymentRowsAddress({ amount: 4_050 }, filters).search));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ontvangen via Pinpas' })).toBeDefined();
    expect(screen.getByLabelText('Klopt')).toBeDefined();
    expect(totals()).toEqual(['Totaal', '', '', '', '', '4.050,00']);
    expect(host.asked).toContain(
      `${PAYMENTS}?from=2026-10-01&to=2026-10-31&provider_method_type_id=5&start=0&limit=250`,
    );
  });

  it('have the name from the list of methods if there are none', async () => {
    host.answer(PAYMENTS, answerPayments(0, 0));
    await draw('?from=2026-10-01&provider_method_type_id=6');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ontvangen via iDEAL' })).toBeDefined();
  });

  it('of every method say how far they are from the figure', async () => {
    await draw(writeSearch(getPaymentRowsAddress({ amount: 4_000 }, OCTOBER).search));
    expect(screen.getByRole('heading', { level: 1, name: 'Betalingen' })).toBeDefined();
    expect(screen.getByText(/^verschil: €\s50,00$/)).toBeDefined();
  });

  it('do not name the shop if all are of one', async () => {
    await draw(writeSearch(getPaymentRowsAddress({ amount: 4_050 }, { ...OCTOBER, shop_id: [4] }).search));
    expect(totals()).toEqual(['Totaal', '', '', '', '4.050,00']);
  });

  it('are not requested if the address is invalid', async () => {
    await renderPage(<PaymentRowsPage />, { address: '/rows/payments?from=2026-10-01&type=product' });
    expect(await screen.findByText('Dit adres zegt niet welke regels u wilt zien.')).toBeDefined();
    expect(host.asked.filter((path) => path.startsWith(PAYMENTS))).toEqual([]);
  });
});

async function draw(search: string): Promise<void> {
  await renderPage(<PaymentRowsPage />, { address: `/rows/payments${search}` });
  const isRead = () => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false');
  await waitFor(isRead, { timeout: 5_000 });
}

function totals(): string[] {
  return Array.from(document.querySelectorAll('tfoot td'), (cell) => cell.textContent);
}
