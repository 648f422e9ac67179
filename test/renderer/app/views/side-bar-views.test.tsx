import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '../../../support/test-scope.ts';
import { renderApp } from '../support/render-app.tsx';
import { CANDLES, installViewsWorld, VASES } from './views-world.ts';

const world = perTest(installViewsWorld);

describe('the views in the side bar', () => {
  beforeEach(() => {
    world.bridge.preferences = { ...world.bridge.preferences, views: [CANDLES, VASES] };
  });

  it('lead to their page with its choices, and highlight the one that is shown', async () => {
    const { user } = await renderApp(world.bridge, '/local-api');
    const views = await screen.findByRole('navigation', { name: 'Weergaven' });
    await user.click(within(views).getByRole('link', { name: 'Kaarsen' }));
    expect(await screen.findByDisplayValue('kaars')).toBeDefined();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toHaveLength(2);
    await waitFor(() => expect(current(views)).toEqual(['Kaarsen']));
    await user.type(screen.getByRole('searchbox'), 'en');
    await waitFor(() => expect(current(views)).toEqual(['Kaarsengewijzigd']));
  });

  it('become what is shown now when asked', async () => {
    const { user } = await renderApp(world.bridge, '/catalog?q=kaarsen&view=v1');
    await user.click(await screen.findByRole('button', { name: 'Weergave Kaarsen, gewijzigd' }));
    await user.click(await menuItem('Bijwerken met wat er nu staat'));
    expect(await screen.findByRole('button', { name: 'Weergave Kaarsen' })).toBeDefined();
    expect(world.bridge.preferences.views[0]).toMatchObject({ id: 'v1', name: 'Kaarsen' });
    expect(world.bridge.preferences.views[0]?.search).toContain('q=kaarsen');
  });

  it('go back to what was saved when asked', async () => {
    const { user } = await renderApp(world.bridge, '/catalog?q=kaarsen&view=v1');
    await user.click(await screen.findByRole('button', { name: 'Weergave Kaarsen, gewijzigd' }));
    await user.click(await menuItem('Terug naar zoals opgeslagen'));
    expect(await screen.findByDisplayValue('kaars')).toBeDefined();
    expect(world.bridge.preferences.views[0]).toEqual(CANDLES);
  });

  it('get another name and another position', async () => {
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

  it('are removed, and come back where they were', async () => {
    const { user } = await renderApp(world.bridge, '/local-api');
    await user.click(await screen.findByRole('button', { name: 'Weergave Kaarsen beheren' }));
    await user.click(await menuItem('Verwijderen'));
    expect(await screen.findByText('Weergave Kaarsen is verwijderd.')).toBeDefined();
    expect(world.bridge.preferences.views).toEqual([VASES]);
    await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
    await waitFor(() => expect(world.bridge.preferences.views).toEqual([CANDLES, VASES]));
  });

  it('state it when one does not come back, its name being that of another by now', async () => {
    const { user } = await renderApp(world.bridge, '/local-api');
    await user.click(await screen.findByRole('button', { name: 'Weergave Kaarsen beheren' }));
    await user.click(await menuItem('Verwijderen'));
    const undo = await screen.findByRole('button', { name: 'Ongedaan maken' });
    const views = [{ ...VASES, name: 'kaarsen' }];
    world.bridge.preferences = { ...world.bridge.preferences, views };
    await user.click(undo);
    expect(await screen.findByText(/niet teruggezet: er is al een andere met de naam Kaarsen/)).toBeDefined();
    expect(world.bridge.preferences.views).toEqual(views);
  });

  it('can be changed from the menu of a folded side bar too', async () => {
    const { user } = await renderApp(world.bridge, '/local-api');
    await user.click(await screen.findByRole('button', { name: 'Menu inklappen' }));
    await user.click(screen.getByRole('button', { name: 'Weergaven' }));
    await menuItem('Vazen');
    act(() => menuItemNow('Vazen').focus());
    await user.keyboard('{ArrowRight}');
    // Mantine moves the focus to the first item a moment after the menu opens.
    await waitFor(() => expect(document.activeElement).toBe(menuItemNow('Hernoemen')));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(menuItemNow('Omhoog'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(world.bridge.preferences.views).toEqual([VASES, CANDLES]));
  });

  it('stand in a menu where the side bar is folded', async () => {
    const { user } = await renderApp(world.bridge, '/local-api');
    await user.click(await screen.findByRole('button', { name: 'Menu inklappen' }));
    await user.click(screen.getByRole('button', { name: 'Weergaven' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Vazen', hidden: true }));
    expect(await screen.findByDisplayValue('vaas')).toBeDefined();
  });

  it('are not offered to the next user, nor is what was removed', async () => {
    const { user } = await renderApp(world.bridge, '/local-api');
    await user.click(await screen.findByRole('button', { name: 'Weergave Kaarsen beheren' }));
    await user.click(await menuItem('Verwijderen'));
    await screen.findByRole('button', { name: 'Ongedaan maken' });
    world.bridge.on({ readPreferences: () => ({ ...world.bridge.preferences, views: [] }) });
    await user.click(screen.getByRole('button', { name: 'Afmelden' }));
    await user.click(await screen.findByRole('button', { name: 'Demowinkel bekijken' }));
    expect(await screen.findByText('Naam owner@demo.example')).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Weergaven' })).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ongedaan maken' })).toBeNull());
  });
});

/** Hidden ones too: jsdom has no layout, so Mantine may take the button of the menu for scrolled out of view. */
function menuItemNow(name: string): HTMLElement {
  return screen.getByRole('menuitem', { name, hidden: true });
}

function menuItem(name: string): Promise<HTMLElement> {
  return screen.findByRole('menuitem', { name, hidden: true });
}

function current(views: HTMLElement): (string | null)[] {
  return within(views)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);
}
