import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useExportsStore } from '../../../../renderer/lib/exports/exports-store.ts';
import type { RememberedSignIn, SessionState } from '../../../../shared/contract/bridge.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { answerProducts, answerSmallCatalog, productsOf } from '../../features/catalog/shop-catalog.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { chooseInAccountMenu } from '../support/account-menu.ts';
import { installFakeBridge, signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';
import { requestOf } from '../support/sample-exports.ts';

const REMEMBERED: readonly RememberedSignIn[] = ['demo', 'keten'].map((account) => ({
  id: account,
  platform: account === 'demo' ? null : 'https://till.example',
  account,
  email: `eva@${account}.example`,
  name: 'Eva',
  needsPassword: false,
}));

const host = openPerTest(installFakeHost);
const bridge = openPerTest(installFakeBridge);

/** The same numbers and names on both platforms: only the platform distinguishes the users. */
function sessionAt(signInId: 'demo' | 'keten'): SessionState {
  const platform = signInId === 'demo' ? null : 'https://till.example';
  return signedIn('eva@demo.example', {}, { platform, signInId, remembered: REMEMBERED });
}

beforeEach(() => {
  bridge.session = sessionAt('demo');
  bridge.on({
    switchSignIn: () => {
      bridge.session = sessionAt('keten');
      return bridge.session;
    },
  });
  answerSmallCatalog(host);
});

const switches = () => bridge.calls.filter(({ name }) => name === 'switchSignIn').length;

describe('the menu of accounts', () => {
  it('lists remembered accounts, and marks the current one', async () => {
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: /^Account van/ }));
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Instellingen',
      'SneltoetsenF1',
      'Rondleiding bekijken',
      'Over Tilldesk',
      'demoeva@demo.example · deze pcnu aangemeld',
      'keteneva@keten.example · till.example',
      'Ander account…',
      'Afmelden',
    ]);
    expect(items[4]?.getAttribute('aria-current')).toBe('true');
  });

  it('asks for a password that is not remembered, and keeps the user signed in meanwhile', async () => {
    const remembered = REMEMBERED.map((signIn) => ({ ...signIn, needsPassword: signIn.id === 'keten' }));
    bridge.session = signedIn('eva@demo.example', {}, { signInId: 'demo', remembered });
    const { user } = await renderApp(bridge);
    await chooseInAccountMenu(user, /^keten/);
    const dialog = await screen.findByRole('dialog', { name: 'Aanmelden met een ander account' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Adres van het platform').value).toBe(
      'https://till.example',
    );
    await user.type(within(dialog).getByLabelText('Wachtwoord'), 'wrong{Enter}');
    expect((await within(dialog).findByRole('alert')).textContent).toContain('klopt niet');
    expect(screen.getByText('Naam eva@demo.example')).toBeDefined();
    expect(switches()).toBe(0);
  });
});

describe('a switch', () => {
  it('shows nothing that was read for the previous user, not even in the address', async () => {
    const { user, client } = await renderApp(bridge, '/catalog?q=SKU');
    await screen.findByText('SKU-1');
    const release = host.hold('/api/products', answerProducts(productsOf(1)));
    await chooseInAccountMenu(user, /^keten/);
    await screen.findByText('till.example');
    expect(screen.queryByText('SKU-1')).toBeNull();
    await waitFor(() => expect(window.location.hash).toBe('#/overview'));
    expect(client.getQueryCache().findAll({ queryKey: ['products'] })).toEqual([]);
    release();
  });

  it('does not show an answer for the next user on the page of the previous one', async () => {
    const { promise, resolve: answerSwitch } = Promise.withResolvers<void>();
    bridge.on({
      async switchSignIn() {
        bridge.session = sessionAt('keten');
        await promise;
        return bridge.session;
      },
    });
    const { user } = await renderApp(bridge);
    await screen.findByText('SKU-1');
    await chooseInAccountMenu(user, /^keten/);
    // The host has already changed the user when the old page sends another request.
    host.answer('/api/products', answerProducts(productsOf(9)));
    const before = host.asked.length;
    await user.click(screen.getByRole('button', { name: 'Vernieuwen' }));
    await waitFor(() => expect(host.asked.length).toBeGreaterThan(before));
    expect(screen.queryByText('SKU-9')).toBeNull();
    const seen: string[] = [];
    const watch = new MutationObserver(() => seen.push(document.body.textContent ?? ''));
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    answerSwitch();
    await screen.findByText('till.example');
    watch.disconnect();
    expect(seen.filter((text) => text.includes('SKU-9') && !text.includes('till.example'))).toEqual([]);
  });

  it('asks first if an export in progress would stop', async () => {
    const { user } = await renderApp(bridge);
    await screen.findByText('SKU-1');
    useExportsStore.getState().begin(requestOf());
    await chooseInAccountMenu(user, /^keten/);
    const dialog = await screen.findByRole('dialog', { name: 'Van account wisselen?' });
    expect(dialog.textContent).toContain('Er loopt nog een export van demo');
    expect(switches()).toBe(0);
    await user.click(within(dialog).getByRole('button', { name: 'Hier blijven' }));
    expect(switches()).toBe(0);

    await chooseInAccountMenu(user, /^keten/);
    await user.click(await screen.findByRole('button', { name: 'Wisselen en export stoppen' }));
    expect(await screen.findByText('till.example')).toBeDefined();
    expect(useExportsStore.getState().entries).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
