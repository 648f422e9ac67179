import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SavedView } from '../../../../shared/contract/preferences.ts';
import { answerSmallCatalog } from '../../features/catalog/shop-catalog.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';
import { type FakeBridge, installFakeBridge, signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';

const CANDLES: SavedView = { id: 'v1', name: 'Kaarsen', path: '/catalog', search: 'q=kaars' };
const VASES: SavedView = { id: 'v2', name: 'Vazen', path: '/catalog', search: 'q=vaas' };

let bridge: FakeBridge;

beforeEach(() => {
  const host = installFakeHost();
  bridge = installFakeBridge({ session: signedIn('eva@demo.example') });
  answerSmallCatalog(host, [{ id: 1, turnovergroup_id: 1, title: 'Planten' }]);
});

describe('a dialog of the window', () => {
  it.each([
    ['the palette', '{Control>}k{/Control}'],
    ['the shortcut sheet', '{F1}'],
    ['the name of a view', '{Control>}s{/Control}'],
  ])('returns the focus when it closes, even the first time: %s', async (_name, keys) => {
    const { user } = await renderApp(bridge, '/catalog');
    const field = await screen.findByRole('searchbox');
    await user.click(field);
    await user.keyboard(keys);
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });
});

describe('an element that is removed while it has the focus', () => {
  it('passes it to the next view, or to the title of the page after the last view', async () => {
    bridge.preferences = { ...bridge.preferences, views: [CANDLES, VASES] };
    const { user } = await renderApp(bridge, '/local-api');
    await removeView('Kaarsen');
    await waitFor(() => expect(focusedName()).toBe('Weergave Vazen beheren'));
    await removeView('Vazen');
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Weergaven' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(title('Lokale API › Aansluiten')));

    async function removeView(name: string) {
      await user.click(await screen.findByRole('button', { name: `Weergave ${name} beheren` }));
      await user.click(await menuItem('Verwijderen'));
    }
  });
});

describe('a change of page', () => {
  it('moves the focus and the window title to the title of the page', async () => {
    const { user } = await renderApp(bridge, '/catalog');
    await user.click(await screen.findByRole('searchbox'));
    expect(document.title).toBe('Artikelen · Tilldesk');
    await user.keyboard('{Alt>}[Digit8]{/Alt}');
    await waitFor(() => expect(document.activeElement).toBe(title('Dagstaat')));
    expect(document.title).toBe('Dagstaat · Tilldesk');
  });

  it('from the menu moves it there too, but a change of filters does not', async () => {
    const { user } = await renderApp(bridge, '/local-api');
    await user.click(await screen.findByRole('link', { name: 'Artikelen' }));
    await waitFor(() => expect(document.activeElement).toBe(title('Artikelen')));
    const field = screen.getByRole('searchbox');
    await user.type(field, 'SKU-2');
    await waitFor(() => expect(window.location.hash).toContain('SKU-2'));
    expect(document.activeElement).toBe(field);
  });
});

function title(name: string): HTMLElement {
  return screen.getByRole('heading', { level: 1, name });
}

function focusedName(): string | null | undefined {
  return document.activeElement?.getAttribute('aria-label');
}

/** Includes hidden ones: jsdom has no layout, so Mantine may treat the button of the menu as scrolled out of view. */
function menuItem(name: string): Promise<HTMLElement> {
  return screen.findByRole('menuitem', { name, hidden: true });
}
