import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerSmallCatalog } from '../../features/catalog/shop-catalog.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { type FakeBridge, installFakeBridge, signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';

let bridge: FakeBridge;

beforeEach(() => {
  const host = installFakeHost();
  bridge = installFakeBridge({ session: signedIn('eva@demo.example') });
  answerSmallCatalog(host);
});

describe('the keys of the window', () => {
  it('open the pages in the order of the menu, also from a field', async () => {
    const { user } = await renderApp(bridge, '/catalog');
    await user.click(await screen.findByRole('searchbox'));
    await user.keyboard('{Alt>}[Digit8]{/Alt}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dagstaat' })).toBeDefined();
    await user.keyboard('{Alt>}[Digit2]{/Alt}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Artikelen' })).toBeDefined();
  });

  it('export the current page', async () => {
    const { user } = await renderApp(bridge, '/catalog');
    await screen.findByText('SKU-1');
    await user.keyboard('{Control>}e{/Control}');
    await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('exportDataset'));
  });

  it('print the whole page instead of what the browser shows, like the menu of Electron', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await renderApp(bridge, '/catalog');
    await screen.findByText('SKU-1');
    expect(fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })).toBe(false);
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    bridge.chooseInMenu('print');
    await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  });

  it('do nothing below a dialog, and do not repeat while they are held', async () => {
    const { user } = await renderApp(bridge, '/catalog');
    await screen.findByText('SKU-1');
    fireEvent.keyDown(document.body, { key: 'F1', repeat: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{F1}');
    await screen.findByRole('dialog', { name: 'Sneltoetsen' });
    await user.keyboard('{Control>}e{/Control}');
    expect(bridge.calls.map(({ name }) => name)).not.toContain('exportDataset');
  });

  it('ignore letters, and the keys of browser and system', async () => {
    await renderApp(bridge, '/catalog');
    await screen.findByText('SKU-1');
    for (const key of ['k', 's', 'e', '?', '/', '1']) {
      expect(fireEvent.keyDown(document.body, { key })).toBe(true);
    }
    for (const key of ['w', 't', 'n', 'c', 'f']) {
      expect(fireEvent.keyDown(document.body, { key, ctrlKey: true })).toBe(true);
    }
  });
});

describe('the help sheet', () => {
  it.each(['{F1}', '{Control>}/{/Control}'])('opens with %s and closes with Escape', async (keys) => {
    const { user } = await renderApp(bridge, '/local-api');
    await screen.findByRole('heading', { level: 1, name: 'Lokale API › Aansluiten' });
    await user.keyboard(keys);
    expect(await screen.findByRole('dialog', { name: 'Sneltoetsen' })).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lists the keys of the window, of the first ten pages and of lists', async () => {
    const { user } = await renderApp(bridge, '/local-api');
    await screen.findByRole('heading', { level: 1, name: 'Lokale API › Aansluiten' });
    await user.keyboard('{F1}');
    await screen.findByRole('dialog', { name: 'Sneltoetsen' });
    expect(linesOf('Overal')).toEqual([
      'Zoeken in Tilldesk: Ctrl K',
      'Naar het zoekveld van de pagina: Ctrl Shift F',
      'Exporteren wat de pagina toont: Ctrl E',
      'Weergave opslaan: Ctrl S',
      'Sneltoetsen tonen: F1 Ctrl /',
    ]);
    expect(linesOf('Pagina’s')).toHaveLength(10);
    expect(linesOf('Pagina’s')[1]).toBe('Artikelen: Alt 2');
    expect(linesOf('In een lijst')).toContain('Alle rijen selecteren: Ctrl A');
  });
});

function linesOf(title: string): string[] {
  const table = screen.getByRole('table', { name: title });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const keys = [...row.querySelectorAll('kbd')].map(({ textContent }) => textContent).join(' ');
      return `${within(row).getByRole('rowheader').textContent}: ${keys}`;
    });
}
