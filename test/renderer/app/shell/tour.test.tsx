import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '../../../support/test-scope.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { installFakeBridge, Refusal, signedIn } from '../support/fake-bridge.ts';
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
    expect(screen.getByRole('heading', { level: 1, name: 'Lokale API' })).toBeDefined();
    expect(screen.getByText(/Stap 1 van 3/)).toBeDefined();
    expect(
      screen.getByText(/^Artikelen, Orders, .*, Dagafsluiting, Openstaande facturen en Klanten hebben/),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Volgende' }));
    await user.click(screen.getByRole('button', { name: 'Volgende' }));
    expect(screen.getByText(/Met Ctrl\+K vindt u/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Klaar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bridge.preferences.isTourDone).toBe(true);
  });

  it('is skipped for ever', async () => {
    const { user, unmount } = await renderApp(bridge, '/local-api');
    await user.click(await screen.findByRole('button', { name: 'Overslaan' }));
    await waitFor(() => expect(bridge.preferences.isTourDone).toBe(true));
    unmount();
    await renderApp(bridge, '/local-api');
    await screen.findByRole('heading', { level: 1, name: 'Lokale API' });
    await waitFor(() => expect(bridge.calls.filter(({ name }) => name === 'readNews').length).toBeGreaterThan(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('ends with Escape', async () => {
    const { user } = await renderApp(bridge, '/local-api');
    const panel = await screen.findByRole('dialog', { name: FIRST });
    panel.focus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bridge.preferences.isTourDone).toBe(true);
  });

  it('stays away where it is not known whether the user had it', async () => {
    bridge.on({
      readPreferences: () => {
        throw new Refusal({ status: 500 });
      },
    });
    await renderApp(bridge, '/local-api');
    await screen.findByRole('heading', { level: 1, name: 'Lokale API' });
    await waitFor(() => expect(bridge.calls.filter(({ name }) => name === 'readNews').length).toBeGreaterThan(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
