import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SettingsPage } from '../../../../renderer/features/settings/settings-page.tsx';
import { perTest } from '../../../support/test-scope.ts';
import { Refusal } from '../../app/support/fake-bridge.ts';
import { listOf, platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { installSettingsWorld, SHOPS } from './settings-world.ts';

const world = perTest(installSettingsWorld);

const forUser = () => screen.findByRole('region', { name: 'Voor u' });
const period = () => screen.findByLabelText<HTMLSelectElement>('Standaardperiode');
const shop = async () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Standaardwinkel' });

describe('the default period', () => {
  it('is saved at once, and states which days it means', async () => {
    const { user } = await renderPage(<SettingsPage />);
    expect(await screen.findByText(/zo 1 nov – ma 30 nov 2026/)).toBeDefined();
    await user.selectOptions(await period(), 'Vorige week');
    expect(await within(await forUser()).findByText('Opgeslagen')).toBeDefined();
    expect(world.bridge.preferences).toMatchObject({ defaultPeriod: 'last-week', defaultShopId: null });
    expect(screen.getByText(/ma 9 nov – zo 15 nov 2026/)).toBeDefined();
  });

  it('goes back to the saved value where it could not be saved, and states it', async () => {
    world.bridge.preferences = { ...world.bridge.preferences, defaultPeriod: 'today' };
    world.bridge.on({
      changePreferences: () => {
        throw new Refusal({ code: 'failed' });
      },
    });
    const { user } = await renderPage(<SettingsPage />);
    await user.selectOptions(await period(), 'Vorige week');
    expect((await screen.findByRole('alert')).textContent).toContain('Niet opgeslagen');
    expect((await period()).value).toBe('today');
    expect(within(await forUser()).queryByText('Opgeslagen')).toBeNull();
  });
});

describe('the default shop', () => {
  it('is one of the shops, or all', async () => {
    const { user } = await renderPage(<SettingsPage />);
    expect([...(await shop()).options].map(({ text }) => text)).toEqual(['Alle winkels', 'Amsterdam', 'Webshop']);
    await user.selectOptions(await shop(), 'Webshop');
    await waitFor(() => expect(world.bridge.preferences.defaultShopId).toBe(4));
    await user.selectOptions(await shop(), 'Alle winkels');
    await waitFor(() => expect(world.bridge.preferences.defaultShopId).toBeNull());
  });

  it('stays to be seen where it is not among the shops any more', async () => {
    world.bridge.preferences = { ...world.bridge.preferences, defaultShopId: 12 };
    await renderPage(<SettingsPage />);
    expect((await shop()).selectedOptions[0]?.text).toBe('Winkel 12 (niet meer te vinden)');
  });

  it('is not said to be gone while the shops are read or fail', async () => {
    world.bridge.preferences = { ...world.bridge.preferences, defaultShopId: 4 };
    world.host.answer('/api/shops', () => platformFailure);
    const { user } = await renderPage(<SettingsPage />);
    const retry = await screen.findByRole('button', { name: /Standaardwinkel/ });
    expect(retry.textContent).toContain('Winkels zijn niet geladen');
    expect(screen.queryByText(/niet meer te vinden/)).toBeNull();
    world.host.answer('/api/shops', () => listOf(SHOPS));
    await user.click(retry);
    expect((await shop()).value).toBe('4');
  });
});

describe('the settings of the user', () => {
  it('state when they cannot be read; those of the PC stay', async () => {
    world.bridge.on({
      readPreferences: () => {
        throw new Refusal({ code: 'unreachable' });
      },
    });
    await renderPage(<SettingsPage />);
    const failure = await within(await forUser()).findByRole('alert', {}, { timeout: 10_000 });
    expect(failure.textContent).toContain('op dit moment geen antwoord');
    expect(screen.getByLabelText('Taal')).toBeDefined();
  });

  it('speak English', async () => {
    await renderPage(<SettingsPage />, { language: 'en' });
    expect(await screen.findByLabelText('Default period')).toBeDefined();
    expect(screen.getByText('Holds on this PC for Eva Jansen.')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
  });
});

describe('the form of an export', () => {
  it('is chosen for the user, who may take a workbook or a PDF', async () => {
    const { user } = await renderPage(<SettingsPage />);
    await user.selectOptions(await screen.findByLabelText('Exporteren als'), 'Excel-werkmap (.xlsx)');
    expect(await within(await forUser()).findByText('Opgeslagen')).toBeDefined();
    expect(world.bridge.preferences.exportFormat).toBe('xlsx');
  });
});
