import { useLocation } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { OrdersPage } from '../../../../renderer/features/orders/orders-page.tsx';
import type { Order } from '../../../../shared/contract/orders.ts';
import { findRowHeading } from '../../support/table.ts';
import { type FakeHost, installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { answerOrders, detailsOf, orderOf } from './sample-orders.ts';

const ORDERS = '/api/orders';
const CHANGED = /^Er is niets gekopieerd: de lijst veranderde tijdens het lezen/;

let host: FakeHost;
let copied: string | undefined;

beforeEach(() => {
  copied = undefined;
  document.execCommand = () => {
    const setData = (type: string, text: string) => {
      if (type === 'text/plain') copied = text;
    };
    const event = Object.assign(new Event('copy', { bubbles: true }), { clipboardData: { setData } });
    return document.body.dispatchEvent(event);
  };
  host = installFakeHost();
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer('/api/tax-rates', () => listOf([]));
  for (const id of [1, 2, 3, 9]) host.answer(`${ORDERS}/${id}`, () => ({ body: detailsOf(id) }));
  host.answer(ORDERS, answerPage([3, 2, 1].map((id) => orderOf(id))));
});

describe('an order that is left for its page', () => {
  it('is open again after going back, even if another came in, but not once it was closed', async () => {
    const { user, router, client } = await renderPage(<OrdersAtTheirAddress />, { address: '/orders' });
    await user.click(await numberCell(2));
    await user.click(screen.getByRole('link', { name: 'Hele order bekijken' }));
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    host.answer(ORDERS, answerPage([9, 3, 2, 1].map((id) => orderOf(id))));
    await client.invalidateQueries();
    act(() => router.history.back());
    await numberCell(9);
    expect(screen.getByRole('complementary', { name: 'Order 2026-2' })).toBeDefined();

    await user.keyboard('{Escape}');
    await act(() => router.navigate({ to: '/report' } as never));
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    act(() => router.history.back());
    await numberCell(9);
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});

const SUMMING = 'Geselecteerde rijen worden opgeteld';

describe('orders of pages that are not visible', () => {
  it('are not copied if one is on two pages', async () => {
    host.answer(ORDERS, (query) => {
      const { body } = answerOrders(300)(query);
      return query.get('start') === '250' ? { body: { ...body, data: [orderOf(1), ...body.data.slice(1)] } } : { body };
    });
    const { user } = await renderPage(<OrdersPage />);
    await copyAll(user);
    expect(await screen.findByText(CHANGED)).toBeDefined();
    expect(copied).toBeUndefined();
  });

  async function copyAll(user: Awaited<ReturnType<typeof renderPage>>['user']) {
    await numberCell(1);
    screen.getByRole('grid').focus();
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText(SUMMING);
    await waitFor(() => expect(screen.queryByText(SUMMING)).toBeNull());
    await user.keyboard('{Control>}c{/Control}');
  }
});

function OrdersAtTheirAddress() {
  const { pathname } = useLocation();
  return pathname === '/orders' ? <OrdersPage /> : null;
}

function answerPage(orders: readonly Order[]) {
  return () => ({ body: { start: 0, limit: 250, count: orders.length, total: orders.length, data: orders } });
}

function numberCell(id: number): Promise<HTMLElement> {
  return findRowHeading(`2026-${id}`);
}
