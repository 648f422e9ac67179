import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Preferences } from '../../../shared/contract/preferences.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { chooseInAccountMenu } from '../app/support/account-menu.ts';
import { installFakeBridge, Refusal, signedIn } from '../app/support/fake-bridge.ts';
import { renderApp } from '../app/support/render-app.tsx';
import { installFakeHost } from '../features/support/fake-host.ts';

const UNREAD = /Uw weergaven en uw voorkeur voor periode en winkel zijn niet geladen/;
const VIEW = { id: 'v1', name: 'Retouren', path: '/orders', search: 'status=refunded' };
openPerTest(installFakeHost);
const bridge = openPerTest(installFakeBridge);

beforeEach(() => {
  bridge.session = signedIn('eva@demo.example');
  bridge.preferences = { ...bridge.preferences, views: [VIEW] };
});

describe('preferences that cannot be read', () => {
  beforeEach(() => {
    bridge.on({
      readPreferences: () => {
        throw new Refusal({ status: 500 });
      },
    });
  });

  it('are reported on every page until they are read', async () => {
    const { user } = await renderApp(bridge, '/local-api');
    const told = await screen.findByText(UNREAD);
    const page = await screen.findByRole('heading', { level: 1, name: 'Lokale API › Aansluiten' });
    const release = holdPreferences();
    const before = readings();
    const notice = within(told.parentElement ?? document.body);
    await user.click(notice.getByRole('button', { name: 'Opnieuw proberen' }));
    await waitFor(() => expect(readings()).toBe(before + 1));
    expect([told.isConnected, page.isConnected]).toEqual([true, true]);
    release();
    expect(await screen.findByRole('link', { name: 'Retouren' })).toBeDefined();
    expect(screen.queryByText(UNREAD)).toBeNull();
    expect(page.isConnected).toBe(true);
  });

  it('are not replaced by the defaults when something is changed', async () => {
    bridge.preferences = { ...bridge.preferences, defaultShopId: 4 };
    const { user } = await renderApp(bridge, '/catalog');
    await screen.findByText(UNREAD);
    await user.keyboard('{Control>}s{/Control}');
    await user.type(await screen.findByLabelText('Naam'), 'Alles{Enter}');
    expect(await screen.findByText(/Er ging binnen Tilldesk iets mis/)).toBeDefined();
    expect(bridge.preferences.views).toEqual([VIEW]);
  });
});

describe('the preferences of a user', () => {
  it('do not leak to the next user, even if a change of them ends late', async () => {
    const { user, client } = await renderApp(bridge, '/local-api');
    await screen.findByRole('link', { name: 'Retouren' });
    const eva = bridge.preferences;
    const { promise, resolve } = Promise.withResolvers<Preferences>();
    bridge.on({ changePreferences: () => promise });
    await user.click(await screen.findByRole('button', { name: 'Weergave Retouren beheren' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Verwijderen', hidden: true }));
    await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('changePreferences'));

    bridge.preferences = { ...eva, views: [{ ...VIEW, id: 'v9', name: 'Van de eigenaar' }] };
    await chooseInAccountMenu(user, 'Afmelden');
    await user.click(await screen.findByRole('button', { name: 'Demowinkel bekijken' }));
    expect(await screen.findByRole('link', { name: 'Van de eigenaar' })).toBeDefined();
    expect(client.getMutationCache().findAll({ status: 'pending' })).toEqual([]);
    resolve({ ...eva, views: [{ ...VIEW, name: 'Van Eva' }] });
    await promise;
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.queryByRole('link', { name: 'Van Eva' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Van de eigenaar' })).toBeDefined();
  });
});

function readings(): number {
  return bridge.calls.filter(({ name }) => name === 'readPreferences').length;
}

/** Holds the preferences until the returned function is called. */
function holdPreferences(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  bridge.on({ readPreferences: () => promise.then(() => bridge.preferences) });
  return resolve;
}
