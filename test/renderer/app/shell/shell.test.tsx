import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/defaults.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { ABOUT, installFakeBridge, signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';

const bridge = openPerTest(() => installFakeBridge({ session: signedIn('eva@demo.example') }));

describe('the shell', () => {
  it('highlights the current page in the menu', async () => {
    const { user } = await renderApp(bridge, '/');
    const menu = await screen.findByRole('navigation', { name: 'Hoofdmenu' });
    await waitFor(() => expect(current(menu)).toEqual(['Overzicht']));
    await user.click(within(menu).getByRole('link', { name: 'Financieel rapport' }));
    await waitFor(() => expect(current(menu)).toEqual(['Financieel rapport']));
    expect(await screen.findByRole('heading', { level: 1, name: 'Financieel rapport' })).toBeDefined();
  });

  it('says that an address is no page, and links to the first one', async () => {
    const { user } = await renderApp(bridge, '/nowhere');
    expect(await screen.findByText('De pagina /nowhere bestaat niet')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Naar het overzicht' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Overzicht' })).toBeDefined();
  });

  it('returns to a page as it was left, and changes nothing on the current page', async () => {
    const { user } = await renderApp(bridge, '/catalog?q=kaars');
    const menu = await screen.findByRole('navigation', { name: 'Hoofdmenu' });
    await user.click(within(menu).getByRole('link', { name: 'Artikelen' }));
    expect(window.location.hash).toBe('#/catalog?q=kaars');
    await user.click(within(menu).getByRole('link', { name: 'Lokale API' }));
    await waitFor(() => expect(current(menu)).toEqual(['Lokale API']));
    await user.click(within(menu).getByRole('link', { name: 'Artikelen' }));
    await waitFor(() => expect(window.location.hash).toBe('#/catalog?q=kaars'));
  });

  it('shows the parts of the local API, of which the menu names only the page', async () => {
    const { user } = await renderApp(bridge, '/local-api/requests');
    const menu = await screen.findByRole('navigation', { name: 'Hoofdmenu' });
    const parts = await screen.findByRole('navigation', { name: 'Lokale API' });
    expect(current(menu)).toEqual(['Lokale API']);
    expect(current(parts)).toEqual(['Verzoeken']);
    await user.click(within(parts).getByRole('link', { name: 'Sleutels' }));
    expect(await screen.findByRole('button', { name: 'Nieuwe sleutel' })).toBeDefined();
    expect(current(menu)).toEqual(['Lokale API']);
  });

  it('changes the language immediately and notifies the host', async () => {
    const { user } = await renderApp(bridge, '/settings');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Taal' }), 'English');
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings › Personal' })).toBeDefined();
    expect(document.documentElement.lang).toBe('en');
    expect(bridge.settings).toEqual({ ...DEFAULT_SETTINGS, language: 'en' });
  });

  it('groups its pages under headings by task', async () => {
    await renderApp(bridge);
    const menu = await screen.findByRole('navigation', { name: 'Hoofdmenu' });
    const pagesOf = (group: string) =>
      within(within(menu).getByRole('list', { name: group }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(pagesOf('Verkoop')).toEqual([
      ...['Overzicht', 'Artikelen', 'Orders', 'Kortingen', 'Verkopen per artikel', 'Klanten'],
    ]);
    expect(pagesOf('Boekhouding')).toEqual([
      ...['Financieel rapport', 'Dagstaat', 'Openstaande facturen', 'Journaalpost', 'Exporteren'],
    ]);
    // Only managers of webhooks see them.
    expect(pagesOf('Koppelingen')).toEqual(['Lokale API']);
  });

  it('shows the webhooks to a manager as well', async () => {
    bridge.session = signedIn('eva@demo.example', { roles: ['accountant'] });
    await renderApp(bridge);
    expect(await screen.findByRole('link', { name: 'Webhooks' })).toBeDefined();
  });

  it('collapses its menu to icons with short names, keeps the full names for screen readers, and remembers it', async () => {
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: 'Menu inklappen' }));
    expect(screen.getByRole('link', { name: 'Financieel rapport' }).textContent).toBe('Rapport');
    await waitFor(() => expect(bridge.preferences.habits.isSideBarFolded.wide).toBe(true));
  });

  it('has a first link that skips the menu', async () => {
    const { user } = await renderApp(bridge);
    await screen.findByRole('navigation');
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Naar de inhoud');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(window.location.hash).toBe('#/catalog');
  });

  it.each([
    ['backup-put-back', /reservekopie van 21-11-2026 13:00 is teruggezet/],
    ['begun-empty', /leeg begonnen; de beschadigde bestanden liggen in \/data\/damaged/],
  ] as const)('describes the data with the notice %s', async (kind, text) => {
    const notice = { kind, path: '/data/damaged', madeAt: '2026-11-21T12:00:00.000Z' };
    bridge.on({ readAbout: () => ({ ...ABOUT, notices: [notice] }) });
    await renderApp(bridge);
    expect(await screen.findByText(text)).toBeDefined();
  });
});

function current(menu: HTMLElement): string[] {
  return within(menu)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);
}
