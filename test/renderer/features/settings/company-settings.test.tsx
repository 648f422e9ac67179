import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CompanySettingsPage } from '../../../../renderer/features/settings/settings-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderPage } from '../support/render-page.tsx';
import { installSettingsWorld } from './settings-world.ts';

const world = openPerTest(installSettingsWorld);

const section = () => screen.findByRole('region', { name: 'Uw bedrijf' });
const field = async (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

describe('the company on the settings page', () => {
  it('is saved field by field, in the form in which it is printed', async () => {
    const { user } = await renderPage(<CompanySettingsPage />);
    await user.type(await field('Postcode'), '3511aa{Enter}');
    expect(await within(await section()).findByText('Opgeslagen')).toBeDefined();
    await waitFor(async () => expect((await field('Postcode')).value).toBe('3511 AA'));
    await user.type(await field('KvK-nummer'), '12345678');
    await user.tab();
    await waitFor(() => expect(world.bridge.company.details).toMatchObject({ postcode: '3511 AA', kvk: '12345678' }));
  });

  it('says what is wrong with a number, and does not send it', async () => {
    const { user } = await renderPage(<CompanySettingsPage />);
    await user.type(await field('Btw-nummer'), 'NL123456789B01{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('het controlegetal klopt niet');
    expect(world.bridge.calls.some(({ name }) => name === 'changeCompany')).toBe(false);
    await user.type(await field('Btw-nummer'), '{Escape}');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is read-only for staff', async () => {
    world.bridge.company = {
      ...world.bridge.company,
      details: { ...world.bridge.company.details, name: 'Linde & Loof' },
      mayChange: false,
    };
    await renderPage(<CompanySettingsPage />);
    expect((await field('Naam')).value).toBe('Linde & Loof');
    expect((await field('Naam')).closest('fieldset')?.disabled).toBe(true);
    expect(within(await section()).getByText(/^Deze gegevens kan alleen een eigenaar of boekhouder/)).toBeDefined();
  });
});
