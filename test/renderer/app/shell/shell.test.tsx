import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NO_COMPANY_DETAILS } from '../../../../shared/contract/company.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/defaults.ts';
import { perTest } from '../../../support/test-scope.ts';
import { exampleReport } from '../../../unit/shared/report-of-figures.ts';
import { answerItems } from '../../features/rows/sample-rows.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { ABOUT, installFakeBridge, Refusal, signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';

const host = perTest(installFakeHost);
const bridge = perTest(() => installFakeBridge({ session: signedIn('eva@demo.example') }));

describe('the shell', () => {
  it('highlights the page that is shown in the menu', async () => {
    const { user } = await renderApp(bridge, '/');
    const menu = await screen.findByRole('navigation', { name: 'Hoofdmenu' });
    await waitFor(() => expect(current(menu)).toEqual(['Overzicht']));
    await user.click(within(menu).getByRole('link', { name: 'Financieel rapport' }));
    await waitFor(() => expect(current(menu)).toEqual(['Financieel rapport']));
    expect(await screen.findByRole('heading', { level: 1, name: 'Financieel rapport' })).toBeDefined();
  });

  it('highlights the page of the figure whose rows are shown, also once they are sorted, and else the report', async () => {
    const report = exampleReport();
    host.answer('/api/financial-report', () => ({ body: { ...report, from: '2026-10-01', to: '2026-10-31' } }));
    host.answer('/api/order-items', answerItems(3));
    bridge.on({ readCompany: () => ({ accounts: {}, details: NO_COMPANY_DETAILS, mayChange: true }) });
    const { user } = await renderApp(bridge, '/journal?period=2026-10-01..2026-10-31');
    await user.click(await screen.findByRole('link', { name: '54,50' }));
    const menu = screen.getByRole('navigation', { name: 'Hoofdmenu' });
    await user.click(await screen.findByRole('button', { name: /^Incl. btw/ }));
    await waitFor(() => expect(window.location.hash).toContain('sort='));
    expect(current(menu)).toEqual(['Journaalpost']);
    window.location.assign('#/rows/items?from=2026-10-01&figure=tips&side=wt&type=tip');
    await waitFor(() => expect(current(menu)).toEqual(['Financieel rapport']));
  });

  it('leads to the page of the local API', async () => {
    const { user } = await renderApp(bridge, '/');
    await user.click(await screen.findByRole('link', { name: 'Lokale API' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Lokale API' })).toBeDefined();
  });

  it('states that an address is no page, and leads to the first one', async () => {
    const { user } = await renderApp(bridge, '/nowhere');
    expect(await screen.findByText('De pagina /nowhere bestaat niet')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Naar het overzicht' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Overzicht' })).toBeDefined();
  });

  it('leads back to a page as it was left, and changes nothing on the page that is shown', async () => {
    const { user } = await renderApp(bridge, '/catalog?q=kaars');
    const menu = await screen.findByRole('navigation', { name: 'Hoofdmenu' });
    await user.click(within(menu).getByRole('link', { name: 'Artikelen' }));
    expect(window.location.hash).toBe('#/catalog?q=kaars');
    await user.click(within(menu).getByRole('link', { name: 'Lokale API' }));
    await waitFor(() => expect(current(menu)).toEqual(['Lokale API']));
    await user.click(within(menu).getByRole('link', { name: 'Artikelen' }));
    await waitFor(() => expect(window.location.hash).toBe('#/catalog?q=kaars'));
  });

  it('goes back and forward between pages with their choices', async () => {
    const { user } = await renderApp(bridge, '/catalog?q=kaars');
    const menu = await screen.findByRole('navigation', { name: 'Hoofdmenu' });
    await user.click(within(menu).getByRole('link', { name: 'Lokale API' }));
    await waitFor(() => expect(current(menu)).toEqual(['Lokale API']));
    window.history.back();
    await waitFor(() => expect(current(menu)).toEqual(['Artikelen']));
    expect(window.location.hash).toBe('#/catalog?q=kaars');
    window.history.forward();
    await waitFor(() => expect(current(menu)).toEqual(['Lokale API']));
  });

  it('leads to settings, connection and what the program is from the menu of the account', async () => {
    const { user } = await renderApp(bridge, '/local-api');
    await user.click(await screen.findByRole('button', { name: 'Instellingen' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Alle instellingen', hidden: true }));
    await waitFor(() => expect(window.location.hash).toBe('#/settings'));
    await user.click(screen.getByRole('button', { name: 'Instellingen' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Koppeling', hidden: true }));
    await waitFor(() => expect(window.location.hash).toBe('#/connection'));
    await user.click(screen.getByRole('button', { name: 'Instellingen' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Over Tilldesk', hidden: true }));
    await waitFor(() => expect(window.location.hash).toBe('#/about'));
  });

  it('changes the language at once and notifies the host', async () => {
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: 'Instellingen' }));
    await user.click(await setting('English'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeDefined();
    expect(document.documentElement.lang).toBe('en');
    expect(bridge.settings).toEqual({ ...DEFAULT_SETTINGS, language: 'en' });
  });

  it('changes the theme at once and notifies the host', async () => {
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: 'Instellingen' }));
    await user.click(await setting('Donker'));
    await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('dark'));
    expect(bridge.settings).toEqual({ ...DEFAULT_SETTINGS, language: 'nl', theme: 'dark' });
  });

  it('states that a setting was not saved', async () => {
    bridge.on({
      changeSettings: () => {
        throw new Refusal({ status: 500 });
      },
    });
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: 'Instellingen' }));
    await user.click(await setting('English'));
    expect(await screen.findByText(/Er ging binnen Tilldesk iets mis/)).toBeDefined();
    expect(document.documentElement.lang).toBe('nl');
  });

  it('folds its menu to icons that keep their names, and remembers it', async () => {
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: 'Menu inklappen' }));
    expect(screen.queryByText('Kortingsorders')).toBeNull();
    expect(screen.getByRole('link', { name: 'Kortingsorders' })).toBeDefined();
    await waitFor(() => expect(bridge.preferences.habits.isSideBarFolded.wide).toBe(true));
  });

  it('leads past the menu with its first link', async () => {
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
    ['backup-no-space', /te weinig schijfruimte/],
    ['backup-damaged', /--recover backup/],
    ['backup-failed', /geen reservekopie worden gemaakt/],
  ] as const)('reports the data with the notice %s', async (kind, text) => {
    const notice = { kind, path: '/data/damaged', madeAt: '2026-11-21T12:00:00.000Z' };
    bridge.on({ readAbout: () => ({ ...ABOUT, notices: [notice] }) });
    await renderApp(bridge);
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('shows what the program repaired while it started', async () => {
    bridge.on({
      readAbout: () => ({ ...ABOUT, notices: [{ kind: 'settings-set-aside', path: '/data/settings.broken.json' }] }),
    });
    const { user } = await renderApp(bridge);
    expect(await screen.findByText(/apart gezet als \/data\/settings.broken.json/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Sluiten' }));
    expect(screen.queryByText(/apart gezet/)).toBeNull();
  });
});

/** Hidden ones too: jsdom has no layout, so Mantine may take the button of the menu for scrolled out of view. */
function setting(name: string): Promise<HTMLElement> {
  return screen.findByRole('menuitemradio', { name, hidden: true });
}

function current(menu: HTMLElement): string[] {
  return within(menu)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);
}
