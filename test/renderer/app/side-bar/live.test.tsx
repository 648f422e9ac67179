import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeHost, listOf } from '../../features/support/fake-host.ts';
import { type FakeBridge, installFakeBridge, signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';

let bridge: FakeBridge;
const host = openPerTest(installFakeHost);

beforeEach(() => {
  host.answer('/api/products', () => ({
    body: { q: '', start: 0, limit: 200, count: 0, total: 0, data: [] },
  }));
  for (const path of ['/api/tax-rates', '/api/turnover-groups', '/api/product-prices']) {
    host.answer(path, () => listOf([]));
  }
  bridge = installFakeBridge({ session: signedIn('eva@demo.example') });
});

const readings = () => host.asked.filter((request) => request.startsWith('/api/products?')).length;

/** How often the page was read when it has loaded. */
async function settled(): Promise<number> {
  await screen.findByText('0 artikelen');
  return readings();
}

describe('an open page', () => {
  it('is read again if its own data has changed, and only then', async () => {
    await renderApp(bridge, '/catalog');
    const before = await settled();
    bridge.news = ['orders'];
    await waitFor(() => expect(bridge.news).toEqual([]), { timeout: 5_000 });
    expect(readings()).toBe(before);
    bridge.news = ['products'];
    await waitFor(() => expect(readings()).toBe(before + 1), { timeout: 5_000 });
  });
});

describe('the live till', () => {
  beforeEach(() => {
    bridge.session = signedIn('eva@demo.example', { roles: ['owner'], locked_location: null });
  });

  it('is not offered to users who may not change it', async () => {
    bridge.till = { isSelling: false, perMinute: 20 };
    bridge.session = signedIn('eva@demo.example', { roles: ['staff'], locked_location: null });
    await renderApp(bridge, '/catalog');
    await screen.findByRole('button', { name: /^Account van/ });
    await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('readLiveTill'));
    expect(screen.queryByRole('button', { name: /^Live/ })).toBeNull();
  });

  it('starts at a pace, shows it, and stops', async () => {
    bridge.till = { isSelling: false, perMinute: 20 };
    const { user } = await renderApp(bridge, '/catalog');
    await user.click(await screen.findByRole('button', { name: 'Live verkoop' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Druk (60 per minuut)', hidden: true }));
    await user.click(await screen.findByRole('button', { name: 'Live: 60 per minuut' }));
    expect(bridge.till).toEqual({ isSelling: true, perMinute: 60 });
    await user.click(await screen.findByRole('menuitemradio', { name: 'Uit', hidden: true }));
    expect(await screen.findByRole('button', { name: 'Live verkoop' })).toBeDefined();
    expect(bridge.till).toEqual({ isSelling: false, perMinute: 60 });
  });
});
