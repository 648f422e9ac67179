import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPerTest } from '../../support/test-scope.ts';
import { answerProducts, answerSmallCatalog, productsOf } from '../features/catalog/shop-catalog.ts';
import { installFakeHost } from '../features/support/fake-host.ts';
import { chooseInAccountMenu } from './support/account-menu.ts';
import { installFakeBridge, Refusal, SIGNED_OUT, signedIn } from './support/fake-bridge.ts';
import { renderApp } from './support/render-app.tsx';

const host = openPerTest(installFakeHost);
const bridge = openPerTest(installFakeBridge);

beforeEach(() => {
  answerSmallCatalog(host);
});

describe('signing in', () => {
  it('starts in the first field, submits with Enter and shows the requested page', async () => {
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: 'Aanmelden' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Account'));
    await user.keyboard('demo{Tab}eva@demo.example{Tab}geheim{Enter}');
    expect(await screen.findByText('SKU-1')).toBeDefined();
    expect(bridge.calls.find(({ name }) => name === 'signIn')?.argument).toEqual({
      account: 'demo',
      email: 'eva@demo.example',
      password: 'geheim',
      platform: null,
      remember: false,
    });
  });

  it('says why the user is no longer signed in', async () => {
    bridge.session = { kind: 'signed-out', remembered: [], keepsPassword: true, reason: 'expired' };
    await renderApp(bridge);
    const words = 'Uw account, e-mailadres of wachtwoord geldt niet meer. Meld u opnieuw aan.';
    expect((await screen.findByText(words)).getAttribute('role')).toBe('status');
  });

  it('says what Tilldesk is, and opens the demo shop with one button', async () => {
    const { user } = await renderApp(bridge);
    expect(await screen.findByText(/Tilldesk wijzigt niets in uw kassa of webshop/)).toBeDefined();
    expect(screen.queryByLabelText('Wachtwoord')).toBeNull();
    expect(document.title).toBe('Aanmelden bij Tilldesk');
    await user.click(await screen.findByRole('button', { name: 'Demowinkel bekijken' }));
    expect(await screen.findByText('Naam owner@demo.example')).toBeDefined();
  });

  it('says in one sentence that one of the three is wrong, and keeps what was typed', async () => {
    const { user } = await renderApp(bridge);
    await signIn(user, 'wrong');
    expect((await screen.findByRole('alert')).textContent).toBe('Account, e-mailadres of wachtwoord klopt niet.');
    expect((screen.getByLabelText('E-mailadres') as HTMLInputElement).value).toBe('eva@demo.example');
    expect(document.activeElement).toBe(screen.getByLabelText('Wachtwoord'));
  });

  it('asks for missing values before it calls the host', async () => {
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: 'Aanmelden' }));
    await user.type(screen.getByLabelText('Account'), 'demo{Enter}');
    expect(screen.queryByText('Vul uw account in.')).toBeNull();
    expect(screen.getByText('Vul uw wachtwoord in.')).toBeDefined();
    const email = screen.getByLabelText('E-mailadres');
    expect(document.activeElement).toBe(email);
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Vul uw e-mailadres in.',
    );
    expect(bridge.calls.map(({ name }) => name)).not.toContain('signIn');
  });

  it('leaves no password in the window', async () => {
    const { user, client } = await renderApp(bridge);
    await signIn(user, 'geheim');
    await screen.findByText('SKU-1');
    await waitFor(() => expect(client.getMutationCache().getAll()).toEqual([]));
  });
});

describe('the session', () => {
  it('shows who is signed in, with role and locked location', async () => {
    bridge.session = signedIn('eva@demo.example');
    await renderApp(bridge);
    expect(await screen.findByText('Naam eva@demo.example')).toBeDefined();
    expect(screen.getByText('demo · Medewerker')).toBeDefined();
    expect(screen.getByText('Alleen Utrecht')).toBeDefined();
  });

  it('shows nothing of one user to the next', async () => {
    const { user, client } = await renderApp(bridge);
    await signIn(user, 'geheim');
    await user.type(await screen.findByRole('searchbox'), 'Artikel');
    await screen.findByText('SKU-1');
    await chooseInAccountMenu(user, 'Afmelden');
    await screen.findByRole('heading', { name: 'Aanmelden bij Tilldesk' });
    expect(client.getQueryCache().findAll({ queryKey: ['products'] })).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Demowinkel bekijken' }));
    expect(await screen.findByText('Naam owner@demo.example')).toBeDefined();
    await waitFor(() => expect(window.location.hash).toBe('#/overview'));
    host.hold('/api/products', answerProducts(productsOf(1)));
    await user.click(screen.getByRole('link', { name: 'Artikelen' }));
    expect(((await screen.findByRole('searchbox')) as HTMLInputElement).value).toBe('');
    expect(window.location.hash).toBe('#/catalog');
    expect(screen.queryByText('SKU-1')).toBeNull();
  });

  it('returns to the page that was left after signing in again', async () => {
    bridge.session = signedIn('eva@demo.example');
    const { user } = await renderApp(bridge, '/catalog?q=SKU');
    await screen.findByText('SKU-1');
    await chooseInAccountMenu(user, 'Afmelden');
    await signIn(user, 'geheim');
    expect(await screen.findByText('SKU-1')).toBeDefined();
    expect(window.location.hash).toBe('#/catalog?q=SKU');
  });

  it('asks the user to sign in again if a call says that the session is over', async () => {
    bridge.session = signedIn('eva@demo.example');
    await renderApp(bridge);
    await screen.findByText('SKU-1');
    bridge.session = SIGNED_OUT;
    host.answer('/api/products', () => ({ status: 401, body: { status: 401, message: 'over' } }));
    screen.getByRole('button', { name: 'Vernieuwen' }).click();
    expect(await screen.findByRole('heading', { name: 'Aanmelden bij Tilldesk' })).toBeDefined();
  });

  it('says that the host cannot be reached and tries again', async () => {
    bridge.on({
      readSession: () => {
        throw new Refusal({ code: 'unreachable' });
      },
    });
    const { user } = await renderApp(bridge);
    expect(await screen.findByText(/op dit moment geen antwoord/)).toBeDefined();
    bridge.on({ readSession: () => SIGNED_OUT });
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    expect(await screen.findByRole('button', { name: 'Aanmelden' })).toBeDefined();
  });
});

async function signIn(user: Awaited<ReturnType<typeof renderApp>>['user'], password: string) {
  await user.click(await screen.findByRole('button', { name: 'Aanmelden' }));
  await user.type(await screen.findByLabelText('Account'), 'demo');
  await user.type(screen.getByLabelText('E-mailadres'), 'eva@demo.example');
  await user.type(screen.getByLabelText('Wachtwoord'), `${password}{Enter}`);
}
