import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useLastSearches } from '../../../renderer/lib/address/search.ts';
import { perTest } from '../../support/test-scope.ts';
import { installFakeHost } from '../features/support/fake-host.ts';
import { installFakeBridge, signedIn } from './support/fake-bridge.ts';
import { renderApp } from './support/render-app.tsx';

perTest(installFakeHost);
const bridge = perTest(() => installFakeBridge({ session: signedIn('eva@demo.example') }));

describe('useRememberSearch', () => {
  it('stores the choices of the pages of the menu alone', async () => {
    await renderApp(bridge, '/orders?q=bakker');
    await screen.findByRole('heading', { level: 1, name: 'Orders' });
    for (const path of ['/orders/31', '/rows/items?from=2026-10-01', '/catalog/7', '/local-api']) {
      act(() => window.location.assign(`#${path}`));
      await waitFor(() => expect(window.location.hash).toBe(`#${path}`));
      await screen.findAllByRole('heading');
    }
    await screen.findByRole('heading', { level: 1, name: 'Lokale API' });
    expect(useLastSearches.getState().searches).toEqual({ '/orders': { q: 'bakker' }, '/local-api': {} });
  });
});
