import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PersonalSettingsPage } from '../../../../renderer/features/settings/settings-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';
import { installSettingsWorld } from './settings-world.ts';

const world = openPerTest(installSettingsWorld);

const forUser = () => screen.findByRole('region', { name: 'Voor u' });
const period = () => screen.findByLabelText<HTMLSelectElement>('Standaardperiode');
const place = async () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Standaardvestiging' });

describe('the default period', () => {
  it('is saved immediately, and says which days it means', async () => {
    const { user } = await renderPage(<PersonalSettingsPage />);
    expect(await screen.findByText(/zo 1 nov – ma 30 nov 2026/)).toBeDefined();
    await user.selectOptions(await period(), 'Vorige week');
    expect(await within(await forUser()).findByText('Opgeslagen')).toBeDefined();
    expect(world.bridge.preferences).toMatchObject({ defaultPeriod: 'last-week', defaultShopId: null });
    expect(screen.getByText(/ma 9 nov – zo 15 nov 2026/)).toBeDefined();
  });
});

describe('the default place', () => {
  it('is a location, one of the shops, or all', async () => {
    const { user } = await renderPage(<PersonalSettingsPage />);
    const options = [...(await place()).options].map(({ text }) => text);
    expect(options).toEqual(['Alle vestigingen', 'Amsterdam', 'Amsterdam', 'Webshop']);
    expect([...(await place()).querySelectorAll('optgroup')].map(({ label }) => label)).toEqual([
      'Vestigingen',
      'Winkels',
    ]);
    await user.selectOptions(await place(), 'location:1');
    await waitFor(() => expect(world.bridge.preferences).toMatchObject({ defaultLocationId: 1, defaultShopId: null }));
    await user.selectOptions(await place(), 'Webshop');
    await waitFor(() => expect(world.bridge.preferences).toMatchObject({ defaultLocationId: null, defaultShopId: 4 }));
    await user.selectOptions(await place(), 'Alle vestigingen');
    await waitFor(() => expect(world.bridge.preferences.defaultShopId).toBeNull());
  });

  it('is one of the shops for a user of one location', async () => {
    await renderPage(<PersonalSettingsPage />, { lockedLocation: { id: 1, title: 'Amsterdam' } });
    expect([...(await place()).options].map(({ text }) => text)).toEqual(['Alle winkels', 'Amsterdam', 'Webshop']);
  });

  it('stays visible if the shop no longer exists', async () => {
    world.bridge.preferences = { ...world.bridge.preferences, defaultShopId: 12 };
    await renderPage(<PersonalSettingsPage />);
    expect((await place()).selectedOptions[0]?.text).toBe('Nummer 12 (niet meer te vinden)');
  });
});

describe('the settings of the user', () => {
  it('say if they cannot be read; those of the PC stay', async () => {
    world.bridge.on({
      readPreferences: () => {
        throw new Refusal({ code: 'unreachable' });
      },
    });
    await renderPage(<PersonalSettingsPage />);
    const failure = await within(await forUser()).findByRole('alert', {}, { timeout: 10_000 });
    expect(failure.textContent).toContain('op dit moment geen antwoord');
    expect(screen.getByLabelText('Taal')).toBeDefined();
  });
});
