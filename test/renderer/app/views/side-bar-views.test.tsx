import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderApp } from '../support/render-app.tsx';
import { CANDLES, installViewsWorld, VASES } from './views-world.ts';

const world = openPerTest(installViewsWorld);

describe('the views in the side bar', () => {
  beforeEach(() => {
    world.bridge.preferences = { ...world.bridge.preferences, views: [CANDLES, VASES] };
  });

  it('open their page with its filters, and the current one is highlighted', async () => {
    const { user } = await renderApp(world.bridge, '/local-api');
    const views = await screen.findByRole('navigation', { name: 'Weergaven' });
    await user.click(within(views).getByRole('link', { name: 'Kaarsen' }));
    expect(await screen.findByDisplayValue('kaars')).toBeDefined();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toHaveLength(2);
    await waitFor(() => expect(current(views)).toEqual(['Kaarsen']));
    await user.type(screen.getByRole('searchbox'), 'en');
    await waitFor(() => expect(current(views)).toEqual(['Kaarsengewijzigd']));
  });

  it('can be updated to what is shown now', async () => {
    const { user } = await renderApp(world.bridge, '/catalog?q=kaarsen&view=v1');
    await user.click(await screen.findByRole('button', { name: 'Weergave Kaarsen, gewijzigd' }));
    await user.click(await menuItem('Bijwerken met wat er nu staat'));
    expect(await screen.findByRole('button', { name: 'Weergave Kaarsen' })).toBeDefined();
    expect(world.bridge.preferences.views[0]).toMatchObject({ id: 'v1', name: 'Kaarsen' });
    expect(world.bridge.preferences.views[0]?.search).toContain('q=kaarsen');
  });

  it('can be renamed and moved', async () => {
    const { user } = await renderApp(world.bridge, '/local-api');
    await user.click(await screen.findByRole('button', { name: 'Weergave Kaarsen beheren' }));
    await user.click(await menuItem('Hernoemen'));
    const name = await screen.findByLabelText('Naam');
    await user.clear(name);
    await user.type(name, 'Waxinelichten{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Weergave Waxinelichten beheren' }));
    await user.click(await menuItem('Omlaag'));
    await waitFor(() => expect(world.bridge.preferences.views).toEqual([VASES, { ...CANDLES, name: 'Waxinelichten' }]));
  });

  it('can be removed, and restored in their position', async () => {
    const { user } = await renderApp(world.bridge, '/local-api');
    await user.click(await screen.findByRole('button', { name: 'Weergave Kaarsen beheren' }));
    await user.click(await menuItem('Verwijderen'));
    expect(await screen.findByText('Weergave Kaarsen is verwijderd.')).toBeDefined();
    expect(world.bridge.preferences.views).toEqual([VASES]);
    await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
    await waitFor(() => expect(world.bridge.preferences.views).toEqual([CANDLES, VASES]));
  });
});

function menuItem(name: string): Promise<HTMLElement> {
  return screen.findByRole('menuitem', { name, hidden: true });
}

function current(views: HTMLElement): (string | null)[] {
  return within(views)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);
}
