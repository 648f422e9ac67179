import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SavedView } from '../../../../shared/contract/preferences.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { listOf } from '../../features/support/fake-host.ts';
import { signedIn } from '../support/fake-bridge.ts';
import { renderApp } from '../support/render-app.tsx';
import { CANDLES, installViewsWorld, VASES } from './views-world.ts';

const world = openPerTest(installViewsWorld);

describe('saving a view', () => {
  it('stores filters and columns of the page under a name, and shows it', async () => {
    const { user } = await renderApp(world.bridge, '/catalog?q=kaars');
    await screen.findByRole('grid');
    await user.keyboard('{Control>}s{/Control}');
    const dialog = await screen.findByRole('dialog', { name: 'Weergave opslaan' });
    await user.type(within(dialog).getByLabelText('Naam'), ' Kaarsen {Enter}');
    await waitFor(() => expect(world.bridge.preferences.views).toHaveLength(1));
    const [view] = world.bridge.preferences.views;
    expect(view).toMatchObject({ name: 'Kaarsen', path: '/catalog' });
    expect(new URLSearchParams(view?.search).get('q')).toBe('kaars');
    expect(new URLSearchParams(view?.search).get('columns')).toMatch(/^sku,title,/);
    expect(await screen.findByRole('button', { name: 'Weergave Kaarsen' })).toBeDefined();
    expect(window.location.hash).toContain(`view=${view?.id}`);
  });

  it('asks before it replaces the view with that name', async () => {
    world.bridge.preferences = { ...world.bridge.preferences, views: [CANDLES, VASES] };
    const { user } = await renderApp(world.bridge, '/catalog?q=theelicht');
    await screen.findByRole('grid');
    await user.keyboard('{Control>}s{/Control}');
    await user.type(await screen.findByLabelText('Naam'), 'kaarsen{Enter}');
    expect(await screen.findByText(/Er is al een weergave met de naam Kaarsen/)).toBeDefined();
    expect(world.bridge.preferences.views).toEqual([CANDLES, VASES]);
    await user.click(screen.getByRole('button', { name: 'Vervangen' }));
    await waitFor(() => expect(world.bridge.preferences.views.map(({ name }) => name)).toEqual(['kaarsen', 'Vazen']));
    expect(world.bridge.preferences.views[0]?.search).toContain('q=theelicht');
  });

  it('says why it cannot: no name, or the maximum number of views', async () => {
    const views = Array.from({ length: 50 }, (_, index) => ({ ...VASES, id: `v${index}`, name: `Nr ${index}` }));
    world.bridge.preferences = { ...world.bridge.preferences, views };
    const { user } = await renderApp(world.bridge, '/catalog?q=theelicht');
    await screen.findByRole('grid');
    await user.keyboard('{Control>}s{/Control}');
    const name = await screen.findByLabelText('Naam');
    expect(name.getAttribute('aria-required')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByText('Geef de weergave een naam.')).toBeDefined();
    expect(document.activeElement).toBe(name);
    await user.type(name, 'Nog een{Enter}');
    expect(await screen.findByText(/Er zijn al 50 weergaven/)).toBeDefined();
    expect(world.bridge.preferences.views).toEqual(views);
  });
});

describe('a view that depends on a preference', () => {
  it.each([
    ['/orders', { shop_id: '4', period: 'last-week' }],
    ['/report', { location_id: '2', period: 'last-week' }],
  ])('of %s shows the same after the preference changes', async (path, choices) => {
    world.bridge.session = signedIn('eva@demo.example', { locked_location: null });
    world.bridge.preferences = { ...world.bridge.preferences, defaultShopId: 4, defaultPeriod: 'last-week' };
    world.host.answer('/api/shops', () => listOf([{ id: 4, title: 'Utrecht', type: 'pos', location_id: 2 }]));
    world.host.answer('/api/locations', () => listOf([{ id: 2, title: 'Utrecht' }]));
    const { user } = await renderApp(world.bridge, path);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('gewijzigd')).toBeNull();
    await waitFor(() => expect(world.host.asked.some((asked) => asked.startsWith('/api/shops'))).toBe(true));
    await user.keyboard('{Control>}s{/Control}');
    await user.type(await screen.findByLabelText('Naam'), 'Mijn winkel{Enter}');
    await waitFor(() => expect(world.bridge.preferences.views).toHaveLength(1));
    const { columns: _, ...kept } = Object.fromEntries(new URLSearchParams(world.bridge.preferences.views[0]?.search));
    expect(kept).toEqual(choices);
    expect(await screen.findByRole('button', { name: 'Weergave Mijn winkel' })).toBeDefined();
  });
});

describe('views that another window changed', () => {
  const ELSEWHERE: SavedView = { ...VASES, id: 'v3', name: 'Elders' };

  /** A window that was rendered before the other one saved its view. */
  async function staleWindow(path: string, views: SavedView[]) {
    world.bridge.preferences = { ...world.bridge.preferences, views };
    const view = await renderApp(world.bridge, path);
    await screen.findByRole('heading', { level: 1 });
    world.bridge.preferences = { ...world.bridge.preferences, views: [...views, ELSEWHERE] };
    return view;
  }

  it('are kept when one is saved', async () => {
    const { user } = await staleWindow('/catalog?q=kaars', []);
    await user.keyboard('{Control>}s{/Control}');
    await user.type(await screen.findByLabelText('Naam'), 'Kaarsen{Enter}');
    await waitFor(() => expect(namesKept()).toEqual(['Elders', 'Kaarsen']));
    expect(await screen.findByRole('link', { name: 'Elders' })).toBeDefined();
  });

  it('appear when the window gets the focus again', async () => {
    await staleWindow('/local-api', []);
    expect(screen.queryByRole('link', { name: 'Elders' })).toBeNull();
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('link', { name: 'Elders' })).toBeDefined();
  });
});

function namesKept(): string[] {
  return world.bridge.preferences.views.map(({ name }) => name);
}
