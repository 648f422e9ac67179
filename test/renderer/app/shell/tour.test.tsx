import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '../../../support/test-scope.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { installFakeBridge, signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';

const FIRST = 'Elke lijst kan naar Excel';
perTest(installFakeHost);
const bridge = perTest(installFakeBridge);

beforeEach(() => {
  bridge.session = signedIn('eva@demo.example');
  bridge.preferences = { ...bridge.preferences, isTourDone: false };
});

describe('the tour', () => {
  it('begins by itself beside a page that can be used, and goes through three steps', async () => {
    const { user } = await renderApp(bridge, '/local-api');
    await screen.findByRole('dialog', { name: FIRST });
    expect(screen.getByRole('heading', { level: 1, name: 'Lokale API › Aansluiten' })).toBeDefined();
    expect(screen.getByText(/Stap 1 van 3/)).toBeDefined();
    expect(screen.getByText(/^Artikelen, Orders, .*, Dagstaat, Openstaande facturen en Klanten hebben/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Volgende' }));
    await user.click(screen.getByRole('button', { name: 'Volgende' }));
    expect(screen.getByText(/Met Ctrl\+K vindt u/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Klaar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bridge.preferences.isTourDone).toBe(true);
  });
});
