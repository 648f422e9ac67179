import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DiscountsPage } from '../../../../renderer/features/discounts/discounts-page.tsx';
import { perTest } from '../../../support/test-scope.ts';
import { listOf, platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { order } from './discount-order.ts';
import { DISCOUNT_ORDERS, installDiscountsHost } from './discounts-host.ts';

const host = perTest(installDiscountsHost);

describe('the page of discounted orders without its orders', () => {
  it('offers a longer period when there are no discounts', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([]));
    const { user } = await renderPage(<DiscountsPage />);
    await user.click(await screen.findByRole('button', { name: 'Toon do 1 okt – do 31 dec 2026' }));
    await waitFor(() =>
      expect(host.asked).toContain(`${DISCOUNT_ORDERS}?from=2026-10-01&to=2026-12-31&include_negative=true`),
    );
  });

  it('offers to take the filters off when these leave nothing', async () => {
    host.answer(DISCOUNT_ORDERS, () => listOf([]));
    const { user } = await renderPage(<DiscountsPage />);
    await user.click(screen.getByRole('button', { name: /^Volledig gekort/ }));
    expect(await screen.findByText('In deze periode voldoet geen order met korting aan de filters.')).toBeDefined();
  });

  it('states what failed and reads again when asked', async () => {
    host.answer(DISCOUNT_ORDERS, () => platformFailure);
    const { user } = await renderPage(<DiscountsPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Het kassaplatform gaf geen bruikbaar antwoord');
    host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 9, 1)]));
    await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }));
    await row('T-1');
  });

  it('keeps its rows and states that they are stale when they cannot be refreshed', async () => {
    const { user } = await renderPage(<DiscountsPage />);
    await row('T-1');
    host.answer(DISCOUNT_ORDERS, () => platformFailure);
    await user.click(screen.getByRole('button', { name: 'Vernieuwen' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Niet bijgewerkt');
    await row('T-1');
  });

  it('counts no rows of the choice before while the new ones are read', async () => {
    const { user } = await renderPage(<DiscountsPage />);
    await row('T-1');
    const release = host.hold(DISCOUNT_ORDERS, () => listOf([order(7, 5, 5)]));
    await user.click(screen.getByRole('button', { name: 'Periode terug' }));
    expect(screen.queryByText('3 orders')).toBeNull();
    expect(screen.getByText('Orders worden opgehaald')).toBeDefined();
    release();
    expect(await screen.findByText('1 order')).toBeDefined();
    await row('T-7');
  });

  it('states that shops were not read instead of offering none', async () => {
    host.answer('/api/shops', () => platformFailure);
    await renderPage(<DiscountsPage />);
    expect(await screen.findByRole('button', { name: /Winkels zijn niet geladen/ })).toBeDefined();
  });
});

async function row(name: string): Promise<HTMLElement> {
  const cell = await screen.findByText(name);
  const found = cell.closest('tr');
  if (!found) throw new Error(`${name} is in no row`);
  return found;
}
